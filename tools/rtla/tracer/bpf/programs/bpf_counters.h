/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counters of distributions and histograms, and how a hit is told: for BPF
 * programs that count what the command reads when it needs it.
 */
#ifndef RTLA_BPF_COUNTERS_H
#define RTLA_BPF_COUNTERS_H

#include "tracer/bpf/programs/bpf_cpus.h"
#include "tracer/bpf/programs/bpf_counting.h"

/*
 * The counters of distributions, BPF_BUCKETS for each row: that is a figure of
 * a CPU or, behind those, of a thread that has some.
 */
SHARED_ARRAY(buckets, 1, __u64);

/* Those of histograms, one more than entries for each row of a CPU. */
SHARED_ARRAY(histogram, 1, __u64);

/* The CPU of a hit, which lets the command look. */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 65536);
} hits SEC(".maps");

static __always_inline void count_in_distribution(__u32 row, __u32 bucket)
{
	count_in_map(&buckets, row * BPF_BUCKETS + bucket);
}

/* Count a value in the histogram of the row of a CPU, if there is one. */
static __always_inline void
count_in_histogram(const volatile struct bpf_counting *how, __u32 row,
		   __u64 value)
{
	if (how->entries)
		count_in_map(&histogram, row * (how->entries + 1) +
					 equal_bucket(how, value));
}

#endif /* RTLA_BPF_COUNTERS_H */
