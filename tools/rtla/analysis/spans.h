/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Spans say which context had a CPU, and when. They are made from the noise
 * events of one CPU: this code reads and writes no files, and does not ask the
 * kernel.
 */
#ifndef RTLA_SPANS_H
#define RTLA_SPANS_H

#include <stddef.h>
#include <stdint.h>

struct event;
struct event_list;

/* Kinds of contexts, outer ones first. Inner contexts preempt outer ones. */
enum level {
	LEVEL_THREAD,
	LEVEL_SOFTIRQ,
	LEVEL_IRQ,
	LEVEL_STACK,		/* the tracer takes a stack, in an interrupt */
	LEVEL_NMI,
	LEVELS
};

/*
 * A context from its start to its end. The end is the start plus the net
 * durations of the context itself and of all contexts nested in it; that of a
 * thread is no later than its record.
 */
struct span {
	const struct event *event;
	enum level level;
	uint64_t start;
	uint64_t net;		/* ns; without what nested in it */
	uint64_t end;
	uint64_t reach;		/* the last end of those of its level up to it */
};

struct spans {
	struct span *span;	/* sorted by start, then outer before inner */
	size_t count;
	/* Those of each level, in this order, to find one without looking at all. */
	const struct span **of[LEVELS];
	size_t count_of[LEVELS];
};

/*
 * spans_collect - make all spans that have a part in [@from, @to)
 *
 * Times are ns. @list has to outlive the spans. Returns 0, or -1 if there is no
 * memory. The caller has to call spans_free() in both cases.
 */
int spans_collect(struct spans *spans, const struct event_list *list,
		  uint64_t from, uint64_t to);
void spans_free(struct spans *spans);

/* spans_at - return the innermost span of @level that is open at @at, or NULL */
const struct span *spans_at(const struct spans *spans, enum level level,
			    uint64_t at);

/*
 * spans_walk_fn - take the stretch [@start, @end), in which @owner had the CPU
 *
 * @owner is NULL if no span had the CPU. Any return value but 0 ends the walk.
 */
typedef int spans_walk_fn(void *context, const struct span *owner,
			  uint64_t start, uint64_t end);

/*
 * spans_walk - call @fn for each stretch of [@from, @to), in the order of time
 *
 * Each moment belongs to the innermost context that was running. Returns what
 * @fn returned last, or -1 if there is no memory.
 */
int spans_walk(const struct spans *spans, uint64_t from, uint64_t to,
	       spans_walk_fn *fn, void *context);

#endif /* RTLA_SPANS_H */
