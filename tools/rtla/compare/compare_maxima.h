/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The maxima of blocks of time, compared by ranks.
 */
#ifndef RTLA_COMPARE_MAXIMA_H
#define RTLA_COMPARE_MAXIMA_H

#include "compare/figures.h"

/*
 * maxima_list - add the figures of one CPU and context
 *
 * Returns false if there is no memory.
 */
bool maxima_list(struct comparison *comparison, int cpu,
		 enum event_context context);

/* maxima_judge - judge all maxima; return false if there is no memory */
bool maxima_judge(struct comparison *comparison);

/* maxima_agree - choose the common block length of each context */
void maxima_agree(struct comparison *comparison);

/*
 * maxima_of - fill in @maxima with the maxima of the complete blocks of a
 * result
 *
 * @cpu may be EVERY_CPU. @length is the length of a block in ns, a multiple of
 * that in the result. @maxima has room for BLOCKS_MAX values, which are in the
 * order of time. Where a sample cannot be 0 (timerlat), blocks without samples
 * are left out. Returns the number of maxima.
 */
int maxima_of(const struct results *results, int cpu,
	      enum event_context context, uint64_t length, uint64_t *maxima);

#endif /* RTLA_COMPARE_MAXIMA_H */
