/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the BPF programs of cycles have recorded, as a trace: text like that of
 * the kernel's own events about threads, timers and interrupts, so that whoever
 * reads those reads these.
 */
#ifndef RTLA_BPF_STEPS_H
#define RTLA_BPF_STEPS_H

#include <stdbool.h>
#include <stdio.h>

struct bpf_cpu;
struct bpf_cycle_cpu;
struct bpf_cycle_hit;
struct bpf_names;

/**
 * struct bpf_steps - what was recorded
 * @cycles, @noise: of each CPU, by its number, @cpus of them
 * @names: of devices
 * @hit: the cycle that was the hit; NULL: there was none
 */
struct bpf_steps {
	const struct bpf_cycle_cpu *cycles;
	const struct bpf_cpu *noise;
	int cpus;
	const struct bpf_names *names;
	const struct bpf_cycle_hit *hit;
};

/*
 * bpf_steps_print - print the trace, in the order of time
 *
 * Nothing is recorded at the same time. Returns false if there is no memory.
 */
bool bpf_steps_print(FILE *out, const struct bpf_steps *steps);

#endif /* RTLA_BPF_STEPS_H */
