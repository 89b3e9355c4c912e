// SPDX-License-Identifier: GPL-2.0
/*
 * The verdicts of a result as JUnit XML: see exported.h. They are read back
 * into what they were when the run ended, so that the text is the same as that
 * of --junit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/json_read.h"
#include "gates/gate_verdict.h"
#include "gates/gates.h"
#include "gates/ktap.h"
#include "results/exported.h"
#include "results/results.h"

#define RUN_NAME	"run"

/* All that the text is made from. */
struct judged_run {
	struct gates gates;
	struct gate_verdict verdict[GATES_MAX];
	struct labels labels;
	char name[64];
	char hit[256];
};

static bool read_quantity(struct quantity *quantity, const json_t *value)
{
	static const struct {
		const char *name;
		enum gate_unit unit;
	} units[] = {
		{ "ns", UNIT_NS },
		{ "ppb", UNIT_PPB },
		{ "count", UNIT_COUNT },
		{ "events", UNIT_RATE },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!json_read_number(value, units[i].name, &quantity->amount))
			continue;
		quantity->unit = units[i].unit;
		quantity->per_ns = json_read_ns(value, "per_ns");
		return quantity->unit != UNIT_RATE || quantity->per_ns;
	}
	return false;
}

static void read_verdict(struct gate_verdict *verdict, const json_t *gate)
{
	const char *outcome = json_read_text(gate, "verdict", "");
	uint64_t cpu;

	*verdict = (struct gate_verdict) {
		.outcome = GATE_UNKNOWN,
		.cpu = json_read_number(gate, "cpu", &cpu) ? (int)cpu : -1,
		.skipped = json_read_ns(gate, "skipped"),
		.latencies = json_read_ns(gate, "latencies"),
	};
	for (int i = GATE_PASS; i <= GATE_UNDECIDED; i++)
		if (!strcmp(outcome, gate_outcome_name(i)))
			verdict->outcome = i;
	verdict->has_value = read_quantity(&verdict->value,
					   json_object_get(gate, "value"));
	snprintf(verdict->reason, sizeof(verdict->reason), "%s",
		 json_read_text(gate, "reason", ""));
	/* Without one, it would be printed as if it had passed. */
	if (!*verdict->reason && verdict->outcome >= GATE_UNKNOWN)
		snprintf(verdict->reason, sizeof(verdict->reason),
			 "the result does not tell the verdict");
}

static enum result read_gates(struct judged_run *run,
			      const struct results *results)
{
	const json_t *list = json_object_get(results->document, "gates"), *gate;
	const char *why;
	size_t i;

	json_array_foreach(list, i, gate) {
		const char *text = json_read_text(gate, "gate", "");

		why = gates_add(&run->gates, text);
		if (why)
			return fail(RESULT_ERROR, "%s: $.gates[%zu]: %.80s: %s",
				    results->path, i, text, why);
		read_verdict(&run->verdict[i], gate);
	}
	return RESULT_OK;
}

static void read_labels(struct labels *labels, const struct results *results)
{
	json_t *object = json_object_get(results->document, "labels"), *value;
	const char *name;

	json_object_foreach(object, name, value) {
		char text[LABEL_KEY_LEN + LABEL_VALUE_LEN];

		snprintf(text, sizeof(text), "%s=%s", name,
			 json_string_value(value) ?: "");
		/* One that no run could have is left out. */
		labels_add(labels, text);
	}
}

/* Describe the hit that ended the run; "" if none did. */
static void read_hit(struct judged_run *run, const struct results *results)
{
	const json_t *stop = json_object_get(results->document, "stop");
	char latency[QUANTITY_LEN], threshold[QUANTITY_LEN];

	if (!json_is_object(stop))
		return;
	snprintf(run->hit, sizeof(run->hit), "%.32s: %s us on CPU %d, the threshold is %s us",
		 json_read_text(stop, "context", ""),
		 us_text(json_read_ns(stop, "latency_ns"), latency),
		 (int)json_read_ns(stop, "cpu"),
		 us_text(json_read_ns(stop, "threshold_ns"), threshold));
}

/* Name the command: "timerlat hist", or "hwnoise", which is the mode of osnoise. */
static void exported_junit_read_name(struct judged_run *run,
				     const struct results *results)
{
	const char *mode = json_read_text(results->document, "mode", "");
	bool usual = !strcmp(mode, "top") || !strcmp(mode, "hist");

	snprintf(run->name, sizeof(run->name), "%.30s%s%.30s",
		 usual || !*mode ? results->tracer : "", usual ? " " : "", mode);
}

static const char *untrusted(const struct results *results)
{
	const json_t *reasons = results_at(results, "verdict.reasons");

	if (json_is_true(results_at(results, "verdict.trusted")))
		return NULL;
	return json_string_value(json_array_get(reasons, 0)) ?:
	       "it says so itself";
}

enum result exported_junit(FILE *out, const struct results *results)
{
	struct judged_run *run = calloc(1, sizeof(*run));
	enum result result;

	if (!run)
		return fail(RESULT_ERROR, "out of memory");
	result = read_gates(run, results);
	read_labels(&run->labels, results);
	read_hit(run, results);
	exported_junit_read_name(run, results);
	if (!result)
		junit_print(out, &(struct gate_results) {
			.gates = &run->gates, .verdict = run->verdict,
			.name = run->name, .untrusted = untrusted(results),
			.started_at = json_read_text(results->document,
						     "started_at", ""),
			.measured_ns = results->measured_ns,
			.analysis = json_string_value(
				results_at(results, "stop.analysis.cause")),
			.host = json_string_value(results_at(results, "host.name")),
			.labels = &run->labels,
			.run = RUN_NAME, .hit = *run->hit ? run->hit : NULL,
		});
	free(run);
	return result;
}
