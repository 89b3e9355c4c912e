/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The processes that look for noise for the BPF tracer: they only read the
 * clock, as kernel/osnoise/osnoise.c does in the kernel. A gap between two
 * readings is noise; what the programs have recorded since the last reading
 * says what came in it.
 */
#ifndef RTLA_BPF_LOOP_H
#define RTLA_BPF_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/noise_source.h"
#include "tracer/bpf/bpf_process.h"

struct bpf_cpu;

/**
 * struct bpf_found - a single noise, or a period
 * @start, @length: when it began, and how long it was
 * @is_period: it is a period, which has the following
 * @noise: sum of its noises
 * @max_single: the longest of them
 * @from: how often each source was one
 * @number: of a period, from 1 on; of a noise, how many interferences it had
 */
struct bpf_found {
	uint64_t start;
	uint64_t length;
	uint64_t noise;
	uint64_t max_single;
	uint32_t from[NOISE_SOURCES];
	uint32_t number;
	bool is_period;
};

/**
 * struct bpf_loop - what the process of one CPU shares with the command
 * @process: what all such processes do
 * @period_ns, @runtime_ns: it looks for noise for so long in each period
 * @noise_ns: a gap of this length is noise
 * @real_time: the process has a real-time priority, and has to let others run
 * @stop_single, @stop_total: noises over these are hits, as the command says
 * @hit: what was the hit
 * @skipped: periods in which it did not look for noise
 * @found: the last of what it has found
 */
struct bpf_loop {
	struct bpf_process process;
	uint64_t period_ns;
	uint64_t runtime_ns;
	uint64_t noise_ns;
	bool real_time;
	uint64_t stop_single;
	uint64_t stop_total;
	struct bpf_found hit;
	uint64_t skipped;
	struct bpf_found found[];
};

/*
 * bpf_loop_measure - look for noise, as the calling process, until it has left
 * @number, its CPU
 *
 * At a hit, @wake_fd, an eventfd, becomes readable. Returns an errno.
 */
int bpf_loop_measure(struct bpf_loop *loop, struct bpf_cpu *cpu, int number,
		     int wake_fd);

#endif /* RTLA_BPF_LOOP_H */
