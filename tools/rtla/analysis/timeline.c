// SPDX-License-Identifier: GPL-2.0
/*
 * Time lines: see timeline.h. The printed times are us since the start of the
 * latency.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/cause_names.h"
#include "analysis/timeline.h"
#include "base/times.h"

#define LIST_MAX	24	/* segments in the list: the longest ones */
#define ROWS_MAX	12	/* rows in the drawing */
#define CELLS		48	/* columns of a row */
#define NAME_WIDTH	22	/* columns of the name before a row */

/* ---- The list ------------------------------------------------------------ */

static int compare_lengths(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x < *y) - (*x > *y);
}

/*
 * Sort @count lengths, the longest first, and return the one at index @place.
 */
static uint64_t length_at(uint64_t *length, size_t count, size_t place)
{
	qsort(length, count, sizeof(*length), compare_lengths);
	return length[place];
}

/*
 * Return the least length, in ns, of a segment that is listed. Returns 0 if all
 * segments fit, or if there is no memory.
 */
static uint64_t shortest_listed(const struct analysis *analysis)
{
	uint64_t *length, shortest = 0;
	size_t i;

	if (analysis->segments <= LIST_MAX)
		return 0;
	length = calloc(analysis->segments, sizeof(*length));
	if (!length)
		return 0;
	for (i = 0; i < analysis->segments; i++)
		length[i] = analysis->segment[i].ns;
	shortest = length_at(length, analysis->segments, LIST_MAX - 1);
	free(length);
	return shortest;
}

static void print_remark(FILE *out, const struct analysis *analysis,
			 const struct segment *segment)
{
	const struct part_item *item = segment_item(analysis, segment);
	char text[CAUSE_LEN];

	if (segment->part != PART_DELAY || !item)
		return;
	if (item->kind == ITEM_IDLE)
		fprintf(out, ", exit from %s or hardware",
			idle_print(analysis, text));
	else if (item->kind == ITEM_THREAD)
		fputs(", interrupts off or hardware", out);
}

static void print_list(FILE *out, const struct analysis *analysis)
{
	uint64_t shortest = shortest_listed(analysis), rest = 0;
	size_t i, left = 0, listed = 0;
	char name[CAUSE_LEN];

	fputs("\n       at us      for us     share\n", out);
	for (i = 0; i < analysis->segments; i++) {
		const struct segment *segment = &analysis->segment[i];

		if (segment->ns < shortest || listed == LIST_MAX) {
			rest += segment->ns;
			left++;
			continue;
		}
		listed++;
		fprintf(out, "%12.2f%12.2f%8.2f %%  %s",
			time_us(segment->start - analysis->t_w),
			time_us(segment->ns),
			time_percent(segment->ns, analysis->latency),
			segment_print(analysis, segment, name));
		print_remark(out, analysis, segment);
		fputc('\n', out);
	}
	if (left)
		fprintf(out, "%24.2f%8.2f %%  in %zu shorter ones\n", time_us(rest),
			time_percent(rest, analysis->latency), left);
}

/* ---- The drawing --------------------------------------------------------- */

/* All segments of one name and level: their ns in total and in each cell. */
struct row {
	char name[CAUSE_LEN];
	enum level level;
	uint64_t ns;
	uint64_t cell[CELLS];
};

struct drawing {
	uint64_t start;
	uint64_t length;
	struct row *row;
	size_t rows;
};

/* Find or add a row; return NULL if there is no memory for a new one. */
static struct row *find_row(struct drawing *drawing, const char *name,
			    enum level level)
{
	struct row *row;
	size_t i;

	for (i = 0; i < drawing->rows; i++) {
		row = &drawing->row[i];
		if (row->level == level && !strcmp(row->name, name))
			return row;
	}
	row = reallocarray(drawing->row, drawing->rows + 1, sizeof(*row));
	if (!row)
		return NULL;
	drawing->row = row;
	row += drawing->rows++;
	*row = (struct row) { .level = level };
	strcpy(row->name, name);
	return row;
}

