// SPDX-License-Identifier: GPL-2.0
/*
 * The run of a command, from the check whether it can measure here to the
 * last line of its output.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collector.h"
#include "engine.h"
#include "environment.h"
#include "explain.h"
#include "losses.h"
#include "loop.h"
#include "measurement.h"
#include "trace_file.h"

#define REFRESH_NS	NS_PER_SEC

/* Pages of one CPU in one go, so that no CPU keeps the others waiting. */
#define DRAIN_PAGES	1024
#define OCCURRENCES	64

struct engine {
	const struct command *command;
	struct config config;		/* with the CPUs filled in */
	struct environment environment;
	struct measurement measurement;
	struct loop loop;
	struct collector collector;
	struct tracer_hit hit;
	bool was_hit;
	uint64_t enabled_at;		/* 0: not yet */
	uint64_t stopped_at;		/* 0: not yet */
	int signals;			/* that we got */
	bool output_failed;
	bool terminal;
	enum result result;		/* so far, but for a hit */
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

static void worsen(struct engine *engine, enum result result)
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

/* Hand what was printed on to the reader of stdout, who may be gone. */
static void flush_output(struct engine *engine)
{
	errno = 0;
	if ((!fflush(stdout) && !ferror(stdout)) || engine->output_failed)
		return;
	engine->output_failed = true;
	worsen(engine, fail(RESULT_ERROR, "standard output: %s: the results are lost",
			    strerror(errno ?: EIO)));
	stop(engine);
}

static void show(struct engine *engine)
{
	struct picture picture = {
		.columns = &engine->command->columns,
		.stats = engine->collector.stats,
		.cpus = &engine->config.tracer.cpus,
		.elapsed_ns = elapsed_ns(engine),
		.nano = engine->config.nano,
		.redraw = engine->terminal,
		.colour = engine->terminal && !getenv("NO_COLOR"),
	};

	engine->command->view->print(stdout, &picture);
	flush_output(engine);
}

static void drain(struct engine *engine, int index)
{
	reader_drain(engine->measurement.reader, index, DRAIN_PAGES,
		     collector_take, &engine->collector);
}

static void drain_all(struct engine *engine)
{
	for (int i = 0; i < reader_cpus(engine->measurement.reader); i++)
		drain(engine, i);
}

/* The last time: all of it, unless a second signal says to give up. */
static void drain_rest(struct engine *engine)
{
	struct reader *reader = engine->measurement.reader;
	bool more = true;

	for (int i = 0; i < reader_cpus(reader); i += !more) {
		engine->signals += loop_signalled(&engine->loop);
		if (engine->signals > 1) {
			worsen(engine, fail(RESULT_ERROR, "interrupted: not all samples are in the result: wait after the first signal"));
			return;
		}
		more = reader_drain(reader, i, DRAIN_PAGES, collector_take,
				    &engine->collector);
	}
}

static void enable(struct engine *engine)
{
	const struct config *config = &engine->config;
	enum result result;

	result = measurement_enable(&engine->measurement, config);
	engine->enabled_at = now_ns();
	if (result) {
		worsen(engine, result);
		stop(engine);
		return;
	}
	collector_begin(&engine->collector, &config->tracer.cpus,
			engine->measurement.baseline);
	if (config->duration_ns)
		loop_phase_in(&engine->loop, config->duration_ns);
	if (engine->command->view->live && !config->quiet &&
	    !config->only_analysis)
		loop_refresh_every(&engine->loop, REFRESH_NS);
	debug(config->debug, "measuring");
}

static void refresh(struct engine *engine)
{
	const struct config *config = &engine->config;

	/* The last table of all comes after the end. */
	if (config->duration_ns &&
	    elapsed_ns(engine) >= (uint64_t)config->duration_ns)
		return;
	drain_all(engine);
	show(engine);
}

static void take_hit(struct engine *engine)
{
	const struct tracer_ops *ops = engine->measurement.ops;

	if (engine->was_hit ||
	    !ops->read_hit(engine->measurement.tracer, &engine->hit))
		return;
	engine->was_hit = true;
	stop(engine);
	debug(engine->config.debug,
	      "CPU %d: hit in context %d: %" PRIu64 " ns, threshold %" PRIu64 " ns",
	      engine->hit.cpu, engine->hit.context, engine->hit.latency_ns,
	      engine->hit.threshold_ns);
}

static void handle(struct engine *engine, const struct occurrence *what)
{
	switch (what->source) {
	case SOURCE_SIGNAL:
		engine->signals += loop_signalled(&engine->loop);
		stop(engine);
		break;
	case SOURCE_HIT:
		take_hit(engine);
		break;
	case SOURCE_PHASE:
		if (engine->enabled_at)
			stop(engine);
		else
			enable(engine);
		break;
	case SOURCE_REFRESH:
		refresh(engine);
		break;
	case SOURCE_SAMPLES:
		drain(engine, what->index);
		break;
	}
}

static void measure(struct engine *engine)
{
	struct occurrence what[OCCURRENCES];

	while (!engine->stopped_at) {
		int count = loop_wait(&engine->loop, what, OCCURRENCES);

		if (count < 0) {
			worsen(engine, fail(RESULT_ERROR, "epoll: %s: cannot wait for events",
					    strerror(errno)));
			stop(engine);
		}
		for (int i = 0; i < count && !engine->stopped_at; i++)
			handle(engine, &what[i]);
	}
}

/* After a stop, before anything is printed: collect what there still is. */
static void gather(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	const struct cpus *cpus = &engine->config.tracer.cpus;

	worsen(engine, measurement_stop(measurement, cpus));
	drain_rest(engine);
	/* It may have come together with what stopped us. */
	take_hit(engine);
	/* A hit freezes the samples while the CPUs go on. */
	if (engine->enabled_at && !engine->was_hit)
		collector_end(&engine->collector, cpus, measurement->baseline,
			      measurement->fared);
}

static void print_max(struct engine *engine)
{
	uint64_t max = 0;

	for (int i = 0; i < CONTEXTS; i++) {
		struct latency all = stats_all(engine->collector.stats, i);

		if (all.max > max)
			max = all.max;
	}
	printf("  Max latency was %" PRIu64 " ns\n\n", max);
}

static void save_trace(struct engine *engine)
{
	const char *file = engine->config.trace_file;

	if (!engine->was_hit || !file)
		return;
	printf("  Saving trace to %s\n", file);
	trace_file_save(engine->measurement.trace, file);
}

/* The table and the line on the trace; a table that is redrawn would hide it. */
static void show_last(struct engine *engine)
{
	if (!engine->terminal)
		save_trace(engine);
	if (!engine->config.only_analysis)
		show(engine);
	if (engine->terminal)
		save_trace(engine);
}

static void conclude(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	const struct config *config = &engine->config;
	struct reader_counts counts;

	show_last(engine);
	counts = reader_counts(measurement->reader);
	counts.lost += engine->collector.missing;
	worsen(engine, losses_events(stdout, &counts));
	if (engine->enabled_at)
		worsen(engine, losses_cpus(stdout, measurement->fared,
					   &config->tracer.cpus));
	if (engine->was_hit)
		printf("%s hit stop tracing\n", engine->command->tool);
	if (engine->was_hit && config_analyses(config))
		explain_hit(stdout, measurement, config, &engine->hit);
	else if (!engine->was_hit && config->only_analysis)
		print_max(engine);
	flush_output(engine);
}

/* Everything up to the point where the loop can run. */
static enum result prepare(struct engine *engine)
{
	struct measurement *measurement = &engine->measurement;
	const struct config *config = &engine->config;
	enum result result;

