/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The common part of the programs that record what runs on a CPU.
 */
#ifndef RTLA_BPF_RECORDING_H
#define RTLA_BPF_RECORDING_H

#include "tracer/bpf/programs/bpf_cpus.h"

/* The programs read these fields of the kernel, where its BTF says they are. */
#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct task_struct {
	int pid;
	int prio;
	char comm[BPF_COMM_LEN];
};
#pragma clang attribute pop

/* The kernel leaves code out of the programs that these constants rule out. */
const volatile struct bpf_recorder recorder;

/* A program says what it is for, so that the command can leave it out. */
#define TAKES_LATENCIES	__attribute__((btf_decl_tag(BPF_TAKES_LATENCIES)))
#define RECORDS_CARRIED	__attribute__((btf_decl_tag(BPF_RECORDS_CARRIED)))

static __always_inline struct bpf_cpu *recording_cpu(void)
{
	struct bpf_cpu *cpu = this_cpu();

	return cpu && cpu->recording ? cpu : NULL;
}

/* Sums go on after a hit if they are a part of what is measured. */
static __always_inline struct bpf_cpu *accounting_cpu(void)
{
	struct bpf_cpu *cpu = this_cpu();

	return cpu && (cpu->recording ||
		       recorder.records == BPF_RECORDS_ALWAYS) ? cpu : NULL;
}

/* Return whether an interrupt runs whose begin was seen. */
static __always_inline bool is_in_interrupt(const struct bpf_cpu *cpu)
{
	return cpu->open[BPF_LEVEL_IRQ].start;
}

#endif /* RTLA_BPF_RECORDING_H */
