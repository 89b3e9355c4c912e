/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Why a latency was what it was, or a noise: a function from the events of one
 * CPU to a result. No input, no output, no kernel.
 *
 * The variables are those of "Timerlat: Real-time Linux Scheduling Latency
 * Measurements, Tracing, and Analysis" (in the following: the paper), section 5:
 *
 *	IRQ stop:	L_IRQ = delay + e'_IRQ + I_NMI
 *	thread stop:	L_Thr = delay + timer IRQ + B_Thr + I_NMI + I_IRQ +
 *				I_Softirq + I_Thr + e'_Thr
 *
 * and a stop at the return from user space (L_Usr) as one of the thread, where
 * e'_Thr goes on until the workload asks for its next period. Each plus what is
 * left, the unexplained rest, so that the sum closes. The paper's terms for what
 * delays the timer's interrupt (interference of other interrupts and NMIs,
 * blocking by a thread with interrupts off, release jitter) are the items of the
 * delay.
 *
 * A noise of osnoise ("Operating System Noise in the Linux Kernel", section 3) is
 * the sum of the NMIs, interrupts, softirqs and threads in it, or, if there are
 * none, hardware noise; all of a period's noise is the sum of its noises.
 */
#ifndef RTLA_ANALYSIS_H
#define RTLA_ANALYSIS_H

#include "spans.h"

/* What the analysis has to know of the session. Thresholds in ns, 0 is off. */
struct analysis_config {
	uint64_t stop[CONTEXTS];
	int workload_prio;	/* of the measuring threads, the kernel's scale */
	const char *untraced;	/* names of interrupts; see struct analysis */
};

/* In the order of the report. */
enum part_id {
	PART_DELAY,		/* t_w to the entry of the timer's interrupt */
	PART_TIMER_IRQ,		/* that interrupt; at an IRQ stop, until the sample */
	PART_BLOCKING,		/* the interrupted thread, of no higher priority */
	PART_NMI,		/* from the timer's interrupt on, as the next ones */
	PART_IRQ,
	PART_SOFTIRQ,
	PART_THREAD,
	PART_WORKLOAD,		/* the measuring thread, until its last sample */
	PART_HARDWARE,		/* osnoise: nothing else was there */
	PARTS,
	PART_UNEXPLAINED = PARTS,	/* of a segment: of no part */
};

enum item_kind {
	ITEM_NOISE,		/* a noise event */
	ITEM_IDLE,		/* PART_DELAY: exit from idle, or hardware */
	ITEM_THREAD,		/* PART_DELAY: interrupts off, or hardware */
};

/* One cause. Several events of the same one are one item. */
struct part_item {
	enum item_kind kind;
	enum event_type type;	/* of ITEM_NOISE */
	int id;			/* interrupt, softirq, thread id; -1 is none */
	int prio;		/* of a thread, the kernel's scale */
	char name[EVENT_DESC_LEN];
	uint64_t ns;
	unsigned int count;
};

/* One variable: its items are all of it, but for a rest of PART_DELAY. */
struct part {
	uint64_t ns;
	struct part_item *item;	/* in the order of time */
	size_t items;
};

#define NO_ITEM	(-1)

/* A stretch of the latency, all of it of one cause. */
struct segment {
	uint64_t start;
	uint64_t ns;
	enum part_id part;	/* or PART_UNEXPLAINED */
	int item;		/* of that part, or NO_ITEM */
	enum level level;	/* what kind of context it was */
};

struct analysis {
	int cpu;
	int context;		/* a latency or a noise */
	uint64_t t_w;		/* or when the noise, or its period, began */
	uint64_t latency;	/* the total */
	uint64_t irq_latency;
	bool irq_latency_known;
	struct part part[PARTS];
	int64_t unexplained;	/* latency - sum of the parts; never negative */
	struct segment *segment;	/* in the order of time; none overlap */
	size_t segments;
	uint64_t previous_irq;	/* of PART_DELAY: interrupts and NMIs */
	int blocking_pid;	/* interrupted by the timer; -1 is unknown */
	char blocking_comm[EVENT_COMM_LEN];
	bool idle_known;	/* which idle state the CPU was in at t_w */
	uint32_t idle_state;
	int workload_pid;	/* the measuring thread; -1 is unknown */
	const uint64_t *stack;	/* innermost first; of the event list */
	size_t stack_count;
	/*
	 * Interrupts that no event tells of, which came to this CPU while it was
	 * measured: their names, as long as the analysis lives; "" or NULL: none,
	 * or it is not known, as of a saved trace.
	 */
	const char *untraced;
	bool incomplete;	/* events of the window are missing */
};

/*
 * analysis_new - explain the stop of @list, or its last latency that reached a
 * threshold
 *
 * @list has to outlive the result. Returns NULL with errno 0 if no latency did,
 * with errno ENOMEM if there is no memory.
 */
struct analysis *analysis_new(const struct event_list *list, int cpu,
			      const struct analysis_config *config);
void analysis_free(struct analysis *analysis);

/* analysis_is_noise - of osnoise, not of timerlat */
bool analysis_is_noise(const struct analysis *analysis);

/*
 * analysis_idle_max - largest IRQ latency of @list that began on an idle CPU
 *
 * Those that another interrupt or an NMI had a part in are passed over.
 * Returns 0 if there is none.
 */
uint64_t analysis_idle_max(const struct event_list *list);

#endif /* RTLA_ANALYSIS_H */
