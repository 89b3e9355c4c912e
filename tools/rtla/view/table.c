// SPDX-License-Identifier: GPL-2.0
/*
 * Printing and sorting of tables: see table.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/printable.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"
#include "view/table.h"

void table_fill_cpu(struct cell *cell, const struct snapshot *snapshot,
		    const struct column *column, int cpu)
{
	(void)snapshot;
	(void)column;
	cell->key = cpu;
	if (cpu == ALL_CPUS)
		snprintf(cell->text, sizeof(cell->text), "ALL");
	else
		snprintf(cell->text, sizeof(cell->text), "%d", cpu);
}

int table_columns(const struct table *table, const struct snapshot *snapshot)
{
	return table->columns ? table->columns(snapshot) : table->length;
}

void table_head(FILE *out, const struct table *table,
		const struct snapshot *snapshot)
{
	const struct column *column = table->column;

	table->title(out, snapshot);
	for (int i = 0; i < table_columns(table, snapshot); i++, column++)
		fprintf(out, "%s%*s", column->before, column->width,
			column->head);
	fputc('\n', out);
}

bool table_mark(const struct table *table, const struct snapshot *snapshot,
		int row, int column, struct mark *mark)
{
	const struct column *of = &table->column[column];
	struct cell cell = { .over = false };

	of->fill(&cell, snapshot, of, row);
	if (cell.over)
		mark->width = table_place(table, column, &mark->at);
	return cell.over;
}

void table_row(FILE *out, const struct table *table,
	       const struct snapshot *snapshot, int row)
{
	const struct column *column = table->column;
	struct cell cell;

	for (int i = 0; i < table_columns(table, snapshot); i++, column++) {
		column->fill(&cell, snapshot, column, row);
		fputs(column->before, out);
		visible_print(out, column->width, cell.text);
	}
	fprintf(out, "%s\n", table->end);
}

void table_foot(FILE *out, const struct table *table,
		const struct snapshot *snapshot)
{
	if (table->foot)
		table->foot(out, table, snapshot);
}

const char *table_name(const struct table *table, int column)
{
	return table->column[column].name ?: table->column[column].head;
}

int table_place(const struct table *table, int column, int *at)
{
	const struct column *of = table->column;

	*at = 0;
	for (int i = 0; i < column; i++, of++)
		*at += strlen(of->before) + abs(of->width);
	*at += strlen(of->before);
	return abs(of->width);
}

int table_width(const struct table *table, const struct snapshot *snapshot)
{
	int at;
	int width = table_place(table, table_columns(table, snapshot) - 1, &at);

	return at + width;
}

const struct table *table_fitting(const struct table *table,
				  const struct snapshot *snapshot, int columns)
{
	if (table->narrow && table_width(table, snapshot) > columns)
		return table->narrow;
	return table;
}

void table_live(const struct table *table, const struct snapshot *snapshot,
		int columns, bool blocks, struct live *live)
{
	int last = table_columns(table, snapshot) - 1;
	int at, width = table_place(table, last, &at);

	*live = (struct live) {
		.columns = columns, .blocks = blocks, .rest = width,
	};
	if (table->stretches && columns - at > width)
		live->rest = columns - at;
	if (live->rest > BARS_WIDTH_MAX)
		live->rest = BARS_WIDTH_MAX;
	if (table->axis)
		table->axis(snapshot, &live->axis);
}

int table_same_column(const struct table *table,
		      const struct snapshot *snapshot,
		      const struct table *other, int column)
{
	const struct column *wanted = &other->column[column];

	for (int i = 0; i < table_columns(table, snapshot); i++) {
		const struct column *of = &table->column[i];

		if (of->context == wanted->context &&
		    of->field == wanted->field &&
		    (of->fill == wanted->fill ||
		     !strcmp(table_name(table, i), table_name(other, column))))
			return i;
	}
	return 0;
}

struct row {
	uint64_t key;
	int row;
};

static int table_compare(const void *one, const void *other, void *context)
{
	const struct row *a = one, *b = other;
	const struct order *order = context;

	if (a->key == b->key)
		return a->row - b->row;
	return (a->key < b->key) == order->descending ? 1 : -1;
}

static void sort(const struct table *table, const struct snapshot *snapshot,
		 const struct order *order, int *rows, int count)
{
	const struct column *column = &table->column[order->column];
	struct row *row = calloc(count, sizeof(*row));
	struct cell cell;

	/* Without memory the rows stay sorted by their numbers. */
	if (!row)
		return;
	for (int i = 0; i < count; i++) {
		column->fill(&cell, snapshot, column, rows[i]);
		row[i].key = cell.key;
		row[i].row = rows[i];
	}
	qsort_r(row, count, sizeof(*row), table_compare, (void *)order);
	for (int i = 0; i < count; i++)
		rows[i] = row[i].row;
	free(row);
}

/* Return the first row from @row on that has anything to show, or -1. */
static int next_row(const struct table *table, const struct snapshot *snapshot,
		    int row)
{
	const struct cpus *cpus = &snapshot->tracer->cpus;

	for (;; row++) {
		if (table->rows)
			row = row < table->rows(snapshot) ? row : -1;
		else
			row = cpus_next(cpus, row);
		if (row < 0 || table->has_row(snapshot, row))
			return row;
	}
}

int *table_rows(const struct table *table, const struct snapshot *snapshot,
		const struct order *order, int *count)
{
	int most = table->rows ? table->rows(snapshot) :
				 cpus_count(&snapshot->tracer->cpus);
	int *rows = calloc(most + 1, sizeof(*rows));

	*count = 0;
	if (!rows)
		return NULL;
	for (int row = next_row(table, snapshot, 0); row >= 0;
	     row = next_row(table, snapshot, row + 1))
		rows[(*count)++] = row;
	sort(table, snapshot, order, rows, *count);
	return rows;
}

void table_print(FILE *out, const struct table *table,
		 const struct snapshot *snapshot)
{
	int count;
	int *rows = table_rows(table, snapshot, &table->order, &count);

	table_head(out, table, snapshot);
	for (int i = 0; i < count; i++)
		table_row(out, table, snapshot, rows[i]);
	table_foot(out, table, snapshot);
	free(rows);
}
