// SPDX-License-Identifier: GPL-2.0
/*
 * The section "Distributions" of the report: charts of the number of samples by
 * latency, and of the share of samples that are longer. Both scales of a chart
 * are logarithmic, since the samples that matter are rare.
 *
 * For one result, a chart has a line for each context. For several results,
 * there is a chart for each context, with a line for each result. Of watched
 * threads, there is also a chart for each of those with the longest samples.
 */
#include <math.h>

#include "base/human.h"
#include "report/chart_figures.h"
#include "report/html.h"
#include "report/page.h"
#include "report/report_input.h"
#include "report/svg.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/watched_threads.h"

/* Scales begin at half a sample: 0 has no place on a logarithmic scale. */
#define NOTHING		0.5

/* A chart has a line for each context, or for each result; results are fewer. */
#define LINES_MAX	CONTEXTS
_Static_assert((int)LINES_MAX - REPORT_RESULTS_MAX >= 0, "more results than lines");

/* One line of a chart. */
struct series {
	const uint64_t *counts;
	uint64_t total;
	int style;
};

struct lines {
	struct series series[LINES_MAX];
	int count;
	uint64_t most;		/* samples in the fullest bin */
	uint64_t total;		/* samples of the line with most */
};

/* Add a line with @counts, that of a context of a result, unless it is empty. */
static void add_series(struct lines *lines, const struct report_input *input,
		       int index, enum event_context context,
		       const uint64_t *counts)
{
	struct series *series = &lines->series[lines->count];

	*series = (struct series) {
		.counts = counts,
		.style = report_style(input, index, context),
	};
	for (int i = 0; i < input->bins.count; i++) {
		series->total += counts[i];
		if (counts[i] > lines->most)
			lines->most = counts[i];
	}
	if (!series->total)
		return;
	if (series->total > lines->total)
		lines->total = series->total;
	lines->count++;
}

static struct frame frame_of(const struct report_input *input)
{
	const struct log_bins *bins = &input->bins;

	return (struct frame) {
		.x = { log_bins_edge(bins, 0), log_bins_edge(bins, bins->count),
		       64, SVG_WIDTH - 12, true },
		.y = { 0, 1, SVG_HEIGHT - 40, 26, true },
	};
}

/* ---- Number of samples --------------------------------------------------- */

static void draw_counts(FILE *out, const struct frame *frame,
			const struct log_bins *bins,
			const struct series *series)
{
	bool up = false;

	fprintf(out, "<path class=\"line area s%d\" d=\"", series->style);
	for (int i = 0; i < bins->count; i++) {
		double x = scale_at(&frame->x, log_bins_edge(bins, i));

		if (series->counts[i]) {
			if (!up)
				fprintf(out, "M%.1f %.1f", x, frame->y.low);
			fprintf(out, "V%.1fH%.1f",
				scale_at(&frame->y, series->counts[i]),
				scale_at(&frame->x, log_bins_edge(bins, i + 1)));
		} else if (up) {
			fprintf(out, "V%.1f", frame->y.low);
		}
		up = series->counts[i];
	}
	if (up)
		fprintf(out, "V%.1f", frame->y.low);
	fputs("\"/>\n", out);
}

static void chart_counts(FILE *out, const struct report_input *input,
			 const struct lines *lines, const char *id,
			 const char *title)
{
	struct frame frame = frame_of(input);
	char description[256], most[QUANTITY_LEN];

	frame.y.from = NOTHING;
	frame.y.to = 2.0 * lines->most;
	snprintf(description, sizeof(description),
		 "Number of samples by latency, both on logarithmic scales; %d lines; the fullest bin has %s samples.",
		 lines->count, count_text(lines->most, most));
	svg_begin(out, id, SVG_WIDTH, SVG_HEIGHT, title, description);
	svg_x_times(out, &frame, "latency");
	svg_y_counts(out, &frame, "samples per bin");
	for (int i = 0; i < lines->count; i++)
		draw_counts(out, &frame, &input->bins, &lines->series[i]);
	svg_end(out);
}

/* ---- Share of longer samples --------------------------------------------- */

/*
 * The line is faint where fewer than PERCENTILE_SUPPORT samples are beyond,
 * which are too few to determine a percentile.
 */
static void draw_share(FILE *out, const struct frame *frame,
		       const struct log_bins *bins, const struct series *series)
{
	uint64_t beyond = series->total;
	bool faint = false;

	fprintf(out, "<path class=\"line s%d\" d=\"M%.1f %.1f", series->style,
		scale_at(&frame->x, log_bins_edge(bins, 0)), frame->y.high);
	for (int i = 0; i < bins->count && beyond; i++) {
		double x = scale_at(&frame->x, log_bins_edge(bins, i + 1));

		if (!faint && beyond < PERCENTILE_SUPPORT) {
			faint = true;
			fprintf(out, "\"/><path class=\"line faint s%d\" d=\"M%.1f %.1f",
				series->style,
				scale_at(&frame->x, log_bins_edge(bins, i)),
				scale_at(&frame->y,
					 (double)beyond / series->total));
		}
		beyond -= series->counts[i];
		if (!beyond)
			fprintf(out, "H%.1fV%.1f", x, frame->y.low);
		else if (series->counts[i])
			fprintf(out, "H%.1fV%.1f", x,
				scale_at(&frame->y,
					 (double)beyond / series->total));
	}
	fputs("\"/>\n", out);
}

