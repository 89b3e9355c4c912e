// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a measurement.
 *
 * The order is such that no hit can slip through: the tracer starts with its
 * thresholds off, the instances learn when to freeze while they are off, they
 * are switched on, and then the thresholds are set.
 */
#include <stdlib.h>

#include <event-parse.h>

#include "extra_events.h"
#include "measurement.h"
#include "tasks.h"
#include "trace_cmd.h"

/* Which idle state a CPU was in: for the analysis, if the user has it traced. */
#define IDLE_SYSTEM	"power"
#define IDLE_EVENT	"cpu_idle"

/* Instances that a hit freezes, so that they hold what led to it. */
#define FROZEN_MAX	3

static enum result make_decoder(struct measurement *measurement)
{
	const char *system = measurement->ops->system;
	struct tep_handle *formats;
	enum result result;

	result = instances_formats(&formats, system);
	if (result)
		return result;
	instances_add_format(formats, IDLE_SYSTEM, IDLE_EVENT);
	result = decoder_new(&measurement->decoder, formats, system);
	tep_free(formats);
	return result;
}

/* Fill @list with those there are; returns how many. */
static int list_frozen(const struct measurement *measurement,
		       struct instance **list)
{
	int count = 0;

	if (measurement->trace)
		list[count++] = measurement->trace;
	if (measurement->analysis && measurement->analysis != measurement->trace)
		list[count++] = measurement->analysis;
	if (measurement->tasks)
		list[count++] = measurement->tasks;
	return count;
}

/*
 * Our events are on the measured CPUs only. Others that the user asks for are
 * wanted from everywhere.
 */
static enum result create_trace(struct measurement *measurement,
				const struct config *config)
{
	struct instance **trace = &measurement->trace;
	enum result result;
	struct cpus cpus = config->tracer.cpus;

	if (config->events.count)
		cpus_present(&cpus);
	result = instance_create(trace, "trace", &cpus);
	if (!result && config->trace_buffer_kb)
		result = instance_set_buffer(*trace, config->trace_buffer_kb);
	if (!result)
		result = extra_events_enable(&config->events,
					     measurement->ops->system, *trace);
	return result;
}

/*
 * A hit is explained by the trace that is saved; but what was filtered out of
 * that, or overwritten by other events, would be missing. And who explains it
 * takes events out, so that they could not be saved after that; as does who
 * makes a trace.dat.
 */
static enum result create_analysis(struct measurement *measurement,
				   const struct config *config)
{
	enum result result;

	if (measurement->trace && !config->events.count &&
	    !config->trace_buffer_kb && !config_tells_cause(config) &&
	    !config_saves(config, TRACE_DAT)) {
		measurement->analysis = measurement->trace;
		return RESULT_OK;
	}
	result = instance_create(&measurement->analysis,
				 measurement->trace ? "analysis" : "trace",
				 &config->tracer.cpus);
	if (!result && extra_events_have(&config->events, IDLE_SYSTEM,
					 IDLE_EVENT))
		result = instance_events(measurement->analysis, IDLE_SYSTEM,
					 IDLE_EVENT);
	return result;
}

static enum result create_tasks(struct measurement *measurement)
{
	enum result result;
	struct cpus all;

	cpus_present(&all);
	result = instance_create(&measurement->tasks, "tasks", &all);
	if (!result)
		result = tasks_collect(measurement->tasks);
	return result;
}

static enum result create_instances(struct measurement *measurement,
				    const struct config *config)
{
	enum result result;

	result = instance_create(&measurement->samples, "samples",
				 &config->tracer.cpus);
	if (!result && config_saves_trace(config))
		result = create_trace(measurement, config);
	if (!result && config_analyses(config))
		result = create_analysis(measurement, config);
	if (!result && config_analyses(config) && config->dump_tasks)
		result = create_tasks(measurement);
	return result;
}

static enum result create(struct measurement *measurement,
			  const struct config *config)
{
	const struct cpus *cpus = &config->tracer.cpus;
	enum result result;

	measurement->baseline = calloc(cpus_count(cpus),
				       sizeof(*measurement->baseline));
	measurement->fared = calloc(cpus_count(cpus),
				    sizeof(*measurement->fared));
	if (!measurement->baseline || !measurement->fared)
		return fail(RESULT_ERROR, "out of memory");
	result = make_decoder(measurement);
	if (!result)
		result = create_instances(measurement, config);
	return result;
}

