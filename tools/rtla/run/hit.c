// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of a run: see hit.h.
 */
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <limits.h>

#include "base/times.h"
#include "base/whole_file.h"
#include "run/actions.h"
#include "run/engine_state.h"
#include "run/explanation.h"
#include "run/hit.h"
#include "run/hit_variables.h"
#include "run/kept_hits.h"
#include "run/measurement.h"
#include "run/samples.h"
#include "stats/kind_name.h"
#include "trace/reader.h"
#include "tracer/tracer.h"

/*
 * Return when the hit froze its traces. The total noise of a period is known at
 * the end of the period's runtime.
 */
static uint64_t time_of_hit(const struct engine *engine)
{
	const struct tracer_hit *hit = &engine->hit;

	if (hit->context == CONTEXT_TOTAL)
		return hit->t_w_ns + engine->config.tracer.runtime_ns;
	return hit->t_w_ns + hit->latency_ns;
}

/*
 * Wait for the next hit at once, with the other set of traces, while this hit
 * is analysed and saved. With --keep, raise the thresholds first, so that a
 * latency that would not be kept is no hit. The time since the hit, in which no
 * other hit could be noticed, is counted.
 */
static void watch_on(struct engine *engine)
{
	struct tracer_config tracer = engine->config.tracer;
	uint64_t end = engine->stopped_at;
	enum result result;

	if (!end) {
		if (engine->config.keep)
			kept_hits_raise(&engine->kept_hits, &engine->hit,
					tracer.stop_ns);
		if (engine->measurement.ops->freezes_all)
			samples_read_paused(engine);
		result = measurement_continue(&engine->measurement, &tracer);
		end = time_now();
		if (result) {
			keep_first_error(engine, result);
			engine_stop(engine, "error");
		}
	}
	if (end > time_of_hit(engine))
		engine->unwatched_ns += end - time_of_hit(engine);
}

void hit_use_traces(struct engine *engine)
{
	engine->actor.saver.instance =
		measurement_traces(&engine->measurement)->trace;
}

/* Forget a hit that was handled: its traces are needed for a later hit. */
static void go_on(struct engine *engine)
{
	enum result result;

	engine->was_hit = false;
	explanation_free(&engine->explanation);
	hit_variables_clear();
	trace_saver_forget(&engine->actor.saver);
	result = measurement_forget(&engine->measurement);
	hit_use_traces(engine);
	if (!result)
		return;
	keep_first_error(engine, result);
	engine_stop(engine, "error");
}

static void save_perfetto(struct engine *engine, const char *path)
{
	const char *text = engine->explanation.perfetto;

	if (text)
		keep_first_error(engine, whole_file_save("--perfetto", path,
							 text, strlen(text)));
}

void hit_explain(struct engine *engine)
{
	if (engine->explanation.report)
		return;
	explain_hit(&engine->explanation, &engine->measurement, &engine->config,
		    &engine->hit);
	/* With --keep, keep_hit() writes one file for each kept hit. */
	if (!engine->config.keep)
		save_perfetto(engine, engine->config.perfetto_file);
}

/* Keep the hit if it is one of the worst; return false if that failed. */
static bool keep_hit(struct engine *engine)
{
	struct kept_hits *kept_hits = &engine->kept_hits;
	struct kept_hit kept_hit;
	char file[PATH_MAX];
	int number;

	if (!kept_hits_wants(kept_hits, &engine->hit))
		return true;
	number = ++kept_hits->numbers;
	if (!actions_keep(&engine->actor,
			  kept_hits_file(kept_hits->trace, number, file)))
		return false;
	if (config_analyses(&engine->config))
		hit_explain(engine);
	if (kept_hits->perfetto)
		save_perfetto(engine, kept_hits_file(kept_hits->perfetto,
						     number, file));
	kept_hit = (struct kept_hit) {
		.hit = engine->hit, .when = time(NULL), .number = number,
		.report = engine->explanation.report,
		.analysis = engine->explanation.json,
	};
	if (!kept_hits_add(kept_hits, &kept_hit)) {
		keep_first_error(engine, fail(RESULT_ERROR, "out of memory"));
		return false;
	}
	engine->explanation.report = NULL;
	engine->explanation.json = NULL;
	return true;
}

