/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel takes from the tasks of a CPU, as results of measurements
 * tell it, and how the analysis counts it. A kind of measurement that tells
 * some adds it by a function of its row: see stats/kind.h.
 */
#ifndef RTLA_KERNEL_COSTS_H
#define RTLA_KERNEL_COSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/latency_bound.h"
#include "trace/contexts.h"

struct results;

/*
 * How a cost counts:
 *
 * COST_JITTER: a task is released so much later; all of them together
 * COST_RELEASE: the interrupt that releases a task, also one of less urgency
 * COST_SWITCH: a call of the scheduler, of which a job has two; all of them
 *	together
 * COST_TICK: an interrupt that comes once in @every_ns, and is one of the
 *	COST_INTERRUPT, if there are any
 * COST_INTERRUPT: an interrupt that comes once in @every_ns
 * COST_BLOCKING: the scheduling latency of the most urgent task; a bound counts
 *	instead of what was observed
 */
enum cost_role {
	COST_JITTER,
	COST_RELEASE,
	COST_SWITCH,
	COST_TICK,
	COST_INTERRUPT,
	COST_BLOCKING,
	COST_ROLES
};

#define COST_NAME_LEN	64
#define COST_ALL_CPUS	(-1)

/**
 * struct kernel_cost - one cost
 * @ns: the longest that was seen, or a bound
 * @every_ns: the shortest time between two of them
 * @path: the result that tells it
 * @cpu: where it was measured; COST_ALL_CPUS: it was not on this CPU, and is
 *	the longest of all others
 * @observed: it is a latency that was observed, and no bound
 * @unknown: the result has none, and why
 */
struct kernel_cost {
	enum cost_role role;
	char name[COST_NAME_LEN];
	uint64_t ns;
	uint64_t every_ns;
	const char *path;
	int cpu;
	bool observed;
	const char *unknown;
};

/* The costs of a CPU; @failed: an error was printed. Else all zeros. */
struct kernel_costs {
	enum bound_column interrupts;	/* how interrupts come */
	struct kernel_cost *cost;
	int count;
	bool failed;
};

/*
 * kernel_costs_add - add a cost; of those with the same role and name, the
 * longest counts
 */
void kernel_costs_add(struct kernel_costs *costs,
		      const struct kernel_cost *cost);

/*
 * kernel_costs_add_max - add the largest sample of a context
 *
 * That is the one of @cpu, if it has any, or else of all CPUs. If there is none
 * at all, the cost is added as @cost->unknown.
 */
void kernel_costs_add_max(struct kernel_costs *costs,
			  const struct results *results, int cpu,
			  enum event_context context, struct kernel_cost cost);

/*
 * kernel_costs_read - add what a result tells of a CPU
 *
 * Sets @failed after printing why, if the result is of a kind that tells
 * nothing.
 */
void kernel_costs_read(struct kernel_costs *costs,
		       const struct results *results, int cpu);

/* kernel_costs_counts - return whether a cost counts, as no other takes its place */
bool kernel_costs_counts(const struct kernel_costs *costs,
			 const struct kernel_cost *cost);

/* kernel_costs_sum - return the sum of the costs of a role that count */
uint64_t kernel_costs_sum(const struct kernel_costs *costs,
			  enum cost_role role);

/* kernel_costs_free - free them */
void kernel_costs_free(struct kernel_costs *costs);

#endif /* RTLA_KERNEL_COSTS_H */