enum result measurement_check(struct measurement *measurement,
			      const struct config *config)
{
	enum result result;

	measurement->ops = &tracer_module;
	result = measurement->ops->open(&measurement->tracer);
	if (!result)
		result = instances_check();
	if (!result && config_saves(config, TRACE_DAT))
		result = trace_cmd_check();
	if (!result)
		result = extra_events_check(&config->events,
					    measurement->ops->system);
	return result;
}

/* The samples go on while something is done at a hit, if they are to. */
static enum result collect(struct measurement *measurement,
			   const struct config *config,
			   enum tracer_events events)
{
	const struct tracer_ops *ops = measurement->ops;
	struct instance *frozen[FROZEN_MAX];
	int count = list_frozen(measurement, frozen);
	enum result result;

	result = ops->collect(measurement->tracer, measurement->samples, events,
			      !config_continues(config));
	for (int i = 0; i < count && !result; i++)
		result = ops->collect(measurement->tracer, frozen[i],
				      frozen[i] == measurement->tasks ?
				      TRACER_NOTHING : TRACER_ALL, true);
	return result;
}

enum result measurement_start(struct measurement *measurement,
			      const struct config *config,
			      enum tracer_events events)
{
	const struct tracer_ops *ops = measurement->ops;
	enum result result;

	result = create(measurement, config);
	if (!result)
		result = ops->start(measurement->tracer, &config->tracer);
	if (!result)
		result = collect(measurement, config, events);
	if (!result)
		result = reader_open(&measurement->reader,
				     measurement->samples,
				     measurement->decoder,
				     &config->tracer.cpus);
	return result;
}

static enum result read_cpus(struct measurement *measurement,
			     const struct cpus *cpus, struct tracer_cpu *states)
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

/*
 * The baseline is taken when samples are collected already: any with a number
 * beyond its activations is ours.
 */
enum result measurement_enable(struct measurement *measurement,
			       const struct config *config)
{
	struct instance *frozen[FROZEN_MAX];
	int count = list_frozen(measurement, frozen);
	enum result result = RESULT_OK;

	for (int i = 0; i < count && !result; i++)
		result = instance_on(frozen[i]);
	if (!result)
		result = instance_on(measurement->samples);
	if (!result)
		result = read_cpus(measurement, &config->tracer.cpus,
				   measurement->baseline);
	if (!result)
		result = measurement->ops->arm(measurement->tracer,
					       &config->tracer);
	return result;
}

enum result measurement_continue(struct measurement *measurement,
				 const struct config *config)
{
	struct instance *frozen[FROZEN_MAX];
	int count = list_frozen(measurement, frozen);
	enum result result = RESULT_OK;

	for (int i = 0; i < count && !result; i++) {
		result = instance_clear(frozen[i]);
		if (!result)
			result = instance_on(frozen[i]);
	}
	if (!result)
		result = measurement->ops->arm(measurement->tracer,
					       &config->tracer);
	return result;
}

/*
 * A hit from now on would find its instances off, and be in none of them. And
 * here the figures are read before: those samples are to be there.
 */
enum result measurement_stop(struct measurement *measurement,
			     const struct cpus *cpus)
{
	struct tracer_cpu *fared = measurement->fared;
	struct instance *frozen[FROZEN_MAX];
	int count = list_frozen(measurement, frozen);
	enum result result;

	if (measurement->stopped)
		return RESULT_OK;
	measurement->stopped = true;
	result = measurement->ops->disarm(measurement->tracer);
	if (!result)
		result = read_cpus(measurement, cpus, fared);
	instance_off(measurement->samples);
	for (int i = 0; i < count; i++)
		instance_off(frozen[i]);
	for (int i = 0; i < cpus_count(cpus); i++) {
		fared[i].skipped -= measurement->baseline[i].skipped;
		fared[i].offline -= measurement->baseline[i].offline;
		fared[i].suspended -= measurement->baseline[i].suspended;
		fared[i].detached -= measurement->baseline[i].detached;
	}
	return result;
}

void measurement_free(struct measurement *measurement)
{
	struct instance *frozen[FROZEN_MAX];
	int count = list_frozen(measurement, frozen);

	if (measurement->tracer)
		measurement->ops->close(measurement->tracer);
	reader_close(measurement->reader);
	for (int i = 0; i < count; i++)
		instance_destroy(frozen[i]);
	instance_destroy(measurement->samples);
	decoder_free(measurement->decoder);
	free(measurement->baseline);
	free(measurement->fared);
}
