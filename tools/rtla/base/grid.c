// SPDX-License-Identifier: GPL-2.0
/*
 * Tables for people: see grid.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/grid.h"
#include "base/printable.h"
#include "base/wrap.h"

#define CONTINUED	6	/* the indentation of a row's further lines */
#define TEXT_MIN	24	/* room for the texts of the last column, which are wrapped */

struct grid_cell {
	char *text;
	enum grid_align align;
	int column;
};

struct grid_column {
	int width;
	int across;	/* the width of what begins here and ends its row */
	int start;
	bool text;	/* of cells that begin on the left */
	bool breaks;	/* it is the first one of a line */
};

void grid_row(struct grid *grid)
{
	grid->at = 0;
}

static struct grid_column *column_at(struct grid *grid, int at)
{
	struct grid_column *grown;

	if (at < grid->columns)
		return &grid->column[at];
	grown = array_grow(grid->column, grid->columns, sizeof(*grown));
	if (!grown)
		return NULL;
	grid->column = grown;
	grid->column[grid->columns] = (struct grid_column) { .width = 0 };
	return &grid->column[grid->columns++];
}

void grid_put(struct grid *grid, enum grid_align align, const char *text)
{
	struct grid_column *column = column_at(grid, grid->at);
	struct grid_cell *grown = array_grow(grid->cell, grid->cells,
					     sizeof(*grown));
	char shown[VISIBLE_LINE], *copy;
	int *width;

	visible_line(shown, sizeof(shown), text ?: "");
	copy = text ? strdup(shown) : NULL;
	grid->cell = grown ?: grid->cell;
	if (!column || !grown || !copy) {
		grid->failed = true;
		free(copy);
		return;
	}
	grid->cell[grid->cells++] = (struct grid_cell) {
		copy, align, grid->at++,
	};
	width = align == GRID_ACROSS ? &column->across : &column->width;
	if (printable_width(copy) > *width)
		*width = printable_width(copy);
	column->text |= align == GRID_LEFT;
}

void grid_line(struct grid *grid, const char *text)
{
	grid_row(grid);
	grid_put(grid, GRID_LEFT, "");
	grid_put(grid, GRID_ACROSS, text);
}

/* Place the columns @gap apart. Returns whether each row has one line. */
static bool grid_place(struct grid *grid, int gap)
{
	bool fits = true;
	int at = 0;

	for (int i = 0; i < grid->columns; i++) {
		struct grid_column *column = &grid->column[i];
		int width = column->width;

		if (i == grid->columns - 1 && column->text && width > TEXT_MIN)
			width = TEXT_MIN;
		column->breaks = i && at + width > TEXT_WIDTH;
		if (column->breaks)
			at = CONTINUED;
		column->start = at;
		fits &= !column->breaks && at + column->across <= TEXT_WIDTH;
		at += width + gap;
	}
	return fits;
}

/* Return where a cell begins: left of what is printed if that is a new line. */
static int grid_start(const struct grid_cell *cell,
		      const struct grid_column *column, bool last)
{
	int width = printable_width(cell->text), start = column->start;

	if (cell->align == GRID_RIGHT)
		return start + column->width - width;
	/* A text that does not fit here may fit into a line of its own. */
	if (last && start + width > TEXT_WIDTH &&
	    (CONTINUED + width <= TEXT_WIDTH || start + TEXT_MIN > TEXT_WIDTH))
		return CONTINUED;
	return start;
}

/* Print the row that begins with @cell; return how many cells it has. */
static size_t print_row(FILE *out, const struct grid *grid, size_t first)
{
	size_t next = first + 1, end = first;
	int at = 0;

	while (next < grid->cells && grid->cell[next].column)
		next++;
	/* Nothing follows what is empty to the end of the row. */
	for (size_t i = first; i < next; i++)
		if (*grid->cell[i].text)
			end = i + 1;
	for (size_t i = first; i < end; i++) {
		const struct grid_cell *cell = &grid->cell[i];
		const struct grid_column *column = &grid->column[cell->column];
		int start = grid_start(cell, column, i == end - 1);

		if (column->breaks || start < at) {
			fputc('\n', out);
			at = 0;
		}
		fprintf(out, "%*s", start - at, "");
		if (i < end - 1)
			fputs(cell->text, out);
		else
			wrap_print(out, cell->text, start, TEXT_WIDTH);
		at = start + printable_width(cell->text);
	}
	if (end == first)
		fputc('\n', out);
	return next - first;
}

bool grid_print(FILE *out, struct grid *grid)
{
	bool good = !grid->failed;

	if (!grid_place(grid, 2))
		grid_place(grid, 1);
	for (size_t i = 0; good && i < grid->cells; )
		i += print_row(out, grid, i);
	for (size_t i = 0; i < grid->cells; i++)
		free(grid->cell[i].text);
	free(grid->cell);
	free(grid->column);
	*grid = (struct grid) { .cells = 0 };
	return good;
}
