// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a measurement: see measurement.h.
 *
 * A measurement begins in an order that misses no hit. First the tracer starts
 * with its thresholds off. Then the instances, which are off, are set up so
 * that a hit freezes them. Then they are switched on, and at last the
 * thresholds are set.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/times.h"
#include "host/average_speed.h"
#include "host/busy_threads.h"
#include "host/kernel_symbols.h"
#include "host/stalls.h"
#include "host/untraced.h"
#include "options/config.h"
#include "results/cpu_figures.h"
#include "run/measurement.h"
#include "stats/figure_row.h"
#include "stats/kind.h"
#include "trace/callbacks.h"
#include "trace/decode.h"
#include "trace/extra_events.h"
#include "trace/instance.h"
#include "trace/live_decoder.h"
#include "trace/running_tasks.h"
#include "trace/trace_cmd.h"
#include "trace/wakings.h"
#include "tracer/tracer.h"
#include "tracer/tracer_state.h"

/*
 * This event of the kernel shows the idle state of a CPU. The analysis uses it
 * if the user has it traced.
 */
#define IDLE_SYSTEM	"power"
#define IDLE_EVENT	"cpu_idle"

#define INSTANCES_MAX	5	/* of one set of traces */

/* Fill @list with the instances of a set; return how many there are. */
static int list_instances(const struct hit_traces *traces,
			  struct instance **list)
{
	int count = 0;

	if (traces->trace)
		list[count++] = traces->trace;
	if (traces->analysis && traces->analysis != traces->trace)
		list[count++] = traces->analysis;
	if (traces->tasks)
		list[count++] = traces->tasks;
	if (traces->senders)
		list[count++] = traces->senders;
	if (traces->wakings)
		list[count++] = traces->wakings;
	return count;
}

static enum result switch_on(const struct hit_traces *traces)
{
	struct instance *list[INSTANCES_MAX];
	int count = list_instances(traces, list);
	enum result result = RESULT_OK;

	for (int i = 0; i < count && !result; i++)
		result = instance_on(list[i]);
	return result;
}

static enum result clear(const struct hit_traces *traces)
{
	struct instance *list[INSTANCES_MAX];
	int count = list_instances(traces, list);
	enum result result = RESULT_OK;

	for (int i = 0; i < count && !result; i++)
		result = instance_clear(list[i]);
	return result;
}

static void switch_off(const struct hit_traces *traces)
{
	struct instance *list[INSTANCES_MAX];
	int count = list_instances(traces, list);

	for (int i = 0; i < count; i++)
		instance_off(list[i]);
}

static void destroy(const struct hit_traces *traces)
{
	struct instance *list[INSTANCES_MAX];
	int count = list_instances(traces, list);

	for (int i = 0; i < count; i++)
		instance_destroy(list[i]);
}

/* Create an instance named @purpose; in the second set, "2" follows the name. */
static enum result create_instance(struct measurement *measurement,
				   const struct hit_traces *traces,
				   struct instance **instance,
				   const char *purpose,
				   const struct cpus *cpus)
{
	int turn = traces - measurement->traces;
	enum result result;
	char name[32];

	snprintf(name, sizeof(name), turn ? "%s%d" : "%s", purpose, turn + 1);
	result = instance_create(instance, name, cpus);
	if (!result && strcmp(measurement->ops->clock, INSTANCE_CLOCK))
		result = instance_write(*instance, "trace_clock",
					measurement->ops->clock);
	return result;
}

/*
 * Create the instance whose trace is saved. The module's events occur on the
 * measured CPUs only, but extra events are wanted from all CPUs.
 */
static enum result create_trace(struct measurement *measurement,
				struct hit_traces *traces,
				const struct config *config)
{
	enum result result;
	struct cpus cpus = config->tracer.cpus;

	if (config->events.count)
		cpus_present(&cpus);
	result = create_instance(measurement, traces, &traces->trace, "trace",
				 &cpus);
	/* Others read what is saved with extra events, or as a trace.dat. */
	if (!result && !config->events.count && !config_saves_dat(config))
		instance_spare_names(traces->trace);
	if (!result && config->trace_buffer_kb)
		result = instance_set_buffer(traces->trace,
					     config->trace_buffer_kb);
	if (!result)
		result = extra_events_enable(&config->events,
					     measurement->ops->system,
					     traces->trace);
	return result;
}

/*
 * Find or create the instance that explains a hit. One instance serves both for
 * this and for saving, except in these cases:
 *
 * - Extra events are traced, or the size of the buffer is set: events could be
 *   filtered out, or overwritten by other events, and the analysis would miss
 *   them.
 * - Actions or the screen need the cause before the trace is saved, or a
 *   trace.dat is made: both may take the events out of the instance, so that
 *   they are missing afterwards.
 */
