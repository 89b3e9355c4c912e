/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Notices samples that are missing without anybody having said so: dropped
 * where the ring buffer does not count, or read by somebody else.
 */
#ifndef RTLA_SEQUENCE_H
#define RTLA_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "events.h"

struct sequence;

/* sequence_new - for CPUs 0 to @cpus - 1; NULL if there is no memory */
struct sequence *sequence_new(int cpus);
void sequence_free(struct sequence *sequence);

/* sequence_expect - the next samples of @cpu have the number @next, or less */
void sequence_expect(struct sequence *sequence, int cpu, uint32_t next);

/* sequence_forget - the next samples of @cpu may have any number */
void sequence_forget(struct sequence *sequence, int cpu);

/*
 * sequence_gap - how many samples are missing before @seqnum
 *
 * Those of CONTEXT_TOTAL are the periods of osnoise.
 * Numbers that go down are of a CPU that was offline: it counts anew.
 */
uint32_t sequence_gap(struct sequence *sequence, int cpu,
		      enum event_context context, uint32_t seqnum);

#endif /* RTLA_SEQUENCE_H */
