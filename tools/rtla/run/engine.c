// SPDX-License-Identifier: GPL-2.0
/*
 * The run of a measuring command, from the check whether this machine can
 * measure to the last line of output.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/times.h"
#include "base/whole_file.h"
#include "doctor/checks.h"
#include "results/outputs.h"
#include "run/actions.h"
#include "run/bpf_action.h"
#include "run/collector.h"
#include "run/display.h"
#include "run/engine.h"
#include "run/explanation.h"
#include "run/hit_variables.h"
#include "run/host_setup.h"
#include "run/kept_hits.h"
#include "run/load.h"
#include "run/loop.h"
#include "run/losses.h"
#include "run/measurement.h"
#include "run/user_workload.h"
#include "trace/extra_events.h"
#include "view/view.h"

#define REFRESH_NS	NS_PER_SEC

/*
 * The pauses between reads of samples ("looks"), which adapt to the number of
 * samples. They are so short that a CPU fills only a few of the several hundred
 * pages of its ring buffer meanwhile, and never longer than a delay that people
 * do not notice.
 *
 * A read that returns LOOK_PAGES pages, the maximum, is repeated later, not at
 * once: the loop first checks whether it is time to end. Otherwise a command
 * that gets little CPU time would never notice the end.
 */
#define LOOK_LEAST_NS	(NS_PER_SEC / 200)
#define LOOK_MOST_NS	(NS_PER_SEC / 10)
#define LOOK_PAGES	16
#define FEW_PAGES	4
#define OCCURRENCES	64

#define MOVE_TRIES	100
#define MOVE_PAUSE_NS	10000000

struct engine {
	const struct command *command;
	struct config config;		/* as given, with the CPUs filled in */
	struct host_setup setup;
	struct measurement measurement;
	struct user_workload *workload;	/* processes of the command, or NULL */
	struct bpf_action *bpf_action;	/* NULL: none */
	struct load load;
	struct loop loop;
	struct collector collector;
	struct actor actor;
	struct display *display;
	struct tracer_hit hit;
	struct explanation explanation;	/* of @hit */
	struct kept_hits kept_hits; /* the worst hits, with --keep */
	struct outputs outputs;
	json_t *facts;			/* findings on the machine, or NULL */
	time_t started_at;
	bool was_hit;			/* @hit is valid; cleared to go on */
	uint64_t unwatched_ns;		/* hits could not be noticed so long */
	uint64_t enabled_at;		/* ns; 0: not enabled yet */
	uint64_t stopped_at;		/* ns; 0: not stopped yet */
	uint64_t look_ns;		/* pause between reads of samples */
	int look_at;			/* the reader's index of the next CPU */
	int signals;			/* signals to end that were received */
	bool output_failed;
	enum result result;		/* so far, without regard to a hit */
};

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * (uint64_t)NS_PER_SEC + now.tv_nsec;
}

static void stop(struct engine *engine)
{
	if (!engine->stopped_at)
		engine->stopped_at = now_ns();
}

static void keep_first_error(struct engine *engine, enum result result)
{
	if (!engine->result)
		engine->result = result;
}

static uint64_t elapsed_ns(const struct engine *engine)
{
	if (!engine->enabled_at)
		return 0;
	return (engine->stopped_at ?: now_ns()) - engine->enabled_at;
}

/* Flush stdout; end the run if that fails, for example at a closed pipe. */
static void flush_output(struct engine *engine)
{
	errno = 0;
	if ((!fflush(stdout) && !ferror(stdout)) || engine->output_failed)
		return;
	engine->output_failed = true;
	keep_first_error(engine,
			 fail(RESULT_ERROR,
			      "standard output: %s: the results are lost",
			      strerror(errno ?: EIO)));
	stop(engine);
}

static struct snapshot snapshot_of(const struct engine *engine)
{
	return (struct snapshot) {
		.config = &engine->config,
		.stats = engine->collector.stats,
		.histogram = engine->collector.histogram,
		.elapsed_ns = elapsed_ns(engine),
	};
}

/* Show the display now. Update it and the live outputs every second. */
static void begin_display(struct engine *engine)
{
	struct snapshot snapshot = snapshot_of(engine);
	bool live = display_is_live(engine->display);

	if (live)
		display_redraw(engine->display, &snapshot);
	if (live || outputs_is_live(&engine->outputs))
		loop_refresh_every(&engine->loop, REFRESH_NS);
}

