// SPDX-License-Identifier: GPL-2.0
/*
 * The characters of lines: see line_cleaner.h.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "input/line_cleaner.h"
#include "input/line_wrapper.h"

/*
 * What stands for another character. Entities are those that programs make of a
 * trace; blanks and marks are of UTF-8.
 */
static const struct line_spelling {
	const char *spelling;
	char character;		/* 0: none */
} spellings[] = {
	/* The spellings that may replace each blank of a line are the first. */
	{ "\t", ' ' },
	{ "\xc2\xa0", ' ' },		/* the no-break space */
	{ "\xe2\x80\x82", ' ' },	/* those of the widths of letters */
	{ "\xe2\x80\x83", ' ' },
	{ "\xe2\x80\x87", ' ' },	/* that of the width of a digit */
	{ "\xe2\x80\x89", ' ' },	/* thin ones */
	{ "\xe2\x80\xaf", ' ' },	/* the narrow one */
	{ "\xef\xbb\xbf", 0 },		/* the mark of UTF-8 */
	{ "&nbsp;", ' ' },
	{ "&lt;", '<' },
	{ "&gt;", '>' },
	{ "&amp;", '&' },
	{ "&quot;", '"' },
	{ "&apos;", '\'' },
	{ "&#39;", '\'' },
	{ "&#039;", '\'' },
	{ "&#x27;", '\'' },
	{ "&#60;", '<' },
	{ "&#62;", '>' },
	{ "&#x3c;", '<' },
	{ "&#x3e;", '>' },
	{ "&#38;", '&' },
	{ "&#160;", ' ' },
	{ "&#xa0;", ' ' },
};

/* Return whether a spelling, or a code of colours, may begin so. */
static bool line_cleaner_is_odd(char c)
{
	return c == '&' || c == '\t' || c == '\x1b' || c == '\xc2' ||
	       c == '\xe2' || c == '\xef' || c == '\xa0';
}

/* Return whether the text begins so; letters of entities may be large ones. */
static bool line_cleaner_begins(const char *text, const char *spelling)
{
	for (; *spelling; text++, spelling++)
		if (*text != *spelling &&
		    (*text < 'A' || *text > 'Z' || *text + 'a' - 'A' != *spelling))
			return false;
	return true;
}

static const struct line_spelling *spelling_of(const char *text)
{
	for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++)
		if (line_cleaner_begins(text, spellings[i].spelling))
			return &spellings[i];
	return NULL;
}

/*
 * Return the length of the codes that grep writes around what it has found,
 * like "\e[01;31m\e[K", or of a colour at an end of the line, or 0. Other codes
 * may be a part of a name.
 */
static size_t line_cleaner_escape_length(const char *text, bool first)
{
	static const char clear[] = "\x1b[K";
	size_t length = strlen(clear);

	if (!strncmp(text, clear, length))
		return length;
	if (text[0] != '\x1b' || text[1] != '[')
		return 0;
	length = 2 + strspn(text + 2, "0123456789;");
	if (text[length] != 'm')
		return 0;
	length++;
	if (!strncmp(text + length, clear, strlen(clear)))
		return length + strlen(clear);
	return first || !text[length] || text[length] == '\x1b' ? length : 0;
}

/* Copy the odd character at *@from; a part of another one in UTF-8 stays. */
static char *line_cleaner_copy_odd(char *to, const char *begin, char **from)
{
	const struct line_spelling *spelling = spelling_of(*from);
	size_t escape;
	bool alone;

	if (spelling) {
		*from += strlen(spelling->spelling);
		/* In a page within a page, "&amp;lt;" is an entity again. */
		if (spelling->character == '&')
			*--*from = '&';
		else if (spelling->character)
			*to++ = spelling->character;
		return to;
	}
	escape = line_cleaner_escape_length(*from, *from == begin);
	if (escape) {
		*from += escape;
		return to;
	}
	/* In latin-1, it follows a blank or a letter, or is one of several. */
	alone = *from == begin || !((*from)[-1] & 0x80) ||
		(to > begin && to[-1] == ' ');
	*to++ = **from == '\xa0' && alone ? ' ' : **from;
	(*from)++;
	return to;
}

/* Return a number with this byte in each of its bytes. */
static uint64_t each_byte(unsigned char byte)
{
	return byte * 0x0101010101010101ULL;
}

/*
 * Return whether the text may have a byte that is not simply copied: one of
 * ASCII's control characters, a '&', or one that is not of ASCII. Eight of them
 * are looked at together, where a subtraction that borrows sets the upper bit.
 */
static bool line_cleaner_may_be_odd(const char *text, size_t length)
{
	const char *end = text + length;
	uint64_t bytes, found = 0;

	for (; end - text >= (ptrdiff_t)sizeof(bytes); text += sizeof(bytes)) {
		memcpy(&bytes, text, sizeof(bytes));
		found |= bytes | (bytes - each_byte(' ')) |
			 ((bytes ^ each_byte('&')) - each_byte(1));
	}
	for (; text < end; text++)
		if (*text < ' ' || *text > '~' || *text == '&')
			return true;
	return found & each_byte(0x80);
}

static size_t line_cleaner_trim(char *text, size_t length)
{
	while (length && (text[length - 1] == ' ' || text[length - 1] == '\n' ||
			  text[length - 1] == '\r' || !text[length - 1]))
		length--;
	text[length] = '\0';
	return length;
}

/* Replace the characters of a line that has no blanks at its end. */
static size_t line_cleaner_replace(char *text, size_t length)
{
	const char *begin = text;
	char *from = text, *to = text;

	if (!line_cleaner_may_be_odd(text, length))
		return length;
	while (*from) {
		if (line_cleaner_is_odd(*from))
			to = line_cleaner_copy_odd(to, begin, &from);
		else
			*to++ = *from++;
	}
	return line_cleaner_trim(text, to - text);
}

size_t line_clean(char *text, size_t length)
{
	length = line_cleaner_trim(text, length);
	return line_cleaner_replace(text, line_unwrap(text, length));
}

size_t line_clean_unwrapped(char *text, size_t length)
{
	return line_cleaner_replace(text, line_cleaner_trim(text, length));
}