/* Return when a cell begins, in ns. Cell CELLS is the end of the drawing. */
static uint64_t cell_start(const struct drawing *drawing, int cell)
{
	return drawing->start + drawing->length * cell / CELLS;
}

static void draw(const struct drawing *drawing, struct row *row,
		 const struct segment *segment)
{
	uint64_t end = segment->start + segment->ns;

	row->ns += segment->ns;
	for (int i = 0; i < CELLS; i++) {
		uint64_t from = time_max(cell_start(drawing, i),
					 segment->start);
		uint64_t to = time_min(cell_start(drawing, i + 1), end);

		if (from < to)
			row->cell[i] += to - from;
	}
}

/* Keep the ROWS_MAX - 1 longest rows, and join all others in the last row. */
static void join_rows(struct drawing *drawing)
{
	struct row others = { .name = "(others)", .level = LEVEL_THREAD };
	uint64_t *length, least;
	size_t kept = 0;

	if (drawing->rows <= ROWS_MAX)
		return;
	length = calloc(drawing->rows, sizeof(*length));
	if (!length)
		return;
	for (size_t i = 0; i < drawing->rows; i++)
		length[i] = drawing->row[i].ns;
	least = length_at(length, drawing->rows, ROWS_MAX - 2);
	free(length);
	for (size_t i = 0; i < drawing->rows; i++) {
		if (drawing->row[i].ns >= least && kept < ROWS_MAX - 1) {
			drawing->row[kept++] = drawing->row[i];
			continue;
		}
		for (int cell = 0; cell < CELLS; cell++)
			others.cell[cell] += drawing->row[i].cell[cell];
	}
	drawing->row[kept++] = others;
	drawing->rows = kept;
}

/* Put inner contexts above outer ones; equal levels keep their order. */
static void sort_rows(struct drawing *drawing)
{
	for (size_t i = 1; i < drawing->rows; i++) {
		struct row row = drawing->row[i];
		size_t place = i;

		for (; place && drawing->row[place - 1].level < row.level; place--)
			drawing->row[place] = drawing->row[place - 1];
		drawing->row[place] = row;
	}
}

/* Return '#' if the row fills half of a cell or more, '-' if less, else ' '. */
static char mark(const struct drawing *drawing, const struct row *row,
		 int cell)
{
	uint64_t length = cell_start(drawing, cell + 1) -
			  cell_start(drawing, cell);

	if (!row->cell[cell])
		return ' ';
	return 2 * row->cell[cell] >= length ? '#' : '-';
}

static void print_drawing(FILE *out, const struct drawing *drawing)
{
	fputc('\n', out);
	for (size_t i = 0; i < drawing->rows; i++) {
		const struct row *row = &drawing->row[i];

		fprintf(out, "%*.*s |", NAME_WIDTH, NAME_WIDTH, row->name);
		for (int cell = 0; cell < CELLS; cell++)
			fputc(mark(drawing, row, cell), out);
		fputs("|\n", out);
	}
	fprintf(out, "%*s  0%*.2f us\n", NAME_WIDTH, "", CELLS - 1,
		time_us(drawing->length));
}

void timeline_print(FILE *out, const struct analysis *analysis)
{
	struct drawing drawing = { .rows = 0 };
	const struct segment *last;
	char name[CAUSE_LEN];

	if (!analysis->segments)
		return;
	print_list(out, analysis);
	last = &analysis->segment[analysis->segments - 1];
	drawing.start = analysis->t_w;
	drawing.length = last->start + last->ns - analysis->t_w;
	for (size_t i = 0; i < analysis->segments; i++) {
		const struct segment *segment = &analysis->segment[i];

		struct row *row;

		segment_print(analysis, segment, name);
		row = find_row(&drawing, name, segment->level);
		if (row)
			draw(&drawing, row, segment);
	}
	join_rows(&drawing);
	sort_rows(&drawing);
	print_drawing(out, &drawing);
	free(drawing.row);
}
