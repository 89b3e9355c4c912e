/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who had a CPU, and when: from the noise events of one CPU to stretches of
 * time, each with the context that had it. No input, no output, no kernel.
 */
#ifndef RTLA_SPANS_H
#define RTLA_SPANS_H

#include "events.h"

/* Inner contexts preempt outer ones. */
enum level {
	LEVEL_THREAD,
	LEVEL_SOFTIRQ,
	LEVEL_IRQ,
	LEVEL_NMI,
	LEVELS
};

/*
 * A context from its start to its end, where the end is the start plus the net
 * durations of itself and of all that nested in it.
 */
struct span {
	const struct event *event;
	enum level level;
	uint64_t start;
	uint64_t end;
};

struct spans {
	struct span *span;	/* by start; then outer before inner */
	size_t count;
};

/*
 * spans_collect - those that have a part in [@from, @to)
 *
 * @list has to outlive them. Returns -1 if there is no memory; spans_free() is
 * due anyway.
 */
int spans_collect(struct spans *spans, const struct event_list *list,
		  uint64_t from, uint64_t to);
void spans_free(struct spans *spans);

/* spans_walk_fn - [@start, @end) was @owner's; NULL: of no span. -1 ends it. */
typedef int spans_walk_fn(void *context, const struct span *owner,
			  uint64_t start, uint64_t end);

/*
 * spans_walk - go through [@from, @to) in the order of time
 *
 * Each moment is that of the innermost context. Returns what @fn returned last,
 * or -1 if there is no memory.
 */
int spans_walk(const struct spans *spans, uint64_t from, uint64_t to,
	       spans_walk_fn *fn, void *context);

#endif /* RTLA_SPANS_H */
