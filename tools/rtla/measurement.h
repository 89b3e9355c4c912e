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
#include "untraced.h"

/* Two sets of traces take turns where a measurement goes on after a hit. */
#define TURNS	2

/* The instances that a hit freezes, so that they hold what led to it. */
struct hit_traces {
	struct instance *trace;		/* to be saved; NULL: nobody wants it */
	struct instance *analysis;	/* to explain a hit; may be @trace */
	struct instance *tasks;		/* for --dump-tasks */
};

struct measurement {
	const struct tracer_ops *ops;
	struct tracer *tracer;
	struct decoder *decoder;
	struct instance *samples;
	struct hit_traces traces[TURNS];
	int on;				/* of @traces: they wait for a hit */
	int hit;			/* of @traces: see measurement_traces() */
	struct reader *reader;		/* of the samples */
	/* Of each measured CPU, in their order. */
	struct tracer_cpu *baseline;	/* when enabled */
	struct tracer_cpu *fared;	/* until the stop */
	struct untraced *untraced;	/* interrupts while enabled; or NULL */
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

/*
 * measurement_continue - after a hit: wait for the next one, with the other traces
 *
 * Only where the configuration continues. @tracer has the thresholds from now on.
 * The traces of the hit stay as they are until measurement_forget(). If the next
 * hit comes before that, it freezes the other traces, and is read after that.
 */
enum result measurement_continue(struct measurement *measurement,
				 const struct tracer_config *tracer);

/* measurement_forget - empty the traces of the hit, for their next turn */
enum result measurement_forget(struct measurement *measurement);

/* measurement_traces - those of the hit that was read; without one, those that are on */
const struct hit_traces *
measurement_traces(const struct measurement *measurement);

/*
 * measurement_stop - collect no more; what was collected can be read
 *
 * Again, it does nothing.
 * How the CPUs fared since they were enabled is in @fared then; but for their
 * activations, which count from the start.
 */
enum result measurement_stop(struct measurement *measurement,
			     const struct cpus *cpus);

/*
 * measurement_leave - after measurement_stop(): leave the CPUs soon, without waiting
 * for that; what was collected can be read, and explained
 */
void measurement_leave(struct measurement *measurement);

/* measurement_free - at any time, also after a failure; undoes everything */
void measurement_free(struct measurement *measurement);

#endif /* RTLA_MEASUREMENT_H */
