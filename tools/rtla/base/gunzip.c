// SPDX-License-Identifier: GPL-2.0
/*
 * Unpacking: see gunzip.h.
 */
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/gunzip.h"

/* The last four bytes are the length. */
char *gunzip(const char *packed, size_t size, size_t most, size_t *length)
{
	z_stream stream = {
		.next_in = (Bytef *)packed, .avail_in = size,
	};
	uint32_t said = 0;
	char *text;

	for (size_t i = 1; i <= sizeof(said) && i <= size; i++)
		said = said << 8 | (unsigned char)packed[size - i];
	text = said <= most ? malloc(said + 1UL) : NULL;
	if (!text || inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) {
		free(text);
		return NULL;
	}
	stream.next_out = (Bytef *)text;
	stream.avail_out = said;
	text[said] = '\0';
	if (inflate(&stream, Z_FINISH) != Z_STREAM_END || stream.avail_out) {
		free(text);
		text = NULL;
	}
	inflateEnd(&stream);
	if (length)
		*length = said;
	return text;
}