	result = measurement_check(measurement);
	if (!result)
		result = environment_set(&engine->environment, config);
	if (!result)
		result = collector_init(&engine->collector,
					&config->tracer.cpus);
	if (!result)
		result = measurement_start(measurement, config);
	if (result)
		return result;
	result = loop_add(&engine->loop,
			  measurement->ops->hit_fd(measurement->tracer),
			  SOURCE_HIT, 0);
	for (int i = 0; i < reader_cpus(measurement->reader) && !result; i++)
		result = loop_add(&engine->loop,
				  reader_fd(measurement->reader, i),
				  SOURCE_SAMPLES, i);
	return result;
}

enum result engine_run(const struct command *command,
		       const struct config *config)
{
	struct engine engine = {
		.command = command,
		.config = *config,
		.environment.latency_fd = -1,
		.terminal = isatty(STDOUT_FILENO) && !config->quiet &&
			    !config->debug,
	};
	enum result result;

	if (cpus_empty(&engine.config.tracer.cpus))
		cpus_online(&engine.config.tracer.cpus);
	result = loop_open(&engine.loop);
	if (!result)
		result = prepare(&engine);
	if (result)
		goto out;
	if (config->trace_file && !config_can_stop(config))
		note("--trace: nothing will be saved: set a threshold with -i, -T or -a");
	if (config->warm_up_ns)
		loop_phase_in(&engine.loop, config->warm_up_ns);
	else
		enable(&engine);
	measure(&engine);
	gather(&engine);
	conclude(&engine);
	result = engine.was_hit ? RESULT_HIT : engine.result;
out:
	measurement_free(&engine.measurement);
	environment_reset(&engine.environment);
	collector_free(&engine.collector);
	loop_close(&engine.loop);
	return result;
}
