// SPDX-License-Identifier: GPL-2.0
/*
 * Reading line by line: see line_reader.h. The lines stay where they were read
 * to. The NUL that ends one is put over the first byte of the next one, which
 * is put back before that is looked for.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/line_reader.h"

/* So much is read at once. */
#define CHUNK_BYTES	(1 << 17)

/* Make room for a chunk and a NUL after what is there; return false if it fails. */
static bool make_chunk_room(struct line_reader *reader)
{
	size_t used = reader->end - reader->next;
	size_t needed = used + CHUNK_BYTES + 1;
	char *grown;

	if (reader->next)
		memmove(reader->buffer, reader->buffer + reader->next, used);
	reader->next = 0;
	reader->end = used;
	if (needed <= reader->size)
		return true;
	grown = realloc(reader->buffer, 2 * needed);
	if (!grown) {
		reader->error = ENOMEM;
		return false;
	}
	reader->buffer = grown;
	reader->size = 2 * needed;
	return true;
}

/* Read a further chunk; return false if there is none. */
static bool read_chunk(struct line_reader *reader)
{
	size_t got;

	if (reader->ended || !make_chunk_room(reader))
		return false;
	errno = 0;
	got = fread(reader->buffer + reader->end, 1, CHUNK_BYTES, reader->in);
	reader->end += got;
	if (got < CHUNK_BYTES) {
		reader->ended = true;
		if (ferror(reader->in))
			reader->failed = errno ?: EIO;
	}
	return got;
}

/* Return the length of the next line; 0: there is none. */
static size_t find_line(struct line_reader *reader)
{
	size_t looked = 0, left;
	char *end;

	for (;;) {
		left = reader->end - reader->next;
		end = left > looked ?
		      memchr(reader->buffer + reader->next + looked, '\n',
			     left - looked) : NULL;
		if (end)
			return end + 1 - (reader->buffer + reader->next);
		looked = left;
		if (left > LINE_BYTES_MAX || !read_chunk(reader))
			return reader->error ? 0 : left;
	}
}

bool line_read(struct line_reader *reader)
{
	if (reader->line)
		reader->buffer[reader->next] = reader->covered;
	reader->line = NULL;
	reader->error = 0;
	reader->length = find_line(reader);
	reader->number += reader->length > 0;
	if (reader->length > LINE_BYTES_MAX)
		reader->error = EMSGSIZE;
	else if (!reader->length && !reader->error)
		reader->error = reader->failed;
	if (!reader->length || reader->error)
		return false;
	reader->line = reader->buffer + reader->next;
	reader->next += reader->length;
	reader->covered = reader->buffer[reader->next];
	reader->buffer[reader->next] = '\0';
	return true;
}

void line_reader_free(struct line_reader *reader)
{
	free(reader->buffer);
	reader->buffer = NULL;
	reader->line = NULL;
}
