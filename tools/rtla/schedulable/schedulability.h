/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether the tasks of a set meet their deadlines, each on its CPU.
 */
#ifndef RTLA_SCHEDULABILITY_H
#define RTLA_SCHEDULABILITY_H

#include <stdio.h>

#include "base/message.h"
#include "schedulable/cpu_load.h"
#include "schedulable/task_set.h"

struct results;

/**
 * struct schedulability - the verdict about a task set
 * @load: of each CPU that it uses, in the order of their numbers
 * @verdict: the worst one of a task; TASK_UNDECIDED is better than TASK_MISSES
 */
struct schedulability {
	const struct task_set *set;
	struct cpu_load *load;
	int loads;
	enum verdict_of_task verdict;
};

/*
 * schedulability_find - analyse a task set with what @count results tell of the
 * kernel
 *
 * @interrupts says how interrupts come, if a result tells of them. Returns
 * RESULT_ERROR after printing why. The caller frees @of with
 * schedulability_free(), also after a failure.
 */
enum result schedulability_find(struct schedulability *of,
				const struct task_set *set,
				const struct results *results, int count,
				enum bound_column interrupts);
void schedulability_free(struct schedulability *of);

/* schedulability_worst - return the worse one of two verdicts */
enum verdict_of_task schedulability_worst(enum verdict_of_task a,
					  enum verdict_of_task b);

/* schedulability_name - return "schedulable", "not schedulable" or "not decided" */
const char *schedulability_name(enum verdict_of_task verdict);

/* schedulability_exit - return the exit status of a verdict */
enum result schedulability_exit(enum verdict_of_task verdict);

/* load_utilization - return the share of a CPU that its tasks ask for */
struct utilization load_utilization(const struct cpu_load *load,
				    bool with_costs);

/* schedulability_print - print it as tables for people */
void schedulability_print(FILE *out, const struct schedulability *of);

#define SCHEDULABILITY_FORMAT	"rtla-schedulability"
#define SCHEDULABILITY_VERSION	1

/*
 * schedulability_json - return all of them as a document, which the caller
 * frees, or NULL if there is no memory
 */
char *schedulability_json(const struct schedulability *of, int count);

#endif /* RTLA_SCHEDULABILITY_H */
