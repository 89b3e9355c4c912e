// SPDX-License-Identifier: GPL-2.0
/*
 * The section "Side by side" of the report: maxima and averages of several
 * results as bars below each other, on a logarithmic scale, a chart for each
 * context; like figures 15 and 16 of "Timerlat: Real-time Linux Scheduling
 * Latency Measurements, Tracing, and Analysis".
 *
 * The name of a result and its figures are above its bar, so that a chart is
 * narrow enough for a phone.
 */
#include <math.h>
#include <string.h>

#include "base/human.h"
#include "base/times.h"
#include "report/chart_figures.h"
#include "report/html.h"
#include "report/page.h"
#include "report/readable.h"
#include "report/report_input.h"
#include "report/svg.h"
#include "stats/corrected.h"
#include "stats/latency.h"

#define NARROW_WIDTH	360	/* of a chart in a page */
#define NAME_CHARACTERS	20	/* of the path of a result, from its end */
#define TEXT_HEIGHT	15
#define BAR_HEIGHT	9
#define ROW_HEIGHT	32
#define AXIS_HEIGHT	22
#define EDGE		2
#define MARKS_MAX	6

/*
 * The figures of a result, in ns; 0 without any sample. The average is from
 * @low to @high with the confidence that the result has; 0: that is not known.
 */
struct bar_of {
	uint64_t average;
	uint64_t low;
	uint64_t high;
	uint64_t max;
};

/*
 * Return an end of the interval of the average; 0: the result has none, or it
 * is of the samples alone, and skipped periods are in the bar.
 */
static uint64_t average_end(const struct results *results,
			    enum event_context context, const char *end)
{
	char place[96];

	if (stats_skips(results->stats, -1, context))
		return 0;
	snprintf(place, sizeof(place), "all.latencies.%s.avg_interval.%s",
		 context_name(context), end);
	return json_integer_value(results_at(results, place));
}

static struct bar_of bars_of(const struct report_input *input, int index,
			     enum event_context context)
{
	struct latency all = stats_corrected(input->results[index].stats, -1,
					     context);

	/* A logarithmic scale has no place for 0. */
	return (struct bar_of) {
		.average = all.count ? time_max(latency_average(&all), 1) : 0,
		.low = average_end(&input->results[index], context, "low_ns"),
		.high = average_end(&input->results[index], context, "high_ns"),
		.max = all.count ? time_max(all.max, 1) : 0,
	};
}

static int bars_count(const struct report_input *input,
		      enum event_context context)
{
	int count = 0;

	for (int i = 0; i < input->count; i++)
		count += bars_of(input, i, context).max > 0;
	return count;
}

/*
 * Return the scale for all contexts of a kind, whose bars are compared. It
 * begins and ends at a power of ten, and leaves something of each bar.
 */
static struct scale bars_scale(const struct report_input *input,
			       enum kind kind, int width)
{
	double from = 1e18, to = 1;
	struct bar_of bar;

	for (int context = 0; context < CONTEXTS; context++)
		for (int i = 0; i < input->count; i++) {
			bar = bars_of(input, i, context);
			if (!bar.max || context_kind(context) != kind)
				continue;
			from = fmin(from, bar.average);
			to = fmax(to, bar.max);
		}
	return (struct scale) {
		.from = pow(10, floor(log10(from / 1.5))),
		.to = pow(10, ceil(log10(to))),
		.low = EDGE, .high = width - EDGE, .log = true,
	};
}

/* Draw the lines of powers of ten; the labels at both ends are within the chart. */
static void bars_draw_axis(FILE *out, const struct scale *scale, int bottom)
{
	int first = lround(log10(scale->from)), last = lround(log10(scale->to));
	int step = 1 + (last - first) / MARKS_MAX;
	const char *anchor;
	char text[QUANTITY_LEN];

	for (int power = first; power <= last; power += step) {
		double value = pow(10, power), x = scale_at(scale, value);

		anchor = power == first ? "start" :
			 power == last ? "end" : "middle";
		fprintf(out, "<path class=\"grid\" d=\"M%.1f 0V%d\"/>", x, bottom);
		svg_label(out, x, bottom + 15, anchor, time_tick(value, text));
	}
}

/*
 * Return the end of a path, which tells files apart better than its begin, from
 * a character on.
 */
static const char *bars_end_of(const char *path)
{
	const char *at = path + strlen(path);

	for (int left = NAME_CHARACTERS; at > path && left; at--)
		left -= (at[-1] & 0xc0) != 0x80;
	return at;
}

