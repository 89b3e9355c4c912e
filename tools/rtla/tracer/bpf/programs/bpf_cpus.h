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
#include <bpf/bpf_tracing.h>

#include "tracer/bpf/bpf_layout.h"

char programs_license[] SEC("license") = "GPL";

/* The command sets how many there are before the map is created. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct bpf_cpu);
} cpus SEC(".maps");

static __always_inline struct bpf_cpu *this_cpu(void)
{
	__u32 cpu = bpf_get_smp_processor_id();

	return bpf_map_lookup_elem(&cpus, &cpu);
}

/*
 * Take the stack of what is in the way of what was to begin at @t_w. What that
 * costs is no part of what runs there: see stolen().
 */
static __always_inline void take_stack(void *context, struct bpf_cpu *cpu,
				       __u64 t_w, __u64 now)
{
	cpu->stack_bytes = bpf_get_stack(context, cpu->stack,
					 sizeof(cpu->stack), 0);
	cpu->stack_pid = bpf_get_current_pid_tgid();
	cpu->stack_time = now;
	cpu->stack_t_w = t_w;
	cpu->stack_cost = bpf_ktime_get_ns() - now;
	cpu->stolen[BPF_LEVEL_NMI] += cpu->stack_cost;
}

#endif /* RTLA_BPF_CPUS_H */
