/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The analysis finds out what a latency or a noise consists of. It is a pure
 * function of the events of one CPU: it reads and writes no files, and does not
 * ask the kernel.
 *
 * The variables are those of "Timerlat: Real-time Linux Scheduling Latency
 * Measurements, Tracing, and Analysis" (in the following: the paper), section
 * 5:
 *
 *	IRQ latency:	L_IRQ = delay + e'_IRQ + I_NMI
 *	thread latency:	L_Thr = delay + timer IRQ + B_Thr + I_NMI + I_IRQ +
 *				I_Softirq + I_Thr + e'_Thr
 *
 * The user latency (L_Usr, at the return from user space) has the parts of the
 * thread latency, where e'_Thr goes on until the workload asks for its next
 * period. The time that no part explains is added to each as the unexplained
 * rest, so that the parts always add up to the latency. The paper's terms for
 * what delays the timer's interrupt (interference of other interrupts and NMIs,
 * blocking by a thread with interrupts off, release jitter) are the items of
 * the delay.
 *
 * A noise of osnoise ("Operating System Noise in the Linux Kernel", section 3)
 * is the sum of the NMIs, interrupts, softirqs and threads in it, or, if there
 * are none, hardware noise. The total noise of a period is the sum of its
 * noises.
 *
 * A wake-up of any thread is cut as a thread latency is, from when the timer
 * was to expire, or without a timer from when the thread was woken, until it
 * runs. A hit of one part of it (enum event_context) explains all of it.
 */
#ifndef RTLA_ANALYSIS_H
#define RTLA_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/machine_counts.h"
#include "analysis/waker.h"
#include "base/number_map.h"
#include "trace/events.h"
#include "trace/recorder.h"

/* The settings of the session that the analysis needs. */
struct analysis_config {
	uint64_t stop[LATENCY_CONTEXTS]; /* latency thresholds, ns; 0: off */
	int workload_prio;	/* of measuring threads; kernel's scale */
	const char *untraced;	/* names of interrupts; see struct analysis */
	uint64_t own[CONTEXTS];	/* our own work in each, ns; 0: unknown */
	enum recorder recorder;	/* who recorded the events */
	struct machine_counts counts;	/* all 0 for a saved trace */
};

/* The parts, in the order of the analysis text. */
enum part_id {
	PART_DELAY,		/* t_w to the entry of the timer's interrupt */
	PART_TIMER_IRQ,		/* timer's interrupt; IRQ latency: to sample */
	/*
	 * The thread of no higher priority that the timer interrupted, or that
	 * ran when the thread was woken.
	 */
	PART_BLOCKING,
	/*
	 * In a latency, these four count only from the entry of the timer's
	 * interrupt on.
	 */
	PART_NMI,
	PART_IRQ,
	PART_SOFTIRQ,
	PART_THREAD,
	PART_STACK,		/* the tracer took the stack; no item */
	PART_WORKLOAD,		/* the measuring thread, until its last sample */
	PART_HARDWARE,		/* osnoise: noise without any interference */
	PART_SWITCH,		/* wake-up: the switch to the woken thread */
	PARTS,
	PART_UNEXPLAINED = PARTS,	/* a segment that belongs to no part */
};

enum item_kind {
	ITEM_NOISE,		/* a noise event */
	ITEM_IDLE,		/* PART_DELAY: exit from idle or hardware */
	ITEM_THREAD,		/* PART_DELAY: interrupts off or hardware */
};

/*
 * struct carried - what an item carried
 * @event: of the callback that took the most of it: EVENT_CALLBACK, or the
 *	EVENT_IPI that asked for it if no other event tells it; NULL: not known
 * @ns: how long that ran in the item
 * @others: number of others that ran in it
 * @asked: the EVENT_IPI by which another CPU asked for it; NULL: not known
 *
 * The events belong to the lists from which it was found.
 */
struct carried {
	const struct event *event;
	uint64_t ns;
	unsigned int others;
	const struct event *asked;
};

/* One cause. All events of the same cause in a part are one item. */
struct part_item {
	enum item_kind kind;
	enum event_type type;	/* of its events; not ITEM_NOISE: EVENT_THREAD */
	int id;			/* interrupt, softirq or thread; -1: none */
	int prio;		/* of a thread, on the kernel's scale */
	char name[EVENT_DESC_LEN];
	uint64_t ns;
	unsigned int count;	/* events */
	struct carried carried;	/* see carried_find() */
	int64_t before;		/* index of one that differs in its name only; or NO_ITEM */
};

