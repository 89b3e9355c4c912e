/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interrupts that the kernel has no tracepoint for.
 *
 * No event tells of them, so that the time they take is hardware noise, or
 * unexplained. The kernel counts them in rows of /proc/interrupts, where they
 * can be seen to have come: callbacks and timers of hypervisors, posted interrupts
 * of KVM, machine checks. (For the other vectors of x86 there are the events
 * "irq_vectors", for devices "irq_handler_entry", for NMIs "nmi_handler".)
 */
#ifndef RTLA_UNTRACED_H
#define RTLA_UNTRACED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "cpus.h"

#define UNTRACED_ROWS	8

/* Room for the names of all of them: "HYP, HVS" */
#define UNTRACED_LEN	48

/* Of one CPU, row by row. */
struct untraced_cpu {
	uint64_t count[UNTRACED_ROWS];
};

/*
 * untraced_parse - the counts of @cpus, in their order, in the text of
 * /proc/interrupts; 0 of what is not in it, as of CPUs that are offline
 *
 * False if it is not that file.
 */
bool untraced_parse(const char *text, const struct cpus *cpus,
		    struct untraced_cpu *counts);

/* untraced_sum - of all rows */
uint64_t untraced_sum(const struct untraced_cpu *counts);

/* untraced_names - of the rows that have any; returns @text */
const char *untraced_names(const struct untraced_cpu *counts,
			   char text[UNTRACED_LEN]);

struct untraced;

/* untraced_begin - they count from now on; NULL: that cannot be told here */
struct untraced *untraced_begin(const struct cpus *cpus);

/* untraced_update - look how many there have been until now */
void untraced_update(struct untraced *untraced);

/*
 * untraced_of - of a CPU, until the last update; NULL: not known
 *
 * All of these take NULL for @untraced.
 */
const struct untraced_cpu *untraced_of(const struct untraced *untraced,
				       int cpu);

/* untraced_note - a line, if there were any */
void untraced_note(FILE *out, const struct untraced *untraced);

/* untraced_json - of one CPU, by row; those that there are */
json_t *untraced_json(const struct untraced_cpu *counts);

void untraced_free(struct untraced *untraced);

#endif /* RTLA_UNTRACED_H */
