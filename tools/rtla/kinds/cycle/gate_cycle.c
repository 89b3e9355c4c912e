// SPDX-License-Identifier: GPL-2.0
/*
 * The gates of cycles: on their parts, and on the number of misses.
 */
#include <stdio.h>

#include "gates/gate_figure.h"
#include "gates/gate_scan.h"
#include "gates/gate_verdict.h"
#include "gates/kind_gates.h"
#include "kinds/cycle/cycle_kind.h"
#include "stats/latency.h"
#include "stats/stats.h"
#include "stats/watched_threads.h"

static bool take_misses(struct gate_scan *scan, struct gate *gate)
{
	(void)scan;
	gate->metric = GATE_OWN;
	gate->grows = true;
	gate->of_threads = true;
	gate->limit.unit = UNIT_COUNT;
	return true;
}

/* Return how many cycles there are, of all threads or of those of one name. */
static uint64_t cycles_of(const struct gate_inputs *inputs,
			  const struct gate *gate)
{
	if (gate->comm)
		return watched_named(inputs->kind.threads, gate_comm(gate),
				     gate->context).count;
	return stats_all(inputs->stats, gate->context).count;
}

static struct gate_figure cycle_gate_figure(const struct gate *gate,
					    const struct gate_inputs *inputs,
					    const struct cpus *cpus)
{
	struct gate_figure figure = {
		.value = { .unit = UNIT_COUNT, .per_ns = inputs->measured_ns },
	};

	(void)cpus;
	if (gate->each) {
		snprintf(figure.why, sizeof(figure.why), "misses are those of threads, not of CPUs: leave out the CPUs");
		return figure;
	}
	if (!inputs->kind.threads || !cycles_of(inputs, gate)) {
		snprintf(figure.why, sizeof(figure.why), "no cycle was measured");
		return figure;
	}
	figure.known = true;
	figure.value.amount = cycle_misses(inputs->kind.threads,
					    gate_comm(gate));
	return figure;
}

static const struct gate_word cycle_words[] = {
	{ .text = "miss", .context = CONTEXT_CYCLE_RESPONSE, .take = take_misses },
	{ .text = NULL }
};

const struct kind_gates cycle_gates = {
	.title = "cycles",
	.words = cycle_words,
	.figure = cycle_gate_figure,
};
