/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Noise accounting: how long each context held a CPU, without the contexts that
 * nested in it (net). See noise.c for the method.
 */
#ifndef _RTLA_NOISE_H
#define _RTLA_NOISE_H

#include <linux/cache.h>
#include <linux/jump_label.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/types.h>

#include "noise/clock.h"

struct causes_cpu;

/*
 * Interrupt handlers that can nest on one CPU and are still accounted each by
 * itself; the time of deeper ones counts for the innermost of these.
 */
#define NOISE_IRQ_DEPTH	4

/*
 * The start of a window that is open while nothing is reported: nobody needs to
 * know it, and reading the clock is most of what a switch of threads costs.
 */
#define NOISE_UNKNOWN_START	1

/*
 * One stretch of a context. The window of a thread or a softirq is not open
 * while @start is 0; those of interrupts are open up to noise_cpu.irq_depth.
 */
struct noise_window {
	u64 start;
	u64 stolen;	/* noise_cpu.stolen at @start */
};

/* The NMI that runs, or the last one until it is reported; then @start is 0. */
struct noise_nmi {
	u64 start;
	u64 end;
};

/* Noises that are held at most; the events of more are recorded at once. */
#define NOISE_HELD_MAX	16

enum noise_kind {
	NOISE_IRQ,
	NOISE_SOFTIRQ,
	NOISE_THREAD,
};

/**
 * struct noise_held - a noise whose event is not recorded yet
 * @start: as in the event
 * @duration: as in the event
 * @name: of an interrupt: RTLA_DESC_LEN bytes; of a thread
 * @id: vector, or thread id
 * @prio: of a thread
 * @kind: which event
 */
struct noise_held {
	u64 start;
	u64 duration;
	u64 name[3];
	int id;
	int prio;
	enum noise_kind kind;
	/* The size is a power of two, so that a place is found by a shift. */
} __aligned(64);

/* How often each context took the CPU from its workload, and all of them. */
struct noise_count {
	u64 all;
	u64 nmi;
	u64 irq;
	u64 softirq;
	u64 thread;
};

/**
 * union noise_wanted - who wants something of a CPU's accounting
 * @owner: the workload that measures there, of which there is one at most
 * @watchers: sessions that watch what runs there: see rtla_noise_watch()
 * @any: not 0: any of them; one test suffices for both
 *
 * Each of the two is set and reset without a look at the other one.
 */
union noise_wanted {
	struct {
		bool owner;
		bool watchers;
	};
	u16 any;
};

/**
 * struct noise_cpu - accounting of one CPU
 * @stolen: net ns of all NMIs, interrupts and softirqs since the accounting
 *	began; it only grows, and each of them adds its time before it returns
 * @count: entries of each context since the accounting began; an owner that
 *	starts later takes differences
 * @left: when an interrupt or a softirq has last ended, its event was recorded,
 *	or a watcher has stolen time, and that was added to @stolen, if there is
 *	a probe
 * @probe: ns that the probe of a bound has taken in the interrupt that runs
 * @own: ns; how long the module itself has kept the CPU, in all, if there is a
 *	probe: what of @stolen is no part of any context. It only grows
 * @unseen: ns; how much longer an interrupt is than what the hooks see, at
 *	least, if there is a probe; 0: not known
 * @unseen_waits: ns; so much more is unseen while @softirq_thread waits
 * @softirq_thread: with PREEMPT_RT, the thread to which interrupts leave their
 *	timers, if there is a probe; it is only compared
 * @softirq_waits: it was woken, and has not run since: each interrupt wakes it
 *	again
 * @expired: number of timers that have expired in it, if there is a probe
 * @on: the CPU is accounted: its contexts open windows
 * @report: threads and softirqs are reported, and their windows have a start
 * @holds: NOISE_HELD_MAX places for noises that are held, in the order of their
 *	ends: see rtla_noise_release(); NULL: none is held, as always while
 *	noise of a watched CPU is reported
 * @held: number of noises in @holds; may exceed NOISE_HELD_MAX
 * @irq_depth: interrupt handlers that run; may exceed NOISE_IRQ_DEPTH, the
 *	number of windows in @irq
 * @softirq_vector: number of the running softirq, if the CPU is watched
 * @workload: the measuring thread of the owner, which is no noise to it; NULL:
 *	every thread is noise
 * @workload_start: when the scheduler last switched to @workload;
 *	NOISE_UNKNOWN_START: it did so while nothing was reported
 * @thread: window of the running thread; of @workload only if the CPU was
 *	watched when the scheduler switched to it
 * @softirq: window of the running softirq
 * @irq: windows of the running interrupt handlers, outermost first
 * @nmi: see &struct noise_nmi
 * @causes: where the noises of the owner are counted by name; NULL: nowhere
 * @watchers: number of sessions that watch the CPU
 * @reporters: of these, the number of those that want noise to be reported
 *
 * Only the CPU itself writes to its accounting, except when its owner stops.
 */
