/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How statistics are shown. A view prints; it neither collects nor decides.
 */
#ifndef RTLA_VIEW_H
#define RTLA_VIEW_H

#include <stdint.h>
#include <stdio.h>

#include "config.h"
#include "details.h"
#include "histogram.h"
#include "stats.h"

struct table;

/* All that a view needs to know. */
struct picture {
	const struct config *config;
	const struct stats *stats;
	const struct histogram *histogram;	/* if the view is one */
	uint64_t elapsed_ns;
};

/* Either a table, which is worth showing while it is measured, or a text. */
struct view {
	const struct table *table;
	void (*print)(FILE *out, const struct picture *picture);
};

extern const struct view view_top;		/* timerlat top */
extern const struct view view_noise;		/* osnoise top */
extern const struct view view_hardware;		/* hwnoise */
extern const struct view view_hist;		/* timerlat hist */
extern const struct view view_noise_hist;	/* osnoise hist */

/* view_print - all of it, as text */
void view_print(FILE *out, const struct view *view,
		const struct picture *picture);

/* view_percentiles - of all that was measured, as text */
void view_percentiles(FILE *out, const struct picture *picture,
		      const struct details *details);

/* What views have in common. */

/* view_number - ns in the unit that is shown */
uint64_t view_number(const struct picture *picture, uint64_t ns);

/* view_unit - "us", or "ns" */
const char *view_unit(const struct picture *picture);

/* view_user - is there a user latency to show? */
bool view_user(const struct picture *picture);

/* view_duration - days and the time of day, "  1 02:03:04" */
void view_duration(FILE *out, uint64_t ns);

#endif /* RTLA_VIEW_H */
