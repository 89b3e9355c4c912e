// SPDX-License-Identifier: GPL-2.0
/*
 * A histogram is made of pages of counters. A page is allocated when the first
 * of its counters is needed.
 */
#include <stdlib.h>

#include "stats/histogram.h"

#define PAGE_BUCKETS	512

/* The buckets of one CPU and context. */
struct buckets {
	uint64_t **page;	/* NULL: no latency yet */
	uint64_t over;		/* latencies beyond the last bucket */
};

struct histogram {
	int cpus;
	uint64_t bucket_ns;
	uint64_t entries;
	uint64_t pages;
	bool *used;		/* by page: any CPU and context has it */
	struct buckets buckets[][CONTEXTS];
};

struct histogram *histogram_new(int cpus, uint64_t bucket_ns, uint64_t entries)
{
	struct histogram *histogram;

	histogram = calloc(1, sizeof(*histogram) +
			      cpus * sizeof(histogram->buckets[0]));
	if (!histogram)
		return NULL;
	histogram->cpus = cpus;
	histogram->bucket_ns = bucket_ns;
	histogram->entries = entries;
	histogram->pages = (entries + PAGE_BUCKETS - 1) / PAGE_BUCKETS;
	histogram->used = calloc(histogram->pages, sizeof(*histogram->used));
	if (!histogram->used) {
		free(histogram);
		return NULL;
	}
	return histogram;
}

static void free_buckets(struct histogram *histogram, struct buckets *buckets)
{
	for (uint64_t i = 0; buckets->page && i < histogram->pages; i++)
		free(buckets->page[i]);
	free(buckets->page);
}

void histogram_free(struct histogram *histogram)
{
	if (!histogram)
		return;
	for (int cpu = 0; cpu < histogram->cpus; cpu++)
		for (int i = 0; i < CONTEXTS; i++)
			free_buckets(histogram, &histogram->buckets[cpu][i]);
	free(histogram->used);
	free(histogram);
}

/* Return page @number, and make it if needed; NULL if there is no memory. */
static uint64_t *get_page(struct histogram *histogram, struct buckets *buckets,
			  uint64_t number)
{
	if (!buckets->page)
		buckets->page = calloc(histogram->pages,
				       sizeof(*buckets->page));
	if (!buckets->page)
		return NULL;
	if (!buckets->page[number])
		buckets->page[number] = calloc(PAGE_BUCKETS, sizeof(uint64_t));
	if (buckets->page[number])
		histogram->used[number] = true;
	return buckets->page[number];
}

/* Return the counter of a bucket; NULL if there is no memory. */
static uint64_t *get_counter(struct histogram *histogram, int cpu,
			     enum event_context context, uint64_t bucket)
{
	struct buckets *buckets = &histogram->buckets[cpu][context];
	uint64_t *page;

	if (bucket >= histogram->entries)
		return &buckets->over;
	page = get_page(histogram, buckets, bucket / PAGE_BUCKETS);
	return page ? &page[bucket % PAGE_BUCKETS] : NULL;
}

bool histogram_add(struct histogram *histogram, int cpu,
		   enum event_context context, uint64_t latency)
{
	uint64_t *counter = get_counter(histogram, cpu, context,
					latency / histogram->bucket_ns);

	if (counter)
		++*counter;
	return counter;
}

bool histogram_put(struct histogram *histogram, int cpu,
		   enum event_context context, uint64_t bucket, uint64_t count)
{
	uint64_t *counter = get_counter(histogram, cpu, context, bucket);

	if (counter)
		*counter = count;
	return counter;
}

uint64_t histogram_count(const struct histogram *histogram, int cpu,
			 enum event_context context, uint64_t bucket)
{
	const struct buckets *buckets = &histogram->buckets[cpu][context];
	const uint64_t *page;

	if (bucket >= histogram->entries)
		return buckets->over;
	page = buckets->page ? buckets->page[bucket / PAGE_BUCKETS] : NULL;
	return page ? page[bucket % PAGE_BUCKETS] : 0;
}

uint64_t histogram_skip(const struct histogram *histogram, uint64_t bucket)
{
	while (bucket < histogram->entries &&
	       !histogram->used[bucket / PAGE_BUCKETS])
		bucket += PAGE_BUCKETS - bucket % PAGE_BUCKETS;
	return bucket < histogram->entries ? bucket : histogram->entries;
}
