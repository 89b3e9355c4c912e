/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The analysis text: an analysis as people read it. Its order and wording are
 * those of upstream's rtla where both print the same thing. Times are us,
 * shares of the latency are percent.
 */
#ifndef RTLA_ANALYSIS_TEXT_H
#define RTLA_ANALYSIS_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "trace/stack_format.h"

struct analysis;
struct measured_machine;
struct symbols;

/*
 * analysis_text_print - print the analysis text of one CPU
 *
 * @sentence is the cause sentence, the last line. @stack says what becomes of
 * addresses without a name in a stack; if no address has a name, all are shown.
 * @machine is that on which the hit came. It is NULL for a saved
 * trace, which may be of another machine, or old.
 */
void analysis_text_print(FILE *out, const struct analysis *analysis,
			 const char *sentence, const struct symbols *symbols,
			 enum stack_format stack,
			 const struct measured_machine *machine);

/*
 * analysis_text_idle_max - print the largest IRQ latency from idle
 *
 * @latency is in ns, @cpu is where it was. Prints nothing if @latency is 0.
 */
void analysis_text_idle_max(FILE *out, uint64_t latency, int cpu);

#endif /* RTLA_ANALYSIS_TEXT_H */
