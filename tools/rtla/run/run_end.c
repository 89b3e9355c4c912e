// SPDX-License-Identifier: GPL-2.0
/*
 * The end of a run: see run_end.h.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output.h"
#include "base/times.h"
#include "host/stalls.h"
#include "host/untraced.h"
#include "options/command.h"
#include "results/outputs.h"
#include "run/actions.h"
#include "run/collector.h"
#include "run/engine_state.h"
#include "run/explanation.h"
#include "run/hit.h"
#include "run/kept_hits.h"
#include "run/load.h"
#include "run/losses.h"
#include "run/run_end.h"
#include "run/samples.h"
#include "stats/kind.h"
#include "stats/kind_name.h"
#include "stats/latency.h"
#include "stats/stationarity.h"
#include "stats/stats.h"
#include "trace/extra_events.h"
#include "tracer/tracer.h"
#include "view/terminal.h"
#include "view/view.h"

/* Fill in what only the samples tell of each CPU. */
static void run_end_count_cpus(struct engine *engine)
{
	struct collector *collector = &engine->collector;
	struct tracer_cpu *totals = engine->measurement.cpu_totals;
	int cpu;

	collector_forget(collector, &engine->config.tracer.cpus);
	cpus_for_each(cpu, &engine->config.tracer.cpus) {
		totals->measured = collector_measured(collector, cpu);
		totals->skipped = collector_skipped(collector,
						    &engine->config.tracer, cpu,
						    totals->skipped);
		totals++;
	}
}

/* Take the latencies of a program that is cyclictest, if they are compared. */
static enum result take_latencies(struct engine *engine)
{
	struct cyclictest_result result;
	enum result failed =
		watched_program_latencies(&engine->program, &result);

	if (result.count)
		config_kind(&engine->config)
			->take_cyclictest(&engine->collector, &result);
	cyclictest_free(&result);
	return failed;
}

void end_gather(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	const struct cpus *cpus = &engine->config.tracer.cpus;

	engine_leave_cpus(engine);
	samples_read_rest(engine);
	/*
	 * A hit may have come just before the stop. But if the user interrupts
	 * a run that acts on hits and goes on, the actions of one more hit are
	 * not wanted.
	 */
	if (!engine->signals || !engine->config.on_threshold.count ||
	    !config_continues(&engine->config))
		hit_take(engine);
	keep_first_error(engine, load_stop(&engine->load));
	/* From now on, printing may wait for a reader, and the CPUs need not. */
	host_setup_relax(&engine->setup);
	watched_program_end(&engine->program);
	keep_first_error(engine, take_latencies(engine));
	/*
	 * A hit that ends the measurement freezes the samples at once, while
	 * the CPUs still measure: samples missing at the end mean nothing then.
	 */
	if (engine->enabled_at && measurement->ops->unnumbered)
		run_end_count_cpus(engine);
	else if (engine->enabled_at && !measurement->counted &&
	    (!engine->was_hit || config_continues(&engine->config)))
		collector_end(&engine->collector, cpus, measurement->baseline,
			      measurement->cpu_totals);
}

/* Return whether there is not a single sample, where that can be told. */
static bool has_nothing(const struct engine *engine)
{
	const struct config *config = &engine->config;

	for (int i = 0; i < CONTEXTS; i++)
		if (stats_all(engine->collector.stats, i).count)
			return false;
	return engine->enabled_at && !engine->was_hit &&
	       config_kind(config)->nothing;
}

/*
 * Say that there is nothing, if no loss says it, or the gates: it need be none,
 * as whoever ends a run knows why it was short, and workloads of others need
 * not come.
 */
static void say_nothing_came(const struct engine *engine)
{
	const struct config *config = &engine->config;

	if (!has_nothing(engine) || config->gates.count)
		return;
	if (config->threads == THREADS_FOREIGN)
		puts("no workload has come, so nothing was measured: start one, or leave out -U");
	else
		puts(config_kind(config)->nothing);
}

/*
 * Print the final figures. For people, a sentence follows instead of an empty
 * table; scripts find the table as always.
 */
