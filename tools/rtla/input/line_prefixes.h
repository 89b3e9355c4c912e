/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What others put before the lines of a text: a console, the journal and other
 * logs, grep, a mail program.
 */
#ifndef RTLA_LINE_PREFIXES_H
#define RTLA_LINE_PREFIXES_H

#include <stdbool.h>
#include <string.h>

/* The functions of the C library need longer for what is mostly one blank. */
static inline char *line_skip_blanks(const char *text)
{
	while (*text == ' ')
		text++;
	return (char *)text;
}

static inline bool line_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * Return whether there may be a prefix. A line of the kernel begins with a
 * blank and a name, or the mark of a header.
 */
static inline bool line_has_prefix(const char *text, const char *first)
{
	if (*first == '<')
		return line_is_digit(first[1]);
	if (*first == '#')
		return first[1] == '#' && first[2] == '[';
	return *first &&
	       (first == text ||
		(*first == 'M' && !strncmp(first, "MESSAGE=", 8)) ||
		*first == '>' || *first == '|' ||
		*first == '[' || line_is_digit(*first));
}

/* Do what line_strip_prefixes() says, where there may be a prefix. */
char *line_strip_all(char *text, bool any);

/*
 * line_strip_prefixes - return where the line begins that is in @text
 *
 * It is cleaned already (line_cleaner.h). After some prefixes, a line of the
 * text can only begin with a blank or a '#', unless @any is set.
 */
static inline char *line_strip_prefixes(char *text, bool any)
{
	return line_has_prefix(text, line_skip_blanks(text)) ?
	       line_strip_all(text, any) : text;
}

#endif /* RTLA_LINE_PREFIXES_H */
