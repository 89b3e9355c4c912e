/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Texts that may have any bytes, as a terminal may show them. A name or a file
 * can have control characters, with which whoever made it would command the
 * terminal of whoever reads it. A character is printable if it is valid UTF-8,
 * and neither a control character nor one that changes the direction of text.
 *
 * In results each byte of others becomes a '?'. People see which they are:
 * "\x1b", or "\u009b" for a character beyond ASCII.
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

/* printable_join - replace only newlines by '?', as those of a name may be lines */
void printable_join(char *line);

/*
 * printable_put - print the first character of @line as in printable_line()
 *
 * Returns the number of its bytes, 1 at least: @line is not empty.
 */
int printable_put(FILE *out, const char *line);

/* Bytes of the longest visible form of a character. */
#define VISIBLE_MAX	6

/* Room for any line that is printed into a column, or as a message. */
#define VISIBLE_LINE	2048

/*
 * visible_text - copy @text, of @size bytes and a NUL, with the visible form of
 * what is not printable
 *
 * Newlines and tabs stay. What does not fit into @room is cut; room for
 * VISIBLE_MAX times the bytes of the text, and a NUL, is enough. Returns the
 * number of bytes of the copy.
 */
size_t visible_text(char *to, size_t room, const char *text, size_t size);

/* visible_line - do the same with a string, and with its newlines, too */
void visible_line(char *to, size_t room, const char *line);

/*
 * visible_print - print @line as visible_line() has it, with blanks before it
 * up to @width columns, or after it if @width is negative
 *
 * Returns the number of columns.
 */
int visible_print(FILE *out, int width, const char *line);

/* printable_width - return the number of characters of a printable text */
int printable_width(const char *text);

#endif /* RTLA_PRINTABLE_H */
