/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What measures for the BPF tracer: processes that sleep until a time, as
 * cyclictest does. Each writes its samples into memory that it shares with the
 * command; the command reads them when it likes.
 */
#ifndef RTLA_BPF_WORKLOAD_H
#define RTLA_BPF_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "tracer/bpf/bpf_process.h"

struct bpf_cpu;

/**
 * struct bpf_sample - the latencies of one activation, as times
 * @t_w: when the timer was to expire
 * @irq: when its interrupt came; 0: not on this CPU
 * @thread: when the scheduler switched to the thread; 0: it was running
 * @user: when the thread was in user space
 * @seqnum: the number of the activation, from 1 on
 * @irq_pid: the thread that the interrupt has interrupted
 */
struct bpf_sample {
	uint64_t t_w;
	uint64_t irq;
	uint64_t thread;
	uint64_t user;
	uint32_t seqnum;
	int irq_pid;
};

/**
 * struct bpf_workload - what the process of one CPU shares with the command
 * @process: what all such processes do
 * @period_ns: how long a period is
 * @first_ns: when the first one begins at the earliest; with @aligned, exactly
 *	then, or whole periods later
 * @stack_ns: a timer interrupts what is in the way after so much of a latency;
 *	0: none does
 * @stop_user: a user latency that is a hit, written by the command
 * @sample: the last samples
 */
struct bpf_workload {
	struct bpf_process process;
	uint64_t period_ns;
	uint64_t first_ns;
	bool aligned;
	uint64_t stack_ns;
	uint64_t stop_user;
	struct bpf_sample sample[];
};

/*
 * bpf_workload_measure - measure, as the calling process, until it has left
 * @number, its CPU
 *
 * At a hit, @wake_fd, an eventfd, becomes readable. Returns an errno.
 */
int bpf_workload_measure(struct bpf_workload *workload, struct bpf_cpu *cpu,
			 int number, int wake_fd);

#endif /* RTLA_BPF_WORKLOAD_H */
