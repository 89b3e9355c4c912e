// SPDX-License-Identifier: GPL-2.0
/*
 * The run of a measuring command: its set-up, its loop, and its parts in their
 * order.
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/whole_file.h"
#include "doctor/checks.h"
#include "options/command.h"
#include "results/outputs.h"
#include "run/bpf_action.h"
#include "run/chosen_tracer.h"
#include "run/collector.h"
#include "run/decision.h"
#include "run/display.h"
#include "run/engine.h"
#include "run/engine_state.h"
#include "run/explanation.h"
#include "run/hit.h"
#include "run/hit_variables.h"
#include "run/host_setup.h"
#include "run/kept_hits.h"
#include "run/load.h"
#include "run/loop.h"
#include "run/measured_cpus.h"
#include "run/measurement.h"
#include "run/run_end.h"
#include "run/samples.h"
#include "run/user_workload.h"
#include "run/workload.h"
#include "stats/kind.h"
#include "trace/extra_events.h"
#include "tracer/tracer.h"
#include "view/view.h"

#define REFRESH_NS	NS_PER_SEC
#define OCCURRENCES	64

/* Show the display now. Update it and the live outputs every second. */
static void begin_display(struct engine *engine)
{
	struct snapshot snapshot = engine_snapshot(engine);
	bool live = display_is_live(engine->display);

	if (live)
		display_redraw(engine->display, &snapshot);
	if (live || outputs_is_live(&engine->outputs))
		loop_refresh_every(&engine->loop, REFRESH_NS);
}

/* The measuring threads have ended when a trace is saved: know their names. */
static void know_threads(struct engine *engine)
{
	const struct tracer_cpu *state = engine->measurement.baseline;
	int cpus = cpus_count(&engine->config.tracer.cpus);

	for (int i = 0; i < cpus; i++)
		thread_names_know(&engine->actor.saver.names, state[i].pid);
}

static void engine_enable(struct engine *engine)
{
	const struct config *config = &engine->config;
	enum result result;

	result = measurement_enable(&engine->measurement, config);
	engine->enabled_at = engine->measurement.from;
	engine->counted.from = engine->measurement.from;
	if (result) {
		keep_first_error(engine, result);
		engine_stop(engine, "error");
		return;
	}
	if (config_saves_text(config))
		know_threads(engine);
	collector_begin(&engine->collector, &config->tracer.cpus,
			engine->measurement.ops->unnumbered ? NULL :
			engine->measurement.baseline, engine->enabled_at,
			measurement_until(&engine->measurement, config));
	if (config_until_decided(config))
		decision_wait(engine);
	else if (config->duration_ns)
		loop_phase_in(&engine->loop, config->duration_ns);
	samples_begin(engine);
	begin_display(engine);
	debug(config->debug, "measuring");
}

static void update_outputs(struct engine *engine)
{
	struct run_summary summary;
	enum result result;

	if (!engine->enabled_at || !outputs_is_live(&engine->outputs))
		return;
	summary = engine_summary(engine);
	result = outputs_update(&engine->outputs, &summary);
	if (!result)
		return;
	keep_first_error(engine, result);
	engine_stop(engine, "error");
}

static void refresh(struct engine *engine)
{
	const struct config *config = &engine->config;
	struct snapshot snapshot;

	/* The measurement is over: the final table is printed after its end. */
	if (config->duration_ns &&
	    engine_elapsed(engine) >= (uint64_t)config->duration_ns)
		return;
	samples_read(engine);
	live_view_update(&engine->live_view, engine->collector.stats,
			 engine_elapsed(engine));
	live_view_read(&engine->live_view, config, &engine->measurement,
		       &engine->collector);
	snapshot = engine_snapshot(engine);
	if (display_is_live(engine->display))
		display_update(engine->display, &snapshot);
	engine_flush(engine);
	update_outputs(engine);
}

/* Handle input of the terminal: redraw, or end the run as a signal does. */
static void take_input(struct engine *engine, enum loop_source source)
{
	struct snapshot snapshot = engine_snapshot(engine);

	program_output_resize(&engine->program.output);
	if (display_input(engine->display, source)) {
		engine->signals++;
		engine_stop(engine, "user");
		return;
	}
	display_redraw(engine->display, &snapshot);
}

