/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counting samples in BPF programs: see bpf_figures.h. It is what
 * kernel/stats/stats.c does.
 */
#ifndef RTLA_BPF_COUNTING_H
#define RTLA_BPF_COUNTING_H

#include "tracer/bpf/bpf_figures.h"

/*
 * Return 1 if @value is not 0, without a branch: the kernel verifies what is
 * behind one for each of its ways.
 */
static __always_inline __u64 is_not_zero(__u64 value)
{
	__u64 negative = -value;

	/* Otherwise the compiler sees what this is, and makes a branch of it. */
	__asm__("" : "+r"(negative));
	return (value | negative) >> 63;
}

/* Return the number of the highest bit that is set; @value is not 0. */
static __always_inline __u32 highest_bit(__u64 value)
{
	__u64 bit = 0;

	for (int log = 5; log >= 0; log--) {
		__u64 step = is_not_zero(value >> (1 << log)) << log;

		value >>= step;
		bit += step;
	}
	return bit;
}

static __always_inline __u32 bucket_of(__u64 value)
{
	__u32 shift, bucket;

	if (value >> (BPF_BUCKET_BITS + 1) == 0)
		return value;
	shift = highest_bit(value) - BPF_BUCKET_BITS;
	bucket = (shift << BPF_BUCKET_BITS) + (value >> shift);
	return bucket < BPF_BUCKETS ? bucket : BPF_BUCKETS - 1;
}

static __always_inline void wide_grow(struct bpf_wide *sum, __u64 low)
{
	sum->low += low;
	sum->high += sum->low < low;
}

static __always_inline void add_square(struct bpf_wide *sum, __u64 value)
{
	__u64 high = value >> 32, low = (__u32)value;
	__u64 middle = 2 * high * low;

	wide_grow(sum, low * low);
	wide_grow(sum, middle << 32);
	sum->high += high * high + (middle >> 32);
}

/* The order of writes that others read: the compiler's, and the CPU's on x86. */
#define write_barrier()	__asm__ __volatile__("" ::: "memory")

/* Return whether what began at @time is counted. */
static __always_inline bool is_counted(const struct bpf_window *window,
				       __u64 time)
{
	__u64 length = *(const volatile __u64 *)&window->length;

	return time - window->from < length;
}

/*
 * End the present block, and begin the one that @now is in. If there is no room
 * for it, because nobody reads, it goes on.
 */
static __always_inline void next_block(struct bpf_figures *of, __u64 from,
				       __u64 length, __u64 now)
{
	__u64 more;

	if (!of->until) {
		of->until = from + length;
	} else if (of->head - of->tail < BPF_BLOCKS_KEPT) {
		struct bpf_block *over =
			&of->ring[of->head & (BPF_BLOCKS_KEPT - 1)];

		over->number = of->present.number;
		over->min = of->present.min;
		over->max = of->present.max;
		over->count = of->count;
		over->sum = of->sum;
		over->squares = of->squares;
		write_barrier();
		of->head++;
		of->present.min = ~0ULL;
		of->present.max = 0;
	} else {
		return;
	}
	if (now < of->until)
		return;
	more = (now - of->until) / length + 1;
	of->present.number += more;
	of->until += more * length;
}

static __always_inline void count_in_block(struct bpf_figures *of, __u64 from,
					   __u64 length, __u64 now, __u64 value)
{
	if (now >= of->until)
		next_block(of, from, length, now);
	if (value < of->present.min)
		of->present.min = value;
	if (value > of->present.max)
		of->present.max = value;
}

/* Add a sample to the sums. */
static __always_inline void count_in_sums(struct bpf_figures *of, __u64 value)
{
	if (value < of->min)
		of->min = value;
	if (value > of->max)
		of->max = value;
	of->sum += value;
	of->last = value;
	add_square(&of->squares, value);
}

/* Add one to a counter of a map of such counters. */
static __always_inline void count_in_map(void *map, __u32 index)
{
	__u64 *counter = bpf_map_lookup_elem(map, &index);

	if (counter)
		(*counter)++;
}

/* Return the bucket of a histogram. */
static __always_inline __u32 equal_bucket(const volatile struct bpf_counting *how,
					  __u64 value)
{
	__u64 bucket = value / how->bucket;

	return bucket < how->entries ? bucket : how->entries;
}

#endif /* RTLA_BPF_COUNTING_H */
