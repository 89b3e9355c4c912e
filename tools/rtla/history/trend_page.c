// SPDX-License-Identifier: GPL-2.0
/*
 * A history as an HTML page: for each machine and tracer a chart of each
 * context over its runs, and the table of the runs.
 *
 * Runs are drawn at equal distances, in the order of time: a night without a
 * run is no gap, and ten runs of one day can be told apart.
 */
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/times.h"
#include "history/run_entry.h"
#include "history/run_links.h"
#include "history/runs.h"
#include "history/show.h"
#include "report/chart_figures.h"
#include "report/frame.h"
#include "report/html.h"
#include "report/readable.h"
#include "report/svg.h"
#include "stats/percentiles.h"

#define HEIGHT		260

/* Below this distance of runs, in units of SVG, they have no dots. */
#define DOTS_APART	5

/* The lines of a chart, in the order of their styles. */
enum trend_line { LINE_MAX_OF_RUN, LINE_PERCENTILE, LINE_MEDIAN, TREND_LINES };

/* The runs of a chart. */
struct trend {
	const struct history_view *view;
	const struct history_run *run;
	int count;
	enum event_context context;
	struct frame frame;
};

/* Return the value of a run in a line; 0 if it has none. */
static uint64_t trend_page_value_of(const struct history_run *run,
				    enum event_context context,
				    enum trend_line line)
{
	const struct run_figures *figures = &run->figures[context];

	switch (line) {
	case LINE_MAX_OF_RUN:
		return figures->max;
	case LINE_PERCENTILE:
		return figures->supported ? figures->percentile : 0;
	default:
		return figures->median;
	}
}

static double x_of(const struct trend *trend, int index)
{
	return scale_at(&trend->frame.x, index + 0.5);
}

/* ---- One chart ----------------------------------------------------------- */

static void find_frame(struct trend *trend)
{
	uint64_t min = UINT64_MAX, max = 0;

	for (int i = 0; i < trend->count; i++) {
		for (int line = 0; line < TREND_LINES; line++) {
			uint64_t value = trend_page_value_of(
				&trend->run[i], trend->context, line);

			if (!value)
				continue;
			min = time_min(min, value);
			max = time_max(max, value);
		}
	}
	if (!max)
		min = max = 1;
	trend->frame = (struct frame) {
		.x = { 0, trend->count, 64, SVG_WIDTH - 24, false },
		.y = { min / 1.3, max * 1.3, HEIGHT - 44, 44, true },
	};
}

/* Mark each run that has another kernel than the one before, with its release. */
static void draw_kernels(FILE *out, const struct trend *trend)
{
	double free_from = 0;

	for (int i = 0; i < trend->count; i++) {
		const char *kernel = trend->run[i].kernel;
		double x = scale_at(&trend->frame.x, i);

		if (i && !strcmp(kernel, trend->run[i - 1].kernel))
			continue;
		fprintf(out, "<path class=\"grid kernel\" d=\"M%.1f %.1fV%.1f\"><title>",
			x, trend->frame.y.low, trend->frame.y.high - 6);
		html_text(out, *kernel ? kernel : "kernel not recorded");
		fputs("</title></path>", out);
		/* Names that would overlap are left to the table. */
		if (x < free_from)
			continue;
		svg_label_over(out, x + 2, trend->frame.y.high - 8, "start",
			       *kernel ? kernel : "?");
		free_from = x + 10 + 7 * strlen(kernel);
	}
}

static void draw_dot(FILE *out, const struct trend *trend, int index,
		     enum trend_line line)
{
	const struct history_run *run = &trend->run[index];
	uint64_t value = trend_page_value_of(run, trend->context, line);
	char text[QUANTITY_LEN];

	fprintf(out, "<circle class=\"dot s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>",
		line, x_of(trend, index), scale_at(&trend->frame.y, value),
		line == LINE_MAX_OF_RUN ? 3 : 2);
	html_text(out, run->started);
	fputs(", ", out);
	html_text(out, run->kernel);
	fprintf(out, ": %s</title></circle>", readable_text(value, text));
}

static void trend_page_draw_line(FILE *out, const struct trend *trend,
				 enum trend_line line)
{
	bool dots = x_of(trend, 1) - x_of(trend, 0) >= DOTS_APART;
	bool on = false;

