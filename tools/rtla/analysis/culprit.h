/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The culprit: what took most of a latency or noise, which the sentence names.
 */
#ifndef RTLA_CULPRIT_H
#define RTLA_CULPRIT_H

#include "analysis/analysis.h"

/*
 * The kernel's scale of priorities: below 0 is SCHED_DEADLINE, and 0 to 98 are
 * the real-time priorities 99 to 1.
 */
#define PRIO_FIFO_MAX	99

/*
 * The cause that took longest: an item; or the time of a part that belongs to
 * no item; or the unexplained time; or all items of one part together, of which
 * @item is the longest.
 */
struct culprit {
	enum part_id part;
	const struct part_item *item;
	uint64_t ns;
	size_t many;		/* number of items together; 0: one cause */
};

/* culprit_find - find what took longest; it refers to @analysis */
struct culprit culprit_find(const struct analysis *analysis);

/*
 * culprit_is_stall - return whether the CPU stood still in the wake-up that a
 * culprit of @analysis is
 */
bool culprit_is_stall(const struct culprit *culprit,
		      const struct analysis *analysis);

/*
 * culprit_may_be_hardware - return whether the sentence on a culprit of
 * @analysis names hardware, or nothing
 */
bool culprit_may_be_hardware(const struct culprit *culprit,
			     const struct analysis *analysis);

/* The kinds of causes about which something can be done. */
enum cause {
	CAUSE_NONE,		/* nothing, several, or events are missing */
	CAUSE_PREEMPT_OFF,	/* a thread that could not be preempted */
	CAUSE_UNKNOWN_PRIO,	/* or of a higher priority: that is not known */
	CAUSE_IRQS_OFF,		/* a thread with interrupts off, or hardware */
	CAUSE_IDLE,		/* the CPU left an idle state, or hardware */
	CAUSE_IRQ,
	CAUSE_SOFTIRQ,
	CAUSE_REAL_TIME,	/* a thread with a real-time policy */
	CAUSE_HARDWARE,		/* or firmware, or a hypervisor */
	CAUSE_UNEXPLAINED,
	CAUSE_COARSE_CLOCK,	/* the clock only ticks: nothing is known */
	CAUSES
};

/* culprit_cause - return what kind of cause a culprit of @analysis is */
enum cause culprit_cause(const struct culprit *culprit,
			 const struct analysis *analysis);

#endif /* RTLA_CULPRIT_H */
