/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text in lines of a given width.
 */
#ifndef RTLA_WRAP_H
#define RTLA_WRAP_H

#include <stddef.h>
#include <stdio.h>

/*
 * wrap_print - print words from @column on, and end the line
 *
 * The first line has begun, and is at @column; the others are indented. No
 * line is longer than @width: a word that does not fit into one is broken.
 */
void wrap_print(FILE *out, const char *text, size_t column, size_t width);

#endif /* RTLA_WRAP_H */
