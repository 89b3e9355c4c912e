// SPDX-License-Identifier: GPL-2.0
/*
 * A table of averages for each context, with the intervals that they are in
 * with some confidence: a row for each CPU and one for all.
 */
#include <inttypes.h>
#include <math.h>

#include "base/cpus.h"
#include "stats/batches.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"
#include "view/view.h"

#define VALUE_WIDTH	11

static void view_averages_print_value(FILE *out,
				      const struct snapshot *snapshot,
				      uint64_t ns)
{
	char text[32];

	fprintf(out, " %*s", VALUE_WIDTH,
		snapshot_time(snapshot, ns, 3, text, sizeof(text)));
}

/* Print a row, unless nothing was measured. Returns whether an interval is missing. */
static bool view_averages_print_row(FILE *out, const struct snapshot *snapshot,
				    int cpu, enum event_context context,
				    int64_t percent)
{
	struct latency of = stats_measured(snapshot->stats, cpu, context);
	struct average_interval interval;

	if (!of.count)
		return false;
	view_print_cpu(out, cpu);
	view_averages_print_value(out, snapshot, latency_average(&of));
	if (!record_average(snapshot->record, cpu, context, percent,
			    &interval)) {
		fprintf(out, " %*s %*s\n", VALUE_WIDTH, "-", VALUE_WIDTH, "-");
		return true;
	}
	view_averages_print_value(out, snapshot, llround(interval.low_ns));
	view_averages_print_value(out, snapshot, llround(interval.high_ns));
	fputc('\n', out);
	return false;
}

static void view_averages_print_context(FILE *out,
					const struct snapshot *snapshot,
					enum event_context context,
					int64_t percent)
{
	bool missing = false;
	int cpu;

	if (!stats_all(snapshot->stats, context).count)
		return;
	fprintf(out, "\n%s, averages (%s) with %" PRId64 " %% confidence\n%-*s %*s %*s %*s\n",
		context_title(context), snapshot_unit(snapshot), percent,
		VIEW_CPU_WIDTH, "CPU", VALUE_WIDTH, "avg", VALUE_WIDTH, "from",
		VALUE_WIDTH, "to");
	cpus_for_each(cpu, &snapshot->tracer->cpus)
		missing |= view_averages_print_row(out, snapshot, cpu, context,
						   percent);
	missing |= view_averages_print_row(out, snapshot, -1, context, percent);
	if (missing)
		fputs("- too few samples to tell: measure for longer\n",
		      out);
}

void view_averages(FILE *out, const struct snapshot *snapshot, int64_t percent)
{
	for (int i = 0; i < CONTEXTS; i++)
		view_averages_print_context(out, snapshot, i, percent);
}
