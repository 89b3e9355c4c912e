// SPDX-License-Identifier: GPL-2.0
/*
 * The state of a run: see engine_state.h.
 */
#include <string.h>
#include <time.h>

#include "base/output.h"
#include "base/times.h"
#include "run/display.h"
#include "run/engine_state.h"
#include "run/load.h"
#include "run/measurement.h"
#include "run/user_workload.h"
#include "tracer/tracer.h"

void engine_stop(struct engine *engine, const char *ended_by)
{
	if (engine->stopped_at)
		return;
	engine->stopped_at = time_now();
	engine->ended_by = ended_by;
}

bool engine_completed(const struct engine *engine)
{
	return engine->ended_by && (!strcmp(engine->ended_by, "duration") ||
				    !strcmp(engine->ended_by, "decided"));
}

void keep_first_error(struct engine *engine, enum result result)
{
	if (!engine->result)
		engine->result = result;
}

uint64_t engine_elapsed(const struct engine *engine)
{
	uint64_t elapsed;

	if (!engine->enabled_at)
		return 0;
	elapsed = (engine->stopped_at ?: time_now()) - engine->enabled_at;
	/* Samples that begin after the duration are not counted. */
	if (engine->config.duration_ns)
		elapsed = time_min(elapsed, engine->config.duration_ns);
	return elapsed;
}

void engine_flush(struct engine *engine)
{
	if (!output_check())
		return;
	keep_first_error(engine, RESULT_ERROR);
	engine_stop(engine, "error");
}

struct snapshot engine_snapshot(const struct engine *engine)
{
	struct snapshot snapshot = {
		.config = &engine->config.view,
		.tracer = &engine->config.tracer,
		.stats = engine->collector.stats,
		.histogram = engine->collector.histogram,
		.kind = engine->collector.kind,
		.record = engine->collector.record,
		.elapsed_ns = engine_elapsed(engine),
	};

	live_view_add(&engine->live_view, &snapshot);
	return snapshot;
}

static const char *ended_by(const struct engine *engine)
{
	if (!engine->enabled_at)
		return engine->signals ? "user" : "not started";
	if (engine->was_hit)
		return "threshold";
	return engine->ended_by ?: "duration";
}

struct run_summary engine_summary(const struct engine *engine)
{
	const struct measurement *measurement = &engine->measurement;
	struct run_summary summary = {
		.command = engine->command,
		.config = &engine->config,
		.tracer = &engine->config.tracer,
		.measured_by = measurement->ops ? measurement->ops->name : NULL,
		.host = engine->outputs.has_host ? &engine->outputs.host : NULL,
		.started_at = engine->started_at,
		.measured_ns = engine_elapsed(engine),
		.ended_by = ended_by(engine),
		.unwatched_ns =
			time_min(engine->unwatched_ns, engine_elapsed(engine)),
	};

	if (!engine->enabled_at)
		return summary;
	summary.stats = engine->collector.stats;
	summary.record = engine->collector.record;
	summary.kind = engine->collector.kind;
	summary.cpu_totals = measurement->cpu_totals;
	summary.untraced = measurement->untraced;
	summary.stalls = measurement->stalls;
	summary.missing_of = engine->collector.missing_of;
	summary.counts = measurement_counts(measurement);
	return summary;
}

void engine_pause_display(struct engine *engine)
{
	if (engine->display)
		display_pause(engine->display);
	program_output_show(&engine->program.output);
}

void engine_take_output(struct engine *engine)
{
	if (!program_output_take(&engine->program.output) ||
	    !engine->display || !display_covers(engine->display))
		engine_pause_display(engine);
}

/*
 * The processes of the workload are ended before the session: otherwise they
 * would attach to any other session that begins to measure their CPUs.
 */
void engine_leave_cpus(struct engine *engine)
{
	keep_first_error(engine, measurement_stop(&engine->measurement,
						  &engine->config));
	user_workload_stop(engine->workload);
	engine->workload = NULL;
	measurement_leave(&engine->measurement);
}

void engine_tell_failure(struct engine *engine)
{
	engine_flush(engine);
	if (!*engine->actor.failure)
		return;
	keep_first_error(engine,
			 fail(RESULT_ERROR, "%s", engine->actor.failure));
	*engine->actor.failure = '\0';
}
