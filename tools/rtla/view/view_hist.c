// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: a column for each CPU and context, a line for each bucket, and a
 * summary, which is calculated from the samples and not from the buckets.
 *
 * The layout is that of upstream's tool, byte by byte, because scripts read it.
 */
#include <inttypes.h>
#include <string.h>

#include "base/parse.h"
#include "options/without_module.h"
#include "stats/kind.h"
#include "view/bound_text.h"
#include "view/overheads_text.h"
#include "view/view.h"

#define WIDTH	9	/* of a column */

/* One of the columns that each CPU has. */
struct series {
	const char *head;
	enum event_context context;
};

/**
 * struct hist_form - what the histogram of a kind looks like
 * @tool: the tool that shows it, for the header
 * @series: the columns of each CPU; an entry without head ends the array
 * @together: the columns are of all CPUs together, not of each CPU
 * @all: whether there is a summary over all CPUs
 * @decimals: decimals of an average; 0: it is rounded down
 * @foot: prints the lines below the summary, or NULL
 */
struct hist_form {
	const char *tool;
	const struct series *series;
	bool together;
	bool all;
	int decimals;
	void (*foot)(FILE *out, const struct snapshot *snapshot);
};

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

static bool is_shown(const struct snapshot *snapshot,
		     const struct series *series)
{
	const struct hist_config *hist = &snapshot->config->hist;

	switch (series->context) {
	case CONTEXT_IRQ:
		return !hist->no_irq;
	case CONTEXT_THREAD:
		return !hist->no_thread;
	case CONTEXT_USER:
		return snapshot_user(snapshot);
	default:
		return true;
	}
}

/*
 * Return the next shown column after @series, or the first one if @series is
 * NULL. Returns NULL if there are no more.
 */
static const struct series *next_series(const struct snapshot *snapshot,
					const struct hist_form *form,
					const struct series *series)
{
	for (series = series ? series + 1 : form->series; series->head; series++)
		if (is_shown(snapshot, series))
			return series;
	return NULL;
}

static bool has_samples(const struct snapshot *snapshot,
			const struct hist_form *form, int cpu)
{
	for (const struct series *of = form->series; of->head; of++)
		if (stats_get(snapshot->stats, cpu, of->context)->count)
			return true;
	return false;
}

/*
 * Return the next CPU after @cpu that has samples, or the first one if @cpu is
 * -1. Returns -1 if there are no more.
 */
static int next_cpu(const struct snapshot *snapshot, const struct hist_form *form,
		    int cpu)
{
	const struct cpus *cpus = &snapshot->config->tracer.cpus;

	do {
		cpu = cpus_next(cpus, cpu + 1);
	} while (cpu >= 0 && !has_samples(snapshot, form, cpu));
	return cpu;
}

/* A place in a line: one column of one CPU, or of all CPUs: then @cpu is -1. */
struct place {
	int cpu;
	const struct series *series;
};

/* The place before the first one. */
#define FIRST_PLACE	{ .cpu = -1 }

/* Go to the next place in a line; returns false after the last one. */
static bool next_place(const struct snapshot *snapshot, const struct hist_form *form,
		       struct place *place)
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
static int width_of(const struct hist_form *form, const struct series *series)
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
	cpus_for_each(cpu, &snapshot->config->tracer.cpus)
		count += histogram_count(snapshot->histogram, cpu,
					 place->series->context, bucket);
	return count;
}

static void print_label(FILE *out, const struct snapshot *snapshot,
			const char *label)
{
	if (!snapshot->config->hist.no_index)
		fputs(label, out);
}

static void print_header(FILE *out, const struct snapshot *snapshot,
			 const struct hist_form *form)
{
	struct place place = FIRST_PLACE;

	if (snapshot->config->hist.no_header)
		return;
	fprintf(out, "# RTLA %s histogram\n", form->tool);
	fprintf(out, "# Time unit is %s (%s)\n", snapshot->config->nano ?
		"nanoseconds" : "microseconds", snapshot_unit(snapshot));
	fputs("# Duration: ", out);
	snapshot_duration(out, snapshot->elapsed_ns);
	fputc('\n', out);
	print_label(out, snapshot, "Index");
	while (next_place(snapshot, form, &place))
		if (form->together)
			fprintf(out, "%*s ", width_of(form, place.series),
				place.series->head);
		else
			fprintf(out, "   %s-%03d", place.series->head, place.cpu);
	fputc('\n', out);
}

/* Return whether any shown column has a latency in this bucket. */
static bool has_any(const struct snapshot *snapshot, const struct hist_form *form,
		    uint64_t bucket)
{
	struct place place = FIRST_PLACE;

	while (next_place(snapshot, form, &place))
		if (count_in(snapshot, &place, bucket))
			return true;
	return false;
}

static void print_bucket(FILE *out, const struct snapshot *snapshot,
			 const struct hist_form *form, uint64_t bucket)
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
		print_label(out, snapshot, label);
		print_bucket(out, snapshot, form, bucket);
	}
	print_label(out, snapshot, "over: ");
	print_bucket(out, snapshot, form, entries);
}

