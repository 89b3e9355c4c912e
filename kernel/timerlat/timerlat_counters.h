/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a CPU does from the timer's interrupt to the sample of a hit: counters
 * of perf, those of its hardware as far as it has them, and two of the kernel.
 *
 * The interrupt is the first moment at which they can be read: before it, the
 * CPU may be idle, or has interrupts off. So they say nothing of the IRQ
 * latency. They count all that the CPU does, also interrupts, and what the
 * module itself does for the hit, such as taking a stack.
 */
#ifndef _RTLA_TIMERLAT_COUNTERS_H
#define _RTLA_TIMERLAT_COUNTERS_H

#include <linux/jump_label.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <uapi/rtla.h>

struct cpumask;
struct perf_event;

/**
 * struct timerlat_counters - the counters of one CPU
 * @event: them; NULL: this CPU has no such counter
 * @start: ns; when they were read in the timer's interrupt; 0: they were not
 * @begin: what they were then
 * @end: ns; when they were read last
 * @count: how much they had grown until then; RTLA_COUNTER_ABSENT: not known
 */
struct timerlat_counters {
	struct perf_event *event[RTLA_COUNTERS];
	u64 start;
	u64 begin[RTLA_COUNTERS];
	u64 end;
	u64 count[RTLA_COUNTERS];
};

/* Set while any session has counters. */
DECLARE_STATIC_KEY_FALSE(rtla_timerlat_counts);

struct timerlat_counters __percpu *
rtla_timerlat_counters_create(const struct cpumask *cpus);
void rtla_timerlat_counters_destroy(struct timerlat_counters __percpu *counters);

void rtla_timerlat_counters_begin(struct timerlat_counters *counters, u64 now);
void rtla_timerlat_counters_end(struct timerlat_counters *counters, u64 now);

#endif /* _RTLA_TIMERLAT_COUNTERS_H */