	fprintf(out, "<path class=\"line s%d\" d=\"", line);
	for (int i = 0; i < trend->count; i++) {
		uint64_t value = trend_page_value_of(&trend->run[i],
						     trend->context, line);

		if (value)
			fprintf(out, "%c%.1f %.1f", on ? 'L' : 'M',
				x_of(trend, i), scale_at(&trend->frame.y, value));
		on = value;
	}
	fputs("\"/>\n", out);
	for (int i = 0; dots && i < trend->count; i++)
		if (trend_page_value_of(&trend->run[i], trend->context, line))
			draw_dot(out, trend, i, line);
}

/* Mark the runs whose gates have failed, or that hit a threshold, below the chart. */
static void draw_failures(FILE *out, const struct trend *trend)
{
	double y = trend->frame.y.low;

	for (int i = 0; i < trend->count; i++) {
		double x = x_of(trend, i);

		if (strcmp(trend->run[i].outcome, "fail"))
			continue;
		fprintf(out, "<path class=\"mark failed\" d=\"M%.1f %.1fl6 6m-6 0l6 -6\"><title>fail: ",
			x - 3, y + 3);
		html_text(out, trend->run[i].started);
		fputs("</title></path>", out);
	}
}

static void trend_page_draw_chart(FILE *out, const struct trend *trend,
				  int section, const char *title)
{
	char id[48], description[160], first[11], last[11];

	snprintf(first, sizeof(first), "%s", trend->run[0].started);
	snprintf(last, sizeof(last), "%s", trend->run[trend->count - 1].started);
	snprintf(id, sizeof(id), "trend-%d-%s", section,
		 context_name(trend->context));
	snprintf(description, sizeof(description),
		 "The maximum, a percentile and the median of each of %d runs, on a logarithmic scale, with the kernel of each.",
		 trend->count);
	svg_begin(out, id, SVG_WIDTH, HEIGHT, title, description);
	svg_y_times(out, &trend->frame, "latency");
	draw_kernels(out, trend);
	for (int line = TREND_LINES - 1; line >= 0; line--)
		trend_page_draw_line(out, trend, line);
	draw_failures(out, trend);
	svg_label(out, trend->frame.x.low, trend->frame.y.low + 24, "start", first);
	if (trend->count > 1)
		svg_label(out, trend->frame.x.high, trend->frame.y.low + 24,
			  "end", last);
	svg_label(out, (trend->frame.x.low + trend->frame.x.high) / 2,
		  trend->frame.y.low + 24, "middle", "runs, in the order of time");
	svg_end(out);
}

/* ---- The runs of one machine and tracer ---------------------------------- */

static void print_legend(struct figures *figures,
			 const struct history_view *view)
{
	char percentile[PERCENTILE_NAME_LEN];

	legend_begin(figures);
	legend_line(figures, LINE_MAX_OF_RUN, "", "maximum of the run");
	legend_line(figures, LINE_PERCENTILE, "",
		    percentile_name(view->percentile, percentile));
	legend_line(figures, LINE_MEDIAN, "", "median");
	legend_text(figures, "A vertical line is where the kernel changes; a cross below the chart is a run that failed.");
	legend_end(figures);
}

static void trend_page_print_row(FILE *out, const struct history_view *view,
				 const struct history_run *run,
				 const struct history_run *first, int count,
				 const bool *has)
{
	char text[256], number[QUANTITY_LEN];

	fputs("<th scope=\"row\">", out);
	links_print(out, view, run);
	fputs("</th>", out);
	html_cell(out, *run->kernel ? run->kernel : "–");
	html_cell(out, run->cpus);
	html_number(out, count_text(run->samples, text));
	for (int i = 0; i < CONTEXTS; i++) {
		const struct run_figures *figures = &run->figures[i];

		if (!view->context[i] || !has[i])
			continue;
		html_number(out, figures->count ?
				 us_text(figures->max, text) : "–");
		snprintf(text, sizeof(text), "%s%s",
			 figures->supported && figures->at_least ? "≥ " : "",
			 figures->supported ? us_text(figures->percentile, number) : "–");
		html_number(out, text);
	}
	for (int i = 0; run->number[i].id; i++)
		if (runs_have_number(first, count, i))
			html_number(out, history_number(run, i, "–", text,
							sizeof(text)));
	fputs("<td>", out);
	html_badge(out, frame_verdict_kind(run->outcome), run->outcome);
	fputs("</td>", out);
	html_cell(out, history_labels(run, text, sizeof(text)));
	fputs("</tr>\n", out);
}