static void handle(struct engine *engine, const struct occurrence *what)
{
	switch (what->source) {
	case LOOP_SIGNAL:
		engine->signals += loop_signalled(&engine->loop);
		engine_stop(engine, "user");
		break;
	case LOOP_HIT:
		hit_take(engine);
		break;
	case LOOP_PHASE:
		if (!engine->enabled_at)
			engine_enable(engine);
		else if (config_until_decided(&engine->config))
			decision_look(engine);
		else
			engine_stop(engine, "duration");
		break;
	case LOOP_REFRESH:
		refresh(engine);
		break;
	case LOOP_LOOK:
		hit_take(engine);
		samples_look(engine);
		break;
	case LOOP_WORKLOAD:
		engine_pause_display(engine);
		user_workload_ended(engine->workload, what->index);
		keep_first_error(engine, RESULT_ERROR);
		break;
	case LOOP_LOAD:
		load_ended(&engine->load);
		engine_stop(engine, "error");
		break;
	case LOOP_PROGRAM:
		engine->program.by_itself = true;
		engine_stop(engine, "program");
		break;
	case LOOP_OUTPUT:
		engine_take_output(engine);
		break;
	case LOOP_KEY:
	case LOOP_RESIZE:
	case LOOP_STOP:
		take_input(engine, what->source);
		break;
	}
}

static void engine_measure(struct engine *engine)
{
	struct occurrence what[OCCURRENCES];

	while (!engine->stopped_at) {
		int count = loop_wait(&engine->loop, what, OCCURRENCES);

		if (count < 0) {
			keep_first_error(engine, fail(RESULT_ERROR, "epoll: %s: cannot wait for events",
						      strerror(errno)));
			engine_stop(engine, "error");
		}
		for (int i = 0; i < count && !engine->stopped_at; i++)
			handle(engine, &what[i]);
	}
}

/*
 * Load and check the BPF program. This changes nothing in the system:
 * attach_bpf_action() follows when the tracer has started.
 */
static enum result load_bpf_action(struct engine *engine)
{
	const struct config *config = &engine->config;

	if (!config->bpf_action)
		return RESULT_OK;
	return bpf_action_load(&engine->bpf_action, config->bpf_action,
			       config->debug);
}

static enum result attach_bpf_action(struct engine *engine)
{
	const struct tracer_ops *ops = engine->measurement.ops;

	if (!engine->bpf_action)
		return RESULT_OK;
	return bpf_action_attach(engine->bpf_action, ops->system,
				 ops->hit_event);
}

static enum result watch(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	enum result result;

	result = loop_add(&engine->loop,
			  measurement->ops->hit_fd(measurement->tracer),
			  LOOP_HIT, 0);
	for (int i = 0; i < user_workload_count(engine->workload) && !result;
	     i++)
		result = loop_add(&engine->loop,
				  user_workload_fd(engine->workload, i),
				  LOOP_WORKLOAD, i);
	if (!result && engine->load.group.pid)
		result = loop_add(&engine->loop, engine->load.group.pidfd,
				  LOOP_LOAD, 0);
	return result;
}

/*
 * Return which events are the samples. The table of an osnoise command is made
 * from some of them only; outputs for machines, percentiles and gates need all.
 * Only the periods tell that a tracer measures at all which does not number its
 * samples.
 */
static enum tracer_events samples_of(const struct engine *engine)
{
	enum tracer_events samples = engine->command->view->samples;

	if (!config_kind(&engine->config)->has_noise ||
	    (!config_wants_record(&engine->config) &&
	     (samples != TRACER_GAPS || !engine->measurement.ops->unnumbered)))
		return samples;
	return TRACER_NOISES;
}

/*
 * Check the machine, as "rtla doctor" does, if the result needs the findings.
 * This is done before the measurement, which it would disturb, and after
 * host_setup_apply(), so that settings for the measurement are seen.
 */
static void look_at_machine(struct engine *engine)
{
	struct findings findings;

	if (!engine->config.output.json)
		return;
	if (checks_make(&findings, &engine->config.tracer.cpus, ""))
		engine->findings = findings_json(&findings);
	findings_free(&findings);
}

/*
 * Choose who counts the samples: the tracer, unless it cannot, or the user
 * wants them from a trace.
 */
static enum result choose_source(struct engine *engine)
{
	const struct config *config = &engine->config;
	struct tracer_config *tracer = &engine->config.tracer;
	const struct sample_record *record = engine->collector.record;

	if (!engine->measurement.ops->keeps_stats) {
		if (tracer->causes && !config_kind(config)->has_noise)
			note("--top-causes: nothing will be counted: %s does not tell what took time: load the module with 'modprobe rtla'",
			     engine->measurement.ops->title);
		return RESULT_OK;
	}
	engine->measurement.counted = tracer_stats_want(&tracer->stats, config,
							record);
	if (engine->measurement.counted || config->source == SOURCE_TRACE)
		return RESULT_OK;
	if (config_kind(config)->only_counted)
		return fail(RESULT_CANNOT, "the tracer cannot count so many --entries or gates: take fewer");
	if (config->source == SOURCE_STATS)
		return fail(RESULT_CANNOT, "--source stats: the tracer cannot count so many --entries or gates: take fewer, or --source trace");
	debug(config->debug, "the samples are read from a trace: the tracer cannot count so many entries or gates");
	return RESULT_OK;
}

