// SPDX-License-Identifier: GPL-2.0
/*
 * The charts of the bound: see bound_bars.h. There is one for each CPU, and all
 * of them have the same scale, so that CPUs and results can be compared by eye.
 */
#include <math.h>
#include <string.h>

#include "base/human.h"
#include "base/times.h"
#include "kinds/bound/bound_bars.h"
#include "kinds/bound/bound_kind.h"
#include "report/chart_figures.h"
#include "report/html.h"
#include "report/report_input.h"
#include "report/svg.h"

#define LABEL_WIDTH	208	/* of the name, before the bar */
#define VALUE_WIDTH	140	/* of both ends, to its right */
#define LETTER_WIDTH	7	/* of a character, at most, on the average */
#define ROW_HEIGHT	22
#define BAR_HEIGHT	14
#define AXIS_HEIGHT	40
#define BASELINE	11	/* of a text, below the upper end of its bar */

/* The size of the text to the right of a bar. */
#define TEXT_LEN	(3 * QUANTITY_LEN + BOUND_INTERRUPT_LEN)

/* The longest bar that is not cut takes this part of the scale. */
#define FILLED	0.96

/* The number of the colour of each kind of bar. */
static const int styles[] = {
	[BAR_OF_BOUND] = 4, [BAR_OF_PROBE] = 6,
	[BAR_OF_CYCLICTEST] = 0, [BAR_OF_RESULT] = 0,
};

/*
 * Write both ends of a bar, or why it has none, into @text, which has TEXT_LEN
 * bytes.
 */
static void ends_text(const struct bound_bar *bar, char *text)
{
	char lower[QUANTITY_LEN], upper[QUANTITY_LEN];

	if (bar->upper_ns == BOUND_ENDLESS)
		snprintf(text, TEXT_LEN, "does not converge%s%s",
			 *bar->because ? ": " : "", bar->because);
	else if (bar->lower_ns == bar->upper_ns)
		time_text(bar->upper_ns, text);
	else
		snprintf(text, TEXT_LEN, "%s to %s µs", us_text(bar->lower_ns, lower),
			 us_text(bar->upper_ns, upper));
}

/* Return how far a bar is drawn; one without an end only as far as it is sure. */
static double bound_charts_end_of(const struct bound_bar *bar,
				  const struct frame *frame)
{
	if (bar->upper_ns != BOUND_ENDLESS)
		return scale_at(&frame->x, bar->upper_ns);
	return bar->lower_ns == BOUND_ENDLESS ?
		       frame->x.low :
		       scale_at(&frame->x, bar->lower_ns);
}

/* Draw the part of a bar that is sure, and that which is not. */
static void draw_parts(FILE *out, const struct bound_bar *bar,
		       const struct frame *frame, int y)
{
	double low = frame->x.low, end = bound_charts_end_of(bar, frame);
	double sure = fmin(scale_at(&frame->x, bar->lower_ns), end);

	fprintf(out, "<rect class=\"p%d\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
		styles[bar->kind], low, y, sure - low, BAR_HEIGHT);
	if (end > sure)
		svg_hatched(out, sure, y, end - sure, BAR_HEIGHT);
	if (bar->upper_ns != BOUND_ENDLESS && bar->upper_ns > frame->x.to)
		svg_cut(out, frame->x.high - 12, y, BAR_HEIGHT);
}

static void bound_charts_draw_bar(FILE *out, const struct bound_bar *bar,
				  const struct frame *frame, int y)
{
	double after = bound_charts_end_of(bar, frame) + 6;
	char text[TEXT_LEN];

	ends_text(bar, text);
	svg_label(out, LABEL_WIDTH - 8, y + BASELINE, "end", bar->name);
	fputs("<g><title>", out);
	html_text(out, bar->name);
	fputs(": ", out);
	html_text(out, text);
	fputs("</title>", out);
	draw_parts(out, bar, frame, y);
	fputs("</g>\n", out);
	/* Only the name of a vector may be so long that it has to begin in the bar. */
	if (bar->upper_ns != BOUND_ENDLESS ||
	    after + LETTER_WIDTH * strlen(text) < SVG_WIDTH)
		svg_label(out, after, y + BASELINE, "start", text);
	else
		svg_label_over(out, SVG_WIDTH - 4, y + BASELINE, "end", text);
}

