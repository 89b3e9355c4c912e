/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Task sets that a user has written down: each task with the CPU that it is
 * bound to, and its figures. Documentation/schedulable.md describes the file.
 */
#ifndef RTLA_TASK_SET_H
#define RTLA_TASK_SET_H

#include <stdint.h>

#include <jansson.h>

#include "base/message.h"

enum task_policy {
	TASK_FIFO,
	TASK_RR,
	TASK_DEADLINE,	/* SCHED_DEADLINE, earliest deadline first */
	TASK_POLICIES
};

/* No time of a task is longer than that, so that sums of some of them fit. */
#define TASK_TIME_MAX_NS	1000000000000000ULL

/**
 * struct task - a thread that does a job at each of its arrivals
 * @name: unique in its set
 * @cpu: the CPU on which it runs, and on no other
 * @priority: 1 to 99, the most urgent; 0 with TASK_DEADLINE
 * @wcet_ns: the longest time that a job computes
 * @period_ns: the shortest time between two arrivals
 * @deadline_ns: a job has to be finished so long after it arrived, at most
 * @jitter_ns: a job is released so long after it arrived, at most
 * @blocking_ns: so long may less urgent tasks keep it waiting, with locks
 */
struct task {
	const char *name;
	enum task_policy policy;
	int cpu;
	int priority;
	uint64_t wcet_ns;
	uint64_t period_ns;
	uint64_t deadline_ns;
	uint64_t jitter_ns;
	uint64_t blocking_ns;
};

struct task_set {
	const char *name;	/* NULL: it has none */
	struct task *task;
	int count;
};

/* The task sets of a file. @document owns the names. */
struct task_sets {
	json_t *document;
	struct task_set *set;
	int count;
};

/*
 * task_sets_read - read a file with one task set, or with an array of them; "-"
 * is standard input
 *
 * Prints which task has which field wrong, and returns RESULT_ERROR. The caller
 * frees @sets with task_sets_free(), also after a failure.
 */
enum result task_sets_read(struct task_sets *sets, const char *path);
void task_sets_free(struct task_sets *sets);

/* task_policy_name - return "fifo", "rr" or "deadline" */
const char *task_policy_name(enum task_policy policy);

#endif /* RTLA_TASK_SET_H */
