// SPDX-License-Identifier: GPL-2.0
/*
 * Overheads as CSV, for programs that test whether a set of tasks meets its
 * deadlines: see Documentation/overheads.md for the columns.
 */
#include <inttypes.h>
#include <stdbool.h>

#include "kinds/overheads/overheads_kind.h"
#include "results/results_write.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/overheads.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"

#define HEAD	"name,cpu,count,disturbed,negative,min_ns,avg_ns,median_ns,p99_ns,p99.9_ns,max_ns,stddev_ns,own_ns,method\n"

/* The percentiles of a line, in the order of its columns. */
static const uint32_t columns[] = {
	PERCENTILE_WHOLE / 100 * 50, PERCENTILE_WHOLE / 100 * 99,
	PERCENTILE_WHOLE / 1000 * 999,
};

/* Print a number and a comma, or only the comma if there is no such number. */
static void print_number(FILE *out, bool is, uint64_t number)
{
	if (is)
		fprintf(out, "%" PRIu64, number);
	fputc(',', out);
}

/* Print the line of a CPU; -1: that of all CPUs. */
static bool overheads_csv_print_line(FILE *out,
				     const struct run_summary *summary, int cpu,
				     enum event_context context)
{
	struct overhead_flaws flaws =
		overheads_flaws(summary->kind.overheads, cpu, context);
	struct latency of = stats_measured(summary->stats, cpu, context);
	struct distribution distribution;
	bool good = record_copy(summary->record, cpu, context, RECORD_MEASURED,
				&distribution);

	fprintf(out, "%s,", context_name(context));
	if (cpu < 0)
		fputs("all,", out);
	else
		fprintf(out, "%d,", cpu);
	print_number(out, true, of.count);
	print_number(out, true, flaws.disturbed);
	print_number(out, true, flaws.negative);
	print_number(out, of.count, of.min);
	print_number(out, of.count, latency_average(&of));
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		print_number(out, of.count >= percentile_needs(columns[i]),
			     percentile_value(&distribution, columns[i],
					      of.max));
	print_number(out, of.count, of.max);
	print_number(out, of.count > 1, latency_deviation(&of));
	print_number(out, true, flaws.own_ns);
	fprintf(out, "%s\n", overheads_method_name(
			overheads_method(summary->kind.overheads, context)));
	distribution_free(&distribution);
	return good;
}

bool overheads_print_csv(FILE *out, const struct run_summary *summary)
{
	bool good = true;
	int cpu;

	fputs(HEAD, out);
	for (int i = OVERHEAD_FIRST;
	     summary->kind.overheads && i < OVERHEAD_END; i++) {
		good &= overheads_csv_print_line(out, summary, -1, i);
		cpus_for_each(cpu, &summary->tracer->cpus)
			good &= overheads_csv_print_line(out, summary, cpu, i);
	}
	return good;
}
