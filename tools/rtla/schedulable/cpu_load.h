/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tasks of one CPU as the analysis sees them, with what the kernel takes
 * from them.
 *
 * The costs of the kernel are counted as in B. Brandenburg, "Scheduling and
 * Locking in Multiprocessor Real-Time Operating Systems", PhD thesis,
 * University of North Carolina 2011, chapter 3: each job pays for two calls of
 * the scheduler, and is released later by the delay of its interrupt.
 * Interrupts are tasks that are more urgent than all others: K. Jeffay, D.
 * Stone, "Accounting for Interrupt Handling Costs in Dynamic Priority Task
 * Systems", RTSS 1993.
 */
#ifndef RTLA_CPU_LOAD_H
#define RTLA_CPU_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "schedulable/kernel_costs.h"
#include "schedulable/task_set.h"

/* Times that grow beyond this, which is 3 years, are "endless". */
#define LOAD_ENDLESS_NS		100000000000000000ULL

/*
 * So many looks at a task are taken to judge one before the analysis says that
 * it cannot decide: that is about a second.
 */
#define LOAD_WORK_MAX		50000000ULL

enum verdict_of_task {
	TASK_MEETS,
	TASK_MISSES,
	TASK_UNDECIDED,
};

/* A load that comes each @every_ns or later, up to @jitter_ns late, for @each_ns. */
struct arrivals {
	uint64_t each_ns;
	uint64_t every_ns;
	uint64_t jitter_ns;
};

/**
 * struct loading_task - a task of a CPU
 * @job: its jobs, with what the kernel takes
 * @blocking_ns: with the latency of the scheduler
 * @verdict: whether all its jobs meet their deadlines
 * @response_ns: the longest time from the arrival of a job to its end;
 *	UINT64_MAX: endless, or not known. Not known with TASK_DEADLINE
 * @slack_ns: how much is left, if @has_slack: see response_time.h and
 *	demand_test.h
 */
struct loading_task {
	const struct task *task;
	struct arrivals job;
	uint64_t blocking_ns;
	enum verdict_of_task verdict;
	uint64_t response_ns;
	int64_t slack_ns;
	bool has_slack;
};

/**
 * struct cpu_load - all that runs on a CPU
 * @interrupt: the costs that are interrupts, and the releases of the tasks
 * @work: what is left of LOAD_WORK_MAX
 */
struct cpu_load {
	int cpu;
	struct kernel_costs costs;
	struct loading_task *task;
	int tasks;
	struct arrivals *interrupt;
	int interrupts;
	uint64_t work;
};

/*
 * cpu_load_make - make the load of a CPU from the tasks of @set that it runs
 *
 * @costs become those of @load. Returns false if there is no memory. The caller
 * frees @load with cpu_load_free(), also after a failure.
 */
bool cpu_load_make(struct cpu_load *load, int cpu, const struct task_set *set,
		   const struct kernel_costs *costs);
void cpu_load_free(struct cpu_load *load);

/* load_times - return @count times @ns; UINT64_MAX if that is too large */
uint64_t load_times(uint64_t count, uint64_t ns);

/* arrivals_take - return what those take that come in a window of this length */
uint64_t arrivals_take(const struct arrivals *arrivals, uint64_t window_ns);

/*
 * interrupts_take - return what all interrupts take from a window of this
 * length
 *
 * It is a part of the work that is left.
 */
uint64_t interrupts_take(struct cpu_load *load, uint64_t window_ns);

/* load_works - count a step that looks at all tasks; false: the work is used up */
bool load_works(struct cpu_load *load);

/*
 * struct utilization - a sum of shares of the CPU, in 2^-60, which is between
 * both numbers
 */
struct utilization {
	uint64_t low;
	uint64_t high;
};

#define UTILIZATION_ONE		(1ULL << 60)

/* utilization_add - add a share; beyond 8, the sum is not exact */
void utilization_add(struct utilization *sum, const struct arrivals *arrivals);

/* utilization_ppm - return it in 10^-6, rounded up */
uint64_t utilization_ppm(const struct utilization *sum);

#endif /* RTLA_CPU_LOAD_H */