static enum result create_analysis(struct measurement *measurement,
				   struct hit_traces *traces,
				   const struct config *config)
{
	enum result result;

	if (traces->trace && !config->events.count &&
	    !config->trace_buffer_kb && !config_tells_cause(config) &&
	    !config_shows_cause(config) && !config_saves_dat(config)) {
		traces->analysis = traces->trace;
		return RESULT_OK;
	}
	result = create_instance(measurement, traces, &traces->analysis,
				 traces->trace ? "analysis" : "trace",
				 &config->tracer.cpus);
	if (!result) {
		instance_spare_names(traces->analysis);
		callbacks_collect(traces->analysis, &config->events);
	}
	if (!result && extra_events_have(&config->events, IDLE_SYSTEM,
					 IDLE_EVENT))
		result = instance_events(traces->analysis, IDLE_SYSTEM,
					 IDLE_EVENT);
	return result;
}

static enum result create_tasks(struct measurement *measurement,
				struct hit_traces *traces)
{
	enum result result;
	struct cpus all;

	cpus_present(&all);
	result = create_instance(measurement, traces, &traces->tasks, "tasks",
				 &all);
	if (!result)
		result = tasks_collect(traces->tasks);
	return result;
}

/* The requests come from all CPUs, measured or not. */
static enum result create_senders(struct measurement *measurement,
				  struct hit_traces *traces,
				  const struct config *config)
{
	enum result result;
	struct cpus all;

	if (!callbacks_have_ipis(&config->events))
		return RESULT_OK;
	cpus_present(&all);
	result = create_instance(measurement, traces, &traces->senders,
				 "senders", &all);
	if (result)
		return result;
	instance_spare_names(traces->senders);
	callbacks_collect_ipis(traces->senders, &config->events);
	return RESULT_OK;
}

/*
 * Only a file for Perfetto has the wakings of threads, and who woke them. There
 * are so many of them that they would overwrite other events.
 */
static enum result create_wakings(struct measurement *measurement,
				  struct hit_traces *traces,
				  const struct config *config)
{
	enum result result;
	struct cpus all;

	if (!config->perfetto_file || !wakings_have(&config->events))
		return RESULT_OK;
	cpus_present(&all);
	result = create_instance(measurement, traces, &traces->wakings,
				 "wakings", &all);
	if (!result)
		wakings_collect(traces->wakings, &config->events);
	return result;
}

static enum result create_traces(struct measurement *measurement,
				 struct hit_traces *traces,
				 const struct config *config)
{
	enum result result = RESULT_OK;

	if (config_saves_trace(config))
		result = create_trace(measurement, traces, config);
	if (!result && config_analyses(config))
		result = create_analysis(measurement, traces, config);
	if (!result && config_analyses(config) && config->dump_tasks)
		result = create_tasks(measurement, traces);
	if (!result && config_analyses(config))
		result = create_senders(measurement, traces, config);
	if (!result && config_analyses(config))
		result = create_wakings(measurement, traces, config);
	return result;
}

/* Return whether events have to be read all of the time. */
static bool measurement_needs_samples(const struct measurement *measurement,
				      const struct config *config)
{
	return !measurement->counted || config_kind(config)->needs_events;
}

static enum result create_instances(struct measurement *measurement,
				    const struct config *config)
{
	int turns = config_continues(config) ? TURNS : 1;
	enum result result = RESULT_OK;

	if (measurement_needs_samples(measurement, config))
		result = instance_create(&measurement->samples, "samples",
					 &config->tracer.cpus);
	if (measurement->samples)
		instance_spare_names(measurement->samples);
	for (int i = 0; i < turns && !result; i++)
		result = create_traces(measurement, &measurement->traces[i],
				       config);
	return result;
}

/* Return whether there are trace instances; else tracefs is not used. */
static bool needs_tracefs(const struct measurement *measurement,
			  const struct config *config)
{
	return !measurement->ops->list &&
	       (measurement_needs_samples(measurement, config) ||
		config_traces(config));
}

static enum result create(struct measurement *measurement,
			  const struct config *config)
{
	const struct cpus *cpus = &config->tracer.cpus;
	enum result result;

	measurement->baseline = calloc(cpus_count(cpus),
				       sizeof(*measurement->baseline));
	measurement->cpu_totals = calloc(cpus_count(cpus),
					 sizeof(*measurement->cpu_totals));
	if (!measurement->baseline || !measurement->cpu_totals)
		return fail(RESULT_ERROR, "out of memory");
	if (!needs_tracefs(measurement, config)) {
		instances_clean();
		return RESULT_OK;
	}
	result = live_decoder_new(&measurement->decoder,
				  measurement->ops->system);
	if (!result)
		result = create_instances(measurement, config);
	return result;
}

