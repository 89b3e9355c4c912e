// SPDX-License-Identifier: GPL-2.0
/*
 * The statistics that the simulated tracer keeps of the samples it makes up.
 */
#include <stdlib.h>
#include <string.h>

#include "simulated.h"
#include "stats/distribution.h"
#include "tracer/tracer_figures.h"

#define BLOCKS_COUNTED	4096

/* The figures of one CPU in one context. @read: number of blocks read. */
struct counted {
	struct tracer_stats stats;
	struct distribution distribution;
	struct distribution skipped;
	uint64_t *histogram;
	struct tracer_block *block;
	int blocks;
	int read;
};

static struct counted counted[CPUS_SIMULATED][CONTEXTS];
static struct tracer_stats_config wanted;
static uint64_t from = UINT64_MAX, until;

void sim_stats_start(const struct tracer_stats_config *config)
{
	wanted = *config;
}

void sim_stats_count(uint64_t from_ns, uint64_t until_ns)
{
	if (from != UINT64_MAX) {
		until = until_ns < until ? until_ns : until;
		return;
	}
	from = from_ns;
	until = until_ns;
}

bool sim_stats_counting(uint64_t time)
{
	return wanted.wanted && time >= from && time < until;
}

static void count_block(struct counted *of, uint64_t number, uint64_t value)
{
	if (!of->block)
		of->block = calloc(BLOCKS_COUNTED, sizeof(*of->block));
	if (!of->block)
		abort();
	if (!of->blocks || of->block[of->blocks - 1].number != number)
		of->block[of->blocks++].number = number;
	latency_add(&of->block[of->blocks - 1].latency, value);
}

void sim_stats_add(int cpu, enum event_context context, uint64_t time,
		   uint64_t began, uint64_t value)
{
	struct counted *of = &counted[cpu][context];
	uint64_t bucket;

	if (!sim_stats_counting(began))
		return;
	latency_add(&of->stats.latency, value);
	if (wanted.distribution &&
	    !distribution_add(&of->distribution, value, 1))
		abort();
	for (int i = 0; i < wanted.limits[context]; i++)
		of->stats.over[i] += value > wanted.limit_ns[context][i];
	if (wanted.block_ns)
		count_block(of, (time - from) / wanted.block_ns, value);
	if (!wanted.entries)
		return;
	if (!of->histogram)
		of->histogram = calloc(wanted.entries + 1, sizeof(uint64_t));
	if (!of->histogram)
		abort();
	bucket = value / wanted.bucket_ns;
	of->histogram[bucket < wanted.entries ? bucket : wanted.entries]++;
}

void sim_stats_add_noise(int cpu, uint64_t time, const struct noise *noise)
{
	if (sim_stats_counting(time))
		noise_add(&counted[cpu][CONTEXT_TOTAL].stats.noise, noise);
}

void sim_stats_add_flaws(int cpu, enum event_context context, uint64_t time,
			 const struct overhead_flaws *flaws)
{
	struct overhead_flaws *of = &counted[cpu][context].stats.flaws;

	if (!sim_stats_counting(time))
		return;
	of->disturbed += flaws->disturbed;
	of->negative += flaws->negative;
	of->own_ns = flaws->own_ns;
}

void sim_stats_skip(int cpu, int periods)
{
	for (int context = CONTEXT_THREAD; context <= CONTEXT_USER; context++) {
		struct counted *of = &counted[cpu][context];

		for (uint64_t late = 1000000; wanted.skipped && periods &&
		     late <= periods * 1000000ULL; late += 1000000) {
			latency_add(&of->stats.skipped, late);
			if (!distribution_add(&of->skipped, late, 1))
				abort();
		}
	}
}

void sim_stats_read(int cpu, enum event_context context,
		    struct tracer_stats *stats)
{
	*stats = counted[cpu][context].stats;
	stats->noise = counted[cpu][CONTEXT_TOTAL].stats.noise;
}

void sim_stats_buckets(int cpu, enum event_context context,
		       enum tracer_buckets kind, int first, int count,
		       uint64_t *buckets)
{
	const struct counted *of = &counted[cpu][context];

	for (int i = 0; i < count; i++) {
		buckets[i] = 0;
		/* Thread N wakes on CPU N, and there is no other thread. */
		if (kind == TRACER_DISTRIBUTION || kind == TRACER_THREAD)
			buckets[i] = distribution_count(&of->distribution,
							first + i);
		else if (kind == TRACER_SKIPPED)
			buckets[i] =
				distribution_count(&of->skipped, first + i);
		else if (of->histogram)
			buckets[i] = of->histogram[first + i];
	}
}

void sim_stats_blocks(int cpu, enum event_context context, bool last,
		      struct tracer_block *blocks, int *count)
{
	struct counted *of = &counted[cpu][context];

	for (*count = 0; *count < TRACER_BLOCKS_MAX; ++*count) {
		if (of->read + 1 >= of->blocks)
			break;
		blocks[*count] = of->block[of->read++];
	}
	if (last && *count < TRACER_BLOCKS_MAX && of->read < of->blocks)
		blocks[(*count)++] = of->block[of->read];
}
