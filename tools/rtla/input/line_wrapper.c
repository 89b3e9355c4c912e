// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of a trace that other programs have wrapped: see line_wrapper.h.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "input/line_wrapper.h"

static size_t keep_part(char *text, const char *from, size_t length)
{
	memmove(text, from, length);
	text[length] = '\0';
	return length;
}

/* ---- Logs as JSON or YAML ------------------------------------------------ */

/* The members of an entry that have the line: of LAVA, Docker, the journal. */
static const char *const members[] = { "msg", "log", "MESSAGE", "message" };

/* Return where the value of this member begins, with its quote, or NULL. */
static char *find_member(char *entry, const char *member)
{
	size_t length = strlen(member);
	char *at = entry;

	for (; (at = strstr(at, member)); at += length) {
		char *value = at + length;

		if (!strchr("\" {,", at[-1]))
			continue;
		value += *value == '"';
		if (*value != ':')
			continue;
		value += 1 + strspn(value + 1, " ");
		if (*value == '"' || *value == '\'')
			return value;
	}
	return NULL;
}

/* Put a character in UTF-8; one of those that need four bytes has two codes. */
static char *put_character(char *to, unsigned long code)
{
	if (code < 0x80) {
		*to++ = code;
	} else if (code < 0x800) {
		*to++ = 0xc0 | code >> 6;
		*to++ = 0x80 | (code & 0x3f);
	} else {
		*to++ = 0xe0 | code >> 12;
		*to++ = 0x80 | (code >> 6 & 0x3f);
		*to++ = 0x80 | (code & 0x3f);
	}
	return to;
}

/* Put what is behind a backslash at *@from; return where the next is put. */
static char *put_escaped(char *to, const char **from)
{
	static const char letters[] = "nrtbf", characters[] = "\n\r\t\b\f";
	const char *letter = strchr(letters, **from), *hex = *from + 1;

	if (**from == 'u' && strspn(hex, "0123456789abcdefABCDEF") >= 4) {
		char digits[5] = { hex[0], hex[1], hex[2], hex[3] };

		*from += 5;
		return put_character(to, strtoul(digits, NULL, 16));
	}
	*to++ = letter && *letter ? characters[letter - letters] : **from;
	*from += **from != '\0';
	return to;
}

/* Leave the value that begins with a quote at @from. */
static size_t keep_value(char *text, const char *from)
{
	char quote = *from++, *to = text;

	while (*from && (*from != quote || (quote == '\'' && from[1] == quote))) {
		if (*from == '\\' && quote == '"') {
			from++;
			to = put_escaped(to, &from);
			continue;
		}
		from += *from == quote;	/* it is doubled in YAML */
		*to++ = *from++;
	}
	*to = '\0';
	return to - text;
}

static size_t unwrap_entry(char *text, char *entry, size_t length)
{
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		const char *value = find_member(entry + 1, members[i]);

		if (value)
			return keep_value(text, value);
	}
	return length;
}

/* ---- Pages of the web ---------------------------------------------------- */

/* Return the length of a tag that may be around a line, or 0. */
static size_t tag_length(const char *text)
{
	static const char *const names[] = {
		"a", "b", "body", "br", "code", "div", "font", "html", "li",
		"p", "pre", "span", "td", "th", "tr", "tt",
	};
	const char *name = text + 1 + (text[0] == '<' && text[1] == '/');
	size_t length = 0;

	if (*text != '<')
		return 0;
	while (isalpha((unsigned char)name[length]))
		length++;
	if (!name[length] || !strchr(" />", name[length]))
		return 0;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *end = strchr(name, '>');

		if (end && strlen(names[i]) == length &&
		    !strncasecmp(name, names[i], length))
			return end + 1 - text;
	}
	return 0;
}

static size_t unwrap_tags(char *text, size_t length)
{
	const char *from = text, *first = text + strspn(text, " \t");
	size_t tag, digits;

	while ((tag = tag_length(first))) {
		from = first + tag;
		/* The number of the line is in a cell of its own. */
		digits = strspn(from, "0123456789");
		if (digits && tag_length(from + digits))
			from += digits;
		first = from;
	}
	length = keep_part(text, from, length - (from - text));
	while (length && text[length - 1] == '>') {
		const char *last = memrchr(text, '<', length);

		if (!last || last + tag_length(last) != text + length)
			break;
		length = last - text;
		while (length && text[length - 1] == ' ')
			length--;
		text[length] = '\0';
	}
	return length;
}

/* ---- Texts of other programs --------------------------------------------- */

/* Take away what makes a header, or a frame, a comment of a script. */
static size_t unwrap_comment(char *text, char *mark, size_t length)
{
	char *commented = mark + 1 + strspn(mark + 1, " ");

	if (commented == mark + 1 ||
	    (*commented != '#' && strncmp(commented, "=> ", 3)))
		return length;
	return keep_part(text, commented, length - (commented - text));
}

size_t line_unwrap(char *text, size_t length)
{
	char last = length ? text[length - 1] : '\0', *first = text;

	/* All lines come here: strspn() would need longer. */
	while (*first == ' ' || *first == '\t')
		first++;
	if (*first == '{' || (*first == '-' && !strncmp(first, "- {", 3)))
		return unwrap_entry(text, first, length);
	if (*first == '#')
		return unwrap_comment(text, first, length);
	if (*first == '"' && last == '"' && length > 1)
		return keep_part(text, text + 1, length - 2);
	if (last == '\\' && length > 1 && text[length - 2] == ' ') {
		text[length - 2] = '\0';
		return length - 2;
	}
	return *first == '<' || last == '>' ? unwrap_tags(text, length) : length;
}