static void print_average(FILE *out, const struct snapshot *snapshot,
			  const struct hist_form *form, const struct latency *of,
			  int width)
{
	double unit = snapshot->config->nano ? 1 : NS_PER_US;

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

		print_label(out, snapshot, labels[i]);
		while (next_place(snapshot, form, &place)) {
			struct latency of = stats_measured(snapshot->stats,
						place.cpu, place.series->context);

			print_figure(out, snapshot, form, &of, i,
				     width_of(form, place.series));
		}
		fputc('\n', out);
	}
}

static void print_all(FILE *out, const struct snapshot *snapshot,
		      const struct hist_form *form)
{
	const struct series *series = NULL;
	const char *blank = "";

	print_label(out, snapshot, "ALL:  ");
	while ((series = next_series(snapshot, form, series))) {
		fprintf(out, "%s%9s", blank, series->head);
		blank = " ";
	}
	fputc('\n', out);
	for (int i = 0; i < FIGURES; i++) {
		print_label(out, snapshot, labels[i]);
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

	print_label(out, snapshot, "over: ");
	fputs("0\n", out);
	for (int i = 0; i < FIGURES && !snapshot->config->hist.no_summary;
	     i++) {
		print_label(out, snapshot, names[i]);
		fputs("0\n", out);
	}
}

static void print_hist(FILE *out, const struct snapshot *snapshot,
		       const struct hist_form *form)
{
	print_header(out, snapshot, form);
	if (!form->all && next_cpu(snapshot, form, -1) < 0) {
		print_nothing(out, snapshot);
	} else {
		print_buckets(out, snapshot, form);
		if (!snapshot->config->hist.no_summary)
			print_summary(out, snapshot, form);
		if (!snapshot->config->hist.no_summary && form->all)
			print_all(out, snapshot, form);
	}
	if (!snapshot->config->hist.no_summary && form->foot)
		form->foot(out, snapshot);
}

static void print_latencies(FILE *out, const struct snapshot *snapshot)
{
	static const struct series series[] = {
		{ "IRQ", CONTEXT_IRQ },
		{ "Thr", CONTEXT_THREAD },
		{ "Usr", CONTEXT_USER },
		{ NULL, 0 }
	};
	static const struct hist_form form = {
		.tool = "timerlat",
		.series = series,
		.all = true,
	};

	print_hist(out, snapshot, &form);
}

static void print_noises(FILE *out, const struct snapshot *snapshot)
{
	static const struct series series[] = {
		{ "CPU", CONTEXT_SINGLE },
		{ NULL, 0 }
	};
	static const struct hist_form form = {
		.tool = "osnoise",
		.series = series,
		.decimals = 2,
	};

	print_hist(out, snapshot, &form);
}

/* Print a column for each context of a kind, of all CPUs together. */
static void print_kind(FILE *out, const struct snapshot *snapshot,
			 enum kind kind,
			 void (*foot)(FILE *out, const struct snapshot *snapshot))
{
	struct series series[CONTEXTS + 1], *next = series;
	const struct hist_form form = {
		.tool = kind_name(kind),
		.series = series,
		.together = true,
		.decimals = 2,
		.foot = foot,
	};

	for (int i = 0; i < CONTEXTS; i++)
		if (context_kind(i) == kind)
			*next++ = (struct series) { context_name(i), i };
	*next = (struct series) { NULL, 0 };
	print_hist(out, snapshot, &form);
}

/* The table of --by comes after the histogram. */
static void print_wakeups(FILE *out, const struct snapshot *snapshot)
{
	print_kind(out, snapshot, KIND_WAKEUP, NULL);
	if (snapshot->config->by == BY_NOTHING)
		return;
	fputc('\n', out);
	view_print(out, &view_wakeup, snapshot);
}

static void print_wake_to_switch(FILE *out, const struct snapshot *snapshot)
{
	static const struct series series[] = {
		{ "wake->switch", CONTEXT_WAKE_TOTAL },
		{ NULL, 0 }
	};
	static const struct hist_form form = {
		.tool = "wakeup",
		.series = series,
		.together = true,
		.decimals = 2,
	};

	fputs("# " WITHOUT_MODULE_LABEL "\n", out);
	print_hist(out, snapshot, &form);
}

static void print_overheads(FILE *out, const struct snapshot *snapshot)
{
	print_kind(out, snapshot, KIND_OVERHEADS, overheads_text);
}

static void print_bounds(FILE *out, const struct snapshot *snapshot)
{
	print_kind(out, snapshot, KIND_BOUND, bound_text);
}

const struct view view_bound_hist = {
	.print = print_bounds,
};

const struct view view_overheads_hist = {
	.print = print_overheads,
};

static const struct view view_wake_to_switch_hist = {
	.print = print_wake_to_switch,
};

const struct view view_wakeup_hist = {
	.print = print_wakeups,
	.without_module = &view_wake_to_switch_hist,
};

const struct view view_hist = {
	.print = print_latencies,
};

const struct view view_noise_hist = {
	.print = print_noises,
};
