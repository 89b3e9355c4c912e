/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One measurement: a tracer, the trace instances that collect its events, and a
 * reader for the samples. It is checked, started, enabled, stopped and freed,
 * in this order.
 *
 * Functions that return another result than RESULT_OK have printed the error.
 * The caller calls measurement_free() in any case.
 */
#ifndef RTLA_MEASUREMENT_H
#define RTLA_MEASUREMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "run/sample_source.h"
#include "tracer/tracer_events.h"

struct average_speeds;
struct config;
struct stalls;
struct tracer;
struct tracer_config;
struct tracer_cpu;
struct tracer_ops;
struct undo_list;
struct untraced;

/* Two sets of traces take turns if a measurement goes on after a hit. */
#define TURNS	2

/*
 * One set of traces: the hit instances, which a hit freezes so that they keep
 * the events that led to it. Each is NULL if it is not needed.
 */
struct hit_traces {
	struct instance *trace;		/* to be saved */
	struct instance *analysis;	/* to explain a hit; may be @trace */
	struct instance *tasks;		/* for --dump-tasks */
	struct instance *senders;	/* who asks CPUs for callbacks */
	struct instance *wakings;	/* who wakes threads, and when they run */
};

struct measurement {
	const struct tracer_ops *ops;	/* set by the caller */
	struct tracer *tracer;
	struct decoder *decoder;
	bool counted;			/* the tracer counts its samples */
	/* ns: samples of this time count; @until is set at measurement_stop(). */
	uint64_t from;
	uint64_t until;
	/* Events to read all of the time. NULL: the tracer counts, and needs none. */
	struct instance *samples;
	struct hit_traces traces[TURNS];
	int on;				/* index of the traces that are on */
	int hit;			/* index; see measurement_traces() */
	struct sample_source source;	/* of @samples, or the tracer itself */
	/* The states of the measured CPUs, in their order. */
	struct tracer_cpu *baseline;	/* at measurement_enable() */
	struct tracer_cpu *cpu_totals;	/* at measurement_stop(); see there */
	struct untraced *untraced;	/* untraced interrupts; NULL: unknown */
	struct stalls *stalls;		/* SMIs and throttling; NULL: unknown */
	struct average_speeds *speeds;	/* NULL: unknown */
	/*
	 * Names of the functions that callbacks ran; NULL: no hit needed them.
	 * Where threads leave the command little of its CPU, to load them takes
	 * seconds, so that this is only done if callbacks are recorded.
	 */
	struct kernel_symbols *functions;
	bool stopped;
};

/*
 * measurement_check - check whether this machine can do the measurement
 *
 * @measurement is zeroed before, but for its tracer. That is opened, but
 * nothing is changed.
 */
enum result measurement_check(struct measurement *measurement,
			      const struct config *config);

/*
 * measurement_start - create the instances, and start to measure
 *
 * @events are the samples. They are not collected yet, and there are no hits.
 * If @measurement->counted is set, the tracer counts them, as @config says, and
 * they are not collected. Of a bound, both is true: the tracer counts its
 * variables, and the interrupts are collected. What is changed of the system is
 * noted in @undo.
 */
enum result measurement_start(struct measurement *measurement,
			      const struct config *config,
			      enum tracer_events events,
			      const struct undo_list *undo);

/*
 * measurement_enable - collect or count samples, and let latencies hit, from
 * now on
 *
 * Sets @measurement->from to this time. With a duration, the tracer counts
 * until exactly so much later.
 */
enum result measurement_enable(struct measurement *measurement,
			       const struct config *config);

/*
 * measurement_until - return when the measurement ends, in ns; UINT64_MAX: it
 * has no duration
 */
uint64_t measurement_until(const struct measurement *measurement,
			   const struct config *config);

/*
 * measurement_read_cpu - set @state to that of @cpu, with the figures since
 * measurement_enable()
 *
 * After measurement_stop(), the figures are those of that time.
 */
enum result measurement_read_cpu(const struct measurement *measurement,
				 const struct cpus *cpus, int cpu,
				 struct tracer_cpu *state);

/*
 * measurement_continue - wait for the next hit, with the other set of traces
 *
 * It is called after a hit, and only if config_continues(). @tracer has the
 * thresholds for the next hit. The traces of the last hit stay as they are
 * until measurement_forget(). If the next hit comes before that, it freezes the
 * other traces, and the caller reads that hit after measurement_forget().
 */
enum result measurement_continue(struct measurement *measurement,
				 const struct tracer_config *tracer);

/*
 * measurement_forget - empty the traces of the hit, for a later hit
 *
 * The other set becomes that of measurement_traces(). Nothing is done if
 * measurement_continue() was not called after the hit.
 */
enum result measurement_forget(struct measurement *measurement);

/*
 * measurement_traces - return the traces of the hit that was read
 *
 * Without a hit, these are the traces that are on.
 */
const struct hit_traces *
measurement_traces(const struct measurement *measurement);

/*
 * measurement_stop - let nothing hit, and collect or count nothing, from now on
 *
 * The samples that were collected can be read. A further call does nothing.
 * @cpu_totals is filled in with the state of each CPU, and with its counts
 * since measurement_enable(), except @activations, which count from the start.
 */
enum result measurement_stop(struct measurement *measurement,
			     const struct config *config);

/*
 * measurement_leave - end the session, without waiting for that
 *
 * It is called after measurement_stop(). The measuring threads leave their CPUs
 * soon. What was collected can be read and explained.
 */
void measurement_leave(struct measurement *measurement);

/*
 * measurement_count - let @state, as it was read of a CPU, count since
 * measurement_enable()
 *
 * @place is the place of the CPU among those that are measured.
 */
void measurement_count(const struct measurement *measurement, int place,
		       struct tracer_cpu *state);

/* measurement_counts - return how many events were read and lost */
struct reader_counts measurement_counts(const struct measurement *measurement);

/*
 * measurement_undo - end the measurement, and remove its instances
 *
 * What was counted stays until measurement_free().
 */
void measurement_undo(struct measurement *measurement);

/*
 * measurement_free - do as measurement_undo(), and free the parts
 *
 * It can be called at any time, also after a failure, and for a zeroed
 * structure.
 */
void measurement_free(struct measurement *measurement);

#endif /* RTLA_MEASUREMENT_H */
