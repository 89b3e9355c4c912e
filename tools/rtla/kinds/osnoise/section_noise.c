// SPDX-License-Identifier: GPL-2.0
/*
 * The section "Noise" of the report: the share of the runtime that noise took,
 * and the rate of each source of noise. Both are charts with a column for each
 * CPU and a logarithmic scale. A table has the numbers.
 */
#include <math.h>

#include "base/human.h"
#include "base/times.h"
#include "kinds/osnoise/osnoise_kind.h"
#include "report/html.h"
#include "report/report_input.h"
#include "report/svg.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "trace/noise_source.h"

#define HEIGHT		240

/* For people, by &enum noise_source. */
static const char *const source_names[NOISE_SOURCES] = {
	"hardware", "NMI", "IRQ", "softirq", "thread",
};

/* Return value number @which of a CPU; a negative value if there is none. */
typedef double value_fn(const struct noise *noise, int which);

/* Return the share of noise in the runtime, in percent. */
static double share_of(const struct noise *noise, int which)
{
	(void)which;
	return noise->runtime ? time_percent(noise->noise, noise->runtime) : -1;
}

/* Return the events of source @which per second of runtime. */
static double rate_of(const struct noise *noise, int which)
{
	if (!noise->runtime)
		return -1;
	return noise->from[which] / (noise->runtime / 1e9);
}

/* A chart of the sources of one result, or of the shares of all results. */
struct chart {
	const struct report_input *input;
	int index;		/* of the result; -1: all results */
	value_fn *value;
	int values;		/* how many each CPU has */
	int last_cpu;
	double from, to;	/* the smallest and largest above 0 */
};

static bool is_in(const struct chart *chart, int index)
{
	return chart->index < 0 || chart->index == index;
}

static void noise_find_range(struct chart *chart)
{
	int cpu;

	chart->from = INFINITY;
	chart->to = 0;
	for (int i = 0; i < chart->input->count; i++) {
		const struct results *results = &chart->input->results[i];

		cpus_for_each(cpu, &results->cpus) {
			const struct noise *noise = stats_noise(results->stats,
								cpu);

			if (!is_in(chart, i) || !noise->periods)
				continue;
			if (cpu > chart->last_cpu)
				chart->last_cpu = cpu;
			for (int j = 0; j < chart->values; j++) {
				double value = chart->value(noise, j);

				if (value <= 0)
					continue;
				chart->from = fmin(chart->from, value);
				chart->to = fmax(chart->to, value);
			}
		}
	}
}

/* Each series has its own shape, for readers who cannot tell colours apart. */
static void draw_point(FILE *out, double x, double y, int style)
{
	static const char *const shapes[] = {
		"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",	/* disc */
		"m-3.5-3.5h7v7h-7z",			/* square */
		"m0-4.5l4.5 8h-9z",			/* triangle */
		"m0-5l5 5l-5 5l-5-5z",			/* diamond */
		"m0 4.5l4.5-8h-9z",			/* inverted triangle */
		"m-4.5-1.5h9v3h-9z",			/* bar */
		"m-1.5-4.5h3v9h-3z",			/* post */
		"m-4.5-2.5h9v1.5h-9zm0 3.5h9v1.5h-9z",	/* two bars */
	};

	fprintf(out, "M%.1f %.1f%s", x, y, shapes[style % (sizeof(shapes) / sizeof(shapes[0]))]);
}

static void draw_series(FILE *out, const struct chart *chart,
			const struct frame *frame, int index, int which,
			int style)
{
	const struct results *results = &chart->input->results[index];
	double aside;
	int cpu;

	/* Series are side by side, as far as there is room between CPUs. */
	aside = scale_at(&frame->x, 1) - scale_at(&frame->x, 0);
	aside = fmin(aside / 8, 9) * (style - (chart->values > 1 ?
		chart->values : chart->input->count) / 2);
	fprintf(out, "<path class=\"point s%d\" d=\"", style);
	cpus_for_each(cpu, &results->cpus) {
		const struct noise *noise = stats_noise(results->stats, cpu);
		double value = chart->value(noise, which);

		if (noise->periods && value > 0)
			draw_point(out, scale_at(&frame->x, cpu) + aside,
				   scale_at(&frame->y, value), style);
	}
	fputs("\"/>\n", out);
}

static void cpu_marks(FILE *out, const struct chart *chart,
		      const struct frame *frame)
{
	int step = 1;
	char text[16];

	while (chart->last_cpu / step > 16)
		step *= 2;
	for (int cpu = 0; cpu <= chart->last_cpu; cpu += step) {
		snprintf(text, sizeof(text), "%d", cpu);
		svg_label(out, scale_at(&frame->x, cpu), frame->y.low + 15,
			  "middle", text);
	}
	svg_x_name(out, frame, "CPU");
}

static void value_marks(FILE *out, const struct frame *frame,
			const char *name, const char *unit)
{
	int first = floor(log10(frame->y.from));
	int step = 1 + (ceil(log10(frame->y.to)) - first) / 8;
	char text[QUANTITY_LEN];

	for (int power = first; pow(10, power) <= frame->y.to; power += step) {
		if (pow(10, power) < frame->y.from * (1 - 1e-9))
			continue;
		snprintf(text, sizeof(text), "%g%s", pow(10, power), unit);
		svg_y_line(out, frame, pow(10, power), text);
	}
	svg_y_name(out, frame, name);
}

