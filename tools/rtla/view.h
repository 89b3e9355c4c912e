/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How statistics are shown. A view prints; it neither collects nor decides.
 */
#ifndef RTLA_VIEW_H
#define RTLA_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cpus.h"
#include "events.h"
#include "stats.h"

/* What a command calls the contexts that it measures. */
struct columns {
	const char *title;
	int title_indent;
	struct {
		const char *name;
		int indent;
	} context[CONTEXTS];
};

/* All that a view needs to know. */
struct picture {
	const struct columns *columns;
	const struct stats *stats;
	const struct cpus *cpus;
	uint64_t elapsed_ns;
	bool nano;		/* show ns, else us */
	bool redraw;		/* on a terminal, over the picture before */
	bool colour;
};

struct view {
	bool live;		/* worth printing while it is measured */
	void (*print)(FILE *out, const struct picture *picture);
};

extern const struct view view_top;

#endif /* RTLA_VIEW_H */
