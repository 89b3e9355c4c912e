/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Detection of missed samples by their sequence numbers. It finds samples whose
 * loss nothing else reports: the ring buffer dropped them without counting, or
 * another tool read them. The numbers have 32 bits, and wrap: what follows on
 * UINT32_MAX is 0.
 */
#ifndef RTLA_SAMPLE_GAPS_H
#define RTLA_SAMPLE_GAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/contexts.h"

struct sample_gaps;

/*
 * gaps_new - make the sequence numbers of CPUs 0 to @cpus - 1, all unknown
 *
 * An activation, or a period of osnoise, begins @period_ns after the one before
 * it, or later. Returns NULL if there is no memory. The caller frees it with
 * gaps_free().
 */
struct sample_gaps *gaps_new(int cpus, uint64_t period_ns);
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
 * to follow it. A sample of CONTEXT_TOTAL is a period of osnoise. @time is when
 * its activation or period began, in ns; UINT64_MAX if that is not known. There
 * is no gap if the numbers have begun anew, because the CPU was offline: the
 * number is lower than expected, or so many activations do not fit into the
 * time since the last sample.
 */
uint32_t gaps_missed(struct sample_gaps *gaps, int cpu,
		     enum event_context context, uint32_t seqnum,
		     uint64_t time);

#endif /* RTLA_SAMPLE_GAPS_H */
