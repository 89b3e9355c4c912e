// SPDX-License-Identifier: GPL-2.0
/*
 * Texts for terminals: see printable.h.
 */
#include <stdint.h>
#include <stdlib.h>
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

/* Nearly all characters are: so a long text is looked at faster. */
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

void printable_join(char *line)
{
	while ((line = strchr(line, '\n')))
		*line = REPLACEMENT;
}

void printable_line(char *line)
{
	printable_text(line, strlen(line));
	printable_join(line);
}

/*
 * Write the visible form of the character that begins at @text, with a NUL
 * after it. Return its number of bytes in the text. JSON has the same form for
 * a character: only ASCII's control characters, which JSON never has, and what
 * is not UTF-8 have the form of bytes.
 */
static int visible_form(char form[VISIBLE_MAX + 1], const char *text)
{
	int length;
	uint32_t code = printable_decode((const unsigned char *)text, &length);

	if (printable_character(text, &length)) {
		memcpy(form, text, length);
		form[length] = '\0';
	} else if (code < 0x7f || code == UINT32_MAX) {
		snprintf(form, VISIBLE_MAX + 1, "\\x%02x", (unsigned char)*text);
	} else {
		snprintf(form, VISIBLE_MAX + 1, "\\u%04x", code & 0xffff);
	}
	return length;
}

/* Add a form to a text of *@at bytes; return false if there is no room. */
static bool visible_add(char *to, size_t room, size_t *at, const char *form)
{
	size_t length = strlen(form);

	if (*at + length >= room)
		return false;
	memcpy(to + *at, form, length);
	*at += length;
	return true;
}

size_t visible_text(char *to, size_t room, const char *text, size_t size)
{
	char form[VISIBLE_MAX + 1];
	size_t at = 0;

	for (const char *end = text + size; text < end;) {
		if (printable_is_plain(*text)) {
			if (at + 1 >= room)
				break;
			to[at++] = *text++;
			continue;
		}
		text += visible_form(form, text);
		if (!visible_add(to, room, &at, form))
			break;
	}
	to[at] = '\0';
	return at;
}

void visible_line(char *to, size_t room, const char *line)
{
	char form[VISIBLE_MAX + 1];
	size_t at = 0;

	while (*line) {
		line += visible_form(form, line);
		if (!visible_add(to, room, &at,
				 *form == '\n' ? "\\x0a" : form))
			break;
	}
	to[at] = '\0';
}

int visible_print(FILE *out, int width, const char *line)
{
	char text[VISIBLE_LINE];
	int blanks;

	visible_line(text, sizeof(text), line);
	blanks = abs(width) - printable_width(text);
	blanks = blanks > 0 ? blanks : 0;
	fprintf(out, "%*s%s%*s", width > 0 ? blanks : 0, "", text,
		width > 0 ? 0 : blanks, "");
	return printable_width(text) + blanks;
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