static const char *ended_by(const struct engine *engine)
{
	if (!engine->enabled_at)
		return engine->signals ? "user" : "not started";
	if (engine->was_hit)
		return "threshold";
	if (engine->result)
		return "error";
	return engine->signals ? "user" : "duration";
}

/* Return all that a result is made from, as it is now. */
static struct run_summary facts_of(const struct engine *engine)
{
	const struct measurement *measurement = &engine->measurement;
	struct run_summary facts = {
		.command = engine->command,
		.config = &engine->config,
		.started_at = engine->started_at,
		.measured_ns = elapsed_ns(engine),
		.ended_by = ended_by(engine),
		.unwatched_ns = engine->unwatched_ns,
	};

	if (!engine->enabled_at)
		return facts;
	facts.stats = engine->collector.stats;
	facts.record = engine->collector.record;
	facts.cpu_totals = measurement->cpu_totals;
	facts.untraced = measurement->untraced;
	facts.missing_of = engine->collector.missing_of;
	facts.counts = reader_counts(measurement->reader);
	return facts;
}

/* Print the final figures. */
static void show(struct engine *engine)
{
	struct snapshot snapshot = snapshot_of(engine);

	view_print(stdout, engine->command->view, &snapshot);
	if (engine->config.output.percentiles)
		view_percentiles(stdout, &snapshot, engine->collector.record);
	flush_output(engine);
}

/* A histogram that lacks samples would be wrong, so it ends the run. */
static void check_memory(struct engine *engine)
{
	if (!engine->collector.no_memory || engine->result)
		return;
	keep_first_error(engine, fail(RESULT_ERROR, "histogram: out of memory: take fewer --entries, or a larger --bucket-size"));
	stop(engine);
}

/*
 * Read samples, at most LOOK_PAGES full pages. Returns how many full pages were
 * read; if that is LOOK_PAGES, there may be more.
 */
static int drain(struct engine *engine)
{
	struct reader *reader = engine->measurement.reader;
	int cpus = reader_cpus(reader), pages = 0;

	for (int i = 0; i < cpus && pages < LOOK_PAGES; i++) {
		pages += reader_drain(reader, engine->look_at,
				      LOOK_PAGES - pages, collector_take,
				      &engine->collector);
		engine->look_at = (engine->look_at + 1) % cpus;
	}
	check_memory(engine);
	return pages;
}

static void look(struct engine *engine)
{
	int pages = drain(engine);

	if (pages == LOOK_PAGES)
		engine->look_ns = LOOK_LEAST_NS;
	else if (pages < FEW_PAGES)
		engine->look_ns *= 2;
	if (engine->look_ns > LOOK_MOST_NS)
		engine->look_ns = LOOK_MOST_NS;
	/* A timer set to 0 would never expire, so 1 ns stands for "at once". */
	loop_look_in(&engine->loop, pages == LOOK_PAGES ? 1 : engine->look_ns);
}

/* Read all samples that are left. A second signal ends the reading early. */
static void drain_rest(struct engine *engine)
{
	struct reader *reader = engine->measurement.reader;
	bool more = true;

	for (int i = 0; i < reader_cpus(reader); i += !more) {
		engine->signals += loop_signalled(&engine->loop);
		if (engine->signals > 1) {
			keep_first_error(engine, fail(RESULT_ERROR, "interrupted twice: buffered samples were discarded, the result is incomplete: press Ctrl-C only once"));
			return;
		}
		more = reader_drain_rest(reader, i, collector_take,
					 &engine->collector);
	}
	check_memory(engine);
}

static void enable(struct engine *engine)
{
	const struct config *config = &engine->config;
	enum result result;

	result = measurement_enable(&engine->measurement, config);
	engine->enabled_at = now_ns();
	if (result) {
		keep_first_error(engine, result);
		stop(engine);
		return;
	}
	collector_begin(&engine->collector, &config->tracer.cpus,
			engine->measurement.baseline, engine->enabled_at);
	if (config->duration_ns)
		loop_phase_in(&engine->loop, config->duration_ns);
	engine->look_ns = LOOK_LEAST_NS;
	loop_look_in(&engine->loop, engine->look_ns);
	begin_display(engine);
	debug(config->debug, "measuring");
}