enum result measurement_check(struct measurement *measurement,
			      const struct config *config)
{
	enum result result;

	result = measurement->ops->open(&measurement->tracer);
	if (!result && needs_tracefs(measurement, config))
		result = instances_check();
	if (!result && config_saves_dat(config))
		result = trace_cmd_check();
	if (!result)
		result = extra_events_check(&config->events,
					    measurement->ops->system);
	if (!result && config->trace_buffer_kb)
		result = busy_threads_refuse("--trace-buffer-size");
	return result;
}

/*
 * Let a set of traces collect its events, and let a hit freeze it. Every hit
 * switches both sets off; one of them is off already.
 */
static enum result collect_traces(struct measurement *measurement,
				  const struct hit_traces *traces)
{
	struct instance *list[INSTANCES_MAX];
	int count = list_instances(traces, list);
	enum result result = RESULT_OK;

	for (int i = 0; i < count && !result; i++)
		result = measurement->ops->collect(measurement->tracer, list[i],
				list[i] == traces->tasks ||
				list[i] == traces->senders ||
				list[i] == traces->wakings ?
				TRACER_NOTHING : TRACER_ALL, true);
	return result;
}

/*
 * Let all instances collect their events. A hit freezes the samples, too,
 * unless the measurement may go on after it.
 */
static enum result collect(struct measurement *measurement,
			   const struct config *config,
			   enum tracer_events events)
{
	enum result result = RESULT_OK;

	if (measurement->samples)
		result = measurement->ops->collect(measurement->tracer,
						   measurement->samples, events,
						   !config_continues(config));
	for (int i = 0; i < TURNS && !result; i++)
		result = collect_traces(measurement, &measurement->traces[i]);
	return result;
}

enum result measurement_start(struct measurement *measurement,
			      const struct config *config,
			      enum tracer_events events,
			      const struct undo_list *undo)
{
	const struct tracer_ops *ops = measurement->ops;
	enum result result;

	result = create(measurement, config);
	if (!result)
		result = ops->start(measurement->tracer, &config->tracer, undo);
	if (!result)
		result = collect(measurement, config, events);
	if (!result && measurement->samples)
		result = reader_open(&measurement->source.reader,
				     measurement->samples,
				     measurement->decoder,
				     &config->tracer.cpus);
	if (!result && ops->drain)
		measurement->source = (struct sample_source) {
			.ops = ops, .tracer = measurement->tracer,
			.cpus = config->tracer.cpus,
		};
	return result;
}

static enum result measurement_read_cpus(struct measurement *measurement,
					 const struct cpus *cpus,
					 struct tracer_cpu *states)
{
	enum result result = RESULT_OK;
	int cpu;

	cpus_for_each(cpu, cpus) {
		result = measurement->ops->cpu(measurement->tracer, cpu,
					       states++);
		if (result)
			break;
	}
	return result;
}

static enum result count_until(struct measurement *measurement, uint64_t until)
{
	return measurement->ops->count(measurement->tracer, measurement->from,
				       until);
}

uint64_t measurement_until(const struct measurement *measurement,
			   const struct config *config)
{
	return config->duration_ns ? measurement->from + config->duration_ns :
				     UINT64_MAX;
}

/*
 * Let there be hits from now on. With a tracer that may have switched the
 * instances off before, they are switched on again; one that the first hit
 * freezes just now would go on, and has the events of the hit all the same.
 */
static enum result arm(struct measurement *measurement,
		       const struct tracer_config *tracer)
{
	enum result result = measurement->ops->arm(measurement->tracer, tracer);

	if (result || !measurement->ops->freezes_early(tracer))
		return result;
	result = switch_on(&measurement->traces[measurement->on]);
	if (!result && measurement->samples)
		result = instance_on(measurement->samples);
	return result;
}

/*
 * The baseline is read after the collecting of samples has begun. So the
 * samples of every activation that begins after the baseline are collected.
 */
