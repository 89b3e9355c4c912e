/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What results for machines have beyond the statistics that people see, for each
 * CPU and context: distributions, the maxima of stretches of time, and how often
 * a limit was exceeded.
 *
 * Memory is bounded: a stretch ("block") gets twice as long whenever there would
 * be more than BLOCKS_MAX of them.
 */
#ifndef RTLA_DETAILS_H
#define RTLA_DETAILS_H

#include <stdbool.h>
#include <stdint.h>

#include "distribution.h"
#include "events.h"
#include "stats.h"

#define BLOCKS_MAX	1024
#define BLOCK_NS	100000000ULL	/* of a short run */
#define WATCHES_MAX	64

struct details;

/* details_new - for CPUs 0 to @cpus - 1; NULL if there is no memory */
struct details *details_new(int cpus);
void details_free(struct details *details);

/*
 * details_watch - count what exceeds @limit_ns in @context
 *
 * Before anything is added. Returns the number of the watch, or -1 if there
 * would be more than WATCHES_MAX.
 */
int details_watch(struct details *details, enum event_context context,
		  uint64_t limit_ns);

/* details_begin - blocks count from this time on, of the clock of events */
void details_begin(struct details *details, uint64_t time);

/* details_add - one more value; false if there is no memory for it */
bool details_add(struct details *details, int cpu, enum event_context context,
		 uint64_t time, uint64_t value);

/* details_distribution - of one CPU; details_all - of all, to be freed */
const struct distribution *details_distribution(const struct details *details,
						int cpu,
						enum event_context context);
bool details_all(const struct details *details, enum event_context context,
		 struct distribution *all);

/* details_over - how often @watch was exceeded on @cpu */
uint64_t details_over(const struct details *details, int cpu, int watch);

/*
 * details_maxima - the maximum of each block; 0 where there was no sample
 *
 * @cpu -1 is of all CPUs. Fills in up to BLOCKS_MAX, returns how many.
 */
int details_maxima(const struct details *details, int cpu,
		   enum event_context context, uint64_t *maxima);
uint64_t details_block_ns(const struct details *details);

/* details_interval - since the last call of this; and begins the next one */
struct latency details_interval(struct details *details, int cpu,
				enum event_context context);

/*
 * For who reads a result: details_put - @count values of a bucket up to @high;
 * false if there is no memory. details_put_maxima - the blocks, at most
 * BLOCKS_MAX; likewise.
 */
bool details_put(struct details *details, int cpu, enum event_context context,
		 uint64_t high, uint64_t count);
bool details_put_maximum(struct details *details, int cpu,
			 enum event_context context, int block,
			 uint64_t maximum);
void details_put_block_ns(struct details *details, uint64_t block_ns);

#endif /* RTLA_DETAILS_H */
