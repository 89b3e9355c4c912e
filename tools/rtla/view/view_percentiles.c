// SPDX-License-Identifier: GPL-2.0
/*
 * A table of percentiles for each context, with a row for each CPU and one for
 * all.
 */
#include <inttypes.h>
#include <string.h>

#include "base/cpus.h"
#include "base/human.h"
#include "base/output.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"
#include "view/view.h"

#define VALUE_WIDTH	11
#define NARROW_WIDTH	9	/* so that all fit into 80 columns */
#define ALL_CPUS	(-1)

/* Return the width of a column, with the blank before it, and the mark. */
static int value_width(void)
{
	size_t all = VIEW_CPU_WIDTH, columns = output_columns();

	for (const uint32_t *of = percentiles_all; *of; of++)
		all += VALUE_WIDTH;
	all += VALUE_WIDTH - 1;
	return columns && columns < all ? NARROW_WIDTH : VALUE_WIDTH;
}

static void view_percentiles_print_head(FILE *out,
					const struct snapshot *snapshot,
					enum event_context context)
{
	fprintf(out, "\n%s, percentiles (%s)\n%-*s", context_title(context),
		snapshot_unit(snapshot), VIEW_CPU_WIDTH, "CPU");
	for (const uint32_t *of = percentiles_all; *of; of++) {
		char name[PERCENTILE_NAME_LEN];

		fprintf(out, " %*s ", value_width() - 2,
			percentile_name(*of, name));
	}
	fprintf(out, " %*s\n", value_width() - 2, "max");
}

static void view_percentiles_print_value(FILE *out,
					 const struct snapshot *snapshot,
					 uint64_t ns, const char *mark)
{
	int width = value_width() - 2, decimals = 2;
	char text[32];

	while (strlen(snapshot_time(snapshot, ns, decimals, text,
				    sizeof(text))) > (size_t)width && decimals)
		decimals--;
	fprintf(out, " %*s%s", width, text, mark);
}

/*
 * Print a row. A percentile with too few samples is marked with a '?'. Returns
 * whether any is.
 */
static bool view_percentiles_print_row(FILE *out,
				       const struct snapshot *snapshot, int cpu,
				       const struct distribution *distribution,
				       uint64_t max)
{
	bool marked = false;

	view_print_cpu(out, cpu);
	for (const uint32_t *of = percentiles_all; *of; of++) {
		bool enough = distribution->count >= percentile_needs(*of);

		view_percentiles_print_value(out, snapshot, percentile_value(distribution, *of, max),
					     enough ? " " : "?");
		marked |= !enough;
	}
	view_percentiles_print_value(out, snapshot, max, "");
	fputc('\n', out);
	return marked;
}

static void print_footnote(FILE *out, const struct snapshot *snapshot,
			   uint64_t count)
{
	uint64_t needs_ns = 0;
	uint32_t last = 0;
	char time[QUANTITY_LEN];

	for (const uint32_t *of = percentiles_all; *of; of++)
		last = *of;
	needs_ns = percentile_needs_ns(last, count, snapshot->elapsed_ns);
	fprintf(out, "? too few samples to be reliable: for p%.10g of all CPUs together measure for at least %s\n",
		percentile_number(last), needed_text(needs_ns, time));
}

static bool print_all_cpus(FILE *out, const struct snapshot *snapshot,
			   const struct sample_record *record,
			   enum event_context context, uint64_t max)
{
	struct distribution all;
	bool marked = false;

	if (record_copy(record, ALL_CPUS, context, RECORD_ALL, &all))
		marked = view_percentiles_print_row(out, snapshot, ALL_CPUS,
						    &all, max);
	distribution_free(&all);
	return marked;
}

void view_print_skipped(FILE *out, uint64_t skipped, uint64_t all)
{
	if (skipped)
		fprintf(out, "%" PRIu64 " of these %" PRIu64 " (%.2f %%) were not measured, as their periods were skipped: each counts with the least that it can have been\n",
			skipped, all, 100.0 * skipped / all);
}

static void print_context(FILE *out, const struct snapshot *snapshot,
			  enum event_context context)
{
	const struct sample_record *record = snapshot->record;
	struct latency all =
		stats_corrected(snapshot->stats, ALL_CPUS, context);
	bool marked = false;
	int cpu;

	if (!all.count)
		return;
	view_percentiles_print_head(out, snapshot, context);
	cpus_for_each(cpu, &snapshot->tracer->cpus) {
		struct latency of =
			stats_corrected(snapshot->stats, cpu, context);

		if (of.count)
			marked |= view_percentiles_print_row(
				out, snapshot, cpu,
				record_distribution(record, cpu, context),
				of.max);
	}
	marked |= print_all_cpus(out, snapshot, record, context, all.max);
	view_print_skipped(out,
			   stats_skips(snapshot->stats, ALL_CPUS, context),
			   all.count);
	if (marked)
		print_footnote(out, snapshot, all.count);
}

void view_percentiles(FILE *out, const struct snapshot *snapshot)
{
	for (int i = 0; i < CONTEXTS; i++)
		print_context(out, snapshot, i);
}