/*
 * Let the tracer do only what is used: noise is for traces and causes, stacks
 * are for traces, except those of a bound. A hit ends the counting, unless the
 * measurement may go on after it.
 */
static void spare_tracer(struct engine *engine)
{
	struct tracer_config *tracer = &engine->config.tracer;
	bool causes = tracer->causes && engine->measurement.ops->keeps_stats;

	tracer->hit_ends = !config_continues(&engine->config);
	tracer->callbacks = config_analyses(&engine->config) || causes;
	if (kind_row(tracer->kind)->is_made_of_noise ||
	    config_traces(&engine->config))
		return;
	tracer->no_noise = !causes;
	tracer->stack_ns = 0;
}

/* Let the program begin whose threads are watched, and wait for its end, too. */
static void begin_program(struct engine *engine)
{
	enum result result;

	if (!engine->program.words.argc || engine->stopped_at)
		return;
	result = watched_program_begin(&engine->program);
	if (!result)
		result = loop_add(&engine->loop, engine->program.group.pidfd,
				  LOOP_PROGRAM, 0);
	if (!result && engine->program.output.from >= 0)
		result = loop_add(&engine->loop, engine->program.output.from,
				  LOOP_OUTPUT, 0);
	if (!result)
		return;
	keep_first_error(engine, result);
	engine_stop(engine, "error");
}

/* Check what is wanted, and set the machine up for it. */
static enum result engine_set_up(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	const struct config *config = &engine->config;

	load_prepare(&engine->load, config->load, &engine->setup.guard.list);
	spare_tracer(engine);
	return collector_init(&engine->collector, config, samples_of(engine),
			      measurement->ops) ?:
	       live_view_init(&engine->live_view, config) ?:
	       choose_source(engine) ?:
	       measurement_check(measurement, config) ?:
	       load_bpf_action(engine) ?:
	       host_setup_apply(&engine->setup, config,
				measurement->ops->changes_settings);
}

/* Let the tracer begin, and the tables in which it counts the samples. */
static enum result engine_start_tracer(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	const struct config *config = &engine->config;
	enum result result;

	result = measurement_start(measurement, config, samples_of(engine),
				   &engine->setup.guard.list);
	if (result)
		return result;
	if (tracer_keeps_stats(&config->tracer))
		tracer_stats_begin(&engine->counted, measurement->tracer,
				   measurement->cpu_totals);
	engine->actor.saver.text_too = config_saves_text(config);
	if (measurement->ops->list) {
		engine->own_trace = (struct own_trace) {
			measurement, &config->tracer.cpus
		};
		engine->actor.saver.write = own_trace_print;
		engine->actor.saver.source = &engine->own_trace;
	}
	hit_use_traces(engine);
	return RESULT_OK;
}

static enum result engine_open_stats(struct engine *engine)
{
	const struct config *config = &engine->config;

	if (!tracer_keeps_stats(&config->tracer))
		return RESULT_OK;
	return tracer_stats_open(&engine->counted, engine->measurement.ops,
				 config, &engine->collector,
				 samples_of(engine));
}

/* Start the tracer, and all that runs beside it. */
static enum result engine_start(struct engine *engine)
{
	struct config *config = &engine->config;

	return engine_open_stats(engine) ?:
	       watched_program_hold(&engine->program, &config->program,
				    config->live,
				    config_kind(config)->take_cyclictest,
				    &engine->load.allowed,
				    &engine->setup.guard.list,
				    &config->tracer.targets) ?:
	       engine_start_tracer(engine) ?:
	       attach_bpf_action(engine) ?:
	       workload_start(engine) ?:
	       load_start(&engine->load) ?:
	       watch(engine);
}

/* Do everything that has to be done before the loop runs. */
static enum result engine_prepare(struct engine *engine)
{
	enum result result = engine_set_up(engine);

	/* The result of a run that fails here tells of the machine, too. */
	look_at_machine(engine);
	return result ?: engine_start(engine);
}

