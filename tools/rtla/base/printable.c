// SPDX-License-Identifier: GPL-2.0
/*
 * Texts for terminals: see printable.h.
 */
#include <stdint.h>
#include <string.h>

#include "base/printable.h"

#define REPLACEMENT	'?'

/*
 * Return the character that begins at @text, and its number of bytes in
 * *@length. A byte that is not part of valid UTF-8 is returned as UINT32_MAX of
 * length 1.
 */
static uint32_t printable_decode(const unsigned char *text, int *length)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint32_t code = *text;
	int bytes = code < 0x80 ? 1 : code < 0xc0 ? 0 : code < 0xe0 ? 2 :
		    code < 0xf0 ? 3 : code < 0xf8 ? 4 : 0;

	*length = 1;
	if (bytes == 1)
		return code;
	if (!bytes)
		return UINT32_MAX;
	code &= 0xff >> (bytes + 1);
	for (int i = 1; i < bytes; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return UINT32_MAX;
		code = code << 6 | (text[i] & 0x3f);
	}
	if (code < smallest[bytes] || code > 0x10ffff ||
	    (code >= 0xd800 && code <= 0xdfff))
		return UINT32_MAX;
	*length = bytes;
	return code;
}

bool printable_character(const char *text, int *length)
{
	uint32_t code = printable_decode((const unsigned char *)text, length);

	if (code == '\n' || code == '\t')
		return true;
	if (code < 0x20 || (code >= 0x7f && code < 0xa0))
		return false;
	/* Direction marks could reverse the text of a line. */
	if (code == 0x200e || code == 0x200f || code == 0x061c ||
	    (code >= 0x202a && code <= 0x202e) ||
	    (code >= 0x2066 && code <= 0x2069))
		return false;
	return code <= 0x10ffff && (code & 0xfffe) != 0xfffe &&
	       !(code >= 0xfdd0 && code <= 0xfdef);
}

/* Nearly all characters of names are: so those of a trace are read faster. */
static bool printable_is_plain(char byte)
{
	return byte >= ' ' && byte < 0x7f;
}

void printable_text(char *text, size_t size)
{
	int length;

	for (const char *end = text + size; text < end; text += length) {
		length = 1;
		if (!printable_is_plain(*text) && !printable_character(text, &length))
			memset(text, REPLACEMENT, length);
	}
}

void printable_line(char *line)
{
	printable_text(line, strlen(line));
	while (*(line += strcspn(line, "\n")))
		*line = REPLACEMENT;
}

int printable_put(FILE *out, const char *line)
{
	int length;

	bool shown = printable_character(line, &length) && *line != '\n';

	for (int i = 0; i < length; i++)
		fputc(shown ? line[i] : REPLACEMENT, out);
	return length;
}

int printable_width(const char *text)
{
	int width = 0;

	/* Only the first byte of a character does not have these bits. */
	for (; *text; text++)
		width += (*text & 0xc0) != 0x80;
	return width;
}
