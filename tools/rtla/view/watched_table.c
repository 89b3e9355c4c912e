// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of watched threads: see watched_table.h.
 */
#include <inttypes.h>
#include <string.h>

#include "base/parse.h"
#include "options/view_config.h"
#include "stats/distribution.h"
#include "stats/kind.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "tracer/tracer_config.h"
#include "view/live_title.h"
#include "view/snapshot.h"
#include "view/watched_table.h"

/* ---- Figures ------------------------------------------------------------- */

struct latency watched_part_of(const struct snapshot *snapshot, int row,
			       enum event_context context)
{
	if (row == ALL_CPUS || snapshot->config->by == BY_CPU)
		return stats_measured(snapshot->stats, row, context);
	if (snapshot->config->by == BY_WAKER)
		return snapshot->kind.wakers->waker[row]
			.part[context_number(context)];
	return snapshot->kind.threads->thread[row].part[context_number(context)];
}

void watched_print_time(const struct snapshot *snapshot, double ns,
			char *text, size_t size)
{
	if (snapshot->config->nano)
		snprintf(text, size, "%.0f", ns);
	else
		snprintf(text, size, "%.1f", ns / NS_PER_US);
}

double watched_average(const struct latency *of)
{
	return of->count ? (double)of->sum / of->count : 0;
}

void watched_fill_tid(struct cell *cell, const struct snapshot *snapshot,
		      const struct column *column, int row)
{
	(void)column;
	if (row == ALL_CPUS) {
		snprintf(cell->text, sizeof(cell->text), "ALL");
		return;
	}
	cell->key = snapshot->kind.threads->thread[row].pid;
	snprintf(cell->text, sizeof(cell->text), "%" PRIu64, cell->key);
}

void watched_fill_comm(struct cell *cell, const struct snapshot *snapshot,
		       const struct column *column, int row)
{
	(void)column;
	cell->key = 0;
	cell->text[0] = '\0';
	if (row != ALL_CPUS)
		snprintf(cell->text, sizeof(cell->text), "%s",
			 snapshot->kind.threads->thread[row].comm);
}

void watched_fill_count(struct cell *cell,
			const struct snapshot *snapshot,
			const struct column *column, int row)
{
	cell->key = watched_part_of(snapshot, row, column->context).count;
	snprintf(cell->text, sizeof(cell->text), "%" PRIu64, cell->key);
}

/* Fill in "AVERAGE/MAXIMUM"; rows are sorted by the maximum. */
void watched_fill_part(struct cell *cell, const struct snapshot *snapshot,
		       const struct column *column, int row)
{
	struct latency of = watched_part_of(snapshot, row, column->context);
	char avg[32], max[32];

	cell->key = of.max;
	cell->over = snapshot_over(snapshot, column->context, of.max);
	watched_print_time(snapshot, watched_average(&of), avg, sizeof(avg));
	watched_print_time(snapshot, of.max, max, sizeof(max));
	if (of.count)
		snprintf(cell->text, sizeof(cell->text), "%.14s/%.14s", avg, max);
	else
		snprintf(cell->text, sizeof(cell->text), "-");
}

void watched_fill_average(struct cell *cell,
			  const struct snapshot *snapshot,
			  const struct column *column, int row)
{
	struct latency of = watched_part_of(snapshot, row, column->context);

	cell->key = watched_average(&of);
	watched_print_time(snapshot, watched_average(&of), cell->text,
			   sizeof(cell->text));
}

void watched_fill_max(struct cell *cell, const struct snapshot *snapshot,
		      const struct column *column, int row)
{
	struct latency of = watched_part_of(snapshot, row, column->context);

	cell->key = of.max;
	cell->over = snapshot_over(snapshot, column->context, of.max);
	watched_print_time(snapshot, of.max, cell->text, sizeof(cell->text));
}

/* ---- Figures for narrow windows ------------------------------------------ */

/* Print a number of a unit into five characters; returns false if it is too long. */
static bool fits_short(double value, const char *unit, char *text, size_t size)
{
	return snprintf(text, size, value < 9.95 ? "%.1f%s" : "%.0f%s", value,
			unit) <= WATCHED_SHORT_WIDTH;
}