static void run_end_show(struct engine *engine)
{
	struct snapshot snapshot = engine_snapshot(engine);

	if (engine->config.live && has_nothing(engine))
		return;
	live_view_update(&engine->live_view, engine->collector.stats,
			 engine_elapsed(engine));
	view_print_fitting(stdout, engine->command->view, &snapshot,
			   terminal_columns() ?: INT_MAX);
	if (engine->config.output.percentiles)
		view_percentiles(stdout, &snapshot);
	if (engine->config.output.confidence)
		view_averages(stdout, &snapshot,
			      engine->config.output.confidence);
	engine_flush(engine);
}

static void run_end_print_max(struct engine *engine)
{
	uint64_t max = 0;

	for (int i = 0; i < LATENCY_CONTEXTS; i++) {
		struct latency all = stats_all(engine->collector.stats, i);

		if (all.max > max)
			max = all.max;
	}
	printf("  Max latency was %" PRIu64 " ns\n\n", max);
}

/*
 * Print a loss. With gates, it means that the run does not pass. So it is
 * printed as an error, too: stderr has the reason then, and fail() adds it to
 * the reasons of the result.
 */
static void tell_loss(struct engine *engine, const char *text)
{
	puts(text);
	if (engine->config.gates.count)
		fail(RESULT_ERROR, "%s", text);
	else
		outputs_reason(&engine->outputs, "%s", text);
}

/*
 * Return whether it is a loss if nothing was measured. A hit ends the counting
 * at once, also on CPUs without a sample; whoever ends a run to look at its
 * table has seen that; workloads of others need not come; and for gates,
 * outputs_finish() finds it.
 */
static bool run_end_needs_samples(const struct engine *engine)
{
	const struct config *config = &engine->config;

	return engine->enabled_at && !engine->was_hit && !config->gates.count &&
	       config->threads != THREADS_FOREIGN &&
	       (engine_completed(engine) || engine->program.by_itself ||
		config_wants_record(config));
}

/*
 * Return whether no period need to have ended, as they do not begin with the
 * measurement.
 */
static bool is_short(const struct engine *engine)
{
	const struct config *config = &engine->config;

	return engine->measurement.ops->joins_periods &&
	       config_kind(config)->has_noise &&
	       engine_elapsed(engine) <
		       2 * (uint64_t)config->tracer.period_ns &&
	       !config_wants_record(config);
}

static void tell_short(const struct engine *engine)
{
	const struct tracer_cpu *cpu_totals = engine->measurement.cpu_totals;
	int count = cpus_count(&engine->config.tracer.cpus), silent = 0;

	for (int i = 0; i < count; i++)
		silent += !cpu_totals[i].measured;
	if (silent)
		note("osnoise: no period ended on %d of %d CPUs: measure for two periods or longer",
		     silent, count);
}

/* Add, if it matters, which CPUs have no sample. */
static void add_silent(const struct engine *engine, struct losses *losses)
{
	const struct tracer_cpu *cpu_totals = engine->measurement.cpu_totals;
	const struct cpus *cpus = &engine->config.tracer.cpus;

	if (!run_end_needs_samples(engine))
		return;
	if (is_short(engine))
		tell_short(engine);
	else
		losses_silent(losses, cpu_totals, cpus,
			      !engine_completed(engine));
}

/* Add the losses of a measurement that has begun. */
static void add_losses(const struct engine *engine, struct losses *losses,
		       const struct reader_counts *counts)
{
	const struct config *config = &engine->config;
	const struct kind_row *kind = config_kind(config);

	if (!kind->watches)
		losses_cpus(losses, engine->measurement.cpu_totals,
			    &config->tracer.cpus,
			    config->threads == THREADS_FOREIGN);
	if (kind->add_losses)
		kind->add_losses(losses, &engine->collector,
				 &config->tracer.cpus, counts,
				 run_end_needs_samples(engine));
	else
		add_silent(engine, losses);
}

