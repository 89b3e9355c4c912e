/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Takes samples in: adds them to the statistics, and notices missing ones.
 */
#ifndef RTLA_COLLECTOR_H
#define RTLA_COLLECTOR_H

#include "config.h"
#include "details.h"
#include "histogram.h"
#include "reader.h"
#include "sequence.h"
#include "stats.h"
#include "tracer.h"

struct collector {
	struct stats *stats;
	struct histogram *histogram;	/* NULL if none is wanted */
	struct details *details;	/* likewise */
	struct sequence *sequence;
	unsigned int numbered;		/* contexts with a number for each sample */
	uint64_t missing;	/* samples that the reader was not told of */
	uint64_t *missing_of;		/* each CPU */
	bool no_memory;			/* the histograms are incomplete */
};

/*
 * collector_init - for the CPUs of @config, whose samples are @events
 *
 * To be undone by collector_free() in any case.
 */
enum result collector_init(struct collector *collector,
			   const struct config *config,
			   enum tracer_events events);
void collector_free(struct collector *collector);

/* collector_take - a reader_fn; the context is the collector */
void collector_take(void *context, int cpu, const struct event *event,
		    bool lost);

/*
 * collector_begin, collector_end - count what is missing at either end
 *
 * @baseline and @fared are those of a measurement: read when samples were
 * collected already, and when they still were. @now is of the clock of samples.
 */
void collector_begin(struct collector *collector, const struct cpus *cpus,
		     const struct tracer_cpu *baseline, uint64_t now);
void collector_end(struct collector *collector, const struct cpus *cpus,
		   const struct tracer_cpu *baseline,
		   const struct tracer_cpu *fared);

#endif /* RTLA_COLLECTOR_H */
