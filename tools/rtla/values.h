/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What users write for a number, a duration and a priority.
 *
 * Every function takes the whole text or refuses it: it returns NULL, or the
 * reason, for a message "OPTION VALUE: reason".
 */
#ifndef RTLA_VALUES_H
#define RTLA_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#define NS_PER_US	1000LL
#define NS_PER_SEC	1000000000LL

/* How measuring threads are scheduled. */
struct priority {
	bool given;		/* false: as the tracer does by itself */
	int policy;		/* SCHED_* */
	int nice;		/* SCHED_OTHER */
	int priority;		/* SCHED_FIFO, SCHED_RR */
	uint64_t runtime_ns;	/* SCHED_DEADLINE */
	uint64_t period_ns;	/* SCHED_DEADLINE: period and deadline */
};

#define PRIORITY_FORMS	"o:NICE, r:PRIO, f:PRIO or d:RUNTIME:PERIOD"

/* parse_number - decimal digits, perhaps behind a '-', at most INT64_MAX */
const char *parse_number(const char *text, int64_t *value);

/*
 * parse_id - a number from 1 to @max, as C writes it: 15, 0xf or 017
 *
 * A signal or a process.
 */
const char *parse_id(const char *text, int max, int *id);

/* parse_duration - N, Ns, Nm, Nh or Nd, in ns */
const char *parse_duration(const char *text, int64_t *ns);

/* parse_priority - one of PRIORITY_FORMS */
const char *parse_priority(const char *text, struct priority *priority);

/* policy_name - "SCHED_FIFO"; "SCHED_?" if it is none we know */
const char *policy_name(int policy);

#define PRIORITY_LEN	64

/*
 * priority_print - as parse_priority() takes it, into @text of PRIORITY_LEN
 *
 * @otherwise if none is given. Returns @text.
 */
const char *priority_print(const struct priority *priority,
			   const char *otherwise, char *text);

/*
 * priority_in_kernel - the scheduler's own figure, lower is more urgent
 *
 * As in the field prio of the trace events. @otherwise if none is given.
 */
int priority_in_kernel(const struct priority *priority, int otherwise);

#endif /* RTLA_VALUES_H */