/* The area of the bars is narrow: there is room for half as many marks as elsewhere. */
static void draw_axis(FILE *out, const struct frame *frame)
{
	uint64_t end = frame->x.to, step = svg_elapsed_step(2 * end);
	char text[QUANTITY_LEN];

	for (uint64_t at = 0; at <= end; at += step)
		svg_x_line(out, frame, at, at ? time_tick(at, text) : "0");
	svg_x_name(out, frame, "latency");
}

static void draw_cpu(struct figures *figures, const struct report_input *input,
		     int index, int cpu, uint64_t scale)
{
	struct bound_bars bars;
	struct frame frame;
	char id[32], title[64];
	int height;

	bound_bars_of(input, index, cpu, &bars);
	height = bars.count * ROW_HEIGHT + AXIS_HEIGHT;
	frame = (struct frame) {
		.x = { 0, scale / FILLED, LABEL_WIDTH, SVG_WIDTH - VALUE_WIDTH,
		       false },
		.y = { 0, 1, height - AXIS_HEIGHT + 4, 0, false },
	};
	snprintf(id, sizeof(id), "bound-%d-%d", index, cpu);
	snprintf(title, sizeof(title), "%s%sCPU %d: bound of the latency",
		 report_label(input, index), input->count > 1 ? ", " : "", cpu);
	figure_begin(figures, NULL, title, height);
	svg_begin(figures->out, id, SVG_WIDTH, height, title,
		  "A bar for each way to count interrupts, and for each latency that was observed, on a scale that all CPUs share. The table has the numbers.");
	draw_axis(figures->out, &frame);
	for (int i = 0; i < bars.count; i++)
		bound_charts_draw_bar(figures->out, &bars.bar[i], &frame,
				      i * ROW_HEIGHT + 2);
	svg_end(figures->out);
	figure_end(figures);
}

static bool has_others(const struct report_input *input)
{
	for (int i = 0; i < input->count; i++)
		if (results_has(&input->results[i], CONTEXT_THREAD) ||
		    results_has(&input->results[i], CONTEXT_USER))
			return true;
	return false;
}

static void bound_charts_draw_legend(struct figures *figures,
				     const struct report_input *input)
{
	legend_begin(figures);
	legend_swatch(figures, "<rect class=\"p4\" width=\"12\" height=\"12\"/>",
		      "bound, at least");
	legend_swatch(figures, "<rect class=\"hatch\" x=\".5\" y=\".5\" width=\"11\" height=\"11\"/><path class=\"hatch\" d=\"M0 6L6 0M0 12L12 0M6 12L12 6\"/>",
		      "bound, at most");
	legend_swatch(figures, "<rect class=\"p6\" width=\"12\" height=\"12\"/>",
		      "observed by the probe");
	if (has_others(input))
		legend_swatch(figures,
			      "<rect class=\"p0\" width=\"12\" height=\"12\"/>",
			      "maxima of other results on this CPU");
	legend_end(figures);
}

void charts_of_bounds(struct figures *figures, const struct report_input *input)
{
	/* Bars of no length need a scale, too. */
	uint64_t scale = time_max(bound_bars_scale(input), 1);
	int cpu;

	if (!bound_bars_any(input))
		return;
	bound_charts_draw_legend(figures, input);
	figures_begin(figures);
	for (int i = 0; i < input->count; i++)
		cpus_for_each(cpu, &input->results[i].cpus)
			if (bound_is_drawn(&input->results[i], cpu))
				draw_cpu(figures, input, i, cpu, scale);
	figures_end(figures);
}
