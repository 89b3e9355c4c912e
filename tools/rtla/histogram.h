/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many latencies fell into which bucket, for each CPU and context.
 *
 * Memory is taken for what is there: of ten million buckets most stay empty.
 */
#ifndef RTLA_HISTOGRAM_H
#define RTLA_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "events.h"

struct histogram;

/*
 * histogram_new - for CPUs 0 to @cpus - 1, @entries buckets of @bucket_ns
 *
 * NULL if there is no memory.
 */
struct histogram *histogram_new(int cpus, uint64_t bucket_ns, uint64_t entries);
void histogram_free(struct histogram *histogram);

/* histogram_add - one more latency; false if there is no memory for it */
bool histogram_add(struct histogram *histogram, int cpu,
		   enum event_context context, uint64_t latency);

/* histogram_count - of one bucket; the one after the last is all beyond it */
uint64_t histogram_count(const struct histogram *histogram, int cpu,
			 enum event_context context, uint64_t bucket);

/* histogram_skip - the first bucket at or after @bucket that may have any */
uint64_t histogram_skip(const struct histogram *histogram, uint64_t bucket);

#endif /* RTLA_HISTOGRAM_H */