static void noise_draw_chart(FILE *out, struct chart *chart, const char *id,
			     const char *title, const char *name,
			     const char *unit)
{
	const struct frame frame = {
		.x = { -0.5, chart->last_cpu + 0.5, 64, SVG_WIDTH - 12, false },
		/* The scale begins and ends at a power of ten, with a line. */
		.y = { pow(10, floor(log10(chart->from / 1.2))),
		       pow(10, ceil(log10(chart->to * 1.2))), HEIGHT - 40, 26,
		       true },
	};

	html_figure(out, NULL, title);
	svg_begin(out, id, SVG_WIDTH, HEIGHT, title,
		  "A column for each CPU, on a logarithmic scale; zero is not drawn. The table has the numbers.");
	value_marks(out, &frame, name, unit);
	cpu_marks(out, chart, &frame);
	for (int i = 0; i < chart->input->count; i++)
		for (int j = 0; is_in(chart, i) && j < chart->values; j++)
			draw_series(out, chart, &frame, i, j,
				    chart->values > 1 ? j :
				    chart->index < 0 ? i : 0);
	svg_end(out);
	html_figure_end(out);
}

static void chart_shares(FILE *out, const struct report_input *input)
{
	struct chart chart = {
		.input = input,
		.index = -1,
		.value = share_of,
		.values = 1,
	};

	noise_find_range(&chart);
	if (chart.to > 0)
		noise_draw_chart(out, &chart, "noise-share",
				 "Noise: share of the runtime", "taken", " %");
}

static void chart_sources(FILE *out, const struct report_input *input,
			  int index)
{
	const char *label = report_label(input, index);
	struct chart chart = {
		.input = input,
		.index = index,
		.value = rate_of,
		.values = NOISE_SOURCES,
	};
	char id[32], title[64];

	noise_find_range(&chart);
	if (chart.to <= 0)
		return;
	snprintf(id, sizeof(id), "noise-sources-%d", index);
	snprintf(title, sizeof(title), "%s%sNoise by source", label,
		 *label ? " · " : "");
	noise_draw_chart(out, &chart, id, title, "each second of runtime", "");
}

static void point_legend(FILE *out, int style, const char *name)
{
	fputs("<li><svg class=\"swatch\" viewBox=\"0 0 12 12\" aria-hidden=\"true\"><path class=\"point ", out);
	fprintf(out, "s%d\" d=\"", style);
	draw_point(out, 6, 6, style);
	fputs("\"/></svg> ", out);
	html_text(out, name);
	fputs("</li>\n", out);
}

static void legends(FILE *out, const struct report_input *input)
{
	fputs("<ul class=\"legend\"><li>sources:</li>\n", out);
	for (int source = 0; source < NOISE_SOURCES; source++)
		point_legend(out, source, source_names[source]);
	fputs("</ul>\n", out);
	if (input->count == 1)
		return;
	fputs("<ul class=\"legend\"><li>share:</li>\n", out);
	for (int i = 0; i < input->count; i++)
		point_legend(out, i, report_label(input, i));
	fputs("</ul>\n", out);
}

/* ---- The table ----------------------------------------------------------- */

static void noise_row(FILE *out, const char *label, bool labelled,
		      const char *cpu, const struct noise *noise)
{
	char text[QUANTITY_LEN];

	fputs("<tr>", out);
	html_row_head(out, cpu);
	if (labelled)
		html_cell(out, label);
	html_number(out, count_text(noise->periods, text));
	html_number(out, duration_text(noise->runtime, text));
	html_number(out, us_text(noise->noise, text));
	html_number(out, noise->runtime ?
		    ppb_text(noise_available(noise), text) : "–");
	html_number(out, us_text(noise->max_noise, text));
	html_number(out, us_text(noise->max_single, text));
	for (int source = 0; source < NOISE_SOURCES; source++)
		html_number(out, count_text(noise->from[source], text));
	fputs("</tr>\n", out);
}

static void noise_rows(FILE *out, const struct report_input *input, int index)
{
	const struct results *results = &input->results[index];
	const char *label = report_label(input, index);
	struct noise all = { .periods = 0 };
	char text[16];
	int cpu;

	cpus_for_each(cpu, &results->cpus)
		noise_add(&all, stats_noise(results->stats, cpu));
	if (!all.periods)
		return;
	noise_row(out, label, input->count > 1, "All", &all);
	cpus_for_each(cpu, &results->cpus) {
		const struct noise *noise = stats_noise(results->stats, cpu);

		if (!noise->periods)
			continue;
		snprintf(text, sizeof(text), "%d", cpu);
		noise_row(out, label, input->count > 1, text, noise);
	}
}

static void noise_table(FILE *out, const struct report_input *input)
{
	static const struct html_column columns[] = {
		{ "CPU", false }, { HTML_RESULT, false }, { "Periods", true },
		{ "Runtime", true }, { "Noise, µs", true },
		{ "Available", true }, { "Max of a period, µs", true },
		{ "Max single, µs", true }, { "Hardware", true },
		{ "NMI", true }, { "IRQ", true }, { "Softirq", true },
		{ "Thread", true }, { NULL, false }
	};

	html_table_of(out, "Noise of each CPU", columns, input->count);
	for (int i = 0; i < input->count; i++)
		noise_rows(out, input, i);
	html_table_end(out);
}

static bool any_noise(const struct report_input *input)
{
	int cpu;

	for (int i = 0; i < input->count; i++)
		cpus_for_each(cpu, &input->results[i].cpus)
			if (stats_periods(input->results[i].stats, cpu))
				return true;
	return false;
}

bool section_noise(FILE *out, const struct report_input *input)
{
	if (!any_noise(input))
		return true;
	fputs("<p class=\"note\">Time taken from the workload, and how often by which source. Noise without a source comes from the hardware or a hypervisor.</p>\n",
	      out);
	legends(out, input);
	fputs("<div class=\"figures\">\n", out);
	chart_shares(out, input);
	for (int i = 0; i < input->count; i++)
		chart_sources(out, input, i);
	fputs("</div>\n", out);
	noise_table(out, input);
	return true;
}
