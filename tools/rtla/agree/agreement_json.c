// SPDX-License-Identifier: GPL-2.0
/*
 * An agreement as JSON: see Documentation/agreement.schema.json.
 */
#include <rtla_version.h>

#include "agree/agreement_output.h"
#include "base/json_write.h"

/* Digits of real numbers; further ones would depend on the maths library. */
#define DIGITS	9

static json_t *agreement_figures_json(const struct instrument_figures *figures)
{
	return json_pack("{s:o, s:o, s:f, s:o}",
			 "count", json_number(figures->count),
			 "min_ns", json_number(figures->min_ns),
			 "average_ns", figures->average_ns,
			 "max_ns", json_number(figures->max_ns));
}

/* Return the figures of all rounds; there is one round at least. */
static json_t *tool_json(const struct agreement *agreement,
			 const struct instrument_pair *pair,
			 enum instrument instrument, const char *version)
{
	const struct instrument_row *points = &pair->of[instrument];

	return json_pack("{s:s, s:o, s:s, s:s, s:s, s:o}",
			 "name", points->name,
			 "version", json_known(version),
			 "clock", points->clock,
			 "begins", points->begins,
			 "ends", points->ends,
			 "figures", agreement->rounds ?
				agreement_figures_json(&agreement->all[instrument]) :
				json_null());
}

static json_t *tools_json(const struct agreement *agreement,
			  const struct rounds *rounds,
			  const struct instrument_pair *pair)
{
	json_t *array = json_array();

	json_append(&array, tool_json(agreement, pair, INSTRUMENT_OURS,
				      RTLA_VERSION));
	json_append(&array, tool_json(agreement, pair, INSTRUMENT_THEIRS,
				      rounds->version));
	return array;
}

static json_t *averages_json(const struct agreement *agreement)
{
	if (agreement->rounds < AGREEMENT_ROUNDS_MIN)
		return json_null();
	return json_pack("{s:f, s:f, s:f, s:f, s:f, s:o}",
			 "difference_ns", agreement->difference_ns,
			 "deviation_ns", agreement->deviation_ns,
			 "low_ns", agreement->low_ns,
			 "high_ns", agreement->high_ns,
			 "confidence", AGREEMENT_CONFIDENCE,
			 "needed_rounds", agreement->needed ?
				json_integer(agreement->needed) : json_null());
}

static json_t *agreement_maxima_json(const struct agreement *agreement)
{
	const struct shift *shift = &agreement->shift;

	if (agreement->rounds < AGREEMENT_MAXIMA_MIN)
		return json_null();
	return json_pack("{s:f, s:f, s:b, s:I, s:o, s:o}",
			 "u", agreement->maxima.u,
			 "p", agreement->maxima.chance,
			 "differ", agreement_maxima_differ(agreement),
			 "shift_ns", (json_int_t)shift->value,
			 "shift_low_ns", shift->low == INT64_MIN ?
				json_null() : json_integer(shift->low),
			 "shift_high_ns", shift->high == INT64_MAX ?
				json_null() : json_integer(shift->high));
}

static json_t *rounds_json(const struct agreement *agreement,
			   const struct instrument_pair *pair)
{
	json_t *array = json_array();

	for (int i = 0; i < agreement->rounds; i++) {
		const struct agreement_round *round = &agreement->round[i];
		json_t *object = json_object();

		json_set(&object, "first",
			 json_string(instrument_name(pair, round->first)));
		for (int j = 0; j < INSTRUMENTS; j++)
			json_set(&object, instrument_name(pair, j),
				 agreement_figures_json(&round->of[j]));
		json_append(&array, object);
	}
	return array;
}

static json_t *agreement_configuration_json(const struct rounds_plan *plan)
{
	const struct measurement *measurement = &plan->measurement;
	char cpus[CPUS_TEXT_SIZE], priority[PRIORITY_LEN];

	return json_pack("{s:s, s:o, s:o, s:o, s:I, s:i, s:o}",
			 "cpus", cpus_format(&measurement->cpus, cpus,
					     sizeof(cpus)),
			 "period_ns", measurement->pair->timers ?
				json_integer(measurement->period_us * NS_PER_US) :
				json_null(),
			 "above_ns", measurement->pair->timers ? json_null() :
				json_integer(measurement->above_us * NS_PER_US),
			 "priority", json_known(priority_print(
				&measurement->priority, "", priority)),
			 "run_ns", (json_int_t)(measurement->run_s * NS_PER_SEC),
			 "rounds", plan->rounds,
			 "dma_latency_us", measurement->pair->timers &&
					   instruments_prevent_idle() ?
				json_integer(0) : json_null());
}

char *agreement_json(const struct agreement *agreement,
		     const struct rounds *rounds,
		     const struct rounds_plan *plan)
{
	json_t *document = json_pack("{s:s, s:i, s:s, s:o, s:O, s:f, s:s, s:i, s:o, s:o, s:o, s:o}",
		"format", AGREEMENT_FORMAT,
		"schema_version", AGREEMENT_VERSION,
		"generator", "rtla " RTLA_VERSION,
		"configuration", agreement_configuration_json(plan),
		"load", rounds->load,
		"within_ns", agreement->within_ns,
		"verdict", agreement_verdict_name(agreement->verdict),
		"exit_code", agreement_exit_code(agreement),
		"tools", tools_json(agreement, rounds,
				   plan->measurement.pair),
		"averages", averages_json(agreement),
		"maxima", agreement_maxima_json(agreement),
		"rounds", rounds_json(agreement,
				     plan->measurement.pair));
	char *text = document ? json_dumps(document, JSON_INDENT(1) |
					   JSON_REAL_PRECISION(DIGITS)) : NULL;

	json_decref(document);
	return text;
}