/* Warn about options that have no effect with the other options as they are. */
static void warn_useless_options(const struct config *config)
{
	bool can_stop = config_can_stop(config);

	if (config->trace_file && !can_stop &&
	    !extra_events_keep(&config->events))
		note("--trace: nothing will be saved: set a threshold, or use --on-end trace");
	if (config->keep && !can_stop)
		note("--keep: nothing will be kept: set a threshold");
	if (config->perfetto_file && !config_analyses(config))
		note("--perfetto: nothing will be written: set a threshold, and leave out --no-aa");
	if (config->tracer.stack_ns && !config_traces(config) &&
	    !config_kind(config)->is_made_of_noise)
		note("--stack: no stack will be recorded: set a threshold and leave out --no-aa, or add --trace");
	if (config->on_threshold.count && !can_stop)
		note("--on-threshold: nothing will be done: set a threshold");
	if (config->events.count && !config_saves_trace(config))
		note("--event: nothing will be recorded: add --trace, or another action that saves the trace");
}

static void close_display(struct engine *engine)
{
	display_close(engine->display);
	engine->display = NULL;
}

static void engine_init(struct engine *engine, const struct command *command,
			const struct config *config)
{
	*engine = (struct engine) {
		.command = command,
		.config = *config,
		.started_at = time(NULL),
		.setup = { .latency_fd = -1, .guard = GUARD_NONE },
		.kept_hits = {
			.max = config->keep,
			.trace = config->trace_file ?: config->trace_name,
			.perfetto = config->perfetto_file,
		},
		.load = { .group = PROCESS_GROUP_NONE },
		.program = WATCHED_PROGRAM_NONE,
	};
	if (cpus_empty(&engine->config.tracer.cpus))
		cpus_online(&engine->config.tracer.cpus);
	engine->config.live = display_is_screen(command, config);
	engine->config.view.hist.bars = display_shows_bars(command, config);
	hit_variables_clear();
}

/*
 * Find out whether the files can be written that have names of their own. The
 * outputs try all others.
 */
static enum result try_files(const struct engine *engine)
{
	const struct config *config = &engine->config;
	enum result result = extra_events_try(&config->events);
	char file[PATH_MAX];

	if (result || !config->keep || !config_can_stop(config))
		return result;
	return whole_file_try("--keep", kept_hits_file(engine->kept_hits.trace,
						       1, file));
}

/* Open the loop and the outputs, before anything of the machine is changed. */
static enum result engine_open(struct engine *engine)
{
	enum result result = loop_open(&engine->loop) ?: try_files(engine);

	if (!result)
		result = outputs_open(&engine->outputs, &engine->config);
	engine->actor.patience = (struct patience) {
		.wake = engine->loop.signals,
		.poll = samples_read_in_between,
		.context = engine,
		.undo = &engine->setup.guard.list,
	};
	return result;
}

/*
 * End everything, in the reverse order of its beginning, and leave the machine
 * as it was: whoever is to read the outputs that follow may let them wait.
 */
static void leave_machine(struct engine *engine)
{
	load_stop(&engine->load);
	watched_program_end(&engine->program);
	watched_program_free(&engine->program);
	user_workload_stop(engine->workload);
	bpf_action_free(engine->bpf_action);
	engine->bpf_action = NULL;
	engine->workload = NULL;
	measurement_undo(&engine->measurement);
	host_setup_undo(&engine->setup);
}

static void engine_free(struct engine *engine)
{
	explanation_free(&engine->explanation);
	kept_hits_free(&engine->kept_hits);
	trace_saver_free(&engine->actor.saver);
	measurement_free(&engine->measurement);
	tracer_stats_close(&engine->counted);
	live_view_free(&engine->live_view);
	collector_free(&engine->collector);
	outputs_close(&engine->outputs);
	loop_close(&engine->loop);
}

enum result engine_run(const struct command *command, const void *from)
{
	const struct config *config = from;
	struct engine engine;
	enum result result;

	engine_init(&engine, command, config);
	result = engine_open(&engine);
	if (!result)
		result = measured_cpus_auto(config, &engine.config.tracer.cpus);
	if (!result)
		result = chosen_tracer(&engine.measurement.ops, &engine.config);
	if (!result)
		result = engine_prepare(&engine);
	if (result)
		goto out;
	warn_useless_options(config);
	decision_forecast(&engine);
	result = display_open(&engine.display, command, &engine.config,
			      &engine.loop);
	if (result)
		goto out;
	if (config->warm_up_ns) {
		begin_display(&engine);
		loop_phase_in(&engine.loop, config->warm_up_ns);
	} else {
		engine_enable(&engine);
	}
	begin_program(&engine);
	engine_measure(&engine);
	close_display(&engine);
	end_gather(&engine);
	end_print(&engine);
	result = engine.result;
out:
	close_display(&engine);
	leave_machine(&engine);
	result = end_write(&engine, result);
	engine_free(&engine);
	return result;
}