/* There is no mark for p50: marks are at powers of ten. */
static void share_marks(FILE *out, const struct frame *frame)
{
	char text[32];

	svg_y_line(out, frame, 1, "all");
	for (int nines = 1; pow(10, -nines) >= frame->y.from; nines++) {
		if (nines == 1)
			snprintf(text, sizeof(text), "p90");
		else
			snprintf(text, sizeof(text), "p%.*f",
				 nines > 2 ? nines - 2 : 0,
				 100 - 100 * pow(10, -nines));
		svg_y_line(out, frame, pow(10, -nines), text);
	}
	svg_y_name(out, frame, "percentile");
}

static void chart_share(FILE *out, const struct report_input *input,
			const struct lines *lines, const char *id,
			const char *title)
{
	struct frame frame = frame_of(input);

	frame.y.from = NOTHING / lines->total;
	frame.y.to = 1;
	svg_begin(out, id, SVG_WIDTH, SVG_HEIGHT, title,
		  "Share of samples that are longer, by latency, both on logarithmic scales: at p99 it is one in 100.");
	svg_x_times(out, &frame, "latency");
	share_marks(out, &frame);
	for (int i = 0; i < lines->count; i++)
		draw_share(out, &frame, &input->bins, &lines->series[i]);
	svg_end(out);
}

/* ---- All distributions --------------------------------------------------- */

static void chart_pair(struct figures *figures,
		       const struct report_input *input,
		       const struct lines *lines, const char *name,
		       const char *of)
{
	FILE *out = figures->out;
	char id[32], title[96];

	if (!lines->count)
		return;
	snprintf(title, sizeof(title), "%s: distribution", of);
	snprintf(id, sizeof(id), "counts-%s", name);
	figure_begin(figures, NULL, title, SVG_HEIGHT);
	chart_counts(out, input, lines, id, title);
	figure_end(figures);
	snprintf(title, sizeof(title), "%s: percentiles", of);
	snprintf(id, sizeof(id), "share-%s", name);
	figure_begin(figures, NULL, title, SVG_HEIGHT);
	chart_share(out, input, lines, id, title);
	figure_end(figures);
}

static void chart_of_contexts(struct figures *figures,
			      const struct report_input *input)
{
	struct lines lines = { .count = 0 };

	for (int context = 0; context < CONTEXTS; context++)
		add_series(&lines, input, 0, context,
			   input->all[0][context]);
	chart_pair(figures, input, &lines, "all", "All CPUs");
}

static void chart_of_results(struct figures *figures,
			     const struct report_input *input,
			     enum event_context context)
{
	struct lines lines = { .count = 0 };

	for (int i = 0; i < input->count; i++)
		add_series(&lines, input, i, context,
			   input->all[i][context]);
	chart_pair(figures, input, &lines, context_name(context),
		   context_title(context));
}

void charts_of_distributions(struct figures *figures,
			     const struct report_input *input)
{
	chart_legend(figures, input);
	figures_begin(figures);
	if (input->count == 1)
		chart_of_contexts(figures, input);
	for (int context = 0; input->count > 1 && context < CONTEXTS; context++)
		chart_of_results(figures, input, context);
	figures_end(figures);
}

/* ---- Threads ------------------------------------------------------------- */

/* Threads of a result that have a chart. */
#define THREADS_SHOWN	6

static const struct watched_thread *
distributions_thread_of(const struct report_input *input, int index, int thread)
{
	return &input->results[index].kind.threads->thread[thread];
}

/* Return the context of the whole of what a result has of its threads. */
static enum event_context
distributions_whole(const struct report_input *input, int index)
{
	return results_kind(&input->results[index])->whole;
}

static const struct latency *
distributions_total(const struct report_input *input, int index, int thread)
{
	return watched_part(input->results[index].kind.threads, thread,
			    distributions_whole(input, index));
}

/*
 * Find the threads of a result whose longest samples are longest, these first.
 * Returns their number.
 */
static int distributions_find_threads(const struct report_input *input,
				      int index, int *found)
{
	const struct watched_threads *threads =
		input->results[index].kind.threads;
	int count = 0, at;

	for (int i = 0; threads && i < threads->count; i++) {
		uint64_t longest = distributions_total(input, index, i)->max;

		for (at = count;
		     at && longest > distributions_total(input, index,
							 found[at - 1])->max;
		     at--)
			if (at < THREADS_SHOWN)
				found[at] = found[at - 1];
		if (at < THREADS_SHOWN)
			found[at] = i;
		count += count < THREADS_SHOWN;
	}
	return count;
}

