/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The figures of a measurement at one moment, for the views to show.
 */
#ifndef RTLA_SNAPSHOT_H
#define RTLA_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "options/config.h"
#include "stats/bound_figures.h"
#include "stats/histogram.h"
#include "stats/overheads.h"
#include "stats/sample_record.h"
#include "stats/stats.h"

/* All that a view shows. */
struct snapshot {
	const struct config *config;
	const struct stats *stats;
	const struct histogram *histogram;	/* NULL: no histogram */
	const struct watched_threads *threads;	/* wake-ups: those watched */
	const struct wakers *wakers;	/* wake-ups: who woke them */
	const struct sample_record *record;	/* NULL: no distributions */
	const struct overheads *overheads;	/* NULL: others are measured */
	const struct bound_set *bounds;		/* NULL: others are measured */
	uint64_t elapsed_ns;
};

/* snapshot_number - convert @ns to the unit that is shown, rounded down */
uint64_t snapshot_number(const struct snapshot *snapshot, uint64_t ns);

/* snapshot_unit - return the unit that is shown, "us" or "ns" */
const char *snapshot_unit(const struct snapshot *snapshot);

/* snapshot_user - return whether timerlat measures a user latency */
bool snapshot_user(const struct snapshot *snapshot);

/* snapshot_duration - print @ns as days, hours, minutes, seconds: "  1 02:03:04" */
void snapshot_duration(FILE *out, uint64_t ns);

#endif /* RTLA_SNAPSHOT_H */
