// SPDX-License-Identifier: GPL-2.0
/*
 * The section "Maxima over time" of the report: the largest latency of all CPUs
 * in each stretch of the run. A stretch is a block of the result, or several
 * neighbouring ones.
 */
#include "base/human.h"
#include "base/times.h"
#include "report/chart_figures.h"
#include "report/html.h"
#include "report/page.h"
#include "report/readable.h"
#include "report/report_input.h"
#include "report/return_levels.h"
#include "report/svg.h"
#include "stats/sample_record.h"
#include "stats/stationarity.h"

/* A chart can show this many stretches; more are joined with neighbours. */
#define STRETCHES_MAX	244

#define HEIGHT		240

/* The maxima of one result. */
struct run {
	uint64_t max[BLOCKS_MAX];	/* 0 where there was no sample */
	int count;
	uint64_t stretch_ns;
	int style;
};

/* All lines of a chart. */
struct runs {
	struct run run[REPORT_RESULTS_MAX];
	int count;
	uint64_t min, max;	/* of values and thresholds */
	uint64_t length;
	int largest;		/* the run with the largest value */
	int at;			/* the stretch of that run */
	uint64_t value;		/* the largest value */
};

static void maxima_join(struct run *run)
{
	int by = (run->count + STRETCHES_MAX - 1) / STRETCHES_MAX;
	int count = by ? (run->count + by - 1) / by : 0;

	for (int i = 0; by > 1 && i < count; i++) {
		uint64_t max = 0;

		for (int j = i * by; j < (i + 1) * by && j < run->count; j++)
			max = time_max(max, run->max[j]);
		run->max[i] = max;
	}
	run->count = count;
	run->stretch_ns *= by;
}

/* Return the length in ns, below 2^63: svg_x_elapsed() counts a step beyond. */
static uint64_t maxima_length_of(const struct run *run)
{
	uint64_t length;

	return __builtin_mul_overflow(run->count, run->stretch_ns, &length) ?
	       INT64_MAX : time_min(length, INT64_MAX);
}

static void maxima_add_run(struct runs *runs, const struct report_input *input,
			   int index, enum event_context context)
{
	const struct sample_record *record = input->results[index].record;
	uint64_t threshold = report_threshold(input, index, context);
	struct run *run = &runs->run[runs->count];

	run->style = report_style(input, index, context);
	run->stretch_ns = record_block_ns(record);
	run->count = record_maxima(record, -1, context, run->max);
	maxima_join(run);
	for (int i = 0; i < run->count; i++) {
		if (!run->max[i])
			continue;
		runs->min = time_min(runs->min, run->max[i]);
		if (run->max[i] <= runs->value)
			continue;
		runs->value = run->max[i];
		runs->largest = runs->count;
		runs->at = i;
	}
	runs->max = time_max(runs->max, time_max(runs->value, threshold));
	runs->length = time_max(runs->length, maxima_length_of(run));
	if (threshold)
		runs->min = time_min(runs->min, threshold);
	runs->count++;
}

static void draw_run(FILE *out, const struct frame *frame,
		     const struct run *run)
{
	bool on = false;

	fprintf(out, "<path class=\"line solid s%d\" d=\"", run->style);
	for (int i = 0; i < run->count; i++) {
		double x = scale_at(&frame->x, (double)i * run->stretch_ns);

		if (run->max[i])
			fprintf(out, on ? "V%.1f" : "M%.1f ",
				on ? scale_at(&frame->y, run->max[i]) : x);
		if (run->max[i] && !on)
			fprintf(out, "%.1f", scale_at(&frame->y, run->max[i]));
		if (run->max[i])
			fprintf(out, "H%.1f",
				scale_at(&frame->x,
					 (i + 1.0) * run->stretch_ns));
		on = run->max[i];
	}
	fputs("\"/>\n", out);
}

/* Return the first result but for @index that has the same threshold, or -1. */
static int maxima_same_threshold(const struct report_input *input, int index,
				 enum event_context context)
{
	uint64_t ns = report_threshold(input, index, context);

	for (int i = 0; i < input->count; i++)
		if (i != index && results_has(&input->results[i], context) &&
		    report_threshold(input, i, context) == ns)
			return i;
	return -1;
}

static void maxima_draw_threshold(FILE *out, const struct frame *frame,
				  const struct report_input *input, int index,
				  enum event_context context)
{
	uint64_t ns = report_threshold(input, index, context);
	int same = maxima_same_threshold(input, index, context);
	bool named = input->count > 1 && same < 0;
	char text[QUANTITY_LEN], label[96];
	double y;

