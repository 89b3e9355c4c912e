/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The explanation of a hit of a tracer that prints its trace: why a cycle of a
 * thread took so long.
 */
#ifndef RTLA_CYCLE_EXPLANATION_H
#define RTLA_CYCLE_EXPLANATION_H

#include <stdio.h>

struct config;
struct explanation;
struct measurement;
struct tracer_hit;

/*
 * explain_cycle - explain the cycle that was a hit, and print that to @out
 *
 * If it cannot be explained, a message says so.
 */
void explain_cycle(FILE *out, struct explanation *explanation,
		   const struct measurement *measurement,
		   const struct config *config, const struct tracer_hit *hit);

#endif /* RTLA_CYCLE_EXPLANATION_H */
