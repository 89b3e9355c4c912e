/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing HTML: texts that may hold anything, and tables.
 *
 * Whatever comes from a file goes through html_text(), or through what is made
 * of it here. Only markup and numbers are printed directly.
 */
#ifndef RTLA_HTML_H
#define RTLA_HTML_H

#include <stdbool.h>
#include <stdio.h>

/*
 * html_text - a text as it is, in elements and in quoted attributes
 *
 * What is no UTF-8, or no character that can be seen, is U+FFFD; so are marks
 * that change the direction of what follows.
 */
void html_text(FILE *out, const char *text);

/* html_element - a whole one; @class may be NULL */
void html_element(FILE *out, const char *tag, const char *class,
		  const char *text);

/* html_figure - begin one, of the "class", which may be NULL; html_figure_end */
void html_figure(FILE *out, const char *class, const char *caption);
void html_figure_end(FILE *out);

struct html_column {
	const char *name;	/* NULL ends a list of them */
	bool number;		/* to the right */
};

/*
 * html_table - begin one, which scrolls if it is too wide; html_table_end
 *
 * @caption is for everybody.
 */
void html_table(FILE *out, const char *caption,
		const struct html_column *columns);
void html_table_end(FILE *out);

/* html_cell, html_number - one cell; html_row_head - that a row begins with */
void html_row_head(FILE *out, const char *text);
void html_cell(FILE *out, const char *text);
void html_number(FILE *out, const char *text);

/* html_badge - a word with a mark and a colour: "good", "bad", "warn", "none" */
void html_badge(FILE *out, const char *kind, const char *word);

/* The style of a page (html_style.c). */
extern const char html_style[];

#endif /* RTLA_HTML_H */
