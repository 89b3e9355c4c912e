// SPDX-License-Identifier: GPL-2.0
/*
 * Printing and sorting of tables: see table.h.
 */
#include <stdlib.h>
#include <string.h>

#include "view/table.h"

void table_fill_cpu(struct cell *cell, const struct picture *picture,
		    const struct column *column, int cpu)
{
	(void)picture;
	(void)column;
	cell->key = cpu;
	if (cpu == ALL_CPUS)
		snprintf(cell->text, sizeof(cell->text), "ALL");
	else
		snprintf(cell->text, sizeof(cell->text), "%d", cpu);
}

void table_head(FILE *out, const struct table *table,
		const struct picture *picture)
{
	const struct column *column = table->column;

	table->title(out, picture);
	for (int i = 0; i < table->columns(picture); i++, column++)
		fprintf(out, "%s%*s", column->before, column->width,
			column->head);
	fputc('\n', out);
}

void table_row(FILE *out, const struct table *table,
	       const struct picture *picture, int cpu)
{
	const struct column *column = table->column;
	struct cell cell;

	for (int i = 0; i < table->columns(picture); i++, column++) {
		column->fill(&cell, picture, column, cpu);
		fprintf(out, "%s%*s", column->before, column->width,
			cell.text);
	}
	fprintf(out, "%s\n", table->end);
}

void table_foot(FILE *out, const struct table *table,
		const struct picture *picture)
{
	if (table->foot)
		table->foot(out, picture);
}

void table_print(FILE *out, const struct table *table,
		 const struct picture *picture)
{
	int cpu;

	table_head(out, table, picture);
	cpus_for_each(cpu, &picture->config->tracer.cpus)
		if (table->has_row(picture, cpu))
			table_row(out, table, picture, cpu);
	table_foot(out, table, picture);
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

struct row {
	uint64_t key;
	int cpu;
};

static int compare(const void *one, const void *other, void *context)
{
	const struct row *a = one, *b = other;
	const struct order *order = context;

	if (a->key == b->key)
		return a->cpu - b->cpu;
	return (a->key < b->key) == order->descending ? 1 : -1;
}

static void sort(const struct table *table, const struct picture *picture,
		 const struct order *order, int *cpu, int count)
{
	const struct column *column = &table->column[order->column];
	struct row *row = calloc(count, sizeof(*row));
	struct cell cell;

	/* Without memory the rows stay sorted by the number of the CPU. */
	if (!row)
		return;
	for (int i = 0; i < count; i++) {
		column->fill(&cell, picture, column, cpu[i]);
		row[i].key = cell.key;
		row[i].cpu = cpu[i];
	}
	qsort_r(row, count, sizeof(*row), compare, (void *)order);
	for (int i = 0; i < count; i++)
		cpu[i] = row[i].cpu;
	free(row);
}

int table_rows(const struct table *table, const struct picture *picture,
	       const struct order *order, int *cpu)
{
	int count = 0;
	int i;

	cpus_for_each(i, &picture->config->tracer.cpus)
		if (table->has_row(picture, i))
			cpu[count++] = i;
	sort(table, picture, order, cpu, count);
	return count;
}