struct noise_cpu {
	u64 stolen;
	struct noise_window left;
	u64 probe;
	u64 own;
	u64 unseen;
	u64 unseen_waits;
	const struct task_struct *softirq_thread;
	bool softirq_waits;
	unsigned int expired;
	struct noise_count count;
	union noise_wanted on;
	union noise_wanted report;
	struct noise_held *holds;
	unsigned int held;
	unsigned int irq_depth;
	unsigned int softirq_vector;
	struct task_struct *workload;
	u64 workload_start;
	struct noise_window thread;
	struct noise_window softirq;
	struct noise_window irq[NOISE_IRQ_DEPTH];
	struct noise_nmi nmi;
	struct causes_cpu *causes;
	unsigned int watchers;
	unsigned int reporters;
} ____cacheline_aligned;

DECLARE_PER_CPU_ALIGNED(struct noise_cpu, rtla_noise_cpu);

/* Any CPU may be watched: what only watchers need costs others nothing. */
DECLARE_STATIC_KEY_FALSE(rtla_noise_watched);

/* A session of a bound runs: what only its probe needs costs others nothing. */
DECLARE_STATIC_KEY_FALSE(rtla_noise_probed);

/**
 * rtla_noise_stamp - read the clock together with the time stolen until then
 * @noise: this CPU's accounting
 *
 * An NMI, interrupt or softirq that comes between the two reads has added to
 * noise_cpu.stolen when it returns. So if the number is unchanged after the
 * clock was read, it belongs to that time. Context: any.
 */
static __always_inline struct noise_window
rtla_noise_stamp(const struct noise_cpu *noise)
{
	struct noise_window stamp;

	do {
		stamp.stolen = READ_ONCE(noise->stolen);
		stamp.start = rtla_clock();
	} while (unlikely(stamp.stolen != READ_ONCE(noise->stolen)));
	return stamp;
}

/* rtla_noise_is_on - return whether this CPU is accounted; context: any */
static __always_inline bool rtla_noise_is_on(const struct noise_cpu *noise)
{
	/* Pairs with the release in noise_begin_*(), and sees its set-up. */
	return smp_load_acquire(&noise->on.any);
}

/**
 * rtla_noise_is_watched_here - return whether anybody watches this CPU
 *
 * Sessions that only watch do so for as long as they look at a CPU at all. So
 * this is what a hook of theirs asks first, as the kernel calls it on each CPU:
 * one instruction, and nothing else has to be read. Context: any.
 */
static __always_inline bool rtla_noise_is_watched_here(void)
{
	return this_cpu_read(rtla_noise_cpu.on.watchers);
}

/* rtla_noise_reports - return whether threads and softirqs are reported */
static __always_inline bool rtla_noise_reports(const struct noise_cpu *noise)
{
	/* Another CPU may tell the workload to report. */
	return data_race(noise->report.any);
}

/**
 * rtla_noise_net_time - return the net time from one stamp to another in ns
 * @from: the earlier stamp
 * @to: the later stamp
 *
 * It is never negative: the rate of the clock is adjusted while it runs, and
 * then the clock may step back by a few ns (see ktime_get_mono_fast_ns()).
 */
static __always_inline u64 rtla_noise_net_time(const struct noise_window *from,
					       const struct noise_window *to)
{
	s64 net = (to->start - from->start) - (to->stolen - from->stolen);

	return net > 0 ? net : 0;
}

/**
 * rtla_noise_after - return the stamp that follows that of a context
 * @end: the stamp at its end
 * @stolen: ns; what it has added to the stolen time
 */
