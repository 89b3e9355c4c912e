// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms for people: see hist_bars.h.
 */
#include <inttypes.h>
#include <string.h>

#include "base/cpus.h"
#include "options/view_config.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"
#include "view/hist_bars.h"
#include "view/latency_bars.h"
#include "view/snapshot.h"
#include "view/terminal.h"
#include "view/view.h"

#define COLUMNS		80	/* without a terminal */
#define TEXT_LEN	32
#define LIST_MAX	16	/* a longer list of CPUs is left out */
#define DECIMALS_BELOW_NS	10000000	/* a column has room for them */

static const uint32_t shown[] = { 50000000, 99000000, 99900000, 99990000 };

#define SHOWN	(sizeof(shown) / sizeof(*shown))

/* One latency of the chosen CPUs. */
struct shown_latency {
	enum event_context context;
	struct latency of;	/* with the skipped periods */
	uint64_t skipped;
	struct distribution distribution;
	int worst;		/* the CPU with the longest */
};

/* Return the CPUs whose histogram is shown. */
static struct cpus chosen_cpus(const struct snapshot *snapshot)
{
	const struct cpus *chosen = &snapshot->config->hist.bars_cpus;

	return cpus_empty(chosen) ? snapshot->tracer->cpus : *chosen;
}

static bool read_chosen(struct shown_latency *latency,
			 const struct snapshot *snapshot,
			 enum event_context context)
{
	struct cpus cpus = chosen_cpus(snapshot);
	bool good = true;
	int cpu;

	*latency = (struct shown_latency) { .context = context, .worst = -1 };
	cpus_for_each(cpu, &cpus) {
		struct latency of =
			stats_corrected(snapshot->stats, cpu, context);

		if (!of.count)
			continue;
		if (latency->worst < 0 || of.max > latency->of.max)
			latency->worst = cpu;
		latency_merge(&latency->of, &of);
		latency->skipped += stats_skips(snapshot->stats, cpu, context);
		good = good && distribution_merge(
			&latency->distribution,
			record_distribution(snapshot->record, cpu, context));
	}
	return good && latency->of.count;
}

/* ---- The lines ----------------------------------------------------------- */

static void print_title(FILE *out, const struct snapshot *snapshot,
			const char *tool)
{
	struct cpus cpus = chosen_cpus(snapshot);
	char list[CPUS_TEXT_SIZE];

	cpus_format(&cpus, list, sizeof(list));
	fprintf(out, "%s hist, %d %s", tool, cpus_count(&cpus),
		cpus_count(&cpus) == 1 ? "CPU" : "CPUs");
	if (strlen(list) <= LIST_MAX)
		fprintf(out, " (%s)", list);
	fputs(", after", out);
	snapshot_duration(out, snapshot->elapsed_ns);
	fputs("; bars are logarithmic\n\n", out);
}

static void hist_bars_print_head(FILE *out, const struct snapshot *snapshot)
{
	fprintf(out, "\n%-7s%10s%8s%9s%9s", snapshot_unit(snapshot), "count",
		"min", "avg", "max");
	for (size_t i = 0; i < SHOWN; i++) {
		char name[PERCENTILE_NAME_LEN];

		fprintf(out, "%9s", percentile_name(shown[i], name));
	}
	fputc('\n', out);
}

static void hist_bars_print_time(FILE *out, const struct snapshot *snapshot,
				 uint64_t ns, int width)
{
	int digits = ns < DECIMALS_BELOW_NS ? 2 : 0;
	char text[TEXT_LEN];

	fprintf(out, "%*s", width,
		snapshot_time(snapshot, ns, digits, text, sizeof(text)));
}

static void print_figures(FILE *out, const struct snapshot *snapshot,
			  const struct shown_latency *latency)
{
	const struct distribution *distribution = &latency->distribution;

	fprintf(out, "%-7s%10" PRIu64, context_name(latency->context),
		latency->of.count);
	hist_bars_print_time(out, snapshot, latency->of.min, 8);
	hist_bars_print_time(out, snapshot, latency_average(&latency->of), 9);
	hist_bars_print_time(out, snapshot, latency->of.max, 9);
	for (size_t i = 0; i < SHOWN; i++)
		if (distribution->count < percentile_needs(shown[i]))
			fprintf(out, "%9s", "-");
		else
			hist_bars_print_time(
				out, snapshot,
				percentile_value(distribution, shown[i],
						 latency->of.max), 9);
	fputc('\n', out);
}

/* Print where the longest latency was, and what most of them were. */
static void print_longest(FILE *out, const struct snapshot *snapshot,
			  const struct shown_latency *latency)
{
	const struct distribution *distribution = &latency->distribution;
	const char *unit = snapshot_unit(snapshot);
	size_t i = SHOWN;

	fprintf(out, "\n%s: the longest took ", context_title(latency->context));
	hist_bars_print_time(out, snapshot, latency->of.max, 0);
	fprintf(out, " %s, on CPU %d", unit, latency->worst);
	while (i && distribution->count < percentile_needs(shown[i - 1]))
		i--;
	if (i) {
		fprintf(out, "; %.10g %% took at most ",
			percentile_number(shown[i - 1]));
		hist_bars_print_time(out, snapshot,
				     percentile_value(distribution, shown[i - 1],
						      latency->of.max), 0);
		fprintf(out, " %s", unit);
	}
	fputs(".\nAdd --matrix for a column of each CPU, or --bars CPU for the bars of one.\n",
	      out);
}

static void print_latencies(FILE *out, const struct snapshot *snapshot,
			    const struct shown_latency *latency, int count)
{
	struct latency_bars bars = {
		.unit_ns = snapshot_unit_ns(snapshot),
		.unit = snapshot_unit(snapshot),
		.width = terminal_columns() ?: COLUMNS,
		.blocks = terminal_blocks(),
	};

	for (int i = 0; i < count; i++)
		bars.column[bars.columns++] = (struct bars_column) {
			context_name(latency[i].context),
			&latency[i].distribution,
		};
	latency_bars_print(out, &bars);
	hist_bars_print_head(out, snapshot);
	for (int i = 0; i < count; i++)
		print_figures(out, snapshot, &latency[i]);
	view_print_skipped(out, latency[count - 1].skipped,
			   latency[count - 1].of.count);
	print_longest(out, snapshot, &latency[count - 1]);
}

void hist_bars_print(FILE *out, const struct snapshot *snapshot,
		     const char *tool, const enum event_context *context,
		     int contexts)
{
	struct shown_latency latency[LATENCY_CONTEXTS];
	int count = 0;

	print_title(out, snapshot, tool);
	for (int i = 0; i < contexts && count < LATENCY_CONTEXTS; i++)
		if (read_chosen(&latency[count], snapshot, context[i]))
			count++;
		else
			distribution_free(&latency[count].distribution);
	if (count)
		print_latencies(out, snapshot, latency, count);
	else
		fputs("Nothing was measured.\n", out);
	for (int i = 0; i < count; i++)
		distribution_free(&latency[i].distribution);
}
