// SPDX-License-Identifier: GPL-2.0
/*
 * Counters of perf around a thread latency: see timerlat_counters.h.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/perf_event.h>
#include <linux/smp.h>

#include "timerlat/timerlat_counters.h"

DEFINE_STATIC_KEY_FALSE(rtla_timerlat_counts);

#ifdef CONFIG_PERF_EVENTS
#define DTLB_READ_MISS	(PERF_COUNT_HW_CACHE_DTLB |			\
			 PERF_COUNT_HW_CACHE_OP_READ << 8 |		\
			 PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

/* In the order of &enum rtla_counter. */
static const struct {
	u32 type;
	u64 config;
} counter_kinds[RTLA_COUNTERS] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ PERF_TYPE_HW_CACHE, DTLB_READ_MISS },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
};

/*
 * A pinned counter is always on the hardware, or not at all if there is no
 * place: what counts for a part of the time would be no figure of a latency.
 */
static struct perf_event *timerlat_counter_create(int cpu, unsigned int kind)
{
	struct perf_event_attr attr = {
		.type = counter_kinds[kind].type,
		.size = sizeof(attr),
		.config = counter_kinds[kind].config,
		.pinned = 1,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr, cpu, NULL, NULL, NULL);
	return IS_ERR(event) ? NULL : event;
}

static void timerlat_counter_release(struct perf_event *event)
{
	perf_event_release_kernel(event);
}

/*
 * Read a counter of this CPU. This is perf_event_read_local(), which is not
 * exported to modules. A counter that found no place, or whose CPU was offline
 * since, is not on the CPU.
 */
static u64 timerlat_counter_read(struct perf_event *event)
{
	lockdep_assert_irqs_disabled();
	if (!event || READ_ONCE(event->oncpu) != smp_processor_id())
		return RTLA_COUNTER_ABSENT;
	event->pmu->read(event);
	return local64_read(&event->count);
}
#else /* CONFIG_PERF_EVENTS */
static struct perf_event *timerlat_counter_create(int cpu, unsigned int kind)
{
	return NULL;
}

static void timerlat_counter_release(struct perf_event *event) { }

static u64 timerlat_counter_read(struct perf_event *event)
{
	return RTLA_COUNTER_ABSENT;
}
#endif /* CONFIG_PERF_EVENTS */

/**
 * rtla_timerlat_counters_create - create the counters of a session
 * @cpus: its CPUs; one that is offline, or goes offline, has no counters
 *
 * Return: them, or NULL without memory. Context: process, may sleep, without
 * cpus_read_lock(), which perf takes itself.
 */
struct timerlat_counters __percpu *
rtla_timerlat_counters_create(const struct cpumask *cpus)
{
	struct timerlat_counters __percpu *counters =
		alloc_percpu(struct timerlat_counters);
	unsigned int i;
	int cpu;

	if (!counters)
		return NULL;
	for_each_cpu(cpu, cpus) {
		for (i = 0; i < RTLA_COUNTERS; i++)
			per_cpu_ptr(counters, cpu)->event[i] =
				timerlat_counter_create(cpu, i);
	}
	static_branch_inc(&rtla_timerlat_counts);
	return counters;
}

/**
 * rtla_timerlat_counters_destroy - release the counters of a session
 * @counters: them, or NULL; nothing reads them any more
 *
 * Context: process, may sleep, without cpus_read_lock().
 */
void rtla_timerlat_counters_destroy(struct timerlat_counters __percpu *counters)
{
	struct perf_event *event;
	unsigned int i;
	int cpu;

	if (!counters)
		return;
	static_branch_dec(&rtla_timerlat_counts);
	for_each_possible_cpu(cpu) {
		for (i = 0; i < RTLA_COUNTERS; i++) {
			event = per_cpu_ptr(counters, cpu)->event[i];
			if (event)
				timerlat_counter_release(event);
		}
	}
	free_percpu(counters);
}

/**
 * rtla_timerlat_counters_begin - read the counters in the timer's interrupt
 * @counters: of this CPU
 * @now: ns
 *
 * Context: hard interrupt.
 */
void rtla_timerlat_counters_begin(struct timerlat_counters *counters, u64 now)
{
	unsigned int i;

	counters->start = now;
	for (i = 0; i < RTLA_COUNTERS; i++)
		counters->begin[i] = timerlat_counter_read(counters->event[i]);
}

/**
 * rtla_timerlat_counters_end - read them at a sample, which may be repeated
 * @counters: of this CPU
 * @now: ns
 *
 * Context: the thread, preemption off.
 */
void rtla_timerlat_counters_end(struct timerlat_counters *counters, u64 now)
{
	unsigned long flags;
	unsigned int i;
	u64 count;

	local_irq_save(flags);
	counters->end = now;
	for (i = 0; i < RTLA_COUNTERS; i++) {
		count = timerlat_counter_read(counters->event[i]);
		if (count != RTLA_COUNTER_ABSENT &&
		    counters->begin[i] != RTLA_COUNTER_ABSENT)
			count -= counters->begin[i];
		else
			count = RTLA_COUNTER_ABSENT;
		counters->count[i] = count;
	}
	local_irq_restore(flags);
}
