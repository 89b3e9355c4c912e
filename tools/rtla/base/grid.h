/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables for people, of TEXT_WIDTH columns at most. Each column is as wide as
 * what is in it. Where all of them do not fit, each row has several lines.
 */
#ifndef RTLA_GRID_H
#define RTLA_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum grid_align {
	GRID_LEFT,
	GRID_RIGHT,
	GRID_ACROSS,	/* it ends its row, and may be wider than its column */
};

/* struct grid - a table; it begins with all zeros */
struct grid {
	struct grid_cell *cell;
	size_t cells;
	struct grid_column *column;
	int columns;
	int at;		/* the column of the next cell */
	bool failed;	/* there was no memory */
};

/* grid_row - begin a row; the first one has the heads of the columns */
void grid_row(struct grid *grid);

/*
 * grid_put - put a text, which may have any bytes, into the row's next cell
 *
 * A @text of NULL means that there was no memory for it.
 */
void grid_put(struct grid *grid, enum grid_align align, const char *text);

/* grid_line - put a row with only a text, which begins in the second column */
void grid_line(struct grid *grid, const char *text);

/*
 * grid_print - print all rows, and free them
 *
 * Returns false if there was no memory for all of them.
 */
bool grid_print(FILE *out, struct grid *grid);

#endif /* RTLA_GRID_H */
