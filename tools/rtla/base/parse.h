/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading numbers and priorities that users write; amount.h reads times.
 *
 * Every function that reads a text takes all of it, or refuses it. It returns
 * NULL, or the reason, which is for a message "OPTION VALUE: reason".
 */
#ifndef RTLA_PARSE_H
#define RTLA_PARSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/amount.h"

/* How measuring threads are scheduled. */
struct priority {
	bool given;		/* false: as the tracer does by default */
	int policy;		/* SCHED_* */
	int nice;		/* of SCHED_OTHER */
	int priority;		/* of SCHED_FIFO and SCHED_RR */
	uint64_t runtime_ns;	/* of SCHED_DEADLINE */
	uint64_t period_ns;	/* of SCHED_DEADLINE: period and deadline */
};

#define PRIORITY_FORMS	"o:NICE, r:PRIO, f:PRIO or d:RUNTIME:PERIOD"

/*
 * parse_number - read decimal digits, or '-' and digits
 *
 * The number without its sign is at most INT64_MAX.
 */
const char *parse_number(const char *text, int64_t *value);

/*
 * parse_id - read a number from 1 to @max, written as in C: 15, 0xf or 017
 *
 * This is for the number of a signal or a process.
 */
const char *parse_id(const char *text, int max, int *id);

/*
 * parse_priority - read one of PRIORITY_FORMS
 *
 * A policy may also have its name: other, rr, fifo or deadline.
 */
const char *parse_priority(const char *text, struct priority *priority);

#define PRIORITY_LEN	64

/*
 * priority_hint - return what to give instead of @text, which was refused
 *
 * This is the right form of it, like "one like f:99" for 99, or PRIORITY_FORMS.
 * @hint has PRIORITY_LEN bytes, and may be used for it.
 */
const char *priority_hint(const char *text, char *hint);

/* policy_name - return "SCHED_FIFO" and so on; "SCHED_?": not known */
const char *policy_name(int policy);

/*
 * priority_print - print @priority in a form that parse_priority() reads
 *
 * If @priority is not given, @otherwise is copied. @text has PRIORITY_LEN
 * bytes. Returns @text.
 */
const char *priority_print(const struct priority *priority,
			   const char *otherwise, char *text);

/*
 * The scheduler's own scale of priorities: below 0 is SCHED_DEADLINE, and 0 to
 * 98 are this less a real-time priority, which is 99 to 1 (MAX_RT_PRIO - 1).
 */
#define PRIO_RT_MAX	99

/*
 * priority_in_kernel - return the scheduler's own figure of @priority
 *
 * This is the figure in the field prio of the trace events; a lower one is more
 * urgent. If @priority is not given, @otherwise is returned.
 */
int priority_in_kernel(const struct priority *priority, int otherwise);

#endif /* RTLA_PARSE_H */
