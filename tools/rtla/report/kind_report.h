/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of the report that only one kind of measurement has: its row says
 * them, see stats/kind.h.
 */
#ifndef RTLA_KIND_REPORT_H
#define RTLA_KIND_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "trace/contexts.h"

struct figures;
struct report_input;

/**
 * struct report_section - a section of the page
 * @id: in the page
 * @name: in the list of contents
 * @heading: above it
 * @reading: a sentence that says what it shows, in "How to read this page"
 * @print: print it without its heading, or nothing if there is nothing to show;
 *	then the heading is left out, too. Returns false if there is no memory
 *	for all of it
 */
struct report_section {
	const char *id;
	const char *name;
	const char *heading;
	const char *reading;
	bool (*print)(FILE *out, const struct report_input *input);
};

/* The most parts of a bar. */
#define AVERAGE_PARTS_MAX	6
#define AVERAGE_NO_OTHER	CONTEXTS

/* A part of a bar: the average of one context, or the sum of two. */
struct average_part {
	const char *name;	/* for the legend; NULL ends the parts */
	const char *label;	/* in the bar */
	int style;
	enum event_context one;
	enum event_context other;	/* or AVERAGE_NO_OTHER */
};

/* A bar that shows the parts of an average. */
struct average_stack {
	const char *title;
	const char *note;
	struct average_part part[AVERAGE_PARTS_MAX + 1];
};

#define READING_ROWS	3
#define READING_MOMENTS_MAX	7
#define READING_BARS_MAX	8
#define READING_ALWAYS	CONTEXTS

/* The two lines above a moment. */
struct reading_moment {
	const char *above;	/* NULL ends the moments */
	const char *below;
};

/* From moment @from to moment @to. */
struct reading_bar {
	int row;		/* rows without any bar are left out */
	int from;
	int to;
	int style;
	const char *label;	/* NULL ends the bars */
	enum event_context context;	/* if any result has it, or READING_ALWAYS */
};

/* A picture of what the latencies of a kind are: see how_to_read.h. */
struct reading_picture {
	const char *id;
	const char *caption;
	const char *description;
	struct reading_moment moment[READING_MOMENTS_MAX + 1];
	struct reading_bar bar[READING_BARS_MAX + 1];
};

/**
 * struct kind_report - the parts of the report that a kind has
 * @first: a section before those that all kinds have of latencies; NULL: none
 * @first_charts: draw its charts into a picture; NULL: none
 * @last: a section after them; NULL: none
 * @averages: what its averages consist of; NULL: they have no parts
 * @reading: what its latencies are; NULL: there is no picture
 */
struct kind_report {
	const struct report_section *first;
	void (*first_charts)(struct figures *figures,
			     const struct report_input *input);
	const struct report_section *last;
	const struct average_stack *averages;
	const struct reading_picture *reading;
};

#endif /* RTLA_KIND_REPORT_H */
