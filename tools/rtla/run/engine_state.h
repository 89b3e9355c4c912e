/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state of a run, which all of its parts share.
 */
#ifndef RTLA_ENGINE_STATE_H
#define RTLA_ENGINE_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <jansson.h>

#include "options/config.h"
#include "results/outputs.h"
#include "results/results_write.h"
#include "run/actions.h"
#include "run/collector.h"
#include "run/explanation.h"
#include "run/host_setup.h"
#include "run/hit_totals.h"
#include "run/kept_hits.h"
#include "run/live_view.h"
#include "run/load.h"
#include "run/loop.h"
#include "run/measurement.h"
#include "run/own_trace.h"
#include "run/tracer_stats.h"
#include "run/watched_program.h"

struct bpf_action;
struct display;
struct user_workload;

struct engine {
	const struct command *command;
	struct config config;		/* as given, with the CPUs filled in */
	struct host_setup setup;
	struct measurement measurement;
	struct own_trace own_trace;	/* if the tracer keeps its events */
	struct user_workload *workload;	/* processes of the command, or NULL */
	struct bpf_action *bpf_action;	/* NULL: none */
	struct load load;
	struct watched_program program;
	struct loop loop;
	struct collector collector;
	struct tracer_counted counted;	/* used if @measurement.counted */
	struct actor actor;
	struct display *display;
	struct live_view live_view;	/* what only a screen shows */
	struct tracer_hit hit;
	struct explanation explanation;	/* of @hit */
	struct kept_hits kept_hits; /* the worst hits, with --keep */
	struct hit_totals hit_totals;	/* if hits do not end the run */
	struct outputs outputs;
	json_t *findings;		/* findings on the machine, or NULL */
	time_t started_at;
	bool was_hit;			/* @hit is valid; cleared to go on */
	bool saves_last;		/* its trace is saved at the end */
	uint64_t unwatched_ns;		/* hits could not be noticed so long */
	uint64_t enabled_at;		/* ns; 0: not enabled yet */
	uint64_t stopped_at;		/* ns; 0: not stopped yet */
	const char *ended_by;		/* with @stopped_at: the reason */
	uint64_t grown_at;		/* ns: figures that grow are read next */
	uint64_t look_ns;		/* pause between reads of samples */
	bool calibrated;		/* see tracer_stats_calibrate() */
	int look_at;			/* the reader's index of the next CPU */
	int signals;			/* signals to end that were received */
	enum result result;		/* so far, without regard to a hit */
};

/*
 * engine_stop - let the measurement end
 *
 * @ended_by is the reason, as a result has it; it is a constant. Only the first
 * call has an effect.
 */
void engine_stop(struct engine *engine, const char *ended_by);

/*
 * engine_completed - return whether the measurement has had its duration, or
 * was long enough to decide all gates
 */
bool engine_completed(const struct engine *engine);

/* keep_first_error - note @result as that of the run, unless there was an error */
void keep_first_error(struct engine *engine, enum result result);

/* engine_elapsed - return for how long it was measured so far, in ns */
uint64_t engine_elapsed(const struct engine *engine);

/* engine_flush - flush stdout; end the run if that fails, as at a closed pipe */
void engine_flush(struct engine *engine);

/* engine_snapshot - return what a view shows of the run, as it is now */
struct snapshot engine_snapshot(const struct engine *engine);

/* engine_summary - return all that a result is made from, as it is now */
struct run_summary engine_summary(const struct engine *engine);

/*
 * engine_pause_display - free the terminal for other output, first for what the
 * watched program has printed
 */
void engine_pause_display(struct engine *engine);

/*
 * engine_take_output - take what the watched program has printed
 *
 * It is kept until the screen ends, or is paused. If it is too much, the screen
 * is away until it is drawn again.
 */
void engine_take_output(struct engine *engine);

/*
 * engine_leave_cpus - stop measuring, and free the CPUs
 *
 * Nothing that happens from now on is measured. To print and to save the
 * results may take long, and needs a CPU, too.
 */
void engine_leave_cpus(struct engine *engine);

/*
 * engine_tell_failure - print why an action failed, if one did
 *
 * The caller does this after the output of the action and the figures that
 * follow it.
 */
void engine_tell_failure(struct engine *engine);

#endif /* RTLA_ENGINE_STATE_H */
