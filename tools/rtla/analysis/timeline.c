// SPDX-License-Identifier: GPL-2.0
/*
 * Time lines: see timeline.h. The printed times are us since the start of the
 * latency.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/cause_names.h"
#include "analysis/timeline.h"
#include "base/array.h"
#include "base/number_map.h"
#include "base/printable.h"
#include "base/times.h"
#include "base/wrap.h"

#define LIST_MAX	12	/* lines of the list: the longest stretches */
#define STRETCH_LEN	(2 * CAUSE_LEN + 80)
#define SHORT_SHARE	100	/* an interruption below this part is no line of it */
#define ROWS_MAX	12	/* rows in the drawing */
#define CELLS		48	/* columns of a row */
#define NAME_WIDTH	22	/* columns of the name before a row */

/* ---- The list ------------------------------------------------------------ */

/*
 * A line of the list: a segment, and those in which its cause went on after
 * short interruptions.
 */
struct stretch {
	const struct segment *segment;	/* the first of them */
	uint64_t ns;			/* without the interruptions */
	unsigned int interruptions;
	uint64_t interrupted;		/* ns */
};

static bool same_cause(const struct segment *a, const struct segment *b)
{
	return a->part == b->part && a->item == b->item && a->level == b->level;
}

/*
 * Return the segment in which the cause of the one at @index goes on, if only
 * contexts inside of it came in between, none of them for long; or NULL.
 */
static const struct segment *continuation(const struct analysis *analysis,
					  size_t index)
{
	const struct segment *segment = &analysis->segment[index];
	uint64_t end = segment->start + segment->ns;

	for (size_t i = index + 1; i < analysis->segments; i++) {
		const struct segment *next = &analysis->segment[i];

		if (next->start != end)
			return NULL;
		if (same_cause(segment, next))
			return next;
		if (next->level <= segment->level ||
		    next->ns >= analysis->latency / SHORT_SHARE)
			return NULL;
		end += next->ns;
	}
	return NULL;
}

/* Fill @stretch, which has room for all segments; return how many there are. */
static size_t find_stretches(const struct analysis *analysis,
			     struct stretch *stretch)
{
	const struct segment *segment, *next;
	size_t count = 0;

	for (size_t i = 0; i < analysis->segments; i++) {
		segment = &analysis->segment[i];
		stretch[count] =
			(struct stretch) { segment, segment->ns, 0, 0 };
		for (; (next = continuation(analysis, i)); segment = next) {
			stretch[count].ns += next->ns;
			stretch[count].interruptions++;
			stretch[count].interrupted += next->start -
				segment->start - segment->ns;
			i = next - analysis->segment;
		}
		count++;
	}
	return count;
}

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
 * Return the least length, in ns, of a stretch that is listed. Returns 0 if all
 * of them fit, or if there is no memory.
 */
static uint64_t shortest_listed(const struct stretch *stretch, size_t count)
{
	uint64_t *length, shortest = 0;

	if (count <= LIST_MAX)
		return 0;
	length = calloc(count, sizeof(*length));
	if (!length)
		return 0;
	for (size_t i = 0; i < count; i++)
		length[i] = stretch[i].ns;
	shortest = length_at(length, count, LIST_MAX - 1);
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

/* Print what a stretch is into @text. */
static void stretch_print(const struct analysis *analysis,
			  const struct stretch *stretch,
			  char text[STRETCH_LEN])
{
	FILE *out = fmemopen(text, STRETCH_LEN, "w");
	char name[CAUSE_LEN];

	*text = '\0';
	if (!out)
		return;
	fputs(segment_print(analysis, stretch->segment, name), out);
	print_remark(out, analysis, stretch->segment);
	if (stretch->interruptions)
		fprintf(out, ", interrupted %u time%s for %.2f us",
			stretch->interruptions,
			stretch->interruptions > 1 ? "s" : "",
			time_us(stretch->interrupted));
	fclose(out);
	text[STRETCH_LEN - 1] = '\0';
}

static void print_stretch(FILE *out, const struct analysis *analysis,
			  const struct stretch *stretch)
{
	uint64_t at = stretch->segment->start - analysis->t_w;
	char text[STRETCH_LEN];

	stretch_print(analysis, stretch, text);
	wrap_print(out, text,
		   fprintf(out, "%12.2f%12.2f%8.2f %%  ", time_us(at),
			   time_us(stretch->ns),
			   time_percent(stretch->ns, analysis->latency)),
		   TEXT_WIDTH);
}

static void print_list(FILE *out, const struct analysis *analysis)
{
	struct stretch *stretch = calloc(analysis->segments, sizeof(*stretch));
	size_t count, left = 0, listed = 0;
	uint64_t shortest, rest = 0;

	if (!stretch)
		return;
	count = find_stretches(analysis, stretch);
	shortest = shortest_listed(stretch, count);
	fputs("\n       at us      for us     share\n", out);
	for (size_t i = 0; i < count; i++) {
		if (stretch[i].ns < shortest || listed == LIST_MAX) {
			rest += stretch[i].ns + stretch[i].interrupted;
			left++;
			continue;
		}
		listed++;
		print_stretch(out, analysis, &stretch[i]);
	}
	if (left)
		fprintf(out, "%24.2f%8.2f %%  in %zu shorter ones\n", time_us(rest),
			time_percent(rest, analysis->latency), left);
	free(stretch);
}

/* ---- The drawing --------------------------------------------------------- */

/* All segments of one name and level: their ns in total and in each cell. */
struct row {
	char name[CAUSE_LEN];
	enum level level;
	uint64_t ns;
	uint64_t cell[CELLS];
	int64_t before;		/* index of another one of the same number; or -1 */
};

struct drawing {
	uint64_t start;
	uint64_t length;
	struct row *row;
	size_t rows;
	struct number_map place;	/* of the rows, by a number of their names */
};

/* Find or add a row; return NULL if there is no memory for a new one. */
static struct row *timeline_find_row(struct drawing *drawing, const char *name,
				     enum level level)
{
	uint64_t number = number_of_text(name);
	int64_t last = -1;
	struct row *row;

	number_map_find(&drawing->place, number, &last);
	for (int64_t i = last; i >= 0; i = row->before) {
		row = &drawing->row[i];
		if (row->level == level && !strcmp(row->name, name))
			return row;
	}
	row = array_grow(drawing->row, drawing->rows, sizeof(*row));
	if (!row)
		return NULL;
	drawing->row = row;
	if (!number_map_put(&drawing->place, number, drawing->rows))
		return NULL;
	row += drawing->rows++;
	*row = (struct row) { .level = level, .before = last };
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

		for (; place && drawing->row[place - 1].level < row.level;
		     place--)
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
		char name[NAME_WIDTH + 1];

		visible_line(name, sizeof(name), row->name);
		visible_print(out, NAME_WIDTH, name);
		fputs(" |", out);
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
		row = timeline_find_row(&drawing, name, segment->level);
		if (row)
			draw(&drawing, row, segment);
	}
	join_rows(&drawing);
	sort_rows(&drawing);
	print_drawing(out, &drawing);
	free(drawing.row);
	number_map_free(&drawing.place);
}
