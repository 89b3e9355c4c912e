/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The statistics that BPF programs keep, in memory that the command has mapped:
 * the same that rtla.ko keeps, see kernel/stats/stats.h. Both compilers read
 * this header; programs/bpf_counting.h counts, bpf_reading.h reads.
 *
 * Times are ns. Only the CPU writes that measures, and only one of its programs
 * at a time.
 */
#ifndef RTLA_BPF_FIGURES_H
#define RTLA_BPF_FIGURES_H

#include <linux/types.h>

#define BPF_LIMITS_MAX		16
#define BPF_BLOCKS_KEPT		64	/* a power of two */

/* A distribution has so many buckets: see stats/distribution.h. */
#define BPF_BUCKET_BITS		7
#define BPF_BUCKETS		(36 << BPF_BUCKET_BITS)

/* A number of 128 bits. */
struct bpf_wide {
	__u64 low;
	__u64 high;
};

/**
 * struct bpf_block - a block of time whose last sample was counted
 * @number: number of the block
 * @min, @max: of the samples in it
 * @count, @sum, @squares: of the samples until its end, from those of the first
 *	block on
 */
struct bpf_block {
	__u64 number;
	__u64 min;
	__u64 max;
	__u64 count;
	__u64 sum;
	struct bpf_wide squares;
};

/**
 * struct bpf_figures - what is counted of one context on one CPU
 * @begun: samples whose counting has begun; while it is not @count, the others
 *	are changing
 * @count: samples that were counted
 * @min: all bits set without a sample
 * @max, @sum, @last, @squares: of the samples; the latter are the sum of their
 *	squares
 * @over: how many exceeded each limit
 * @until: when the present block ends; 0: there was no sample yet
 * @present: the present block, as far as @number, @min and @max
 * @head: blocks that are over
 * @tail: blocks that were read; the command writes it
 * @ring: the last blocks that are over
 */
struct bpf_figures {
	__u64 begun;
	__u64 count;
	__u64 min;
	__u64 max;
	__u64 sum;
	__u64 last;
	struct bpf_wide squares;
	__u64 over[BPF_LIMITS_MAX];
	__u64 until;
	struct bpf_block present;
	__u64 head;
	__u64 tail;
	struct bpf_block ring[BPF_BLOCKS_KEPT];
};

/**
 * struct bpf_window - which samples are counted: those that begin at @from, or
 * later by less than @length
 */
struct bpf_window {
	__u64 from;
	__u64 length;
};

/**
 * struct bpf_counting - what is counted besides the sums
 * @block: length of a block; 0: there are none
 * @distribution: the buckets of distributions
 * @entries: so many buckets of a histogram, each @bucket wide, and one for what
 *	is beyond them; 0: none
 */
struct bpf_counting {
	__u64 block;
	__u64 bucket;
	__u32 entries;
	__u32 distribution;
};

#endif /* RTLA_BPF_FIGURES_H */
