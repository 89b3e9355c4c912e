// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: a column for each CPU and context, a line for each bucket, and a
 * summary, which is calculated from the samples and not from the buckets.
 *
 * The layout is that of upstream's tool, byte by byte, because scripts read it.
 * Only where lines are wrapped, for people, it has several parts, of as many
 * CPUs as fit beside each other.
 */
#include <inttypes.h>
#include <string.h>

#include "base/cpus.h"
#include "base/output.h"
#include "options/view_config.h"
#include "stats/histogram.h"
#include "stats/kind_name.h"
#include "stats/latency.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"
#include "view/hist_bars.h"
#include "view/snapshot.h"
#include "view/view.h"
#include "view/view_hist.h"

#define WIDTH	9	/* of a column */
#define LABEL	6	/* width of the label of a line */

/* The figures in the summary of a column. */
enum figure {
	FIGURE_COUNT,
	FIGURE_MIN,
	FIGURE_AVERAGE,
	FIGURE_MAX,
	FIGURES
};

static const char *const labels[FIGURES] = {
	"count:", "min:  ", "avg:  ", "max:  "
};

/*
 * Return the next shown column after @series, or the first one if @series is
 * NULL. Returns NULL if there are no more.
 */
static const struct hist_series *next_series(const struct snapshot *snapshot,
					const struct hist_form *form,
					const struct hist_series *series)
{
	for (series = series ? series + 1 : form->series; series->head;
	     series++)
		if (!series->is_shown || series->is_shown(snapshot))
			return series;
	return NULL;
}

static bool view_hist_has_samples(const struct snapshot *snapshot,
				  const struct hist_form *form, int cpu)
{
	for (const struct hist_series *of = form->series; of->head; of++)
		if (stats_get(snapshot->stats, cpu, of->context)->count)
			return true;
	return false;
}

/*
 * Return the next CPU of this part after @cpu that has samples, or the first
 * one if @cpu is -1. Returns -1 if there are no more.
 */
static int next_cpu(const struct snapshot *snapshot,
		    const struct hist_form *form, int cpu)
{
	const struct cpus *cpus = &snapshot->tracer->cpus;

	if (cpu < form->first)
		cpu = form->first - 1;
	do {
		cpu = cpus_next(cpus, cpu + 1);
	} while (cpu >= 0 && !view_hist_has_samples(snapshot, form, cpu));
	return form->end && cpu >= form->end ? -1 : cpu;
}

/* A place in a line: one column of one CPU, or of all CPUs: then @cpu is -1. */
struct place {
	int cpu;
	const struct hist_series *series;
};

/* The place before the first one. */
#define FIRST_PLACE	{ .cpu = -1 }

/* Go to the next place in a line; returns false after the last one. */
static bool next_place(const struct snapshot *snapshot,
		       const struct hist_form *form, struct place *place)
{
	if (form->together) {
		place->series = next_series(snapshot, form, place->series);
		return place->series;
	}
	if (place->cpu >= 0)
		place->series = next_series(snapshot, form, place->series);
	if (!place->series) {
		place->cpu = next_cpu(snapshot, form, place->cpu);
		if (place->cpu < 0)
			return false;
		place->series = next_series(snapshot, form, NULL);
	}
	return place->series;
}

/* Return the width of a column; that of all CPUs has room for its head. */
static int width_of(const struct hist_form *form,
		    const struct hist_series *series)
{
	int head = form->together ? strlen(series->head) + 1 : 0;

	return head > WIDTH ? head : WIDTH;
}

/* Return the number of latencies in a bucket. */
static uint64_t count_in(const struct snapshot *snapshot,
			 const struct place *place, uint64_t bucket)
{
	uint64_t count = 0;
	int cpu;

	if (place->cpu >= 0)
		return histogram_count(snapshot->histogram, place->cpu,
				       place->series->context, bucket);
	cpus_for_each(cpu, &snapshot->tracer->cpus)
		count += histogram_count(snapshot->histogram, cpu,
					 place->series->context, bucket);
	return count;
}

static void view_hist_print_label(FILE *out, const struct snapshot *snapshot,
				  const char *label)
{
	if (!snapshot->config->hist.no_index)
		fputs(label, out);
}

static void print_header(FILE *out, const struct snapshot *snapshot,
			 const struct hist_form *form)
{
	if (snapshot->config->hist.no_header)
		return;
	fprintf(out, "# RTLA %s histogram\n", form->tool);
	fprintf(out, "# Time unit is %s (%s)\n", snapshot->config->nano ?
		"nanoseconds" : "microseconds", snapshot_unit(snapshot));
	fputs("# Duration: ", out);
	snapshot_duration(out, snapshot->elapsed_ns);
	fputc('\n', out);
}

