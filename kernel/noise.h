/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Noise accounting: how long which context held a CPU, net of what nested in
 * it. See noise.c for the method.
 */
#ifndef _RTLA_NOISE_H
#define _RTLA_NOISE_H

#include <linux/cache.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/timekeeping.h>
#include <linux/types.h>

/* Interrupt handlers that can nest on one CPU; deeper ones are not told apart. */
#define NOISE_IRQ_DEPTH	4

/* One stretch of a context; not open while @start is 0. */
struct noise_window {
	u64 start;
	u64 stolen;	/* noise_cpu.stolen at @start */
};

/* The NMI that is running, or the last one as long as it is not reported. */
struct noise_nmi {
	u64 start;
	u64 end;
};

/* How often each context took the CPU from its workload. */
struct noise_count {
	u64 nmi;
	u64 irq;
	u64 softirq;
	u64 thread;
};

/**
 * struct noise_cpu - accounting of one CPU, written by that CPU alone
 * @stolen: net ns of all NMIs, interrupts and softirqs since ever; it only
 *	grows, and grows within each of them before it returns
 * @count: since ever; each grows at the entry of its context
 * @on: windows are opened here
 * @report: threads and softirqs are reported, not only accounted
 * @irq_depth: open windows in @irq; may exceed NOISE_IRQ_DEPTH
 * @workload: the measuring thread, which is no noise; NULL: every thread is
 * @workload_start: when the scheduler last switched to it
 * @thread: the running thread, unless it is the workload
 * @softirq: the running softirq
 * @irq: the running interrupt handlers, outermost first
 * @nmi: see &struct noise_nmi
 */
struct noise_cpu {
	u64 stolen;
	struct noise_count count;
	bool on;
	bool report;
	unsigned int irq_depth;
	struct task_struct *workload;
	u64 workload_start;
	struct noise_window thread;
	struct noise_window softirq;
	struct noise_window irq[NOISE_IRQ_DEPTH];
	struct noise_nmi nmi;
} ____cacheline_aligned;

DECLARE_PER_CPU_ALIGNED(struct noise_cpu, noise_cpu);

/**
 * noise_clock - the one clock: CLOCK_MONOTONIC in ns, from any context
 *
 * It is the clock "mono" of the trace instances, too.
 */
static __always_inline u64 noise_clock(void)
{
	return ktime_get_mono_fast_ns();
}

/**
 * noise_stamp - read the clock together with what was stolen until then
 * @cpu: this CPU's accounting
 *
 * Whatever interrupts between the two reads has added to @stolen when it
 * returns, so that an unchanged @stolen makes the two a pair. Any context.
 */
static __always_inline struct noise_window noise_stamp(const struct noise_cpu *cpu)
{
	struct noise_window stamp;

	do {
		stamp.stolen = READ_ONCE(cpu->stolen);
		stamp.start = noise_clock();
	} while (unlikely(stamp.stolen != READ_ONCE(cpu->stolen)));
	return stamp;
}

/* noise_is_on - is this CPU accounted on? Any context. */
static __always_inline bool noise_is_on(const struct noise_cpu *cpu)
{
	/* Pairs with the release in noise_start(): what that set up is seen. */
	return smp_load_acquire(&cpu->on);
}

/* Of all contexts together. */
static __always_inline u64 noise_total(const struct noise_count *count)
{
	return READ_ONCE(count->nmi) + READ_ONCE(count->irq) +
	       READ_ONCE(count->softirq) + READ_ONCE(count->thread);
}

/**
 * noise_clock_count - read the clock together with the interferences until then
 * @cpu: this CPU's accounting
 * @total: set to their number
 *
 * What comes between the two readings of the number changes it, and they are
 * taken again: the interferences of a gap between two such clocks are exactly
 * the difference of their numbers. Any context.
 */
static __always_inline u64 noise_clock_count(const struct noise_cpu *cpu,
					     u64 *total)
{
	u64 now;

	do {
		*total = noise_total(&cpu->count);
		now = noise_clock();
	} while (unlikely(*total != noise_total(&cpu->count)));
	return now;
}

void noise_start(int cpu, struct task_struct *workload);
void noise_stop(int cpu);

u64 noise_open_workload(struct noise_cpu *cpu);
void noise_report_nmi(struct noise_cpu *cpu);

/* Entry and exit of each context, called by the hooks on the CPU itself. */
void noise_irq_entry(struct noise_cpu *cpu);
void noise_irq_exit(struct noise_cpu *cpu, const char *desc, int vector);
void noise_softirq_entry(struct noise_cpu *cpu);
void noise_softirq_exit(struct noise_cpu *cpu, int vector);
void noise_switch(struct noise_cpu *cpu, struct task_struct *prev,
		  struct task_struct *next);
void noise_nmi_entry(struct noise_cpu *cpu);
void noise_nmi_progress(struct noise_cpu *cpu);

#endif /* _RTLA_NOISE_H */
