/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The style sheets of pages and pictures.
 */
#ifndef RTLA_STYLE_H
#define RTLA_STYLE_H

#include <stdio.h>

/* The style of charts; and that of the rest of a page, which comes after it. */
extern const char style_of_charts[];
extern const char style_of_page[];

/*
 * style_print_plain - print a style sheet with each variable replaced
 *
 * This is for programs that do not know variables. A variable gets the first
 * value in @style.
 */
void style_print_plain(FILE *out, const char *style);

#endif /* RTLA_STYLE_H */
