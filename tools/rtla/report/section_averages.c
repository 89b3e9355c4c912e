// SPDX-License-Identifier: GPL-2.0
/*
 * The section "Averages" of the report: what the average of a measurement consists of, as
 * a bar for each result, the bars of all results below each other.
 *
 * For overheads these are T, S and C: the way from an interrupt to the switch to the
 * thread, as "LITMUS^RT and PREEMPT_RT" draws it. For wake-ups, they are their parts.
 */
#include <string.h>

#include "base/human.h"
#include "base/times.h"
#include "report/chart_figures.h"
#include "report/html.h"
#include "report/page.h"
#include "report/svg.h"
#include "stats/kind.h"
#include "stats/stats.h"

#define LABEL_WIDTH	24	/* of the result's letter, before its bar */
#define SUM_WIDTH	76	/* of the sum, behind it */
#define BAR_HEIGHT	26
#define ROW_HEIGHT	34
#define AXIS_HEIGHT	40
#define PARTS_MAX	6
#define NO_OTHER	CONTEXTS

/* A part of a bar: the average of one context, or the sum of two. */
struct part {
	const char *name;	/* for the legend; NULL ends the parts */
	const char *label;	/* in the bar */
	int style;
	enum event_context one;
	enum event_context other;	/* or NO_OTHER */
};

struct stack {
	enum kind kind;
	const char *title;
	const char *note;
	struct part part[PARTS_MAX + 1];
};

static const struct stack stacks[] = {
	{
		KIND_OVERHEADS, "Overheads: averages",
		"T, S and C follow each other from the expiry of a timer to the thread that it wakes. Each is an average of its own: in between, other things may run, and the interrupts that disturbed an overhead are not in it.",
		{
			{ "T: timer, release-latency and release", "T", 4,
			  CONTEXT_OVERHEAD_RELEASE_LATENCY,
			  CONTEXT_OVERHEAD_RELEASE },
			{ "S: scheduler, sched", "S", 0, CONTEXT_OVERHEAD_SCHED,
			  NO_OTHER },
			{ "C: context switch, cxs and sched2", "C", 6,
			  CONTEXT_OVERHEAD_CXS, CONTEXT_OVERHEAD_SCHED2 },
			{ NULL, NULL, 0, 0, 0 },
		},
	},
	{
		KIND_WAKEUP, "Wake-ups: averages of their parts",
		"The parts timer and irq are those of wake-ups by a timer only: if there are others, the sum is more than the average of all wake-ups.",
		{
			{ "timer", "timer", 0, CONTEXT_WAKE_TIMER, NO_OTHER },
			{ "irq", "irq", 4, CONTEXT_WAKE_IRQ, NO_OTHER },
			{ "queue", "queue", 5, CONTEXT_WAKE_QUEUE, NO_OTHER },
			{ "wait", "wait", 2, CONTEXT_WAKE_WAIT, NO_OTHER },
			{ "pick", "pick", 6, CONTEXT_WAKE_PICK, NO_OTHER },
			{ "switch", "switch", 3, CONTEXT_WAKE_SWITCH, NO_OTHER },
			{ NULL, NULL, 0, 0, 0 },
		},
	},
};

#define STACKS	(sizeof(stacks) / sizeof(stacks[0]))

static uint64_t average_of(const struct results *results, enum event_context context)
{
	struct latency all = stats_all(results->stats, context);

	return latency_average(&all);
}

static uint64_t part_of(const struct results *results, const struct part *part)
{
	uint64_t ns = average_of(results, part->one);

	if (part->other != NO_OTHER)
		ns += average_of(results, part->other);
	return ns;
}

static uint64_t sum_of(const struct results *results, const struct stack *stack)
{
	uint64_t ns = 0;

	for (const struct part *part = stack->part; part->name; part++)
		ns += part_of(results, part);
	return ns;
}

/* Return how many results have a bar. */
static int count_bars(const struct report_input *input, const struct stack *stack)
{
	int bars = 0;

	for (int i = 0; i < input->count; i++)
		bars += sum_of(&input->results[i], stack) > 0;
	return bars;
}

static uint64_t longest_bar(const struct report_input *input,
			    const struct stack *stack)
{
	uint64_t ns = 0;

	for (int i = 0; i < input->count; i++)
		ns = time_max(ns, sum_of(&input->results[i], stack));
	return ns;
}

