/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text of an analysis, for people, in upstream's order and wording where it
 * is the same thing. Times in us, shares of the latency in percent.
 */
#ifndef RTLA_REPORT_H
#define RTLA_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "config.h"

struct analysis;
struct symbols;
struct task_facts;

/* What there is to know of a thread; false: nothing any more. */
typedef bool report_task_fn(int pid, struct task_facts *facts);

/*
 * report_print - one CPU
 *
 * @stack says what becomes of addresses without a name; where none has one, all
 * of them are shown. @find_task is of this machine, now; NULL for a trace that
 * may be from another one, or from long ago.
 */
void report_print(FILE *out, const struct analysis *analysis,
		  const struct symbols *symbols, enum stack_format stack,
		  report_task_fn *find_task);

/* report_idle_max - the largest IRQ latency from idle, if there was any */
void report_idle_max(FILE *out, uint64_t latency, int cpu);

#endif /* RTLA_REPORT_H */
