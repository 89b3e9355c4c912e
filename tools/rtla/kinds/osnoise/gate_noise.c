// SPDX-License-Identifier: GPL-2.0
/*
 * The gates of osnoise: see gate_noise.h.
 */
#include <stdio.h>

#include "gates/gate_figure.h"
#include "gates/gate_scan.h"
#include "gates/gate_verdict.h"
#include "gates/kind_gates.h"
#include "kinds/osnoise/gate_noise.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "trace/noise_source.h"

/* gate->own is an &enum noise_source, or this: the time that noise left. */
#define NOISE_AVAILABLE	NOISE_SOURCES

/* Take ".irq.rate" after "noise"; what is no source is a metric of the noise itself. */
static bool noise_take_source(struct gate_scan *scan, struct gate *gate)
{
	static const struct gate_choice sources[] = {
		{ "nmi", NOISE_NMI }, { "irq", NOISE_IRQ },
		{ "softirq", NOISE_SOFTIRQ }, { "thread", NOISE_THREAD },
		{ "hw", NOISE_HARDWARE }, { NULL, 0 }
	};
	static const struct gate_choice units[] = {
		{ "rate", UNIT_RATE }, { "count", UNIT_COUNT }, { NULL, 0 }
	};
	const char *begin = scan->at;
	int source = scan_take(scan, ".") ? scan_word(scan, sources) : -1;
	int unit;

	if (source < 0) {
		scan->at = begin;
		return false;
	}
	scan_need(scan, ".");
	unit = scan_word(scan, units);
	if (unit < 0)
		scan_wrong(scan, "unknown: give rate or count");
	gate->metric = GATE_OWN;
	gate->own = source;
	gate->grows = unit == UNIT_COUNT;
	gate->limit.unit = unit;
	return true;
}

static bool noise_take_available(struct gate_scan *scan, struct gate *gate)
{
	(void)scan;
	gate->metric = GATE_OWN;
	gate->own = NOISE_AVAILABLE;
	gate->limit.unit = UNIT_PPB;
	return true;
}

static struct gate_figure noise_gate_figure(const struct gate *gate,
					    const struct gate_inputs *inputs,
					    const struct cpus *cpus)
{
	struct gate_figure figure = { .value = { .unit = gate->limit.unit } };
	struct noise noise = { .periods = 0 };
	int cpu;

	cpus_for_each(cpu, cpus)
		noise_add(&noise, stats_noise(inputs->stats, cpu));
	/*
	 * Interferences are counted only while the loop of osnoise runs. The
	 * loops of all CPUs run at the same time: a rate refers to their
	 * average runtime.
	 */
	figure.value.per_ns = gate->limit.unit == UNIT_RATE ?
				      noise.runtime / cpus_count(cpus) :
				      inputs->measured_ns;
	figure.known = noise.periods;
	if (figure.known)
		figure.value.amount = gate->own == NOISE_AVAILABLE ?
				      noise_available(&noise) :
				      noise.from[gate->own];
	else
		snprintf(figure.why, sizeof(figure.why), "nothing was measured");
	return figure;
}

static const struct gate_word noise_words[] = {
	{ .text = "single", .context = CONTEXT_SINGLE },
	{ .text = "noise", .context = CONTEXT_TOTAL, .take = noise_take_source },
	{ .text = "avail", .context = CONTEXT_TOTAL, .take = noise_take_available },
	{ .text = NULL }
};

const struct kind_gates osnoise_gates = {
	.words = noise_words,
	.figure = noise_gate_figure,
};
