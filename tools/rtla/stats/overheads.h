/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What there is to know of overheads of the kernel beside their figures: which
 * of them are measured, and how many were not as they should be.
 */
#ifndef RTLA_OVERHEADS_H
#define RTLA_OVERHEADS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/contexts.h"

/* How an overhead is measured. */
enum overhead_method {
	METHOD_ABSENT,		/* it is not: the kernel has no place to do that */
	METHOD_EXACT,		/* from its first moment to its last one */
};

/*
 * What is wrong with the samples of an overhead, or keeps it from being one,
 * because its time is not its own.
 *
 * @disturbed: in which an interrupt or an NMI came. They are samples, without
 *	the time of that, if the user wants them
 * @negative: interrupts between CPUs that were received before they were sent,
 *	as the clocks of both CPUs say
 * @own_ns: of each sample, at least so much is the tracer's own work; 0: none
 *	is
 */
struct overhead_flaws {
	uint64_t disturbed;
	uint64_t negative;
	uint64_t own_ns;
};

struct overheads;

/*
 * overheads_new - make it for CPUs 0 to @cpus - 1, with all overheads absent
 *
 * Returns NULL if there is no memory. The caller frees it with
 * overheads_free().
 */
struct overheads *overheads_new(int cpus);
void overheads_free(struct overheads *overheads);

/* overheads_put_method, overheads_put - set how @context is measured, and its flaws */
void overheads_put_method(struct overheads *overheads,
			  enum event_context context,
			  enum overhead_method method);
void overheads_put(struct overheads *overheads, int cpu,
		   enum event_context context,
		   const struct overhead_flaws *flaws);

enum overhead_method overheads_method(const struct overheads *overheads,
				      enum event_context context);

/* overheads_method_name - return "absent" or "exact" */
const char *overheads_method_name(enum overhead_method method);

/*
 * overheads_flaws - return the flaws of a CPU; -1: of all CPUs, and the least
 * own work
 */
struct overhead_flaws overheads_flaws(const struct overheads *overheads,
				      int cpu, enum event_context context);

/*
 * overhead_of_thread - return whether an overhead counts only if it concerns a
 * thread that is measured; the others are those of CPUs
 */
bool overhead_of_thread(enum event_context context);

#endif /* RTLA_OVERHEADS_H */
