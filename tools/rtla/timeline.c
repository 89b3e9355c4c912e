// SPDX-License-Identifier: GPL-2.0
/*
 * Time lines: see timeline.h. Times are us from the start of the latency on.
 */
#include <stdlib.h>
#include <string.h>

#include "causes.h"
#include "timeline.h"

/* So many segments are listed, the longest ones; and so many rows are drawn. */
#define LIST_MAX	24
#define ROWS_MAX	12
#define CELLS		48
#define NAME_WIDTH	22

static double us(uint64_t ns)
{
	return ns / 1000.0;
}

/* ---- The list ------------------------------------------------------------ */

static int compare_lengths(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x < *y) - (*x > *y);
}

/* The length that a segment has at least to be listed, 0 without memory. */
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
	qsort(length, analysis->segments, sizeof(*length), compare_lengths);
	shortest = length[LIST_MAX - 1];
	free(length);
	return shortest;
}

static const char *remark(const struct analysis *analysis,
			  const struct segment *segment)
{
	const struct part_item *item = segment_item(analysis, segment);

	if (segment->part == PART_DELAY && item && item->kind == ITEM_IDLE)
		return ", exit from idle or hardware";
	if (segment->part == PART_DELAY && item && item->kind == ITEM_THREAD)
		return ", interrupts off or hardware";
	return "";
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
		fprintf(out, "%12.2f%12.2f%8.2f %%  %s%s\n",
			us(segment->start - analysis->t_w), us(segment->ns),
			100.0 * segment->ns / analysis->latency,
			segment_print(analysis, segment, name),
			remark(analysis, segment));
	}
	if (left)
		fprintf(out, "%24.2f%8.2f %%  in %zu shorter ones\n", us(rest),
			100.0 * rest / analysis->latency, left);
}

/* ---- The picture --------------------------------------------------------- */

/* All segments of one name and level; ns of each cell. */
struct row {
	char name[CAUSE_LEN];
	enum level level;
	uint64_t cell[CELLS];
};

struct picture_of_time {
	uint64_t start;
	uint64_t length;
	struct row row[ROWS_MAX];
	size_t rows;
};

static struct row *find_row(struct picture_of_time *picture, const char *name,
			    enum level level)
{
	struct row *row;
	size_t i;

	for (i = 0; i < picture->rows; i++) {
		row = &picture->row[i];
		if (row->level == level && !strcmp(row->name, name))
			return row;
	}
	/* The last one takes what there are no more rows for. */
	if (picture->rows == ROWS_MAX) {
		row = &picture->row[ROWS_MAX - 1];
		strcpy(row->name, "(others)");
		return row;
	}
	row = &picture->row[picture->rows++];
	strcpy(row->name, name);
	row->level = level;
	return row;
}

/* When a cell begins; the last one ends with the picture. */
static uint64_t cell_start(const struct picture_of_time *picture, int cell)
{
	return picture->start + picture->length * cell / CELLS;
}

static void draw(const struct picture_of_time *picture, struct row *row,
		 const struct segment *segment)
{
	uint64_t end = segment->start + segment->ns;

	for (int i = 0; i < CELLS; i++) {
		uint64_t from = cell_start(picture, i);
		uint64_t to = cell_start(picture, i + 1);

		from = from > segment->start ? from : segment->start;
		to = to < end ? to : end;
		if (from < to)
			row->cell[i] += to - from;
	}
}

static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return (int)y->level - (int)x->level;
}

/* A row is as old as its first segment; a stable order by level. */
static void sort_rows(struct picture_of_time *picture)
{
	for (size_t i = 1; i < picture->rows; i++) {
		for (size_t j = i; j && compare_rows(&picture->row[j - 1],
						     &picture->row[j]) > 0; j--) {
			struct row row = picture->row[j];

			picture->row[j] = picture->row[j - 1];
			picture->row[j - 1] = row;
		}
	}
}

static char mark(const struct picture_of_time *picture, const struct row *row,
		 int cell)
{
	uint64_t length = cell_start(picture, cell + 1) -
			  cell_start(picture, cell);

	if (!row->cell[cell])
		return ' ';
	return 2 * row->cell[cell] >= length ? '#' : '-';
}

static void print_picture(FILE *out, const struct picture_of_time *picture)
{
	fputc('\n', out);
	for (size_t i = 0; i < picture->rows; i++) {
		const struct row *row = &picture->row[i];

		fprintf(out, "%*.*s |", NAME_WIDTH, NAME_WIDTH, row->name);
		for (int cell = 0; cell < CELLS; cell++)
			fputc(mark(picture, row, cell), out);
		fputs("|\n", out);
	}
	fprintf(out, "%*s  0%*.2f us\n", NAME_WIDTH, "", CELLS - 1,
		us(picture->length));
}

void timeline_print(FILE *out, const struct analysis *analysis)
{
	struct picture_of_time picture = { .rows = 0 };
	const struct segment *last;
	char name[CAUSE_LEN];

	if (!analysis->segments)
		return;
	print_list(out, analysis);
	last = &analysis->segment[analysis->segments - 1];
	picture.start = analysis->t_w;
	picture.length = last->start + last->ns - analysis->t_w;
	for (size_t i = 0; i < analysis->segments; i++) {
		const struct segment *segment = &analysis->segment[i];

		segment_print(analysis, segment, name);
		draw(&picture, find_row(&picture, name, segment->level), segment);
	}
	sort_rows(&picture);
	print_picture(out, &picture);
}
