// SPDX-License-Identifier: GPL-2.0
/*
 * Pictures in a page: see svg.h.
 */
#include <math.h>

#include "base/human.h"
#include "base/parse.h"
#include "report/html.h"
#include "report/svg.h"

/* More marks than this on an axis are too many to read. */
#define MARKS_MAX	8

/* The distance of slanted lines, along the bar. */
#define HATCH_STEP	6

/* A part of a bar has room for its label if it is wider than this. */
#define LABEL_WIDTH	40

double scale_at(const struct scale *scale, double value)
{
	double part;

	if (scale->log)
		part = log(value / scale->from) / log(scale->to / scale->from);
	else
		part = (value - scale->from) / (scale->to - scale->from);
	/* If both ends are equal, part may be NaN, which becomes 0. */
	part = part > 0 ? part : 0;
	part = part < 1 ? part : 1;
	return scale->low + part * (scale->high - scale->low);
}

void svg_begin(FILE *out, const char *id, int width, int height,
	       const char *title, const char *description)
{
	fprintf(out, "<svg id=\"%s\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-t %s-d\"><title id=\"%s-t\">",
		id, width, height, width, height, id, id, id);
	html_text(out, title);
	fprintf(out, "</title><desc id=\"%s-d\">", id);
	html_text(out, description);
	fputs("</desc>\n", out);
}

void svg_end(FILE *out)
{
	fputs("</svg>\n", out);
}

static void label(FILE *out, const char *class, double x, double y,
		  const char *anchor, const char *text)
{
	fprintf(out, "<text%s x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
		class, x, y, anchor);
	html_text(out, text);
	fputs("</text>\n", out);
}

void svg_label(FILE *out, double x, double y, const char *anchor,
	       const char *text)
{
	label(out, "", x, y, anchor, text);
}

void svg_label_over(FILE *out, double x, double y, const char *anchor,
		    const char *text)
{
	label(out, " class=\"over\"", x, y, anchor, text);
}

void svg_x_line(FILE *out, const struct frame *frame, double value,
		const char *label)
{
	double x = scale_at(&frame->x, value);

	fprintf(out, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>", x,
		frame->y.low, frame->y.high);
	svg_label(out, x, frame->y.low + 15, "middle", label);
}

void svg_y_line(FILE *out, const struct frame *frame, double value,
		const char *label)
{
	double y = scale_at(&frame->y, value);

	fprintf(out, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>",
		frame->x.low, y, frame->x.high);
	svg_label(out, frame->x.low - 6, y + 4, "end", label);
}

void svg_x_name(FILE *out, const struct frame *frame, const char *name)
{
	svg_label(out, frame->x.high, frame->y.low + 32, "end", name);
}

void svg_y_name(FILE *out, const struct frame *frame, const char *name)
{
	svg_label(out, 2, frame->y.high - 10, "start", name);
}

/* ---- Marks of logarithmic scales ----------------------------------------- */

typedef void mark_fn(FILE *out, const struct frame *frame, double value,
		     const char *label);

static bool is_within(const struct scale *scale, double value)
{
	/* pow(10, 3) may be slightly less than 1000. */
	return value >= scale->from * (1 - 1e-9) &&
	       value <= scale->to * (1 + 1e-9);
}

static void log_marks(FILE *out, const struct frame *frame,
		      const struct scale *scale, mark_fn *mark,
		      const char *(*print)(double value, char *text))
{
	static const int few[] = { 1, 2, 5 };
	double decades = log10(scale->to / scale->from);
	int first = floor(log10(scale->from)), last = ceil(log10(scale->to));
	int within = decades < 3.2 ? 3 : 1;
	int step = 1 + decades / MARKS_MAX;
	char text[QUANTITY_LEN];

	for (int power = first; power <= last; power++) {
		for (int i = 0; i < within; i++) {
			double value = few[i] * pow(10, power);

			if (is_within(scale, value) && power % step == 0)
				mark(out, frame, value, print(value, text));
		}
	}
}

static const char *count_label(double value, char *text)
{
	return count_text(value, text);
}

