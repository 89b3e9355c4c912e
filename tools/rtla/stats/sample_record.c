// SPDX-License-Identifier: GPL-2.0
/*
 * Details: see sample_record.h.
 */
#include <stdlib.h>

#include "base/times.h"
#include "stats/sample_record.h"

/* The details of one CPU and context. */
struct detail {
	struct distribution distribution;
	struct latency interval;	/* since details_interval() */
	uint64_t *maxima;	/* of BLOCKS_MAX blocks; NULL: no value yet */
};

struct watch {
	enum event_context context;
	uint64_t limit;
};

struct details {
	int cpus;
	uint64_t begin;		/* of block 0 */
	uint64_t block_ns;	/* length of a block */
	int blocks;		/* up to the last block with a value */
	/* The block of the last value: the next value is mostly in it, too. */
	int block;
	uint64_t block_from;
	uint64_t block_until;
	struct watch watch[WATCHES_MAX];
	int watches;
	uint64_t *over;		/* a counter for each CPU and watch */
	struct detail detail[][STOPS];
};

struct details *details_new(int cpus)
{
	struct details *details;

	details = calloc(1, sizeof(*details) +
			    cpus * sizeof(details->detail[0]));
	if (!details)
		return NULL;
	details->over = calloc((size_t)cpus * WATCHES_MAX,
			       sizeof(*details->over));
	if (!details->over) {
		free(details);
		return NULL;
	}
	details->cpus = cpus;
	details->block_ns = BLOCK_NS;
	return details;
}

void details_free(struct details *details)
{
	if (!details)
		return;
	for (int cpu = 0; cpu < details->cpus; cpu++) {
		for (int i = 0; i < STOPS; i++) {
			distribution_free(&details->detail[cpu][i].distribution);
			free(details->detail[cpu][i].maxima);
		}
	}
	free(details->over);
	free(details);
}

int details_watch(struct details *details, enum event_context context,
		  uint64_t limit_ns)
{
	if (details->watches == WATCHES_MAX)
		return -1;
	details->watch[details->watches] = (struct watch) { context, limit_ns };
	return details->watches++;
}

void details_begin(struct details *details, uint64_t time)
{
	details->begin = time;
}

/* Make the blocks twice as long: merge each pair of them. */
static void double_blocks(struct details *details)
{
	for (int cpu = 0; cpu < details->cpus; cpu++) {
		for (int i = 0; i < STOPS; i++) {
			uint64_t *maxima = details->detail[cpu][i].maxima;

			for (int to = 0; maxima && to < BLOCKS_MAX; to++)
				maxima[to] = 2 * to + 1 < BLOCKS_MAX ?
					time_max(maxima[2 * to],
						 maxima[2 * to + 1]) : 0;
		}
	}
	details->block_ns *= 2;
	details->blocks = (details->blocks + 1) / 2;
}

static void find_block(struct details *details, uint64_t time)
{
	/* The first samples may have been taken just before details_begin(). */
	uint64_t since = time > details->begin ? time - details->begin : 0;

	while (since / details->block_ns >= BLOCKS_MAX)
		double_blocks(details);
	details->block = since / details->block_ns;
	details->block_from = details->begin +
			      details->block * details->block_ns;
	details->block_until = details->block_from + details->block_ns;
}

static int block_at(struct details *details, uint64_t time)
{
	if (time < details->block_from || time >= details->block_until)
		find_block(details, time);
	return details->block;
}

static bool add_maximum(struct details *details, struct detail *detail,
			int block, uint64_t value)
{
	if (!detail->maxima) {
		detail->maxima = calloc(BLOCKS_MAX, sizeof(*detail->maxima));
		if (!detail->maxima)
			return false;
	}
	detail->maxima[block] = time_max(detail->maxima[block], value);
	if (block >= details->blocks)
		details->blocks = block + 1;
	return true;
}

static void look(struct details *details, int cpu, enum event_context context,
		 uint64_t value)
{
	uint64_t *over = &details->over[cpu * WATCHES_MAX];

	for (int i = 0; i < details->watches; i++)
		over[i] += details->watch[i].context == context &&
			   value > details->watch[i].limit;
}

bool details_add(struct details *details, int cpu, enum event_context context,
		 uint64_t time, uint64_t value)
{
	struct detail *detail = &details->detail[cpu][context];

	look(details, cpu, context, value);
	latency_add(&detail->interval, value);
	return distribution_add(&detail->distribution, value, 1) &&
	       add_maximum(details, detail, block_at(details, time), value);
}

const struct distribution *details_distribution(const struct details *details,
						int cpu,
						enum event_context context)
{
	static const struct distribution none;

	if (cpu < 0 || cpu >= details->cpus)
		return &none;
	return &details->detail[cpu][context].distribution;
}

bool details_all(const struct details *details, enum event_context context,
		 struct distribution *all)
{
	*all = (struct distribution) { .count = 0 };
	for (int cpu = 0; cpu < details->cpus; cpu++)
		if (!distribution_merge(all, details_distribution(details, cpu,
								  context)))
			return false;
	return true;
}

uint64_t details_over(const struct details *details, int cpu, int watch)
{
	return cpu < details->cpus ? details->over[cpu * WATCHES_MAX + watch] :
				     0;
}

static void take_maxima(const struct details *details, int cpu,
			enum event_context context, uint64_t *maxima)
{
	const uint64_t *of = details->detail[cpu][context].maxima;

	for (int i = 0; of && i < details->blocks; i++)
		maxima[i] = time_max(maxima[i], of[i]);
}

int details_maxima(const struct details *details, int cpu,
		   enum event_context context, uint64_t *maxima)
{
	for (int i = 0; i < details->blocks; i++)
		maxima[i] = 0;
	if (cpu >= 0)
		take_maxima(details, cpu, context, maxima);
	for (int i = 0; cpu < 0 && i < details->cpus; i++)
		take_maxima(details, i, context, maxima);
	return details->blocks;
}

uint64_t details_block_ns(const struct details *details)
{
	return details->block_ns;
}

struct latency details_interval(struct details *details, int cpu,
				enum event_context context)
{
	struct latency *interval = &details->detail[cpu][context].interval;
	struct latency was = *interval;

	*interval = (struct latency) { .count = 0 };
	return was;
}

bool details_put(struct details *details, int cpu, enum event_context context,
		 uint64_t high, uint64_t count)
{
	return distribution_add(&details->detail[cpu][context].distribution,
				high, count);
}

bool details_put_maximum(struct details *details, int cpu,
			 enum event_context context, int block,
			 uint64_t maximum)
{
	return add_maximum(details, &details->detail[cpu][context], block,
			   maximum);
}

void details_put_block_ns(struct details *details, uint64_t block_ns)
{
	details->block_ns = block_ns;
}
