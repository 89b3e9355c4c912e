/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Percentiles, compared by intervals of order statistics.
 */
#ifndef RTLA_COMPARE_PERCENTILES_H
#define RTLA_COMPARE_PERCENTILES_H

#include "compare/compared_figures.h"

/*
 * percentiles_list - add the figures of one CPU and context
 *
 * Returns false if there is no memory.
 */
bool percentiles_list(struct comparison *comparison, int cpu,
		      enum event_context context);

/* percentiles_judge - judge all percentiles; return false if there is no memory */
bool percentiles_judge(struct comparison *comparison);

#endif /* RTLA_COMPARE_PERCENTILES_H */
