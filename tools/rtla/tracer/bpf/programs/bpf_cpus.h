/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory of CPUs, for all objects of BPF programs: see bpf_layout.h. Of
 * several objects that are loaded together, the first one makes the map.
 */
#ifndef RTLA_BPF_CPUS_H
#define RTLA_BPF_CPUS_H

#include <linux/bpf.h>
#include <stdbool.h>

#include <bpf/bpf_helpers.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

#include "tracer/bpf/bpf_layout.h"

#define SCHED_REAL_TIME_PRIOS	100	/* kernel's priorities below are real-time */

char programs_license[] SEC("license") = "GPL";

/* An array that the command has mapped; it may set another number of entries. */
#define SHARED_ARRAY(name, entries, element)		\
	struct {					\
		__uint(type, BPF_MAP_TYPE_ARRAY);	\
		__uint(map_flags, BPF_F_MMAPABLE);	\
		__uint(max_entries, entries);		\
		__type(key, __u32);			\
		__type(value, element);			\
	} name SEC(".maps")

/* The command sets how many there are before the map is created. */
SHARED_ARRAY(cpus, 1, struct bpf_cpu);

static __always_inline struct bpf_cpu *this_cpu(void)
{
	__u32 cpu = bpf_get_smp_processor_id();

	return bpf_map_lookup_elem(&cpus, &cpu);
}

/*
 * The kernel knows no frames below an indirect call's thunk, in which an
 * interrupt may come: a stack with so few frames, those of the interrupt and of
 * the program among them, is taken again by the next interrupts.
 */
#define FEW_FRAMES	11
#define STACK_TAKES	8

static __always_inline bool needs_stack(const struct bpf_cpu *cpu, __u64 t_w)
{
	return cpu->stack_t_w != t_w ||
	       (cpu->stack_takes < STACK_TAKES &&
		cpu->stack_bytes < (__s64)(FEW_FRAMES * sizeof(cpu->stack[0])));
}

/*
 * Take the stack of what is in the way of what was to begin at @t_w. What that
 * costs is no part of what runs there: see stolen().
 */
static __always_inline void take_stack(void *context, struct bpf_cpu *cpu,
				       __u64 t_w, __u64 now)
{
	if (cpu->stack_t_w != t_w) {
		cpu->stack_takes = 0;
		cpu->stack_cost = 0;
	}
	cpu->stack_takes++;
	cpu->stack_bytes = bpf_get_stack(context, cpu->stack,
					 sizeof(cpu->stack), 0);
	cpu->stack_pid = bpf_get_current_pid_tgid();
	cpu->stack_time = now;
	cpu->stack_t_w = t_w;
	now = bpf_ktime_get_ns() - now;
	cpu->stack_cost += now;
	cpu->stolen[BPF_LEVEL_NMI] += now;
}

#endif /* RTLA_BPF_CPUS_H */
