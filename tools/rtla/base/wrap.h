/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Printing text in lines of a given width, in characters.
 *
 * Words are never joined or lost. A command in the text, between ' and ', is
 * kept in one line if it fits there, and is else broken as a shell takes it, so
 * that it can be copied.
 */
#ifndef RTLA_WRAP_H
#define RTLA_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Lines of this width fit a terminal and an e-mail. */
#define TEXT_WIDTH	80

/*
 * wrap_print - print the words of @text from @column on, and end the last line
 *
 * The caller has printed the first line up to @column; the other lines are
 * indented to it. No line is longer than @width characters: a word that does
 * not fit into one line is broken.
 */
void wrap_print(FILE *out, const char *text, size_t column, size_t width);

/*
 * wrap_command - print a line for a shell from @column on, likewise
 *
 * It can be copied as it is: where it has to be broken, that is between words,
 * with a backslash. A word that does not fit into one line is not broken.
 */
void wrap_command(FILE *out, const char *command, size_t column, size_t width);

/*
 * wrap_line - print a line, and wrap it if it has more than @width characters
 *
 * Its further lines are indented by two columns more than it is. A word that
 * does not fit into one line is not broken, as a terminal can do that so that
 * it can be copied.
 */
void wrap_line(FILE *out, const char *line, size_t width);

/*
 * wrap_lines - do the same with all lines of a text, which are cut there
 *
 * Returns what follows the last line that has an end.
 */
char *wrap_lines(FILE *out, char *text, size_t width);

/*
 * wrap_columns - return the width of the terminal that @fd is; 0: it is none
 *
 * One that is narrower than TEXT_WIDTH, or does not tell, counts as that wide.
 */
size_t wrap_columns(int fd);

/* struct wrapped - lines that are printed when all of them are there */
struct wrapped {
	FILE *out, *lines;
	char *text;
	size_t size;
	size_t width;
};

/*
 * wrapped_begin - return a stream whose lines are printed to @out
 *
 * Lines are printed as wrap_line() does. Without memory, the stream is @out.
 * The caller calls wrapped_end().
 */
FILE *wrapped_begin(struct wrapped *wrapped, FILE *out, size_t width);

/* wrapped_end - print the lines; all have to be ended */
void wrapped_end(struct wrapped *wrapped);

#endif /* RTLA_WRAP_H */
