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

#include "measurement.h"

static bool needs_trace(const struct config *config)
{
	return config_can_stop(config) &&
	       (config->trace_file || config_analyses(config));
}

static enum result make_decoder(struct measurement *measurement)
{
	const char *system = measurement->ops->system;
	struct tep_handle *formats;
	enum result result;

	result = instances_formats(&formats, system);
	if (result)
		return result;
	result = decoder_new(&measurement->decoder, formats, system);
	tep_free(formats);
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
		result = instance_create(&measurement->samples, "samples",
					 cpus);
	if (!result && needs_trace(config))
		result = instance_create(&measurement->trace, "trace", cpus);
	return result;
}

enum result measurement_check(struct measurement *measurement)
{
	enum result result;

	measurement->ops = &tracer_module;
	result = measurement->ops->open(&measurement->tracer);
	if (!result)
		result = instances_check();
	return result;
}

enum result measurement_start(struct measurement *measurement,
			      const struct config *config)
{
	const struct tracer_ops *ops = measurement->ops;
	enum result result;

	result = create(measurement, config);
	if (!result)
		result = ops->start(measurement->tracer, &config->tracer);
	if (!result)
		result = ops->collect(measurement->tracer,
				      measurement->samples, TRACER_SAMPLES);
	if (!result && measurement->trace)
		result = ops->collect(measurement->tracer, measurement->trace,
				      TRACER_ALL);
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
	enum result result = RESULT_OK;

	if (measurement->trace)
		result = instance_on(measurement->trace);
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

/* And here the figures are read before: those samples are to be there. */
enum result measurement_stop(struct measurement *measurement,
			     const struct cpus *cpus)
{
	struct tracer_cpu *fared = measurement->fared;
	enum result result;

	result = read_cpus(measurement, cpus, fared);
	instance_off(measurement->samples);
	if (measurement->trace)
		instance_off(measurement->trace);
	for (int i = 0; i < cpus_count(cpus); i++) {
		fared[i].skipped -= measurement->baseline[i].skipped;
		fared[i].offline -= measurement->baseline[i].offline;
	}
	return result;
}

void measurement_free(struct measurement *measurement)
{
	if (measurement->tracer)
		measurement->ops->close(measurement->tracer);
	reader_close(measurement->reader);
	instance_destroy(measurement->trace);
	instance_destroy(measurement->samples);
	decoder_free(measurement->decoder);
	free(measurement->baseline);
	free(measurement->fared);
}
