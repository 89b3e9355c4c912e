// SPDX-License-Identifier: GPL-2.0
/*
 * Details of a row: see details.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/parse.h"
#include "base/times.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/maximum_times.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"
#include "tracer/tracer_state.h"
#include "view/details.h"
#include "view/latency_bars.h"
#include "view/snapshot.h"
#include "view/table.h"

/* ---- What the tracer says of a CPU --------------------------------------- */

static void print_times(FILE *out, uint64_t count, const char *what)
{
	if (count)
		fprintf(out, ", %" PRIu64 " %s %s", count,
			count == 1 ? "time" : "times", what);
}

/* Print the state of a CPU, and what has kept it from being measured. */
static void print_state(FILE *out, const struct snapshot *snapshot, int cpu)
{
	static const char *const names[] = {
		[TRACER_CPU_MEASURED] = "is measured",
		[TRACER_CPU_OFFLINE] = "is offline",
		[TRACER_CPU_WAITING] = "waits for a workload",
		[TRACER_CPU_SUSPENDED] = "is suspended",
		[TRACER_CPU_LOST] = "is measured no more: its thread was moved, or could not be made again",
	};
	int place = cpus_place(&snapshot->tracer->cpus, cpu);
	const struct tracer_cpu *state;

	if (!snapshot->cpu_states || place < 0)
		return;
	state = &snapshot->cpu_states[place];
	fprintf(out, "The CPU %s", names[state->state]);
	if (state->pid)
		fprintf(out, ", by thread %d", state->pid);
	print_times(out, state->offline, "offline");
	print_times(out, state->suspended, "suspended");
	if (state->skipped)
		fprintf(out, ", %" PRIu64 " %s skipped", state->skipped,
			state->skipped == 1 ? "period" : "periods");
	fputs(".\n", out);
}

/* ---- Latencies ----------------------------------------------------------- */

/* Print the time of day when the maximum came; of an older one, how old it is. */
static void details_print_time(FILE *out, const struct snapshot *snapshot,
			       int cpu, enum event_context context)
{
	uint64_t seconds;
	char text[16];
	struct tm local;
	time_t when;

	if (!snapshot->maximum_times) {
		fprintf(out, "%9s", "-");
		return;
	}
	seconds = (snapshot->elapsed_ns -
		   maximum_times_get(snapshot->maximum_times, cpu, context)) /
		  NS_PER_SEC;
	when = time(NULL) - seconds;
	if (seconds < 86400)
		strftime(text, sizeof(text), "%H:%M:%S",
			 localtime_r(&when, &local));
	else
		snapshot_age(seconds, text, sizeof(text));
	fprintf(out, "%9s", text);
}

/* Print a percentile, or nothing if there are too few samples for it. */
static void print_percentile(FILE *out, const struct snapshot *snapshot,
			     const struct distribution *distribution,
			     uint32_t percentile, uint64_t max)
{
	uint64_t ns = percentile_value(distribution, percentile, max);

	if (distribution->count < percentile_needs(percentile))
		fprintf(out, "%8s", "-");
	else
		fprintf(out, "%8" PRIu64, snapshot_number(snapshot, ns));
}

static const uint32_t percentiles[] = { 50000000, 99000000, 99900000,
					99990000 };

static void print_latency(FILE *out, const struct snapshot *snapshot, int cpu,
			  enum event_context context)
{
	const struct latency *of = stats_get(snapshot->stats, cpu, context);
	struct latency all = stats_corrected(snapshot->stats, cpu, context);

	fprintf(out, "%-8s%7" PRIu64 "%7" PRIu64 "%8" PRIu64 "%8" PRIu64,
		context_name(context), snapshot_number(snapshot, of->last),
		snapshot_number(snapshot, of->min),
		snapshot_number(snapshot, latency_average(of)),
		snapshot_number(snapshot, of->max));
	details_print_time(out, snapshot, cpu, context);
	for (size_t i = 0; i < sizeof(percentiles) / sizeof(*percentiles); i++)
		print_percentile(out, snapshot,
				 record_distribution(snapshot->record, cpu,
						     context),
				 percentiles[i], all.max);
	fputc('\n', out);
}

static bool details_is_measured(const struct snapshot *snapshot, int cpu,
				enum event_context context)
{
	return stats_get(snapshot->stats, cpu, context)->count;
}

static void details_print_latencies(FILE *out, const struct snapshot *snapshot,
				    int cpu)
{
	fprintf(out, "%-8s%7s%7s%8s%8s%9s", snapshot_unit(snapshot), "cur", "min",
		"avg", "max", "max came");
	for (size_t i = 0; i < sizeof(percentiles) / sizeof(*percentiles);
	     i++) {
		char name[PERCENTILE_NAME_LEN];

		fprintf(out, "%8s", percentile_name(percentiles[i], name));
	}
	fputc('\n', out);
	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		if (details_is_measured(snapshot, cpu, i))
			print_latency(out, snapshot, cpu, i);
}

/* ---- Histograms ---------------------------------------------------------- */

void details_print_bars(FILE *out, const struct snapshot *snapshot,
			struct latency_bars *bars)
{
	bars->unit_ns = snapshot_unit_ns(snapshot);
	bars->unit = snapshot_unit(snapshot);
	bars->width = snapshot->live->columns;
	bars->blocks = snapshot->live->blocks;
	fputs("\nSamples; the lengths of bars are logarithmic\n", out);
	latency_bars_print(out, bars);
}

/* Print a histogram of each latency. */
static void print_histograms(FILE *out, const struct snapshot *snapshot,
			     int cpu)
{
	struct latency_bars bars = { .columns = 0 };

	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		if (details_is_measured(snapshot, cpu, i))
			bars.column[bars.columns++] = (struct bars_column) {
				context_name(i),
				record_distribution(snapshot->record, cpu, i),
			};
	details_print_bars(out, snapshot, &bars);
}

/* ---- Other tables -------------------------------------------------------- */

static void details_print_columns(FILE *out, const struct table *table,
				  const struct snapshot *snapshot, int row)
{
	struct cell cell;

	for (int i = 0; i < table_columns(table, snapshot); i++) {
		const struct column *column = &table->column[i];

		column->fill(&cell, snapshot, column, row);
		fprintf(out, "%-26s %s\n", table_name(table, i), cell.text);
	}
}

void details_print(FILE *out, const struct table *table,
		   const struct snapshot *snapshot, int row)
{
	const struct column *first = table->column;
	struct cell cell;

	first->fill(&cell, snapshot, first, row);
	fprintf(out, "%s %s, after", first->head, cell.text);
	snapshot_duration(out, snapshot->elapsed_ns);
	fputs("\n\n", out);
	if (!table->rows)
		print_state(out, snapshot, row);
	if (!table->axis || !snapshot->record) {
		if (!table->details_alone)
			details_print_columns(out, table, snapshot, row);
		if (table->details)
			table->details(out, snapshot, row);
		return;
	}
	details_print_latencies(out, snapshot, row);
	print_histograms(out, snapshot, row);
}
