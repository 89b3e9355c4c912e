/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hits of a run that goes on after each: how many there were, and the
 * longest. A screen shows one after the other, and is gone at the end.
 */
#ifndef RTLA_HIT_TOTALS_H
#define RTLA_HIT_TOTALS_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "analysis/sentence.h"
#include "tracer/tracer_state.h"

/* A zeroed structure is that of no hit. */
struct hit_totals {
	uint64_t count;
	struct tracer_hit longest;
	time_t when;			/* it came */
	char cause[SENTENCE_LEN];	/* of it; empty: not known */
};

/*
 * hit_totals_add - count a hit that came just now
 *
 * Its latency is compared with those of other contexts, too. @cause is a
 * sentence, or empty: not each hit need be explained.
 */
void hit_totals_add(struct hit_totals *totals, const struct tracer_hit *hit,
		    const char *cause);

/* hit_totals_print - print a line about them, or nothing without a hit */
void hit_totals_print(FILE *out, const struct hit_totals *totals);

#endif /* RTLA_HIT_TOTALS_H */