/* Print which thread it is, with the letter of its result. */
static void name_thread(char *text, size_t size,
			const struct report_input *input, int index, int thread)
{
	const struct watched_thread *of =
		distributions_thread_of(input, index, thread);

	snprintf(text, size, "%s%s%s, thread %d", report_label(input, index),
		 input->count > 1 ? ": " : "", of->comm, of->pid);
}

/*
 * Draw how many samples of a thread took how long: for one result, each part
 * has a line; for several, only the whole.
 */
static void chart_of_thread(struct figures *figures,
			    const struct report_input *input, int index,
			    int thread)
{
	uint64_t counts[WATCHED_PARTS_MAX][LOG_BINS_MAX];
	struct lines lines = { .count = 0 };
	char id[48], title[96];

	for (int context = 0; context < CONTEXTS; context++) {
		int number = context_number(context);

		if (!results_is_of(&input->results[index], context) ||
		    (input->count > 1 &&
		     context != (int)distributions_whole(input, index)))
			continue;
		log_bins_count(&input->bins,
			       watched_distribution(input->results[index]
							    .kind.threads,
						    thread, context),
			       counts[number]);
		add_series(&lines, input, index, context, counts[number]);
	}
	if (!lines.count)
		return;
	name_thread(title, sizeof(title), input, index, thread);
	snprintf(id, sizeof(id), "thread-%d-%d", index, thread);
	figure_begin(figures, NULL, title, SVG_HEIGHT);
	chart_counts(figures->out, input, &lines, id, title);
	figure_end(figures);
}

static void distributions_print_thread(FILE *out,
				       const struct report_input *input,
				       int index, int thread)
{
	static const uint32_t percentiles[] = { 50000000, 99000000, 99900000 };
	const struct watched_thread *of =
		distributions_thread_of(input, index, thread);
	const struct latency *total = distributions_total(input, index, thread);
	const struct distribution *distribution =
		watched_distribution(input->results[index].kind.threads, thread,
				     distributions_whole(input, index));
	char text[QUANTITY_LEN];

	fputs("<tr>", out);
	if (input->count > 1)
		html_row_head(out, report_label(input, index));
	html_cell(out, of->comm);
	snprintf(text, sizeof(text), "%d", of->pid);
	html_number(out, text);
	html_number(out, count_text(total->count, text));
	for (size_t i = 0; i < sizeof(percentiles) / sizeof(*percentiles); i++)
		html_number(out, total->count >= percentile_needs(percentiles[i]) ?
			    us_text(percentile_value(distribution, percentiles[i],
						     total->max), text) : "–");
	html_number(out, us_text(total->max, text));
	fputs("</tr>\n", out);
}

/* Print the threads of all results of a kind. */
static void charts_of_threads(FILE *out, const struct report_input *input,
			      const struct kind_row *kind)
{
	const struct html_column columns[] = {
		{ HTML_RESULT, false }, { "Thread", false }, { "TID", true },
		{ kind->samples, true }, { "p50", true }, { "p99", true },
		{ "p99.9", true }, { "Max", true }, { NULL, false },
	};
	int found[REPORT_RESULTS_MAX][THREADS_SHOWN];
	int count[REPORT_RESULTS_MAX], all = 0;
	struct figures figures = { .out = out };
	char title[64];

	for (int i = 0; i < input->count; i++)
		all += count[i] =
			results_kind(&input->results[i]) == kind ?
			distributions_find_threads(input, i, found[i]) : 0;
	if (!all)
		return;
	fprintf(out, "<h3>%s of single threads</h3>\n<p class=\"note\">The threads with the longest ones, %d of each result at most. A dash stands where fewer than %d are beyond a percentile.</p>\n",
		kind->samples, THREADS_SHOWN, PERCENTILE_SUPPORT);
	figures_begin(&figures);
	for (int i = 0; i < input->count; i++)
		for (int j = 0; j < count[i]; j++)
			chart_of_thread(&figures, input, i, found[i][j]);
	figures_end(&figures);
	snprintf(title, sizeof(title), "%s of threads, µs", kind->samples);
	html_table_of(out, title, columns, input->count);
	for (int i = 0; i < input->count; i++)
		for (int j = 0; j < count[i]; j++)
			distributions_print_thread(out, input, i, found[i][j]);
	html_table_end(out);
}

bool section_distributions(FILE *out, const struct report_input *input)
{
	struct figures figures = { .out = out };

	if (!input->most)
		return true;
	fprintf(out, "<p class=\"note\">Samples of all CPUs, in %d bins to each factor of ten. Both scales are logarithmic, so that single samples are visible beside millions. A percentile is the latency that this share of the samples does not exceed. The line is faint where fewer than %d samples are longer: another run would give other values there.</p>\n",
		input->bins.per_decade, PERCENTILE_SUPPORT);
	charts_of_distributions(&figures, input);
	for (int kind = 0; kind < KINDS; kind++)
		if (kind_row(kind)->watches_threads)
			charts_of_threads(out, input, kind_row(kind));
	return true;
}
