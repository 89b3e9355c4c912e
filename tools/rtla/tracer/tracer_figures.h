/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The statistics that a tracer keeps by itself: see struct tracer_stats_config.
 */
#ifndef RTLA_TRACER_FIGURES_H
#define RTLA_TRACER_FIGURES_H

#include <stdint.h>

#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/noise.h"
#include "stats/overheads.h"
#include "tracer/tracer_config.h"

/* The buckets of a distribution that a tracer keeps. */
#define TRACER_DISTRIBUTION_BUCKETS	(36 * DISTRIBUTION_WIDTH)

/*
 * The statistics of one CPU in one context.
 *
 * @skipped counts the periods whose latency is not known, only that it was
 * longer than a certain time. It has the sums and the maximum of these times;
 * @min and @last are not set. For the IRQ latency, these are only those periods
 * of which such a time is known.
 */
struct tracer_stats {
	struct latency latency;
	struct latency skipped;
	struct noise noise;	/* osnoise: of its periods */
	uint64_t over[TRACER_LIMITS_MAX];	/* samples over each limit */
	struct overhead_flaws flaws;	/* overheads */
};

/* The samples of one block of time. Block 0 begins where the counting does. */
struct tracer_block {
	uint64_t number;
	struct latency latency;		/* without @last */
};

/* The most blocks that a tracer gives at a time. */
#define TRACER_BLOCKS_MAX	65

#endif /* RTLA_TRACER_FIGURES_H */
