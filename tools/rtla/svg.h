/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pictures in a page: scales, axes and lines, as inline SVG.
 *
 * Colours are classes, which the style of the page defines: s0 to s7 for
 * series, h1 to h8 for counts, p0 to p9 for parts of a latency.
 */
#ifndef RTLA_SVG_H
#define RTLA_SVG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What most pictures measure, in their own units. */
#define SVG_WIDTH	560
#define SVG_HEIGHT	300

/* Values from .from to .to are at .low to .high. */
struct scale {
	double from;
	double to;
	double low;
	double high;
	bool log;
};

/* Where something is drawn: x to the right, y upwards. */
struct frame {
	struct scale x;
	struct scale y;
};

/* scale_at - where a value is; what is beyond an end is there */
double scale_at(const struct scale *scale, double value);

/*
 * svg_begin - a picture, with what it tells those who cannot see it
 *
 * @id tells its parts from those of others in the same page.
 */
void svg_begin(FILE *out, const char *id, int width, int height,
	       const char *title, const char *description);
void svg_end(FILE *out);

/*
 * Axes, with lines through the frame. svg_x_times, svg_y_times - of latencies in
 * ns, logarithmic. svg_y_counts - powers of ten. svg_x_elapsed - from 0 on, in
 * ns. @name is what the axis shows.
 */
void svg_x_times(FILE *out, const struct frame *frame, const char *name);
void svg_y_times(FILE *out, const struct frame *frame, const char *name);
void svg_y_counts(FILE *out, const struct frame *frame, const char *name);
void svg_x_elapsed(FILE *out, const struct frame *frame, const char *name);

/* svg_x_line, svg_y_line - of one value, as part of an axis */
void svg_x_line(FILE *out, const struct frame *frame, double value,
		const char *label);
void svg_y_line(FILE *out, const struct frame *frame, double value,
		const char *label);

/* svg_x_name, svg_y_name - what an axis shows */
void svg_x_name(FILE *out, const struct frame *frame, const char *name);
void svg_y_name(FILE *out, const struct frame *frame, const char *name);

/* svg_label - a text; @anchor is "start", "middle" or "end" */
void svg_label(FILE *out, double x, double y, const char *anchor,
	       const char *text);

/* svg_label_over - likewise, to be read over lines */
void svg_label_over(FILE *out, double x, double y, const char *anchor,
		    const char *text);

/* svg_elapsed_step - between marks of a time from 0 to @length, ns */
uint64_t svg_elapsed_step(uint64_t length);

#endif /* RTLA_SVG_H */
