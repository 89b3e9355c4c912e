/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The maxima of blocks of time, compared by ranks.
 */
#ifndef RTLA_COMPARE_MAXIMA_H
#define RTLA_COMPARE_MAXIMA_H

#include "compare/compared_figures.h"

/*
 * maxima_list - add the figures of one CPU and context
 *
 * Returns false if there is no memory.
 */
bool maxima_list(struct comparison *comparison, int cpu,
		 enum event_context context);

/* maxima_judge - judge all maxima; return false if there is no memory */
bool maxima_judge(struct comparison *comparison);

/* maxima_agree - choose the block length of each context, common to all runs */
void maxima_agree(struct comparison *comparison);

/*
 * maxima_take - take the block lengths of another comparison
 *
 * @from has the runs of @comparison, and more.
 */
void maxima_take(struct comparison *comparison, const struct comparison *from);

#endif /* RTLA_COMPARE_MAXIMA_H */
