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
 * Lines of more than @width characters are wrapped, with an indentation of two
 * more than they have. A @width of 0 leaves them as they are. Without memory,
 * it is @out. The caller calls wrapped_end().
 */
FILE *wrapped_begin(struct wrapped *wrapped, FILE *out, size_t width);

/* wrapped_end - print the lines; all have to be ended */
void wrapped_end(struct wrapped *wrapped);

#endif /* RTLA_WRAP_H */