/*
 * One variable of the sum. The items of PART_BLOCKING, PART_NMI, PART_IRQ,
 * PART_SOFTIRQ and PART_THREAD add up to @ns; the other parts may have time
 * that belongs to no item.
 */
struct part {
	uint64_t ns;
	struct part_item *item;	/* in time order; rest of delay last */
	size_t items;
	struct number_map place;	/* of the items */
};

#define NO_ITEM	(-1)

/* A stretch of the latency or noise that has one cause. */
struct segment {
	uint64_t start;
	uint64_t ns;
	enum part_id part;	/* or PART_UNEXPLAINED */
	int item;		/* index in the items of the part, or NO_ITEM */
	enum level level;	/* the kind of context that had the CPU */
};

struct analysis {
	int cpu;
	int context;		/* enum event_context: which latency or noise */
	uint64_t t_w;		/* timer expiry; or start of noise or period */
	uint64_t latency;	/* the whole latency or noise, ns */
	uint64_t hit_ns;	/* wake-up: the part that hit, see @context */
	/*
	 * Wake-up: what delayed the timer is not known, as it was one of
	 * another CPU than that on which the thread ran.
	 */
	bool elsewhere;
	bool waker_known;	/* wake-up: @waker is valid */
	struct waker waker;
	int workload_prio;	/* of the measuring or woken thread */
	uint64_t irq_latency;
	bool irq_latency_known;
	/*
	 * For how many ns the timer's interrupt had run when the timer expired:
	 * it came for other timers. 0: it came for this one.
	 */
	uint64_t irq_before;
	struct part part[PARTS];
	struct carried timer_irq;	/* of the timer's interrupt */
	struct carried other_timers;	/* of these, without the own timer's */
	int64_t unexplained;	/* latency - sum of the parts; never negative */
	struct segment *segment;	/* in the order of time; none overlap */
	size_t segments;
	uint64_t previous_irq;	/* ns of interrupts and NMIs in PART_DELAY */
	/*
	 * The thread that the timer interrupted, or that ran when the thread
	 * was woken: 0 is idle; -1 is the measuring thread itself, or unknown.
	 */
	int blocking_pid;
	char blocking_comm[EVENT_COMM_LEN];
	bool idle_known;	/* idle_state is known */
	uint32_t idle_state;	/* the idle state of the CPU at t_w */
	int workload_pid;	/* the measuring or woken thread; -1: unknown */
	const uint64_t *stack;	/* innermost first; owned by the event list */
	size_t stack_count;
	int stack_pid;		/* the thread that it is of; -1 is unknown */
	/*
	 * When the stack was taken, after t_w in ns; 0 is unknown: then it
	 * begins with the functions of the timer's interrupt.
	 */
	uint64_t stack_at;
	/*
	 * The names of those interrupts without a tracepoint that came to this
	 * CPU while it was measured. The caller keeps the string as long as the
	 * analysis. "" or NULL: none came, or none are known, as for a saved
	 * trace.
	 */
	const char *untraced;
	/* Its EVENT_COUNTERS, which the event list owns; NULL: there is none. */
	const struct event *counters;
	uint64_t own;		/* our own work in the latency, ns; 0: unknown */
	struct machine_counts counts;	/* of the CPU: see the configuration */
	/*
	 * The CPU stood still in what a wake-up takes by itself: what an
	 * interrupt takes there usually, in ns; 0: it did not.
	 */
	uint64_t stalled;
	bool incomplete;	/* events of the window are missing */
	uint64_t clock_tick;	/* ns: no shorter time is known; 0: the clock is fine */
	bool longest;		/* no threshold was hit: the longest of a trace */
	enum recorder recorder;	/* who recorded the events */
	unsigned int lacks;	/* what the events do not tell: enum recorder_lack */
};

/*
 * analysis_new - explain the hit in @list, or its last latency at a threshold
 *
 * The stop event of @list decides what is explained. Without a stop event it is
 * the last latency that reached its threshold in @config. @list has to outlive
 * the analysis, which analysis_free() frees. Returns NULL with errno 0 if no
 * latency reached its threshold, and with ENOMEM if there is no memory.
 */
struct analysis *analysis_new(const struct event_list *list, int cpu,
			      const struct analysis_config *config);
void analysis_free(struct analysis *analysis);

/* analysis_is_noise - return whether a noise is explained, not a latency */
bool analysis_is_noise(const struct analysis *analysis);
/* analysis_is_wakeup - return whether a wake-up is explained */
bool analysis_is_wakeup(const struct analysis *analysis);

#endif /* RTLA_ANALYSIS_H */
