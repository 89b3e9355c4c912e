/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing HTML: texts with any content, elements and tables.
 *
 * Every text from a file is printed by html_text(), or by another function here
 * that calls html_text(). Only markup and numbers are printed directly.
 */
#ifndef RTLA_HTML_H
#define RTLA_HTML_H

#include <stdbool.h>
#include <stdio.h>

/*
 * html_text - print a text, escaped for use in elements and in quoted
 * attributes
 *
 * Bytes that are not UTF-8, and characters that cannot be shown, are printed as
 * U+FFFD. So are marks that change the direction of the text after them.
 */
void html_text(FILE *out, const char *text);

/* html_url - print the path of a file, of any bytes, for the attribute href */
void html_url(FILE *out, const char *path);

/*
 * html_sentence - print a text like html_text(), with its times in us as the
 * page has times: see readable_apart()
 */
void html_sentence(FILE *out, const char *text);

/* html_element - print a whole element; @class may be NULL */
void html_element(FILE *out, const char *tag, const char *class,
		  const char *text);

/*
 * html_figure - begin a figure, which html_figure_end() ends
 *
 * @class may be NULL.
 */
void html_figure(FILE *out, const char *class, const char *caption);
void html_figure_end(FILE *out);

struct html_column {
	const char *name;	/* NULL ends a list of columns */
	bool number;		/* aligned to the right */
};

/*
 * html_table - begin a table, which html_table_end() ends
 *
 * The table scrolls if it is too wide. @caption is shown, and read out by
 * screen readers.
 */
void html_table(FILE *out, const char *caption,
		const struct html_column *columns);

/* The column with the labels of results. */
#define HTML_RESULT	"Result"

/*
 * html_table_of - begin a table of so many results
 *
 * If there is only one, the column HTML_RESULT of @columns is left out.
 */
void html_table_of(FILE *out, const char *caption,
		   const struct html_column *columns, int results);
void html_table_end(FILE *out);

/*
 * html_row_head, html_cell, html_number - print one cell of a row
 *
 * html_row_head() is for the first cell. html_number() aligns to the right.
 */
void html_row_head(FILE *out, const char *text);
void html_cell(FILE *out, const char *text);
void html_number(FILE *out, const char *text);

/*
 * html_badge - print a word with a mark and a colour
 *
 * @kind is "good", "bad", "warn" or "none".
 */
void html_badge(FILE *out, const char *kind, const char *word);

#endif /* RTLA_HTML_H */
