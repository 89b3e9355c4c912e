/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads the events of a trace instance, CPU by CPU, and counts what was lost.
 */
#ifndef RTLA_READER_H
#define RTLA_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "cpus.h"
#include "decode.h"
#include "events.h"
#include "instance.h"

struct reader;

/* Called for each event; @lost: some were lost just before it. */
typedef void reader_fn(void *context, int cpu, const struct event *event,
		       bool lost);

struct reader_counts {
	uint64_t events;	/* handed on */
	uint64_t lost;
	bool lost_more;		/* and some that the kernel did not count */
};

enum result reader_open(struct reader **reader, struct instance *instance,
			const struct decoder *decoder, const struct cpus *cpus);
void reader_close(struct reader *reader);

/* CPUs are numbered 0 to reader_cpus() - 1 here. */
int reader_cpus(const struct reader *reader);

/*
 * reader_drain - hand on what one CPU has, while it goes on
 *
 * It ends at a page that the CPU has begun to fill: who gets little time would
 * find a new event in it at each reading, and never come to an end. Nor does it
 * take more than @most full pages: there may be more for the next time.
 *
 * Returns how many full pages there were.
 */
int reader_drain(struct reader *reader, int index, int most, reader_fn *fn,
		 void *context);

/*
 * reader_drain_rest - hand on all that one CPU has, when it has stopped
 *
 * True if there may be more, to be called for again.
 */
bool reader_drain_rest(struct reader *reader, int index, reader_fn *fn,
		       void *context);

struct reader_counts reader_counts(const struct reader *reader);

/* reader_list - append all that @cpu has to @list */
enum result reader_list(struct instance *instance,
			const struct decoder *decoder, int cpu,
			struct event_list *list);

#endif /* RTLA_READER_H */
