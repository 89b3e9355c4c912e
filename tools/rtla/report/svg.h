/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pictures in a page, as inline SVG: scales, axes, lines and labels.
 *
 * Colours are CSS classes that charts.css defines: s0 to s11 for series, h1 to
 * h8 for counts, p0 to p11 for parts of a latency.
 */
#ifndef RTLA_SVG_H
#define RTLA_SVG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The size of most pictures, in units of SVG. */
#define SVG_WIDTH	560
#define SVG_HEIGHT	300

/* Values from .from to .to are drawn at positions from .low to .high. */
struct scale {
	double from;
	double to;
	double low;
	double high;
	bool log;		/* logarithmic: .from and .to are above 0 */
};

/* The area of a chart: x goes to the right, y upwards. */
struct frame {
	struct scale x;
	struct scale y;
};

/*
 * scale_at - return the position of a value
 *
 * A value beyond an end of the scale has the position of that end.
 */
double scale_at(const struct scale *scale, double value);

/*
 * svg_begin - begin a picture, which svg_end() ends
 *
 * @title and @description are for those who cannot see the picture. @id has to
 * be unique in the page, as HTML ids begin with it.
 */
void svg_begin(FILE *out, const char *id, int width, int height,
	       const char *title, const char *description);
void svg_end(FILE *out);

/*
 * svg_x_times, svg_y_times, svg_y_counts, svg_x_elapsed - draw an axis
 *
 * An axis has lines through the frame, their labels, and @name, which says what
 * it shows. svg_x_times() and svg_y_times() are for latencies in ns, on a
 * logarithmic scale. svg_y_counts() has lines at powers of ten. svg_x_elapsed()
 * is for a time in ns that begins at 0.
 */
void svg_x_times(FILE *out, const struct frame *frame, const char *name);
void svg_y_times(FILE *out, const struct frame *frame, const char *name);
void svg_y_counts(FILE *out, const struct frame *frame, const char *name);
void svg_x_elapsed(FILE *out, const struct frame *frame, const char *name);

/* svg_x_from_zero - draw lines at times in ns on a linear scale that begins at 0 */
void svg_x_from_zero(FILE *out, const struct frame *frame);

/**
 * struct svg_part - a part of a bar
 * @style: the number of its colour, 0 to 11 for p0 to p11
 * @x: where it begins
 * @width: how wide it is
 * @y: its upper end
 * @height: how high it is
 * @name: what it is
 * @amount: how much that is, for a reader who points at it
 * @label: what is written into it, if there is room
 */
struct svg_part {
	int style;
	double x;
	double width;
	int y;
	int height;
	const char *name;
	const char *amount;
	const char *label;
};

void svg_part(FILE *out, const struct svg_part *part);

/* svg_hatched - draw a part of a bar that may be there, or not: with slanted lines */
void svg_hatched(FILE *out, double x, int y, double width, int height);

/* svg_cut - draw a gap across a bar, 8 wide from @x on: the bar is longer than drawn */
void svg_cut(FILE *out, double x, int y, int height);

/* svg_x_line, svg_y_line - draw the line and label of one value of an axis */
void svg_x_line(FILE *out, const struct frame *frame, double value,
		const char *label);
void svg_y_line(FILE *out, const struct frame *frame, double value,
		const char *label);

/* svg_x_name, svg_y_name - write what an axis shows */
void svg_x_name(FILE *out, const struct frame *frame, const char *name);
void svg_y_name(FILE *out, const struct frame *frame, const char *name);

/* svg_label - write a text; @anchor is "start", "middle" or "end" */
void svg_label(FILE *out, double x, double y, const char *anchor,
	       const char *text);

/* svg_label_over - write a text as svg_label() does, but legible over lines */
void svg_label_over(FILE *out, double x, double y, const char *anchor,
		    const char *text);

/* svg_elapsed_step - return the ns between marks from 0 to @length ns */
uint64_t svg_elapsed_step(uint64_t length);

#endif /* RTLA_SVG_H */