/* Return whether the trace can still be saved when the hit was explained. */
static bool outlives_explanation(struct engine *engine)
{
	const struct hit_traces *traces =
		measurement_traces(&engine->measurement);

	return !config_analyses(&engine->config) || engine->actor.saver.write ||
	       traces->analysis != traces->trace ||
	       reader_leaves_events(traces->trace, engine->hit.cpu);
}

void hit_save_last(struct engine *engine)
{
	if (!engine->saves_last)
		return;
	engine->saves_last = false;
	actions_save(&engine->actor, engine->config.trace_file);
}

/*
 * Save the trace of a hit, now or, if nothing needs it before, at the end.
 * Returns false if that failed. With --keep, keep_hit() saves one for each kept
 * hit.
 */
static bool hit_save_trace(struct engine *engine)
{
	const struct config *config = &engine->config;

	if (!config->trace_file || config->keep)
		return true;
	engine->saves_last = !config->on_threshold.count &&
			     !config->on_end.count &&
			     outlives_explanation(engine);
	if (engine->saves_last)
		return true;
	engine_pause_display(engine);
	return actions_save(&engine->actor, config->trace_file);
}

/*
 * Do what is wanted at a hit, with the terminal free for the output of actions;
 * to go on has none. Return whether the measurement is to go on.
 */
static bool act_on_hit(struct engine *engine)
{
	const struct config *config = &engine->config;
	enum actions_end end;

	if (!hit_save_trace(engine))
		return false;
	if (config->on_threshold.count &&
	    config->on_threshold.action->type != ACTION_CONTINUE)
		engine_pause_display(engine);
	end = actions_perform(&engine->actor, "--on-threshold",
			      &config->on_threshold);
	if (config->keep && end != ACTIONS_FAILED)
		return keep_hit(engine);
	return end == ACTIONS_CONTINUE;
}

/*
 * Put the hit into environment variables, for the shell commands of actions at
 * the hit and at the end, and on the screen if that may go on.
 */
static void publish_hit(struct engine *engine)
{
	if (config_tells_cause(&engine->config) ||
	    live_view_wants_cause(&engine->live_view, &engine->config))
		hit_explain(engine);
	hit_variables_set(kind_name(engine->config.tracer.kind), &engine->hit,
			  engine->explanation.cause);
	if (!config_continues(&engine->config))
		return;
	hit_totals_add(&engine->hit_totals, &engine->hit,
		       engine->explanation.cause);
	if (engine->config.live)
		live_view_hit(&engine->live_view, &engine->hit,
			      engine->hit_totals.count,
			      engine->explanation.cause,
			      engine->explanation.report);
}

/* End the measurement at its last hit, and free the CPUs before what takes time. */
static void end_at_hit(struct engine *engine)
{
	engine_stop(engine, "threshold");
	if (engine->measurement.ops->stays_for_actions &&
	    engine->config.on_threshold.count)
		keep_first_error(engine, measurement_stop(&engine->measurement,
							  &engine->config));
	else
		engine_leave_cpus(engine);
}

void hit_take(struct engine *engine)
{
	const struct tracer_ops *ops = engine->measurement.ops;

	if (engine->was_hit ||
	    !ops->read_hit(engine->measurement.tracer, &engine->hit))
		return;
	engine->was_hit = true;
	debug(engine->config.debug,
	      "CPU %d: hit in context %d: %" PRIu64 " ns, threshold %" PRIu64 " ns",
	      engine->hit.cpu, engine->hit.context, engine->hit.latency_ns,
	      engine->hit.threshold_ns);
	if (config_continues(&engine->config))
		watch_on(engine);
	else
		end_at_hit(engine);
	publish_hit(engine);
	if (act_on_hit(engine))
		go_on(engine);
	else
		engine_stop(engine, "threshold");
}
