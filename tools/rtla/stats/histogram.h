/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms: the number of latencies in each bucket, for each CPU and context.
 *
 * Memory is allocated only where latencies are counted: of ten million buckets,
 * most stay empty.
 */
#ifndef RTLA_HISTOGRAM_H
#define RTLA_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/contexts.h"

struct histogram;

/*
 * histogram_new - make an empty histogram for CPUs 0 to @cpus - 1
 *
 * It has @entries buckets, each @bucket_ns wide. Returns NULL if there is no
 * memory. The caller frees it with histogram_free().
 */
struct histogram *histogram_new(int cpus, uint64_t bucket_ns, uint64_t entries);
void histogram_free(struct histogram *histogram);

/*
 * histogram_add - count a latency, in ns
 *
 * Returns false if there is no memory for it.
 */
bool histogram_add(struct histogram *histogram, int cpu,
		   enum event_context context, uint64_t latency);

/*
 * histogram_put - set the number of latencies in one bucket
 *
 * The bucket after the last is that of histogram_count(). Returns false if
 * there is no memory for it.
 */
bool histogram_put(struct histogram *histogram, int cpu,
		   enum event_context context, uint64_t bucket, uint64_t count);

/*
 * histogram_count - return the number of latencies in one bucket
 *
 * The bucket after the last (@bucket is the number of entries) counts all
 * latencies beyond the last bucket.
 */
uint64_t histogram_count(const struct histogram *histogram, int cpu,
			 enum event_context context, uint64_t bucket);

/*
 * histogram_skip - return the first bucket at or after @bucket that may not be
 * empty
 *
 * Returns the number of entries if all are empty.
 */
uint64_t histogram_skip(const struct histogram *histogram, uint64_t bucket);

#endif /* RTLA_HISTOGRAM_H */
