/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Texts that may have any bytes, as a terminal may show them. A name or a file
 * can have control characters, with which whoever made it would command the
 * terminal of whoever reads it. A character is printable if it is valid UTF-8,
 * and neither a control character nor one that changes the direction of text.
 */
#ifndef RTLA_PRINTABLE_H
#define RTLA_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * printable_character - return whether the first character of @text is one
 *
 * So are newlines and tabs here. *@length is set to the number of its bytes, or
 * to 1 if it is no valid UTF-8. @text ends in a NUL, which is not printable.
 */
bool printable_character(const char *text, int *length);

/*
 * printable_text - replace what is not printable by '?'
 *
 * There is a '?' for each byte, so that the text is as long as before. Newlines
 * and tabs stay. @text has @size bytes, which may be NULs, and a NUL after
 * them.
 */
void printable_text(char *text, size_t size);

/* printable_line - do the same with a string, and with its newlines, too */
void printable_line(char *line);

/*
 * printable_put - print the first character of @line as in printable_line()
 *
 * Returns the number of its bytes, 1 at least: @line is not empty.
 */
int printable_put(FILE *out, const char *line);

/* printable_width - return the number of characters of a printable text */
int printable_width(const char *text);

#endif /* RTLA_PRINTABLE_H */
