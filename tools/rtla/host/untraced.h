/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interrupts that the kernel has no tracepoint for.
 *
 * No event shows them, so the time that they take counts as hardware noise, or
 * is unexplained. But the kernel counts them in rows of /proc/interrupts:
 * callbacks and timers of hypervisors, posted interrupts of KVM, machine
 * checks. (For the other vectors of x86 there are the events "irq_vectors", for
 * devices "irq_handler_entry", for NMIs "nmi_handler".)
 */
#ifndef RTLA_UNTRACED_H
#define RTLA_UNTRACED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "base/cpus.h"

#define UNTRACED_ROWS	8

/* Room for the names of all rows, like "HYP, HVS". */
#define UNTRACED_LEN	48

/* The counts of one CPU, by row. */
struct untraced_cpu {
	uint64_t count[UNTRACED_ROWS];
};

/*
 * untraced_parse - read the counts of @cpus from the text of /proc/interrupts
 *
 * @counts has one element for each of @cpus, in their order. A count that is
 * not in @text, like that of a CPU that is offline, is 0. Returns false if
 * @text is not that of /proc/interrupts.
 */
bool untraced_parse(const char *text, const struct cpus *cpus,
		    struct untraced_cpu *counts);

/* untraced_sum - return the sum of all rows */
uint64_t untraced_sum(const struct untraced_cpu *counts);

/*
 * untraced_names - print the names of the rows that are not 0, like "HYP, HVS"
 *
 * Returns @text.
 */
const char *untraced_names(const struct untraced_cpu *counts,
			   char text[UNTRACED_LEN]);

/*
 * How many such interrupts come during a measurement. The functions below
 * accept NULL for @untraced.
 */
struct untraced;

/*
 * untraced_begin - count such interrupts on @cpus from now on
 *
 * Returns NULL if /proc/interrupts cannot be read, or if there is no memory.
 * The caller frees the value with untraced_free().
 */
struct untraced *untraced_begin(const struct cpus *cpus);

/* untraced_update - read how many have come since untraced_begin() */
void untraced_update(struct untraced *untraced);

/*
 * untraced_of - return how many interrupts had come on @cpu at the last update
 *
 * Returns NULL if that is not known. The value belongs to @untraced.
 */
const struct untraced_cpu *untraced_of(const struct untraced *untraced,
				       int cpu);

/* untraced_note - print a line about such interrupts, if any have come */
void untraced_note(FILE *out, const struct untraced *untraced);

/*
 * untraced_json - make an object with the counts of one CPU, by row
 *
 * Rows that are 0 are left out. Returns a new reference.
 */
json_t *untraced_json(const struct untraced_cpu *counts);

void untraced_free(struct untraced *untraced);

#endif /* RTLA_UNTRACED_H */