void watched_print_short_time(const struct snapshot *snapshot, double ns,
			      char *text, size_t size)
{
	double us = ns / NS_PER_US;

	watched_print_time(snapshot, ns, text, size);
	if (strlen(text) <= WATCHED_SHORT_WIDTH)
		return;
	if (fits_short(snapshot->config->nano ? ns : us, "", text, size) ||
	    (snapshot->config->nano && fits_short(us, "us", text, size)) ||
	    fits_short(us / 1000, "ms", text, size))
		return;
	fits_short(us / 1000000, "s", text, size);
}

void watched_fill_short_count(struct cell *cell, const struct snapshot *snapshot,
			      const struct column *column, int row)
{
	static const char *const units[] = { "", "k", "M", "G", "T" };
	double count;

	cell->key = watched_part_of(snapshot, row, column->context).count;
	snprintf(cell->text, sizeof(cell->text), "%" PRIu64, cell->key);
	count = cell->key;
	for (int i = 1; strlen(cell->text) > WATCHED_SHORT_WIDTH && i < 5; i++) {
		count /= 1000;
		snprintf(cell->text, sizeof(cell->text), "%.0f%s", count,
			 units[i]);
	}
}

void watched_fill_short_average(struct cell *cell,
				const struct snapshot *snapshot,
				const struct column *column, int row)
{
	struct latency of = watched_part_of(snapshot, row, column->context);

	cell->key = watched_average(&of);
	watched_print_short_time(snapshot, watched_average(&of), cell->text,
				 sizeof(cell->text));
}

void watched_fill_short_max(struct cell *cell, const struct snapshot *snapshot,
			    const struct column *column, int row)
{
	struct latency of = watched_part_of(snapshot, row, column->context);

	cell->key = of.max;
	cell->over = snapshot_over(snapshot, column->context, of.max);
	if (of.count)
		watched_print_short_time(snapshot, of.max, cell->text,
					 sizeof(cell->text));
	else
		snprintf(cell->text, sizeof(cell->text), "-");
}

/*
 * Copy the distribution of a row; returns false if it is not known. The caller
 * frees @copy.
 */
static bool copy_distribution(const struct snapshot *snapshot, int row,
			      enum event_context context,
			      struct distribution *copy)
{
	const struct distribution *of;

	*copy = (struct distribution) { .count = 0 };
	if (row == ALL_CPUS || snapshot->config->by == BY_CPU)
		return snapshot->record &&
		       record_copy(snapshot->record, row, context, RECORD_MEASURED,
				   copy);
	of = watched_distribution(snapshot->kind.threads, row, context);
	return of && distribution_merge(copy, of);
}

void watched_fill_percentile(struct cell *cell, const struct snapshot *snapshot,
			     const struct column *column, int row)
{
	struct latency of = watched_part_of(snapshot, row, column->context);
	struct distribution all = { .count = 0 };

	cell->key = 0;
	snprintf(cell->text, sizeof(cell->text), "-");
	if (of.count >= percentile_needs(column->field) &&
	    copy_distribution(snapshot, row, column->context, &all)) {
		cell->key = percentile_value(&all, column->field, of.max);
		watched_print_short_time(snapshot, cell->key, cell->text,
					 sizeof(cell->text));
	}
	distribution_free(&all);
}

/* ---- Tables -------------------------------------------------------------- */

void watched_print_title(FILE *out, const struct snapshot *snapshot,
			 const char *what)
{
	char title[64];

	snprintf(title, sizeof(title), "%s (%s)", what,
		 snapshot_unit(snapshot));
	if (snapshot->live)
		live_title_print(out, snapshot, title);
	else
		fprintf(out, "%s\n", title);
}

int watched_rows(const struct snapshot *snapshot)
{
	return snapshot->kind.threads->count;
}

bool watched_has_row(const struct snapshot *snapshot, int row)
{
	enum event_context whole = kind_row(snapshot->tracer->kind)->whole;

	return watched_part_of(snapshot, row, whole).count;
}

void watched_print_all(FILE *out, const struct table *table,
		       const struct snapshot *snapshot)
{
	int width = table_width(table, snapshot);

	if (!watched_has_row(snapshot, ALL_CPUS))
		return;
	for (int i = 0; i < width; i++)
		fputc('-', out);
	fputc('\n', out);
	table_row(out, table, snapshot, ALL_CPUS);
}

