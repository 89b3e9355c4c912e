/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The culprit: what took most of a latency or noise, which the sentence names.
 */
#ifndef RTLA_CULPRIT_H
#define RTLA_CULPRIT_H

#include "analysis/analysis.h"
#include "remedies/remedies.h"

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

/*
 * culprit_delays_timer - return the real-time priority, on the kernel's scale,
 * of the thread that serves the timer, if a culprit of @analysis is a thread
 * that had kept this one off its CPU, and not the woken one; else PRIO_ABSENT
 */
int culprit_delays_timer(const struct culprit *culprit,
			 const struct analysis *analysis);

/* culprit_cause - return what kind of cause a culprit of @analysis is */
enum cause culprit_cause(const struct culprit *culprit,
			 const struct analysis *analysis);

#endif /* RTLA_CULPRIT_H */
