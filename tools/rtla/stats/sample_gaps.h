/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Detection of missed samples by their sequence numbers. It finds samples whose
 * loss nothing else reports: the ring buffer dropped them without counting, or
 * another tool read them.
 */
#ifndef RTLA_SAMPLE_GAPS_H
#define RTLA_SAMPLE_GAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/events.h"

struct sample_gaps;

/*
 * gaps_new - make the sequence numbers of CPUs 0 to @cpus - 1, all unknown
 *
 * Returns NULL if there is no memory. The caller frees it with gaps_free().
 */
struct sample_gaps *gaps_new(int cpus);
void gaps_free(struct sample_gaps *gaps);

/*
 * gaps_expect - expect the number @next, or a lower one, of the next sample
 * of @cpu in each context
 */
void gaps_expect(struct sample_gaps *gaps, int cpu, uint32_t next);

/* gaps_forget - accept any number of the next sample of @cpu */
void gaps_forget(struct sample_gaps *gaps, int cpu);

/*
 * gaps_missed - return how many samples were missed before @seqnum
 *
 * @seqnum is the number of the sample that was read now; the next is expected
 * to follow it. A sample of CONTEXT_TOTAL is a period of osnoise. A lower
 * number than expected is no gap: the CPU was offline, and its numbers begin
 * anew.
 */
uint32_t gaps_missed(struct sample_gaps *gaps, int cpu,
		     enum event_context context, uint32_t seqnum);

#endif /* RTLA_SAMPLE_GAPS_H */