void svg_x_times(FILE *out, const struct frame *frame, const char *name)
{
	log_marks(out, frame, &frame->x, svg_x_line, time_tick);
	svg_x_name(out, frame, name);
}

void svg_y_times(FILE *out, const struct frame *frame, const char *name)
{
	log_marks(out, frame, &frame->y, svg_y_line, time_tick);
	svg_y_name(out, frame, name);
}

void svg_y_counts(FILE *out, const struct frame *frame, const char *name)
{
	struct frame whole = *frame;

	/* The scale may begin below 1, but there is no half of a sample. */
	whole.y.from = fmax(1, frame->y.from);
	for (double power = 1; power <= whole.y.to; power *= 10) {
		char text[QUANTITY_LEN];

		if (power >= whole.y.from)
			svg_y_line(out, frame, power, count_label(power, text));
	}
	svg_y_name(out, frame, name);
}

/* ---- Elapsed time -------------------------------------------------------- */

uint64_t svg_elapsed_step(uint64_t length)
{
	static const int seconds[] = {
		1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200,
		14400, 21600, 43200, 86400,
	};
	uint64_t step = 1;

	/* Up to a few seconds, a step is 1, 2 or 5 times a power of ten. */
	while (length / step > 6 && step < NS_PER_SEC) {
		if (length / (2 * step) <= 6)
			return 2 * step;
		if (length / (5 * step) <= 6)
			return 5 * step;
		step *= 10;
	}
	if (length / step <= 6)
		return step;
	for (size_t i = 0; i < sizeof(seconds) / sizeof(seconds[0]); i++) {
		step = seconds[i] * NS_PER_SEC;
		if (length / step <= 6)
			return step;
	}
	while (length / step > 6)
		step *= 2;
	return step;
}

void svg_x_elapsed(FILE *out, const struct frame *frame, const char *name)
{
	uint64_t length = frame->x.to, step = svg_elapsed_step(length);
	char text[QUANTITY_LEN];

	for (uint64_t at = 0; at <= length; at += step)
		svg_x_line(out, frame, at,
			   at ? duration_text(at, text) : "0");
	svg_x_name(out, frame, name);
}

void svg_x_from_zero(FILE *out, const struct frame *frame)
{
	uint64_t end = frame->x.to, step = svg_elapsed_step(end);
	char text[QUANTITY_LEN];

	for (uint64_t at = 0; at <= end; at += step)
		svg_x_line(out, frame, at, at ? time_tick(at, text) : "0");
}

/* ---- Parts of a bar ------------------------------------------------------ */

void svg_part(FILE *out, const struct svg_part *part)
{
	fputs("<g><title>", out);
	html_text(out, part->name);
	fputs(": ", out);
	html_text(out, part->amount);
	fprintf(out, "</title><rect class=\"p%d\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
		part->style, part->x, part->y, part->width, part->height);
	if (part->width > LABEL_WIDTH) {
		fprintf(out, "<text class=\"on p%dt\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
			part->style, part->x + part->width / 2,
			part->y + part->height / 2 + 5);
		html_text(out, part->label);
		fputs("</text>", out);
	}
	fputs("</g>\n", out);
}

void svg_hatched(FILE *out, double x, int y, double width, int height)
{
	fprintf(out, "<rect class=\"hatch\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/><path class=\"hatch\" d=\"",
		x, y + 0.5, width, height - 1);
	/* Each line goes up by 45 degrees, as far as it is within the rectangle. */
	for (double at = HATCH_STEP - height; at < width; at += HATCH_STEP) {
		double from = fmax(at, 0), to = fmin(at + height, width);

		fprintf(out, "M%.1f %.1fL%.1f %.1f", x + from,
			y + height - (from - at), x + to, y + height - (to - at));
	}
	fputs("\"/>", out);
}

void svg_cut(FILE *out, double x, int y, int height)
{
	fprintf(out, "<path class=\"cut\" d=\"M%.1f %dL%.1f %d\"/>", x, y + height + 2,
		x + 8, y - 2);
}