static void update_outputs(struct engine *engine)
{
	struct run_summary facts;
	enum result result;

	if (!engine->enabled_at || !outputs_is_live(&engine->outputs))
		return;
	facts = facts_of(engine);
	result = outputs_update(&engine->outputs, &facts);
	if (!result)
		return;
	keep_first_error(engine, result);
	stop(engine);
}

static void refresh(struct engine *engine)
{
	const struct config *config = &engine->config;
	struct snapshot snapshot;

	/* The measurement is over: the final table is printed after its end. */
	if (config->duration_ns &&
	    elapsed_ns(engine) >= (uint64_t)config->duration_ns)
		return;
	drain(engine);
	snapshot = snapshot_of(engine);
	if (display_is_live(engine->display))
		display_update(engine->display, &snapshot);
	flush_output(engine);
	update_outputs(engine);
}

/* Handle input of the terminal: redraw, or end the run as a signal does. */
static void take_input(struct engine *engine, enum loop_source source)
{
	struct snapshot snapshot = snapshot_of(engine);

	if (display_input(engine->display, source)) {
		engine->signals++;
		stop(engine);
		return;
	}
	display_redraw(engine->display, &snapshot);
}

/* Free the terminal for other output. */
static void pause_display(struct engine *engine)
{
	if (engine->display)
		display_pause(engine->display);
}

/*
 * Read samples while a shell command or trace-cmd runs; see struct patience.
 * The first signal ends the measurement. The second one ends that program, too:
 * then the function returns true.
 */
static bool meanwhile(void *context)
{
	struct engine *engine = context;
	int signals = engine->signals, pages;

	do {
		pages = drain(engine);
		while (loop_signalled(&engine->loop))
			engine->signals++;
	} while (pages == LOOK_PAGES && engine->signals == signals);
	if (engine->signals == signals)
		return false;
	stop(engine);
	if (engine->signals == 1) {
		note("waiting for the command of an action: interrupt again to end it");
		return false;
	}
	/*
	 * The second signal was for the program. Only one more signal ends the
	 * reading of the remaining samples, see drain_rest().
	 */
	engine->signals = 1;
	return true;
}

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
		result = measurement_continue(&engine->measurement, &tracer);
		end = now_ns();
		if (result) {
			keep_first_error(engine, result);
			stop(engine);
		}
	}
	if (end > time_of_hit(engine))
		engine->unwatched_ns += end - time_of_hit(engine);
}

static void use_traces(struct engine *engine)
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
	use_traces(engine);
	if (!result)
		return;
	keep_first_error(engine, result);
	stop(engine);
}

/*
 * Stop measuring, and free the CPUs. What is measured from now on does not
 * count; to print and to save what was measured may take long, and needs a CPU,
 * too. The processes of the workload are ended before the session: otherwise
 * they would attach to any other session that begins to measure their CPUs.
 */
static void leave_cpus(struct engine *engine)
{
	keep_first_error(engine, measurement_stop(&engine->measurement,
						  &engine->config.tracer.cpus));
	user_workload_stop(engine->workload);
	engine->workload = NULL;
	measurement_leave(&engine->measurement);
}

static void save_perfetto(struct engine *engine, const char *path)
{
	const char *text = engine->explanation.perfetto;

	if (text)
		keep_first_error(engine, whole_file_save("--perfetto", path,
							 text, strlen(text)));
}

static void explain(struct engine *engine)
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
		explain(engine);
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

/* Do what is wanted at a hit; return whether the measurement is to go on. */
static bool act_on_hit(struct engine *engine)
{
	const struct config *config = &engine->config;
	enum actions_end end;

	/* With --keep, keep_hit() saves one trace for each kept hit. */
	if (config->trace_file && !config->keep) {
		pause_display(engine);
		if (!actions_save(&engine->actor, config->trace_file))
			return false;
	}
	if (config->on_threshold.count)
		pause_display(engine);
	end = actions_perform(&engine->actor, "--on-threshold",
			      &config->on_threshold);
	if (config->keep && end != ACTIONS_FAILED)
		return keep_hit(engine);
	return end == ACTIONS_CONTINUE;
}

