// SPDX-License-Identifier: GPL-2.0
/*
 * Sequence numbers of samples: see sample_gaps.h.
 */
#include <stdlib.h>

#include "stats/sample_gaps.h"

/* The numbers of one CPU. sequence_new() returns an array of them. */
struct sequence {
	uint32_t next[STOPS];	/* expected number by context; 0: unknown */
};

struct sequence *sequence_new(int cpus)
{
	return calloc(cpus, sizeof(struct sequence));
}

void sequence_free(struct sequence *sequence)
{
	free(sequence);
}

void sequence_expect(struct sequence *sequence, int cpu, uint32_t next)
{
	for (int i = 0; i < STOPS; i++)
		sequence[cpu].next[i] = next;
}

void sequence_forget(struct sequence *sequence, int cpu)
{
	sequence_expect(sequence, cpu, 0);
}

uint32_t sequence_gap(struct sequence *sequence, int cpu,
		      enum event_context context, uint32_t seqnum)
{
	uint32_t *next = &sequence[cpu].next[context];
	uint32_t gap = 0;

	if (*next && seqnum > *next)
		gap = seqnum - *next;
	*next = seqnum + 1;
	return gap;
}
