// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the statistics of BPF programs: see bpf_reading.h.
 */
#include <stdint.h>
#include <string.h>

#include "base/wide.h"
#include "stats/latency.h"
#include "tracer/bpf/bpf_figures.h"
#include "tracer/bpf/bpf_reading.h"
#include "tracer/tracer_figures.h"

void bpf_figures_init(struct bpf_figures *figures)
{
	figures->min = UINT64_MAX;
	figures->present.min = UINT64_MAX;
}

void bpf_copy_at_once(void *copy, const void *of, size_t size,
		      const __u64 *begun, const __u64 *count)
{
	__u64 before, after;

	do {
		before = __atomic_load_n(count, __ATOMIC_ACQUIRE);
		memcpy(copy, of, size);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		after = __atomic_load_n(begun, __ATOMIC_RELAXED);
	} while (after != before);
}

/* Copy figures, but for the blocks that are over. */
static void figures_at_once(const struct bpf_figures *figures,
			    struct bpf_figures *copy)
{
	bpf_copy_at_once(copy, figures, offsetof(struct bpf_figures, ring),
			 &figures->begun, &figures->count);
}

static struct wide wide_of(const struct bpf_wide *from)
{
	return (struct wide) { .low = from->low, .high = from->high };
}

void bpf_figures_read(const struct bpf_figures *figures,
		      struct tracer_stats *stats)
{
	struct bpf_figures copy;

	figures_at_once(figures, &copy);
	*stats = (struct tracer_stats) {
		.latency = {
			.count = copy.count,
			.min = copy.count ? copy.min : 0,
			.max = copy.max,
			.sum = copy.sum,
			.last = copy.last,
			.squares = wide_of(&copy.squares),
		},
	};
	for (int i = 0; i < TRACER_LIMITS_MAX; i++)
		stats->over[i] = copy.over[i];
}

/* Return a block, whose sums also have the samples of those @before. */
static struct tracer_block block_after(const struct bpf_block *block,
				       const struct bpf_block *before)
{
	return (struct tracer_block) {
		.number = block->number,
		.latency = {
			.count = block->count - before->count,
			.min = block->min,
			.max = block->max,
			.sum = block->sum - before->sum,
			.squares = wide_subtract(wide_of(&block->squares),
						 wide_of(&before->squares)),
		},
	};
}

int bpf_figures_blocks(struct bpf_figures *figures, struct bpf_block *before,
		       bool last, struct tracer_block *blocks)
{
	uint64_t head = __atomic_load_n(&figures->head, __ATOMIC_ACQUIRE);
	struct bpf_figures copy;
	int count = 0;

	while (figures->tail != head && count < TRACER_BLOCKS_MAX) {
		const struct bpf_block *next =
			&figures->ring[figures->tail % BPF_BLOCKS_KEPT];

		blocks[count++] = block_after(next, before);
		*before = *next;
		/* The program may use the place again. */
		__atomic_store_n(&figures->tail, figures->tail + 1,
				 __ATOMIC_RELEASE);
	}
	if (!last || figures->tail != head || count == TRACER_BLOCKS_MAX)
		return count;
	figures_at_once(figures, &copy);
	copy.present.count = copy.count;
	copy.present.sum = copy.sum;
	copy.present.squares = copy.squares;
	if (copy.head == head && copy.present.min != UINT64_MAX)
		blocks[count++] = block_after(&copy.present, before);
	return count;
}

struct bpf_counting bpf_counting_of(const struct tracer_stats_config *stats)
{
	return (struct bpf_counting) {
		.block = stats->block_ns,
		.bucket = stats->bucket_ns,
		.entries = stats->entries,
		.distribution = stats->distribution,
	};
}

uint32_t bpf_count_buckets(const struct tracer_stats_config *stats,
			   uint32_t rows)
{
	return stats->distribution ? rows * BPF_BUCKETS : 1;
}

uint32_t bpf_count_histogram(const struct tracer_stats_config *stats,
			     uint32_t rows)
{
	return stats->entries ? rows * (stats->entries + 1) : 1;
}

void bpf_window_set(struct bpf_window *window, uint64_t from_ns,
		    uint64_t until_ns)
{
	if (!window->length)
		window->from = from_ns;
	__atomic_store_n(&window->length, until_ns - window->from,
			 __ATOMIC_RELEASE);
}

_Static_assert(BPF_BUCKETS == TRACER_DISTRIBUTION_BUCKETS,
	       "programs and command have the same buckets");
_Static_assert(BPF_LIMITS_MAX == TRACER_LIMITS_MAX,
	       "programs and command have the same limits");