static void print_heads(FILE *out, const struct snapshot *snapshot,
			const struct hist_form *form)
{
	struct place place = FIRST_PLACE;

	if (snapshot->config->hist.no_header)
		return;
	view_hist_print_label(out, snapshot, "Index");
	while (next_place(snapshot, form, &place))
		if (form->together)
			fprintf(out, "%*s ", width_of(form, place.series),
				place.series->head);
		else
			fprintf(out, "   %s-%03d", place.series->head, place.cpu);
	fputc('\n', out);
}

/* Return whether any shown column has a latency in this bucket. */
static bool has_any(const struct snapshot *snapshot,
		    const struct hist_form *form, uint64_t bucket)
{
	struct place place = FIRST_PLACE;

	while (next_place(snapshot, form, &place))
		if (count_in(snapshot, &place, bucket))
			return true;
	return false;
}

static void view_hist_print_bucket(FILE *out, const struct snapshot *snapshot,
				   const struct hist_form *form,
				   uint64_t bucket)
{
	struct place place = FIRST_PLACE;

	while (next_place(snapshot, form, &place))
		fprintf(out, "%*" PRIu64 " ", width_of(form, place.series),
			count_in(snapshot, &place, bucket));
	fputc('\n', out);
}

static void print_buckets(FILE *out, const struct snapshot *snapshot,
			  const struct hist_form *form)
{
	const struct hist_config *hist = &snapshot->config->hist;
	uint64_t entries = hist->entries;
	char label[32];

	for (uint64_t bucket = 0; bucket < entries; bucket++) {
		if (!hist->with_zeros) {
			bucket = histogram_skip(snapshot->histogram, bucket);
			if (bucket == entries)
				break;
			if (!has_any(snapshot, form, bucket))
				continue;
		}
		snprintf(label, sizeof(label), "%-6" PRIu64,
			 bucket * hist->bucket_size);
		view_hist_print_label(out, snapshot, label);
		view_hist_print_bucket(out, snapshot, form, bucket);
	}
	view_hist_print_label(out, snapshot, "over: ");
	view_hist_print_bucket(out, snapshot, form, entries);
}

static void print_average(FILE *out, const struct snapshot *snapshot,
			  const struct hist_form *form,
			  const struct latency *of, int width)
{
	double unit = snapshot_unit_ns(snapshot);

	if (form->decimals)
		fprintf(out, "%*.*f ", width, form->decimals,
			of->sum / unit / of->count);
	else
		fprintf(out, "%*" PRIu64 " ", width,
			snapshot_number(snapshot, latency_average(of)));
}

static void print_figure(FILE *out, const struct snapshot *snapshot,
			 const struct hist_form *form, const struct latency *of,
			 enum figure figure, int width)
{
	if (figure == FIGURE_COUNT)
		fprintf(out, "%*" PRIu64 " ", width, of->count);
	else if (!of->count)
		fprintf(out, "%*s ", width, "-");
	else if (figure == FIGURE_AVERAGE)
		print_average(out, snapshot, form, of, width);
	else
		fprintf(out, "%*" PRIu64 " ", width,
			snapshot_number(snapshot, figure == FIGURE_MIN ? of->min :
								    of->max));
}

static void print_summary(FILE *out, const struct snapshot *snapshot,
			  const struct hist_form *form)
{
	for (int i = 0; i < FIGURES; i++) {
		struct place place = FIRST_PLACE;

		view_hist_print_label(out, snapshot, labels[i]);
		while (next_place(snapshot, form, &place)) {
			struct latency of =
				stats_measured(snapshot->stats, place.cpu,
					       place.series->context);

			print_figure(out, snapshot, form, &of, i,
				     width_of(form, place.series));
		}
		fputc('\n', out);
	}
}

static void view_hist_print_all(FILE *out, const struct snapshot *snapshot,
				const struct hist_form *form)
{
	const struct hist_series *series = NULL;
	const char *blank = "";

	view_hist_print_label(out, snapshot, "ALL:  ");
	while ((series = next_series(snapshot, form, series))) {
		fprintf(out, "%s%9s", blank, series->head);
		blank = " ";
	}
	fputc('\n', out);
	for (int i = 0; i < FIGURES; i++) {
		view_hist_print_label(out, snapshot, labels[i]);
		while ((series = next_series(snapshot, form, series))) {
			struct latency all = stats_all(snapshot->stats,
						       series->context);

			print_figure(out, snapshot, form, &all, i, WIDTH);
		}
		fputc('\n', out);
	}
}

/*
 * Print zeros if nothing was measured: a summary without columns would not show
 * that.
 */