static void draw_bar(FILE *out, const struct results *results,
		     const struct stack *stack, const char *label,
		     const struct frame *frame, int y)
{
	char text[QUANTITY_LEN];
	uint64_t from = 0;

	svg_label(out, 0, y + BAR_HEIGHT / 2 + 5, "start", label);
	for (const struct part *part = stack->part; part->name; part++) {
		uint64_t ns = part_of(results, part);
		double x = scale_at(&frame->x, from);

		from += ns;
		if (ns)
			svg_part(out, &(struct svg_part) {
				.style = part->style, .x = x,
				.width = scale_at(&frame->x, from) - x,
				.y = y, .height = BAR_HEIGHT,
				.name = part->name,
				.amount = time_text(ns, text),
				.label = part->label,
			});
	}
	svg_label(out, scale_at(&frame->x, from) + 6, y + BAR_HEIGHT / 2 + 5,
		  "start", time_text(from, text));
}

static void draw_stack(struct figures *figures, const struct report_input *input,
		       const struct stack *stack)
{
	int height = count_bars(input, stack) * ROW_HEIGHT + AXIS_HEIGHT;
	const struct frame frame = {
		.x = { 0, longest_bar(input, stack),
		       input->count > 1 ? LABEL_WIDTH : 0,
		       SVG_WIDTH - SUM_WIDTH, false },
		.y = { 0, 1, height - AXIS_HEIGHT + 4, 0, false },
	};
	const char *tracer = kind_name(stack->kind);
	int y = 0;
	char id[32];

	snprintf(id, sizeof(id), "averages-%s", tracer);
	figure_begin(figures, NULL, stack->title, height);
	svg_begin(figures->out, id, SVG_WIDTH, height, stack->title,
		  "A bar for each result, cut into parts, on a common scale from 0. The table has the numbers.");
	svg_x_from_zero(figures->out, &frame);
	svg_x_name(figures->out, &frame, "average");
	for (int i = 0; i < input->count; i++) {
		if (!sum_of(&input->results[i], stack))
			continue;
		draw_bar(figures->out, &input->results[i], stack,
			 report_label(input, i), &frame, y);
		y += ROW_HEIGHT;
	}
	svg_end(figures->out);
	figure_end(figures);
}

static void draw_legend(struct figures *figures, const struct stack *stack)
{
	char shape[64];

	legend_begin(figures);
	for (const struct part *part = stack->part; part->name; part++) {
		snprintf(shape, sizeof(shape),
			 "<rect class=\"p%d\" width=\"12\" height=\"12\"/>",
			 part->style);
		legend_swatch(figures, shape, part->name);
	}
	legend_end(figures);
}

void charts_of_averages(struct figures *figures, const struct report_input *input)
{
	for (size_t i = 0; i < STACKS; i++) {
		if (!count_bars(input, &stacks[i]))
			continue;
		draw_legend(figures, &stacks[i]);
		figures_begin(figures);
		draw_stack(figures, input, &stacks[i]);
		figures_end(figures);
	}
}

static void print_table(FILE *out, const struct report_input *input,
			const struct stack *stack)
{
	struct html_column columns[PARTS_MAX + 3] = { { HTML_RESULT, false } };
	char text[QUANTITY_LEN];
	int count = 1;

	for (const struct part *part = stack->part; part->name; part++)
		columns[count++] = (struct html_column) { part->label, true };
	columns[count] = (struct html_column) { "Sum", true };
	html_table_of(out, "Averages, µs", columns, input->count);
	for (int i = 0; i < input->count; i++) {
		const struct results *results = &input->results[i];

		if (!sum_of(results, stack))
			continue;
		fputs("<tr>", out);
		if (input->count > 1)
			html_row_head(out, report_label(input, i));
		for (const struct part *part = stack->part; part->name; part++)
			html_number(out, us_text(part_of(results, part), text));
		html_number(out, us_text(sum_of(results, stack), text));
		fputs("</tr>\n", out);
	}
	html_table_end(out);
}

bool section_averages(FILE *out, const struct report_input *input)
{
	struct figures figures = { .out = out };

	charts_of_averages(&figures, input);
	for (size_t i = 0; i < STACKS; i++) {
		if (!count_bars(input, &stacks[i]))
			continue;
		html_element(out, "p", "note", stacks[i].note);
		print_table(out, input, &stacks[i]);
	}
	return true;
}
