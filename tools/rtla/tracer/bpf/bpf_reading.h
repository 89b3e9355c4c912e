/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading the statistics that BPF programs keep, while they go on: see
 * bpf_figures.h.
 */
#ifndef RTLA_BPF_READING_H
#define RTLA_BPF_READING_H

#include <stdbool.h>
#include <stdint.h>

#include <linux/types.h>

struct bpf_block;
struct bpf_counting;
struct bpf_figures;
struct bpf_window;
struct tracer_block;
struct tracer_stats;
struct tracer_stats_config;

/*
 * bpf_copy_at_once - copy what a program counts, at a moment between samples
 * @begun, @count: as in &struct bpf_figures
 */
void bpf_copy_at_once(void *copy, const void *of, size_t size,
		      const __u64 *begun, const __u64 *count);

/* bpf_figures_init - empty figures, which are zero */
void bpf_figures_init(struct bpf_figures *figures);

/* bpf_figures_read - read what was counted, all of one moment */
void bpf_figures_read(const struct bpf_figures *figures,
		      struct tracer_stats *stats);

/*
 * bpf_figures_blocks - read the blocks that were not read before, as
 * &struct tracer_ops.read_blocks does; return their number
 *
 * @before is zeroed before the first call, and kept from one to the next.
 */
int bpf_figures_blocks(struct bpf_figures *figures, struct bpf_block *before,
		       bool last, struct tracer_block *blocks);

/* bpf_counting_of - return what the programs are to count besides the sums */
struct bpf_counting bpf_counting_of(const struct tracer_stats_config *stats);

/*
 * bpf_count_buckets, bpf_count_histogram - return how many counters there are
 * of distributions and histograms, if @rows have them; at least 1
 */
uint32_t bpf_count_buckets(const struct tracer_stats_config *stats,
			   uint32_t rows);
uint32_t bpf_count_histogram(const struct tracer_stats_config *stats,
			     uint32_t rows);

/*
 * bpf_window_set - let programs count from @from_ns on, and before @until_ns; a
 * further call moves the end
 */
void bpf_window_set(struct bpf_window *window, uint64_t from_ns,
		    uint64_t until_ns);

#endif /* RTLA_BPF_READING_H */