/*
 * Put the hit into environment variables, for the shell commands of actions at
 * the hit and at the end.
 */
static void publish_hit(struct engine *engine)
{
	if (config_tells_cause(&engine->config))
		explain(engine);
	hit_variables_set(engine->command->tracer, &engine->hit,
			  engine->explanation.cause);
}

static void take_hit(struct engine *engine)
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
	if (config_continues(&engine->config)) {
		watch_on(engine);
	} else {
		stop(engine);
		leave_cpus(engine);
	}
	publish_hit(engine);
	if (act_on_hit(engine))
		go_on(engine);
	else
		stop(engine);
}

static void handle(struct engine *engine, const struct occurrence *what)
{
	switch (what->source) {
	case LOOP_SIGNAL:
		engine->signals += loop_signalled(&engine->loop);
		stop(engine);
		break;
	case LOOP_HIT:
		take_hit(engine);
		break;
	case LOOP_PHASE:
		if (engine->enabled_at)
			stop(engine);
		else
			enable(engine);
		break;
	case LOOP_REFRESH:
		refresh(engine);
		break;
	case LOOP_LOOK:
		take_hit(engine);
		look(engine);
		break;
	case LOOP_WORKLOAD:
		pause_display(engine);
		user_workload_ended(engine->workload, what->index);
		keep_first_error(engine, RESULT_ERROR);
		break;
	case LOOP_LOAD:
		load_ended(&engine->load);
		stop(engine);
		break;
	case LOOP_KEY:
	case LOOP_RESIZE:
	case LOOP_STOP:
		take_input(engine, what->source);
		break;
	}
}

static void measure(struct engine *engine)
{
	struct occurrence what[OCCURRENCES];

	while (!engine->stopped_at) {
		int count = loop_wait(&engine->loop, what, OCCURRENCES);

		if (count < 0) {
			keep_first_error(engine, fail(RESULT_ERROR, "epoll: %s: cannot wait for events",
						      strerror(errno)));
			stop(engine);
		}
		for (int i = 0; i < count && !engine->stopped_at; i++)
			handle(engine, &what[i]);
	}
}

/* Collect what is left after the stop, before anything is printed. */
static void gather(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	const struct cpus *cpus = &engine->config.tracer.cpus;

	leave_cpus(engine);
	drain_rest(engine);
	/*
	 * A hit may have come just before the stop. But if the user interrupts
	 * a run that acts on hits and goes on, the actions of one more hit are
	 * not wanted.
	 */
	if (!engine->signals || !engine->config.on_threshold.count ||
	    !config_continues(&engine->config))
		take_hit(engine);
	keep_first_error(engine, load_stop(&engine->load));
	/*
	 * A hit that ends the measurement freezes the samples at once, while
	 * the CPUs still measure: samples missing at the end mean nothing then.
	 */
	if (engine->enabled_at &&
	    (!engine->was_hit || config_continues(&engine->config)))
		collector_end(&engine->collector, cpus, measurement->baseline,
			      measurement->cpu_totals);
}

static void print_max(struct engine *engine)
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
 * Print why an action failed. The caller does this after the output of the
 * action and the figures that follow it.
 */
static void tell_failure(struct engine *engine)
{
	flush_output(engine);
	if (!*engine->actor.failure)
		return;
	keep_first_error(engine,
			 fail(RESULT_ERROR, "%s", engine->actor.failure));
	*engine->actor.failure = '\0';
}