enum result measurement_enable(struct measurement *measurement,
			       const struct config *config)
{
	enum result result = switch_on(&measurement->traces[measurement->on]);

	measurement->untraced = untraced_begin(&config->tracer.cpus);
	/* Reading these interrupts the CPUs, so do it before and after samples. */
	measurement->stalls = stalls_begin("", &config->tracer.cpus);
	measurement->speeds = average_speeds_begin("", &config->tracer.cpus);
	if (!result && measurement->samples)
		result = instance_on(measurement->samples);
	if (!result)
		result = measurement_read_cpus(measurement,
					       &config->tracer.cpus,
					       measurement->baseline);
	measurement->from = time_now();
	if (!result && tracer_keeps_stats(&config->tracer))
		result = count_until(measurement,
				     measurement_until(measurement, config));
	if (!result)
		result = arm(measurement, &config->tracer);
	return result;
}

enum result measurement_continue(struct measurement *measurement,
				 const struct tracer_config *tracer)
{
	enum result result;

	measurement->on = (measurement->hit + 1) % TURNS;
	result = switch_on(&measurement->traces[measurement->on]);
	if (!result && measurement->samples && measurement->ops->freezes_all)
		result = instance_on(measurement->samples);
	return result ?: arm(measurement, tracer);
}

enum result measurement_forget(struct measurement *measurement)
{
	int hit = measurement->hit;

	/* The other set was not switched on: --on-end may save this one. */
	if (hit == measurement->on)
		return RESULT_OK;
	measurement->hit = measurement->on;
	return clear(&measurement->traces[hit]);
}

const struct hit_traces *
measurement_traces(const struct measurement *measurement)
{
	return &measurement->traces[measurement->hit];
}

void measurement_count(const struct measurement *measurement, int place,
		       struct tracer_cpu *state)
{
	const struct tracer_cpu *before = &measurement->baseline[place];

	state->measured = state->activations - before->activations;
	for (const struct figure_row *figure = cpu_figures; figure->id;
	     figure++)
		if (figure_is_known(figure, state))
			*figure_of(figure, state) -=
				figure_value(figure, before);
}

enum result measurement_read_cpu(const struct measurement *measurement,
				 const struct cpus *cpus, int cpu,
				 struct tracer_cpu *state)
{
	int place = cpus_place(cpus, cpu);
	enum result result = RESULT_OK;

	if (place < 0)
		return RESULT_ERROR;
	if (measurement->stopped) {
		*state = measurement->cpu_totals[place];
		return RESULT_OK;
	}
	result = measurement->ops->cpu(measurement->tracer, cpu, state);
	if (!result)
		measurement_count(measurement, place, state);
	return result;
}

/*
 * The thresholds are switched off first: a hit after the instances are off
 * would be in none of them. The states of the CPUs are read before the
 * instances are switched off, so that all activations they count have their
 * samples.
 */
enum result measurement_stop(struct measurement *measurement,
			     const struct config *config)
{
	const struct cpus *cpus = &config->tracer.cpus;
	struct tracer_cpu *cpu_totals = measurement->cpu_totals;
	enum result result;

	if (measurement->stopped)
		return RESULT_OK;
	measurement->stopped = true;
	result = measurement->ops->disarm(measurement->tracer);
	measurement->until = time_min(time_now(),
				      measurement_until(measurement, config));
	if (!result && tracer_keeps_stats(&config->tracer) && measurement->from)
		result = count_until(measurement, measurement->until);
	if (!result)
		result = measurement_read_cpus(measurement, cpus, cpu_totals);
	if (measurement->samples)
		instance_off(measurement->samples);
	for (int i = 0; i < TURNS; i++)
		switch_off(&measurement->traces[i]);
	untraced_update(measurement->untraced);
	stalls_end(measurement->stalls);
	average_speeds_end(measurement->speeds);
	for (int i = 0; i < cpus_count(cpus); i++)
		measurement_count(measurement, i, &cpu_totals[i]);
	return result;
}

void measurement_leave(struct measurement *measurement)
{
	measurement->ops->end(measurement->tracer);
}

struct reader_counts measurement_counts(const struct measurement *measurement)
{
	return sample_source_counts(&measurement->source);
}

void measurement_undo(struct measurement *measurement)
{
	sample_source_close(&measurement->source);
	if (measurement->tracer)
		measurement->ops->close(measurement->tracer);
	measurement->tracer = NULL;
	for (int i = 0; i < TURNS; i++) {
		destroy(&measurement->traces[i]);
		measurement->traces[i] = (struct hit_traces) { .trace = NULL };
	}
	instance_destroy(measurement->samples);
	measurement->samples = NULL;
}

void measurement_free(struct measurement *measurement)
{
	measurement_undo(measurement);
	decoder_free(measurement->decoder);
	untraced_free(measurement->untraced);
	stalls_free(measurement->stalls);
	average_speeds_free(measurement->speeds);
	kernel_symbols_free(measurement->functions);
	free(measurement->baseline);
	free(measurement->cpu_totals);
}