/* Draw the interval of the average: a line from end to end, across the bar's end. */
static void bars_draw_interval(FILE *out, const struct bar_of *bar,
			       const struct scale *scale, int y)
{
	double from = scale_at(scale, time_max(bar->low, scale->from));
	double to = scale_at(scale, bar->high);
	int middle = y + BAR_HEIGHT / 2;

	if (bar->high)
		fprintf(out, "<path class=\"interval\" d=\"M%.1f %dV%dM%.1f %dH%.1fM%.1f %dV%d\"/>\n",
			from, y, y + BAR_HEIGHT, from, middle, to, to, y,
			y + BAR_HEIGHT);
}

static void bars_draw_row(FILE *out, const struct report_input *input,
			  int index, const struct bar_of *bar,
			  const struct scale *scale, int y)
{
	const char *path = input->results[index].path;
	const char *name = bars_end_of(path);
	char average[QUANTITY_LEN], max[QUANTITY_LEN];
	char text[2 * QUANTITY_LEN + 16];
	double low = scale->low;

	fprintf(out, "<text class=\"over\" x=\"%.1f\" y=\"%d\"><tspan class=\"label\">%s</tspan> %s",
		low, y + TEXT_HEIGHT - 4, report_label(input, index),
		name > path ? "…" : "");
	html_text(out, name);
	fputs("</text>", out);
	snprintf(text, sizeof(text), "avg %s, max %s",
		 readable_text(bar->average, average),
		 readable_text(bar->max, max));
	svg_label_over(out, scale->high, y + TEXT_HEIGHT - 4, "end", text);
	fprintf(out, "<rect class=\"dot faint s%d\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
		index, low, y + TEXT_HEIGHT, scale_at(scale, bar->max) - low,
		BAR_HEIGHT);
	fprintf(out, "<rect class=\"dot s%d\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
		index, low, y + TEXT_HEIGHT,
		scale_at(scale, bar->average) - low, BAR_HEIGHT);
	bars_draw_interval(out, bar, scale, y + TEXT_HEIGHT);
}

static void bars_chart(struct figures *figures,
		       const struct report_input *input,
		       enum event_context context)
{
	int width = figures->picture ? SVG_WIDTH : NARROW_WIDTH, y = 0;
	int bottom = bars_count(input, context) * ROW_HEIGHT;
	const struct scale scale =
		bars_scale(input, context_kind(context), width);
	char id[48];

	if (!bottom)
		return;
	snprintf(id, sizeof(id), "bars-%s", context_name(context));
	figure_begin(figures, NULL, context_title(context),
		     bottom + AXIS_HEIGHT);
	svg_begin(figures->out, id, width, bottom + AXIS_HEIGHT,
		  context_title(context),
		  "A bar for each result on a logarithmic scale: up to the average, and fainter up to the maximum. Both are above it as numbers.");
	bars_draw_axis(figures->out, &scale, bottom);
	for (int i = 0; i < input->count; i++) {
		const struct bar_of bar = bars_of(input, i, context);

		if (!bar.max)
			continue;
		bars_draw_row(figures->out, input, i, &bar, &scale, y);
		y += ROW_HEIGHT;
	}
	svg_end(figures->out);
	figure_end(figures);
}

void charts_of_bars(struct figures *figures, const struct report_input *input)
{
	if (input->count < 2)
		return;
	legend_begin(figures);
	legend_swatch(figures, "<rect class=\"dot s8\" width=\"12\" height=\"12\"/>",
		      "average");
	legend_swatch(figures, "<rect class=\"dot faint s8\" width=\"12\" height=\"12\"/>",
		      "maximum");
	legend_swatch(figures, "<path class=\"interval\" d=\"M1 1V11M1 6H11M11 1V11\"/>",
		      "interval of the average");
	legend_end(figures);
	figures->narrow = true;
	figures_begin(figures);
	for (int context = 0; context < CONTEXTS; context++)
		bars_chart(figures, input, context);
	figures_end(figures);
	figures->narrow = false;
}

bool section_bars(FILE *out, const struct report_input *input)
{
	struct figures figures = { .out = out };

	if (input->count < 2)
		return true;
	fputs("<p class=\"note\">All CPUs of each result together. The scale is logarithmic: from line to line, a latency is ten times as long or more, and bars do not begin at 0. Above each bar are its average and its maximum. The line across the end of the average is the interval that the average of such runs is in, with 99 % unless the result says otherwise.</p>\n",
	      out);
	charts_of_bars(&figures, input);
	return true;
}
