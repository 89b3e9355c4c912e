/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What others put before the lines of a text: a console, the journal and other
 * logs, grep, a mail program.
 */
#ifndef RTLA_LINE_PREFIXES_H
#define RTLA_LINE_PREFIXES_H

#include <stdbool.h>

/*
 * line_strip_prefixes - return where the line begins that is in @text
 *
 * It is cleaned already (line_cleaner.h). After some prefixes, a line of the
 * text can only begin with a blank or a '#', unless @any is set.
 */
char *line_strip_prefixes(char *text, bool any);

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

#endif /* RTLA_LINE_PREFIXES_H */
