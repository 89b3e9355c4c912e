/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Printing text in lines of a given width.
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

#endif /* RTLA_WRAP_H */
