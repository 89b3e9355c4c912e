// SPDX-License-Identifier: GPL-2.0
/*
 * Sequence numbers of samples: see sample_gaps.h.
 */
#include <stdlib.h>

#include "stats/sample_gaps.h"

/* The numbers of one CPU. gaps_new() returns an array of them. */
struct sample_gaps {
	uint32_t next[CONTEXTS]; /* expected number by context; 0: unknown */
};

struct sample_gaps *gaps_new(int cpus)
{
	return calloc(cpus, sizeof(struct sample_gaps));
}

void gaps_free(struct sample_gaps *gaps)
{
	free(gaps);
}

void gaps_expect(struct sample_gaps *gaps, int cpu, uint32_t next)
{
	for (int i = 0; i < CONTEXTS; i++)
		gaps[cpu].next[i] = next;
}

void gaps_forget(struct sample_gaps *gaps, int cpu)
{
	gaps_expect(gaps, cpu, 0);
}

uint32_t gaps_missed(struct sample_gaps *gaps, int cpu,
		     enum event_context context, uint32_t seqnum)
{
	uint32_t *next = &gaps[cpu].next[context];
	uint32_t gap = 0;

	if (*next && seqnum > *next)
		gap = seqnum - *next;
	*next = seqnum + 1;
	return gap;
}