static void trend_page_print_table(FILE *out, const struct history_view *view,
				   const struct history_run *run, int count,
				   int section, const bool *has)
{
	struct html_column column[7 + 2 * CONTEXTS + KIND_NUMBERS_MAX] = {
		{ "Started", false }, { "Kernel", false }, { "CPUs", false },
		{ "Samples", true },
	};
	char name[CONTEXTS][64], percentile[PERCENTILE_NAME_LEN];
	char number[KIND_NUMBERS_MAX][32];
	int columns = 4;

	percentile_name(view->percentile, percentile);
	for (int i = 0; i < CONTEXTS; i++) {
		if (!has[i])
			continue;
		snprintf(name[i], sizeof(name[i]), "%s max, µs", context_name(i));
		column[columns++] = (struct html_column) { name[i], true };
		column[columns++] = (struct html_column) { percentile, true };
	}
	for (int i = 0; run->number[i].id; i++) {
		if (!runs_have_number(run, count, i))
			continue;
		snprintf(number[i], sizeof(number[i]), "%s%s",
			 run->number[i].title, run->number[i].in_ns ? ", µs" : "");
		column[columns++] = (struct html_column) { number[i], true };
	}
	column[columns++] = (struct html_column) { "Verdict", false };
	column[columns++] = (struct html_column) { "Labels", false };
	column[columns] = (struct html_column) { NULL, false };
	html_table(out, "Runs, the oldest one first", column);
	for (int i = 0; i < count; i++) {
		fprintf(out, "<tr id=\"run-%d-%d\">", section, i);
		trend_page_print_row(out, view, &run[i], run, count, has);
	}
	html_table_end(out);
}

static void print_section(FILE *out, const struct history_view *view,
			  const struct history_run *run, int count, int section)
{
	struct figures figures = { .out = out };
	bool has[CONTEXTS];

	fprintf(out, "<section id=\"runs-%d\"><h2>", section);
	html_text(out, run->host);
	fputs(", ", out);
	html_text(out, run->tracer);
	fputs("</h2>\n", out);
	print_legend(&figures, view);
	figures_begin(&figures);
	for (int i = 0; i < CONTEXTS; i++) {
		struct trend trend = {
			.view = view, .run = run, .count = count, .context = i,
		};

		has[i] = view->context[i] && runs_have(run, count, i);
		if (!has[i])
			continue;
		find_frame(&trend);
		figure_begin(&figures, NULL, context_title(i), HEIGHT);
		trend_page_draw_chart(out, &trend, section, context_title(i));
		figure_end(&figures);
	}
	figures_end(&figures);
	trend_page_print_table(out, view, run, count, section, has);
	fputs("</section>\n", out);
}

/* ---- The page ------------------------------------------------------------ */

static void trend_page_print_contents(FILE *out,
				      const struct history_runs *runs)
{
	int section = 0;

	fputs("<nav aria-label=\"Sections\"><ul>", out);
	for (int i = 0; i < runs->count; i += runs_alike(runs, i)) {
		fprintf(out, "<li><a href=\"#runs-%d\">", section++);
		html_text(out, runs->run[i].host);
		fputs(", ", out);
		html_text(out, runs->run[i].tracer);
		fputs("</a></li>\n", out);
	}
	fputs("</ul></nav>\n", out);
}

static void trend_page_print_page(FILE *out, const struct history_view *view)
{
	const struct history_runs *runs = view->runs;
	int section = 0;

	frame_begin(out);
	fprintf(out, "History of %d runs", runs->count);
	frame_body(out);
	fprintf(out, "<header><h1>History of %d runs</h1>\n", runs->count);
	trend_page_print_contents(out, runs);
	fputs("</header>\n<main>\n", out);
	for (int i = 0, alike; i < runs->count; i += alike) {
		alike = runs_alike(runs, i);
		print_section(out, view, &runs->run[i], alike, section++);
	}
	fputs("</main>\n", out);
	frame_end(out);
}

char *history_page(const struct history_view *view, size_t *size)
{
	char *page = NULL;
	FILE *out = open_memstream(&page, size);

	if (!out)
		return NULL;
	trend_page_print_page(out, view);
	return frame_finish(out, &page, true);
}