static void tell_losses(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	struct reader_counts counts = measurement_counts(measurement);
	struct losses losses = { .count = 0 };

	counts.lost += engine->collector.missing;
	if (engine->enabled_at)
		losses_notes(stdout, measurement->cpu_totals,
			     &engine->config.tracer.cpus,
			     engine_summary(engine).unwatched_ns);
	untraced_note(stdout, measurement->untraced);
	stalls_note(stdout, measurement->stalls);
	if (!config_kind(&engine->config)->needs_events)
		losses_events(&losses, &counts);
	if (engine->enabled_at)
		add_losses(engine, &losses, &counts);
	for (int i = 0; i < losses.count; i++)
		tell_loss(engine, losses.text[i]);
	if (losses.count)
		keep_first_error(engine, RESULT_ERROR);
	else
		say_nothing_came(engine);
}

/* Say so if the run was not the same from its beginning to its end. */
static void run_end_tell_changes(struct engine *engine)
{
	const struct sample_record *record = engine->collector.record;
	char text[STATIONARITY_LEN];

	for (int i = 0; record && i < CONTEXTS; i++)
		if (stationarity_tells(record, engine_elapsed(engine), i, text))
			note("%s: the run changed: %s: warm up for longer, or find what changed",
			     context_name(i), text);
}

static void act_at_end(struct engine *engine)
{
	actions_perform(&engine->actor, "--on-end", &engine->config.on_end);
	engine_tell_failure(engine);
}

static void tell_hit(struct engine *engine)
{
	const struct config *config = &engine->config;

	if (!engine->was_hit) {
		if (config->only_analysis)
			run_end_print_max(engine);
		return;
	}
	printf("rtla %s hit stop tracing\n", kind_name(config->tracer.kind));
	if (context_has_no_parts(engine->hit.context))
		explain_plain_hit(stdout, &engine->hit);
	if (!config_analyses(config))
		return;
	hit_explain(engine);
	fputs(engine->explanation.report ?: "", stdout);
}

void end_print(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	const struct config *config = &engine->config;

	output_wrap(true);
	if (!config->only_analysis)
		run_end_show(engine);
	watched_program_tell(&engine->program);
	tell_losses(engine);
	run_end_tell_changes(engine);
	engine_tell_failure(engine);
	act_at_end(engine);
	tell_hit(engine);
	if (config->keep)
		kept_hits_print(stdout, &engine->kept_hits);
	else
		hit_totals_print(stdout, &engine->hit_totals);
	output_wrap(false);
	engine_flush(engine);
	hit_save_last(engine);
	/* Triggers count even if the instance is off, so save them last. */
	if (measurement->traces[0].trace)
		keep_first_error(engine,
				 extra_events_save(&config->events,
						   measurement->ops->system,
						   measurement->traces[0]
							   .trace));
	engine_tell_failure(engine);
}

enum result end_write(struct engine *engine, enum result result)
{
	const struct config *config = &engine->config;
	struct run_summary summary = engine_summary(engine);
	bool explained = engine->was_hit && !config->keep;

	summary.environment = engine->findings;
	summary.load = load_json(&engine->load);
	summary.program = watched_program_json(&engine->program);
	summary.kept = kept_hits_json(&engine->kept_hits);
	if (engine->was_hit) {
		outputs_reason(&engine->outputs, "CPU %d: %s %.2f us, the threshold is %.2f us%s%s",
			       engine->hit.cpu, context_name(engine->hit.context),
			       time_us(engine->hit.latency_ns),
			       time_us(engine->hit.threshold_ns),
			       *engine->explanation.cause ? ": " : "",
			       engine->explanation.cause);
		summary.stop =
			results_stop(&engine->hit, config->trace_file,
				     json_incref(engine->explanation.json));
	}
	result = outputs_finish(&engine->outputs, &summary, result,
				engine->was_hit,
				explained ? engine->explanation.report : NULL);
	engine_flush(engine);
	json_decref(summary.load);
	json_decref(summary.program);
	json_decref(summary.kept);
	json_decref(summary.stop);
	json_decref(engine->findings);
	return result ?: engine->result;
}
