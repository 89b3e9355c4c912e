/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a terminal shows of a watched thread besides its line of the table, if
 * all kinds that watch threads have it.
 */
#ifndef RTLA_THREAD_DETAILS_H
#define RTLA_THREAD_DETAILS_H

#include <stdio.h>

#include "trace/contexts.h"

struct snapshot;

/* thread_details_title - print which thread it is, its policy, and where it ran */
void thread_details_title(FILE *out, const struct snapshot *snapshot, int row);

/*
 * thread_details_parts - print a table of all parts, with percentiles if they
 * are known
 */
void thread_details_parts(FILE *out, const struct snapshot *snapshot, int row);

/*
 * thread_details_bars - print the distributions of the whole and of one part,
 * on a screen
 */
void thread_details_bars(FILE *out, const struct snapshot *snapshot, int row,
			 enum event_context part);

#endif /* RTLA_THREAD_DETAILS_H */
