/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How statistics are shown. A view only prints statistics: it does not collect
 * or judge them.
 */
#ifndef RTLA_VIEW_H
#define RTLA_VIEW_H

#include <stdint.h>
#include <stdio.h>

#include "options/config.h"
#include "stats/histogram.h"
#include "stats/sample_record.h"
#include "stats/stats.h"

struct table;

/* All that a view shows. */
struct snapshot {
	const struct config *config;
	const struct stats *stats;
	const struct histogram *histogram;	/* NULL: no histogram */
	uint64_t elapsed_ns;
};

/*
 * A view is either a table, which is also shown during the measurement, or, if
 * @table is NULL, a text that @print prints at the end.
 */
struct view {
	const struct table *table;
	void (*print)(FILE *out, const struct snapshot *snapshot);
};

extern const struct view view_top;		/* timerlat top */
extern const struct view view_noise;		/* osnoise top */
extern const struct view view_hardware;		/* hwnoise */
extern const struct view view_hist;		/* timerlat hist */
extern const struct view view_noise_hist;	/* osnoise hist */

/* view_print - print a view as text */
void view_print(FILE *out, const struct view *view,
		const struct snapshot *snapshot);

/* view_percentiles - print the percentiles of each measured context and CPU */
void view_percentiles(FILE *out, const struct snapshot *snapshot,
		      const struct sample_record *record);

/* Functions that several views use. */

/* view_number - convert @ns to the unit that is shown, rounded down */
uint64_t view_number(const struct snapshot *snapshot, uint64_t ns);

/* view_unit - return the unit that is shown, "us" or "ns" */
const char *view_unit(const struct snapshot *snapshot);

/* view_user - return whether timerlat measures a user latency */
bool view_user(const struct snapshot *snapshot);

/* view_duration - print @ns as days, hours, minutes, seconds: "  1 02:03:04" */
void view_duration(FILE *out, uint64_t ns);

#endif /* RTLA_VIEW_H */
