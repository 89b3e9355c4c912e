// SPDX-License-Identifier: GPL-2.0
/*
 * The section "Averages" of the report: what the average of a measurement
 * consists of, as a bar for each result, the bars of all results below each
 * other.
 */
#include <string.h>

#include "base/human.h"
#include "base/times.h"
#include "report/chart_figures.h"
#include "report/html.h"
#include "report/kind_report.h"
#include "report/page.h"
#include "report/readable.h"
#include "report/report_input.h"
#include "report/svg.h"
#include "stats/kind.h"
#include "stats/kind_name.h"
#include "stats/latency.h"
#include "stats/stats.h"

#define LABEL_WIDTH	24	/* of the result's letter, before its bar */
#define SUM_WIDTH	76	/* of the sum, to its right */
#define BAR_HEIGHT	26
#define ROW_HEIGHT	34
#define AXIS_HEIGHT	40
static uint64_t average_of(const struct results *results,
			   enum event_context context)
{
	struct latency all = stats_all(results->stats, context);

	return latency_average(&all);
}

static uint64_t averages_part_of(const struct results *results,
				 const struct average_part *part)
{
	uint64_t ns = average_of(results, part->one);

	if (part->other != AVERAGE_NO_OTHER)
		ns += average_of(results, part->other);
	return ns;
}

static uint64_t averages_sum_of(const struct results *results,
				const struct average_stack *stack)
{
	uint64_t ns = 0;

	for (const struct average_part *part = stack->part; part->name; part++)
		ns += averages_part_of(results, part);
	return ns;
}

/* Return how many results have a bar. */
static int count_bars(const struct report_input *input,
		      const struct average_stack *stack)
{
	int bars = 0;

	for (int i = 0; i < input->count; i++)
		bars += averages_sum_of(&input->results[i], stack) > 0;
	return bars;
}

static uint64_t longest_bar(const struct report_input *input,
			    const struct average_stack *stack)
{
	uint64_t ns = 0;

	for (int i = 0; i < input->count; i++)
		ns = time_max(ns, averages_sum_of(&input->results[i], stack));
	return ns;
}

static void averages_draw_bar(FILE *out, const struct results *results,
			      const struct average_stack *stack,
			      const char *label, const struct frame *frame,
			      int y)
{
	char text[QUANTITY_LEN];
	uint64_t from = 0;

	svg_label(out, 0, y + BAR_HEIGHT / 2 + 5, "start", label);
	for (const struct average_part *part = stack->part; part->name;
	     part++) {
		uint64_t ns = averages_part_of(results, part);
		double x = scale_at(&frame->x, from);

		from += ns;
		if (ns)
			svg_part(out, &(struct svg_part) {
				.style = part->style, .x = x,
				.width = scale_at(&frame->x, from) - x,
				.y = y, .height = BAR_HEIGHT,
				.name = part->name,
				.amount = readable_text(ns, text),
				.label = part->label,
			});
	}
	svg_label(out, scale_at(&frame->x, from) + 6, y + BAR_HEIGHT / 2 + 5,
		  "start", readable_text(from, text));
}

static void draw_stack(struct figures *figures,
		       const struct report_input *input, const char *kind,
		       const struct average_stack *stack)
{
	int height = count_bars(input, stack) * ROW_HEIGHT + AXIS_HEIGHT;
	const struct frame frame = {
		.x = { 0, longest_bar(input, stack),
		       input->count > 1 ? LABEL_WIDTH : 0,
		       SVG_WIDTH - SUM_WIDTH, false },
		.y = { 0, 1, height - AXIS_HEIGHT + 4, 0, false },
	};
	int y = 0;
	char id[32];

	snprintf(id, sizeof(id), "averages-%s", kind);
	figure_begin(figures, NULL, stack->title, height);
	svg_begin(figures->out, id, SVG_WIDTH, height, stack->title,
		  "A bar for each result, cut into parts, on a common scale from 0. The table has the numbers.");
	svg_x_from_zero(figures->out, &frame);
	svg_x_name(figures->out, &frame, "average");
	for (int i = 0; i < input->count; i++) {
		if (!averages_sum_of(&input->results[i], stack))
			continue;
		averages_draw_bar(figures->out, &input->results[i], stack,
				  report_label(input, i), &frame, y);
		y += ROW_HEIGHT;
	}
	svg_end(figures->out);
	figure_end(figures);
}

static void averages_draw_legend(struct figures *figures,
				 const struct average_stack *stack)
{
	char shape[64];

	legend_begin(figures);
	for (const struct average_part *part = stack->part; part->name;
	     part++) {
		snprintf(shape, sizeof(shape),
			 "<rect class=\"p%d\" width=\"12\" height=\"12\"/>",
			 part->style);
		legend_swatch(figures, shape, part->name);
	}
	legend_end(figures);
}

/* Return what the averages of a kind consist of, or NULL if no result has any. */
static const struct average_stack *stack_of(const struct report_input *input,
					    enum kind kind)
{
	const struct kind_report *report = kind_row(kind)->report;

	return report && report->averages &&
			       count_bars(input, report->averages) ?
		       report->averages :
		       NULL;
}

void charts_of_averages(struct figures *figures,
			const struct report_input *input)
{
	for (int kind = 0; kind < KINDS; kind++) {
		const struct average_stack *stack = stack_of(input, kind);

		if (!stack)
			continue;
		averages_draw_legend(figures, stack);
		figures_begin(figures);
		draw_stack(figures, input, kind_name(kind), stack);
		figures_end(figures);
	}
}

static void averages_print_table(FILE *out, const struct report_input *input,
				 const struct average_stack *stack)
{
	struct html_column columns[AVERAGE_PARTS_MAX + 3] = { { HTML_RESULT,
								false } };
	char text[QUANTITY_LEN];
	int count = 1;

	for (const struct average_part *part = stack->part; part->name; part++)
		columns[count++] = (struct html_column) { part->label, true };
	columns[count] = (struct html_column) { "Sum", true };
	html_table_of(out, "Averages, µs", columns, input->count);
	for (int i = 0; i < input->count; i++) {
		const struct results *results = &input->results[i];

		if (!averages_sum_of(results, stack))
			continue;
		fputs("<tr>", out);
		if (input->count > 1)
			html_row_head(out, report_label(input, i));
		for (const struct average_part *part = stack->part; part->name;
		     part++)
			html_number(out,
				    us_text(averages_part_of(results, part),
					    text));
		html_number(out,
			    us_text(averages_sum_of(results, stack), text));
		fputs("</tr>\n", out);
	}
	html_table_end(out);
}

bool section_averages(FILE *out, const struct report_input *input)
{
	struct figures figures = { .out = out };

	charts_of_averages(&figures, input);
	for (int kind = 0; kind < KINDS; kind++) {
		const struct average_stack *stack = stack_of(input, kind);

		if (!stack)
			continue;
		html_element(out, "p", "note", stack->note);
		averages_print_table(out, input, stack);
	}
	return true;
}