static void tell_losses(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	struct reader_counts counts = reader_counts(measurement->reader);
	char *text = NULL, *line, *rest;
	size_t size = 0;
	FILE *out;

	counts.lost += engine->collector.missing;
	if (engine->enabled_at)
		losses_notes(stdout, measurement->cpu_totals,
			     &engine->config.tracer.cpus, engine->unwatched_ns);
	untraced_note(stdout, measurement->untraced);
	out = open_memstream(&text, &size);
	if (!out) {
		keep_first_error(engine, fail(RESULT_ERROR, "out of memory"));
		return;
	}
	keep_first_error(engine, losses_events(out, &counts));
	if (engine->enabled_at)
		keep_first_error(engine,
				 losses_cpus(out, measurement->cpu_totals,
					     &engine->config.tracer.cpus,
					     engine->config.threads));
	fclose(out);
	fputs(text, stdout);
	for (line = strtok_r(text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		/*
		 * With gates, a loss means that the run does not pass. So the
		 * loss is printed as an error, too: stderr has the reason then,
		 * and fail() adds it to the reasons of the result.
		 */
		if (engine->config.gates.count)
			keep_first_error(engine,
					 fail(RESULT_ERROR, "%s", line));
		else
			outputs_reason(&engine->outputs, "%s", line);
	}
	free(text);
}

static void act_at_end(struct engine *engine)
{
	actions_perform(&engine->actor, "--on-end", &engine->config.on_end);
	tell_failure(engine);
}

static void tell_hit(struct engine *engine)
{
	const struct config *config = &engine->config;

	if (!engine->was_hit) {
		if (config->only_analysis)
			print_max(engine);
		return;
	}
	printf("%s hit stop tracing\n", engine->command->tracer);
	if (!config_analyses(config))
		return;
	explain(engine);
	fputs(engine->explanation.report ?: "", stdout);
}

static void conclude(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	const struct config *config = &engine->config;

	if (!config->only_analysis)
		show(engine);
	tell_losses(engine);
	tell_failure(engine);
	act_at_end(engine);
	tell_hit(engine);
	kept_hits_print(stdout, &engine->kept_hits);
	/* Triggers count even if the instance is off, so save them last. */
	if (measurement->traces[0].trace)
		keep_first_error(engine, extra_events_save(&config->events,
							   measurement->ops->system,
							   measurement->traces[0].trace));
	flush_output(engine);
}

/*
 * Move a measuring thread to the cgroup. The kernel refuses that with EINVAL
 * until the thread has run, so try for about a second. Returns 0 or an errno.
 */
static int move_thread(const struct cgroup *cgroup, pid_t pid)
{
	const struct timespec pause = { .tv_nsec = MOVE_PAUSE_NS };
	int error = EINVAL;

	for (int i = 0; i < MOVE_TRIES && error == EINVAL; i++) {
		if (i)
			nanosleep(&pause, NULL);
		error = cgroup_move(cgroup, pid);
	}
	return error;
}

/*
 * Move the measuring threads of the kernel to the cgroup. Processes of user
 * space move themselves.
 */
static enum result move_threads(struct engine *engine)
{
	const struct cgroup *cgroup = &engine->setup.cgroup;
	struct measurement *measurement = &engine->measurement;
	struct tracer_cpu state;
	int error = 0;
	char whom[32];
	int cpu;

	if (!*cgroup->procs || engine->config.tracer.no_threads)
		return RESULT_OK;
	cpus_for_each(cpu, &engine->config.tracer.cpus) {
		if (measurement->ops->cpu(measurement->tracer, cpu, &state))
			return RESULT_ERROR;
		if (state.pid)
			error = move_thread(cgroup, state.pid);
		if (!error)
			continue;
		snprintf(whom, sizeof(whom), "the thread of CPU %d", cpu);
		return cgroup_refused(cgroup, whom, error);
	}
	return RESULT_OK;
}

static enum result start_workload(struct engine *engine)
{
	const struct config *config = &engine->config;

	if (!config->tracer.no_threads || config->threads != THREADS_USER)
		return move_threads(engine);
	return user_workload_start(&engine->workload, engine->measurement.ops,
				   config, &engine->setup.cgroup,
				   &engine->setup.guard.list);
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
	for (int i = 0; i < user_workload_count(engine->workload) && !result; i++)
		result = loop_add(&engine->loop,
				  user_workload_fd(engine->workload, i),
				  LOOP_WORKLOAD, i);
	if (!result && engine->load.pid)
		result = loop_add(&engine->loop, engine->load.pidfd,
				  LOOP_LOAD, 0);
	return result;
}

/*
 * Return which events are the samples. The table of an osnoise command is made
 * from some of them only; outputs for machines, percentiles and gates need all.
 */
static enum tracer_events samples_of(const struct engine *engine)
{
	enum tracer_events samples = engine->command->samples;

	if (samples == TRACER_LATENCIES ||
	    !config_wants_record(&engine->config))
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
	if (engine->config.output.json)
		engine->facts = checks_json(&engine->config.tracer.cpus, "");
}

/* Do everything that has to be done before the loop runs. */
static enum result prepare(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	const struct config *config = &engine->config;
	enum tracer_events samples = samples_of(engine);
	enum result result;

	load_prepare(&engine->load, config->load,
		     &engine->setup.guard.list);
	result = measurement_check(measurement, config);
	if (!result)
		result = load_bpf_action(engine);
	if (!result)
		result = host_setup_apply(&engine->setup, config);
	look_at_machine(engine);
	if (!result)
		result = collector_init(&engine->collector, config, samples);
	if (!result)
		result = measurement_start(measurement, config, samples);
	if (!result)
		result = attach_bpf_action(engine);
	if (!result)
		result = start_workload(engine);
	if (!result)
		result = load_start(&engine->load);
	if (!result)
		result = watch(engine);
	engine->actor.saver.text_too = config_saves(config, TRACE_TEXT);
	use_traces(engine);
	return result;
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

/* Write the outputs for machines, and return the exit status. */
static enum result finish(struct engine *engine, enum result result)
{
	const struct config *config = &engine->config;
	struct run_summary facts = facts_of(engine);
	bool explained = engine->was_hit && !config->keep;

	facts.environment = engine->facts;
	facts.load = load_json(&engine->load);
	facts.kept = kept_hits_json(&engine->kept_hits);
	if (engine->was_hit) {
		outputs_reason(&engine->outputs, "CPU %d: %s %.2f us, the threshold is %.2f us%s%s",
			       engine->hit.cpu, context_name(engine->hit.context),
			       time_us(engine->hit.latency_ns),
			       time_us(engine->hit.threshold_ns),
			       *engine->explanation.cause ? ": " : "",
			       engine->explanation.cause);
		facts.stop = results_stop(&engine->hit, config->trace_file,
					  json_incref(engine->explanation.json));
	}
	result = outputs_finish(&engine->outputs, &facts, result,
				engine->was_hit,
				explained ? engine->explanation.report : NULL);
	flush_output(engine);
	json_decref(facts.load);
	json_decref(facts.kept);
	json_decref(facts.stop);
	json_decref(engine->facts);
	return result ?: engine->result;
}

enum result engine_run(const struct command *command,
		       const struct config *config)
{
	struct engine engine = {
		.command = command,
		.config = *config,
		.started_at = time(NULL),
		.setup = { .latency_fd = -1, .guard = GUARD_NONE },
		.kept_hits = {
			.max = config->keep,
			.trace = config->trace_file ?: config->trace_name,
			.perfetto = config->perfetto_file,
		},
	};
	enum result result;

	engine.load.pidfd = -1;
	if (cpus_empty(&engine.config.tracer.cpus))
		cpus_online(&engine.config.tracer.cpus);
	engine.config.tracer.no_threads = config_no_threads(config);
	hit_variables_clear();
	result = loop_open(&engine.loop);
	if (!result)
		result = outputs_open(&engine.outputs, &engine.config);
	engine.actor.patience = (struct patience) {
		.wake = engine.loop.signals,
		.meanwhile = meanwhile,
		.context = &engine,
		.undo = &engine.setup.guard.list,
	};
	if (!result)
		result = prepare(&engine);
	if (result)
		goto out;
	warn_useless_options(config);
	result = display_open(&engine.display, command, &engine.config,
			      &engine.loop);
	if (result)
		goto out;
	if (config->warm_up_ns) {
		begin_display(&engine);
		loop_phase_in(&engine.loop, config->warm_up_ns);
	} else {
		enable(&engine);
	}
	measure(&engine);
	close_display(&engine);
	gather(&engine);
	conclude(&engine);
	result = engine.result;
out:
	close_display(&engine);
	result = finish(&engine, result);
	explanation_free(&engine.explanation);
	kept_hits_free(&engine.kept_hits);
	trace_saver_free(&engine.actor.saver);
	load_stop(&engine.load);
	user_workload_stop(engine.workload);
	bpf_action_free(engine.bpf_action);
	measurement_free(&engine.measurement);
	host_setup_undo(&engine.setup);
	collector_free(&engine.collector);
	outputs_close(&engine.outputs);
	loop_close(&engine.loop);
	return result;
}
