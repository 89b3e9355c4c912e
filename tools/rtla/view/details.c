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
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/maximum_times.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"
#include "tracer/tracer_state.h"
#include "view/details.h"
#include "view/snapshot.h"
#include "view/table.h"

#define LABEL_WIDTH	16	/* of the buckets of a histogram */
#define COUNT_WIDTH	10
#define BUCKETS_MAX	64	/* 1, 2, 5, 10 ... up to 2^64 */

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
		char name[32];

		snprintf(name, sizeof(name), "p%.10g",
			 percentile_number(percentiles[i]));
		fprintf(out, "%8s", name);
	}
	fputc('\n', out);
	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		if (details_is_measured(snapshot, cpu, i))
			print_latency(out, snapshot, cpu, i);
}

/* ---- Histograms ---------------------------------------------------------- */

/* The lower ends of the buckets, in ns, and the values in each bucket. */
struct buckets {
	uint64_t low[BUCKETS_MAX];
	int count;
	uint64_t values[LATENCY_CONTEXTS][BUCKETS_MAX];
	uint64_t most[LATENCY_CONTEXTS];
};

static void make_buckets(struct buckets *buckets, uint64_t unit)
{
	static const int steps[] = { 1, 2, 5 };
	uint64_t decade = unit;

	*buckets = (struct buckets) { .count = 1 };
	for (; decade <= UINT64_MAX / 10; decade *= 10)
		for (int i = 0; i < 3 && buckets->count < BUCKETS_MAX; i++)
			buckets->low[buckets->count++] = decade * steps[i];
}

static int details_bucket_of(const struct buckets *buckets, uint64_t value)
{
	int i = buckets->count - 1;

	while (value < buckets->low[i])
		i--;
	return i;
}

static void details_fill_buckets(struct buckets *buckets,
				 enum event_context context,
				 const struct distribution *of)
{
	uint64_t *values = buckets->values[context];

	for (int i = distribution_next(of, 0); i >= 0;
	     i = distribution_next(of, i + 1))
		values[details_bucket_of(buckets, distribution_low(i))] +=
			distribution_count(of, i);
	for (int i = 0; i < buckets->count; i++)
		buckets->most[context] = time_max(buckets->most[context],
						  values[i]);
}

static bool has_values(const struct buckets *buckets, int bucket)
{
	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		if (buckets->values[i][bucket])
			return true;
	return false;
}

static void print_bar(FILE *out, const struct snapshot *snapshot, int length,
		      int width)
{
	for (int i = 0; i < width; i++)
		fputs(i >= length ? " " : snapshot->live->blocks ? "\u2588" : "#",
		      out);
}

static void details_print_bucket(FILE *out, const struct snapshot *snapshot,
				 int cpu, const struct buckets *buckets,
				 int bucket, int width)
{
	char label[64];

	snprintf(label, sizeof(label), "%" PRIu64 " - %" PRIu64,
		 snapshot_number(snapshot, buckets->low[bucket]),
		 snapshot_number(snapshot, bucket + 1 < buckets->count ?
				 buckets->low[bucket + 1] : UINT64_MAX));
	fprintf(out, "%*s", LABEL_WIDTH, label);
	for (int i = 0; i < LATENCY_CONTEXTS; i++) {
		uint64_t values = buckets->values[i][bucket];

		if (!details_is_measured(snapshot, cpu, i))
			continue;
		if (values)
			fprintf(out, "%*" PRIu64 " ", COUNT_WIDTH, values);
		else
			fprintf(out, "%*s ", COUNT_WIDTH, "");
		print_bar(out, snapshot, bars_level(values, buckets->most[i],
						    width), width);
	}
	fputc('\n', out);
}

/* Print the head of the histograms; returns the width of their bars. */
static int print_names(FILE *out, const struct snapshot *snapshot, int cpu)
{
	int contexts = 0, width;
	char name[32];

	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		contexts += details_is_measured(snapshot, cpu, i);
	width = (snapshot->live->columns - LABEL_WIDTH) / (contexts ?: 1) -
		COUNT_WIDTH - 1;
	if (width < 1)
		width = 1;
	snprintf(name, sizeof(name), "from - below %s", snapshot_unit(snapshot));
	fprintf(out, "%*s", LABEL_WIDTH, name);
	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		if (details_is_measured(snapshot, cpu, i))
			fprintf(out, "%*s %*s", COUNT_WIDTH, context_name(i),
				width, "");
	fputc('\n', out);
	return width;
}

/* Print a histogram of each latency, from the first bucket with values to the last. */
static void print_histograms(FILE *out, const struct snapshot *snapshot,
			     int cpu)
{
	struct buckets buckets;
	int first = 0, last, width;

	make_buckets(&buckets, snapshot_unit_ns(snapshot));
	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		details_fill_buckets(&buckets, i,
				     record_distribution(snapshot->record, cpu,
							 i));
	last = buckets.count - 1;
	while (first < last && !has_values(&buckets, first))
		first++;
	while (last > first && !has_values(&buckets, last))
		last--;
	fputs("\nSamples; the lengths of bars are logarithmic\n", out);
	width = print_names(out, snapshot, cpu);
	for (int i = first; i <= last; i++)
		details_print_bucket(out, snapshot, cpu, &buckets, i, width);
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
	if (table->rows || !snapshot->record ||
	    !kind_row(snapshot->tracer->kind)->screen_has_distributions) {
		details_print_columns(out, table, snapshot, row);
		if (table->details)
			table->details(out, snapshot, row);
		return;
	}
	details_print_latencies(out, snapshot, row);
	print_histograms(out, snapshot, row);
}
