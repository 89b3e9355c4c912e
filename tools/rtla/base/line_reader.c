// SPDX-License-Identifier: GPL-2.0
/*
 * Reading line by line: see line_reader.h.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/line_reader.h"

#define FIRST_SIZE	256

/* Make room for a byte and a NUL after @used bytes; return false if it fails. */
static bool make_line_room(struct line_reader *reader, size_t used)
{
	size_t size = reader->size ? 2 * reader->size : FIRST_SIZE;
	char *grown;

	if (used + 1 < reader->size)
		return true;
	if (size > LINE_BYTES_MAX)
		size = LINE_BYTES_MAX + 1;
	grown = used < LINE_BYTES_MAX ? realloc(reader->line, size) : NULL;
	if (!grown) {
		reader->error = used < LINE_BYTES_MAX ? ENOMEM : EMSGSIZE;
		return false;
	}
	reader->line = grown;
	reader->size = size;
	return true;
}

bool line_read(struct line_reader *reader)
{
	size_t used = 0;
	int byte = 0;

	reader->error = 0;
	errno = 0;
	while (byte != '\n' && (byte = getc_unlocked(reader->in)) != EOF &&
	       make_line_room(reader, used))
		reader->line[used++] = byte;
	if (!reader->error && ferror(reader->in))
		reader->error = errno ?: EIO;
	if (used)
		reader->line[used] = '\0';
	reader->number += used > 0;
	return used && !reader->error;
}

void line_reader_free(struct line_reader *reader)
{
	free(reader->line);
	reader->line = NULL;
}
