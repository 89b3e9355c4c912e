/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The noise of osnoise periods: its share of the runtime, and its sources.
 */
#ifndef RTLA_COMPARE_NOISE_H
#define RTLA_COMPARE_NOISE_H

#include "compare/compared_figures.h"

/* noise_list - add the figures of one CPU; return false if there is no memory */
bool noise_list(struct comparison *comparison, int cpu);

/* noise_judge - judge the share of noise and all rates */
void noise_judge(struct comparison *comparison);

#endif /* RTLA_COMPARE_NOISE_H */
