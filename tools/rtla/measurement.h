/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One measurement: a tracer, the trace instances its events are collected in,
 * and a reader for the samples. Checked, started, enabled, stopped, freed.
 */
#ifndef RTLA_MEASUREMENT_H
#define RTLA_MEASUREMENT_H

#include "config.h"
#include "decode.h"
#include "instance.h"
#include "reader.h"
#include "tracer.h"

struct measurement {
	const struct tracer_ops *ops;
	struct tracer *tracer;
	struct decoder *decoder;
	struct instance *samples;
	struct instance *trace;		/* to be saved; NULL: nobody wants it */
	struct instance *analysis;	/* to explain a hit; may be @trace */
	struct instance *tasks;		/* for --dump-tasks */
	struct reader *reader;		/* of the samples */
	/* Of each measured CPU, in their order. */
	struct tracer_cpu *baseline;	/* when enabled */
	struct tracer_cpu *fared;	/* until the stop */
	bool stopped;
};

/* measurement_check - can it be done here? Changes nothing. */
enum result measurement_check(struct measurement *measurement,
			      const struct config *config);

/* measurement_start - measure; @events are the samples, not collected yet */
enum result measurement_start(struct measurement *measurement,
			      const struct config *config,
			      enum tracer_events events);

/* measurement_enable - collect, and hit at the thresholds from now on */
enum result measurement_enable(struct measurement *measurement,
			       const struct config *config);

/* measurement_continue - after a hit: forget what led to it, wait for the next */
enum result measurement_continue(struct measurement *measurement,
				 const struct config *config);

/*
 * measurement_stop - collect no more; what was collected can be read
 *
 * Again, it does nothing.
 * How the CPUs fared since they were enabled is in @fared then; but for their
 * activations, which count from the start.
 */
enum result measurement_stop(struct measurement *measurement,
			     const struct cpus *cpus);

/* measurement_free - at any time, also after a failure; undoes everything */
void measurement_free(struct measurement *measurement);

#endif /* RTLA_MEASUREMENT_H */