	/* One line, and one label, are enough for equal thresholds. */
	if (!ns || (same >= 0 && same < index))
		return;
	y = scale_at(&frame->y, ns);
	snprintf(label, sizeof(label), "%s%sthreshold %s",
		 named ? report_label(input, index) : "", named ? ": " : "",
		 time_tick(ns, text));
	fprintf(out, "<path class=\"threshold\" d=\"M%.1f %.1fH%.1f\"/>",
		frame->x.low, y, frame->x.high);
	svg_label_over(out, frame->x.low + 4 + 130 * (index % 3), y - 4, "start",
		       label);
}

static void draw_largest(FILE *out, const struct frame *frame,
			 const struct runs *runs)
{
	const struct run *run = &runs->run[runs->largest];
	double x = scale_at(&frame->x, (runs->at + 0.5) * run->stretch_ns);
	double y = scale_at(&frame->y, runs->value);
	bool right = x > (frame->x.low + frame->x.high) / 2;
	char text[QUANTITY_LEN];

	fprintf(out, "<circle class=\"dot s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>",
		run->style, x, y);
	svg_label_over(out, right ? x - 8 : x + 8, y + 4,
		       right ? "end" : "start", readable_text(runs->value, text));
}

static void maxima_draw_chart(FILE *out, const struct report_input *input,
			      const struct runs *runs,
			      enum event_context context, const char *title)
{
	const struct frame frame = {
		.x = { 0, runs->length, 64, SVG_WIDTH - 24, false },
		.y = { runs->min / 1.3, runs->max * 1.3, HEIGHT - 40, 26,
		       true },
	};
	char id[32], description[160], max[QUANTITY_LEN];

	snprintf(id, sizeof(id), "maxima-%s", context_name(context));
	snprintf(description, sizeof(description),
		 "The maximum latency of each interval of the run, on a logarithmic scale. The overall maximum is %s.",
		 readable_text(runs->value, max));
	svg_begin(out, id, SVG_WIDTH, HEIGHT, title, description);
	svg_y_times(out, &frame, "maximum");
	svg_x_elapsed(out, &frame, "time since the start");
	for (int i = 0; i < runs->count; i++)
		draw_run(out, &frame, &runs->run[i]);
	for (int i = 0; i < input->count; i++)
		if (results_has(&input->results[i], context))
			maxima_draw_threshold(out, &frame, input, i, context);
	draw_largest(out, &frame, runs);
	svg_end(out);
}

static void chart_context(struct figures *figures,
			  const struct report_input *input,
			  enum event_context context)
{
	char title[128], stretch[QUANTITY_LEN];
	struct runs runs = { .min = UINT64_MAX };

	for (int i = 0; i < input->count; i++)
		if (results_has(&input->results[i], context) &&
		    !results_is_foreign(&input->results[i]))
			maxima_add_run(&runs, input, i, context);
	if (!runs.value || !runs.length)
		return;
	if (input->count > 1)
		snprintf(title, sizeof(title), "%s: maxima",
			 context_title(context));
	else
		snprintf(title, sizeof(title), "%s: maximum of each %s",
			 context_title(context),
			 duration_text(runs.run[0].stretch_ns, stretch));
	figure_begin(figures, NULL, title, HEIGHT);
	maxima_draw_chart(figures->out, input, &runs, context, title);
	figure_end(figures);
}

void charts_of_maxima(struct figures *figures, const struct report_input *input)
{
	if (input->count > 1 && !report_only_foreign(input))
		chart_legend(figures, input);
	figures_begin(figures);
	for (int context = 0; context < CONTEXTS; context++)
		chart_context(figures, input, context);
	figures_end(figures);
}

/* Say so if a run was not the same from its beginning to its end. */
static void maxima_tell_changes(FILE *out, const struct report_input *input,
				int index)
{
	const struct results *results = &input->results[index];
	char text[STATIONARITY_LEN];

	for (int i = 0; i < CONTEXTS; i++) {
		if (!stationarity_tells(results->record, results->measured_ns,
					i, text))
			continue;
		fputs("<p class=\"note\">", out);
		if (input->count > 1) {
			html_text(out, report_label(input, index));
			fputs(", ", out);
		}
		html_text(out, context_title(i));
		fputs(": the run changed: ", out);
		html_text(out, text);
		fputs(".</p>\n", out);
	}
}

bool section_maxima(FILE *out, const struct report_input *input)
{
	struct figures figures = { .out = out };

	if (report_only_foreign(input))
		return true;
	fputs("<p class=\"note\">The maximum over all CPUs in each interval of the run. An undisturbed machine has a flat line; a line that rises, or peaks that repeat, have a cause that does the same. Gaps are where nothing was measured.</p>\n",
	      out);
	charts_of_maxima(&figures, input);
	for (int i = 0; i < input->count; i++)
		maxima_tell_changes(out, input, i);
	report_return_levels(out, input);
	return true;
}
