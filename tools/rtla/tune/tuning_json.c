// SPDX-License-Identifier: GPL-2.0
/*
 * An experiment as JSON: see tuning.h.
 */
#include <math.h>

#include <jansson.h>
#include <rtla_version.h>

#include "base/amount.h"
#include "base/json_write.h"
#include "trace/contexts.h"
#include "tune/tuning.h"

#define DIGITS	6

static json_t *changes_json(const struct finding *finding)
{
	json_t *array = json_array();

	for (int i = 0; i < finding->changes; i++)
		json_append(&array, json_pack("{s:o, s:o, s:o}",
			"file", json_words(finding->change[i].path),
			"value", json_words(finding->change[i].value),
			"found", json_words(finding->change[i].found)));
	return array;
}

/* JSON has no number for an interval that has no end. */
static json_t *end_json(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* A trial that was not judged has no change. */
static json_t *trial_json(const struct trial *trial)
{
	bool judged = trial_is_judged(trial);

	return json_pack("{s:s, s:i, s:o, s:o, s:o}",
			 "verdict", trial_verdict_name(trial->verdict),
			 "blocks", trial->count * TRIAL_BLOCKS,
			 "change", judged ? end_json(trial->change) : json_null(),
			 "low", judged ? end_json(trial->low) : json_null(),
			 "high", judged ? end_json(trial->high) : json_null());
}

static json_t *settings_json(const struct tuning *tuning)
{
	json_t *array = json_array();

	for (int i = 0; i < tuning->settings->count; i++) {
		const struct finding *finding = tuning->settings->setting[i];
		const struct candidate *candidate =
			&tuning->course.candidate[i];

		json_append(&array, json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:b}",
			"name", json_words(finding->check->name),
			"group", finding->group,
			"options", json_text_or_null(setting_options(tuning->settings, i)),
			"changes", changes_json(finding),
			"trial", trial_json(&candidate->trial),
			"again", candidate->again.count ||
				 candidate->again.verdict == TRIAL_FAILED ?
				trial_json(&candidate->again) : json_null(),
			"helps", candidate->on));
	}
	return array;
}

char *tuning_json(const struct tuning *tuning)
{
	const struct tuning_plan *plan = tuning->plan;
	json_t *document = json_pack("{s:s, s:i, s:s, s:o, s:s, s:s, s:I, s:f, s:f, s:O, s:b, s:b, s:o}",
		"format", TUNING_FORMAT,
		"schema_version", TUNING_VERSION,
		"generator", "rtla " RTLA_VERSION,
		"command", json_words(plan->block.command),
		"context", context_name(tuning->context),
		"figure", block_figure_words[plan->block.figure],
		"block_ns", (json_int_t)(plan->block.seconds * NS_PER_SEC),
		"alpha", plan->demands.alpha,
		"same_within", plan->demands.within,
		"load", tuning->load,
		"complete", tuning->complete,
		"applied", plan->apply && tuning->complete,
		"settings", settings_json(tuning));
	char *text = document ? json_dumps(document, JSON_INDENT(1) |
					   JSON_REAL_PRECISION(DIGITS)) : NULL;

	json_decref(document);
	return text;
}