static void print_nothing(FILE *out, const struct snapshot *snapshot)
{
	static const char *const names[FIGURES] = {
		"count: ", "min: ", "avg: ", "max: "
	};

	view_hist_print_label(out, snapshot, "over: ");
	fputs("0\n", out);
	for (int i = 0; i < FIGURES && !snapshot->config->hist.no_summary;
	     i++) {
		view_hist_print_label(out, snapshot, names[i]);
		fputs("0\n", out);
	}
}

static void print_bars(FILE *out, const struct snapshot *snapshot,
		       const struct hist_form *form)
{
	const struct hist_series *series = NULL;
	enum event_context context[CONTEXTS];
	int contexts = 0;

	while ((series = next_series(snapshot, form, series)))
		context[contexts++] = series->context;
	hist_bars_print(out, snapshot, form->tool, context, contexts);
	if (form->foot)
		form->foot(out, snapshot);
}

static void view_hist_print_part(FILE *out, const struct snapshot *snapshot,
				 const struct hist_form *form)
{
	print_heads(out, snapshot, form);
	print_buckets(out, snapshot, form);
	if (!snapshot->config->hist.no_summary)
		print_summary(out, snapshot, form);
}

/*
 * Return how many CPUs fit beside each other; 0: all of them, as lines may be
 * long.
 */
static int cpus_beside(const struct snapshot *snapshot,
		       const struct hist_form *form)
{
	const struct hist_series *series = NULL;
	int columns = output_columns(), of_cpu = 0;

	if (!columns)
		return 0;
	while ((series = next_series(snapshot, form, series)))
		of_cpu += WIDTH + 1;
	return of_cpu && columns - LABEL > of_cpu ?
	       (columns - LABEL) / of_cpu : 1;
}

static void print_cpus(FILE *out, const struct snapshot *snapshot,
		       const struct hist_form *form)
{
	int beside = cpus_beside(snapshot, form);
	int first = next_cpu(snapshot, form, -1), cpu = first;
	struct hist_form part = *form;

	if (!beside || cpu < 0) {
		view_hist_print_part(out, snapshot, form);
		return;
	}
	while (cpu >= 0) {
		part.first = cpu;
		for (int i = 0; i < beside && cpu >= 0; i++)
			cpu = next_cpu(snapshot, form, cpu);
		part.end = cpu < 0 ? 0 : cpu;
		view_hist_print_part(out, snapshot, &part);
		if (cpu >= 0 || part.first != first)
			fputc('\n', out);
	}
}

/* Print the columns of all CPUs together. */
static void print_together(FILE *out, const struct snapshot *snapshot,
			   const struct hist_form *form)
{
	const struct hist_series *series = next_series(snapshot, form, NULL);
	int columns = output_columns();

	while (series) {
		struct hist_series beside[CONTEXTS + 1] = { { .head = NULL } };
		struct hist_form part = *form;
		int count = 0, used = LABEL;

		part.series = beside;
		while (series && (!count || !columns ||
				  used + width_of(form, series) < columns)) {
			used += width_of(form, series) + 1;
			beside[count++] = *series;
			series = next_series(snapshot, form, series);
		}
		view_hist_print_part(out, snapshot, &part);
		if (series)
			fputc('\n', out);
	}
}

void hist_print(FILE *out, const struct snapshot *snapshot,
		const struct hist_form *form)
{
	if (snapshot->config->hist.bars) {
		print_bars(out, snapshot, form);
		return;
	}
	print_header(out, snapshot, form);
	if (!form->all && next_cpu(snapshot, form, -1) < 0) {
		print_heads(out, snapshot, form);
		print_nothing(out, snapshot);
	} else {
		if (form->together)
			print_together(out, snapshot, form);
		else
			print_cpus(out, snapshot, form);
		if (!snapshot->config->hist.no_summary && form->all)
			view_hist_print_all(out, snapshot, form);
	}
	if (!snapshot->config->hist.no_summary && form->foot)
		form->foot(out, snapshot);
}

void hist_print_contexts(FILE *out, const struct snapshot *snapshot,
			 void (*foot)(FILE *out,
				      const struct snapshot *snapshot))
{
	enum kind kind = snapshot->tracer->kind;
	struct hist_series series[CONTEXTS + 1], *next = series;
	const struct hist_form form = {
		.tool = kind_name(kind),
		.series = series,
		.together = true,
		.decimals = 2,
		.foot = foot,
	};

	for (int i = 0; i < CONTEXTS; i++)
		if (context_kind(i) == kind)
			*next++ = (struct hist_series) {
				context_name(i), i, NULL
			};
	*next = (struct hist_series) { NULL, 0, NULL };
	hist_print(out, snapshot, &form);
}