static __always_inline struct noise_window
rtla_noise_after(const struct noise_window *end, u64 stolen)
{
	return (struct noise_window){ .start = end->start,
				      .stolen = end->stolen + stolen };
}

/**
 * rtla_noise_clock_count - read the clock, and the interferences until then
 * @noise: this CPU's accounting
 * @total: set to the number of interferences so far
 *
 * An interference that comes between the two readings of the number changes it,
 * and then number and clock are read again. So the number of interferences in a
 * gap between two such clocks is exactly the difference of their numbers.
 *
 * Return: the time. Context: any.
 */
static __always_inline u64 rtla_noise_clock_count(const struct noise_cpu *noise,
						  u64 *total)
{
	u64 now;

	do {
		*total = READ_ONCE(noise->count.all);
		now = rtla_clock();
	} while (unlikely(*total != READ_ONCE(noise->count.all)));
	return now;
}

void rtla_noise_init(void);
void rtla_noise_start(int cpu, struct task_struct *workload,
		      struct causes_cpu *causes);
void rtla_noise_end_causes(int cpu);
void rtla_noise_stop(int cpu);
void rtla_noise_watch(int cpu, bool report);
void rtla_noise_unwatch(int cpu, bool report);
void rtla_noise_forget(void);

void rtla_noise_record_irq(struct noise_cpu *noise, u64 start, u64 duration,
			   const char *desc, int vector);
void rtla_noise_record_softirq(struct noise_cpu *noise, u64 start, u64 duration,
			       int vector);
void rtla_noise_record_thread(const struct noise_cpu *noise,
			      const struct task_struct *task, u64 start,
			      u64 duration);
void rtla_noise_report_nmi(struct noise_cpu *noise);
void rtla_noise_release(struct noise_cpu *noise);
void rtla_noise_split(struct noise_cpu *noise, struct noise_window due);
bool rtla_noise_take_probe(struct noise_cpu *noise,
			   const struct noise_window *end, u64 *net);
void rtla_noise_learn_softirq_thread(struct noise_cpu *noise,
				     const struct task_struct *task);
void rtla_noise_leave_to_softirq(struct noise_cpu *noise);
void rtla_noise_leave_and_wake(struct noise_cpu *noise,
			       const struct task_struct *task);

/**
 * rtla_noise_steal - let no context account for time that the module has used
 * @ns: the time; the contexts that were interrupted are running
 *
 * Context: any, on the CPU itself.
 */
static __always_inline void rtla_noise_steal(u64 ns)
{
	this_cpu_add(rtla_noise_cpu.stolen, ns);
}

/**
 * rtla_noise_steal_since - the same for all of the time since @from
 * @from: a stamp of this CPU
 *
 * It notes where what is interrupted goes on, as a window of which a part was
 * stolen has to be measured from there.
 *
 * Return: how much that was, net, in ns. Context: as above, preemption off.
 */
static __always_inline u64
rtla_noise_steal_since(const struct noise_window *from)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	struct noise_window now = rtla_noise_stamp(noise);
	u64 ns = rtla_noise_net_time(from, &now);

	rtla_noise_steal(ns);
	noise->left = rtla_noise_after(&now, ns);
	return ns;
}

/**
 * rtla_noise_steal_own - the same of time that no context is to be charged for
 * @from: as there
 */
static __always_inline void
rtla_noise_steal_own(const struct noise_window *from)
{
	this_cpu_add(rtla_noise_cpu.own, rtla_noise_steal_since(from));
}

/* rtla_noise_irqs_here - return how many interrupts have come on this CPU */
static __always_inline u64 rtla_noise_irqs_here(void)
{
	return READ_ONCE(this_cpu_ptr(&rtla_noise_cpu)->count.irq);
}

/* rtla_noise_count_entry - count an entry of the context with this @count */
static __always_inline void rtla_noise_count_entry(u64 *count)
{
	(*count)++;
	this_cpu_inc(rtla_noise_cpu.count.all);
}

/*
 * Called by the hooks on the CPU itself; those of others are in
 * noise_context.h.
 */
void rtla_noise_nmi_entry(struct noise_cpu *noise);
void rtla_noise_nmi_progress(struct noise_cpu *noise);

#endif /* _RTLA_NOISE_H */
