// SPDX-License-Identifier: GPL-2.0
/*
 * The gates of osnoise: see gate_noise.h.
 */
#include <stdio.h>
#include <string.h>

#include "gates/gate_figure.h"
#include "gates/gate_scan.h"
#include "gates/gate_verdict.h"
#include "gates/kind_gates.h"
#include "kinds/osnoise/gate_noise.h"
#include "stats/causes.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "trace/noise_source.h"

/*
 * gate->own is an &enum noise_source, or one of these: the time that noise
 * left; and of the cause with a name its longest noise, their sum and their
 * number.
 */
enum {
	NOISE_AVAILABLE = NOISE_SOURCES,
	NOISE_CAUSE_MAX,
	NOISE_CAUSE_SUM,
	NOISE_CAUSE_COUNT,
};

/* Take "local_timer:236].max" after "noise[". */
static void noise_take_cause(struct gate_scan *scan, struct gate *gate)
{
	static const struct gate_choice figures[] = {
		{ "max", NOISE_CAUSE_MAX }, { "sum", NOISE_CAUSE_SUM },
		{ "count", NOISE_CAUSE_COUNT }, { NULL, 0 }
	};
	const char *end = strstr(scan->at, "].");
	int figure;

	if (!end || end == scan->at || end - scan->at >= CAUSE_TEXT_LEN) {
		scan_wrong(scan, "no name and figure: give those of a cause, like noise[local_timer].max");
		return;
	}
	gate->name = scan->at - scan->text;
	gate->name_length = end - scan->at;
	scan->at = end + strlen("].");
	figure = scan_word(scan, figures);
	if (figure < 0)
		scan_wrong(scan, "unknown: give max, sum or count");
	gate->metric = GATE_OWN;
	gate->own = figure;
	gate->grows = true;
	gate->limit.unit = figure == NOISE_CAUSE_COUNT ? UNIT_COUNT : UNIT_NS;
}

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
	int source, unit;

	if (scan_take(scan, "[")) {
		noise_take_cause(scan, gate);
		return true;
	}
	source = scan_take(scan, ".") ? scan_word(scan, sources) : -1;
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

/* ---- Causes -------------------------------------------------------------- */

/* What is known of the cause with a name, on some CPUs together. */
struct named_cause {
	char name[CAUSE_TEXT_LEN];
	unsigned int kinds;	/* bits: what has this name */
	uint64_t max;
	uint64_t sum;
	uint64_t count;
};

static struct named_cause noise_find_cause(const struct gate *gate,
					   const struct causes *causes,
					   const struct cpus *cpus)
{
	struct named_cause found = { .kinds = 0 };

	snprintf(found.name, sizeof(found.name), "%.*s", (int)gate->name_length,
		 gate->text + gate->name);
	for (int i = 0; i < causes->count; i++) {
		const struct cause *cause = &causes->cause[i];

		if (!cause_is_named(cause, found.name))
			continue;
		found.kinds |= 1 << cause->kind;
		if (!cpus_has(cpus, cause->cpu))
			continue;
		found.sum += cause->sum;
		found.count += cause->count;
		if (cause->max > found.max)
			found.max = cause->max;
	}
	return found;
}

/* Return whether a CPU has a row of its own for what has exactly this name. */
static bool noise_has_place(const struct named_cause *found,
			    const struct causes *causes, int cpu)
{
	char text[CAUSE_TEXT_LEN];

	for (int i = 0; i < causes->count; i++)
		if (causes->cause[i].cpu == cpu &&
		    !strcmp(cause_text(&causes->cause[i], text), found->name))
			return true;
	return false;
}

/*
 * Return the first CPU on which noises of this cause may be among those of all
 * others of its kind, or -1.
 */
static int noise_may_be_other(const struct named_cause *found,
			      const struct causes *causes,
			      const struct cpus *cpus)
{
	for (int i = 0; i < causes->count; i++) {
		const struct cause *cause = &causes->cause[i];

		if (cause->id == CAUSE_OTHERS && cpus_has(cpus, cause->cpu) &&
		    (!found->kinds || found->kinds & 1 << cause->kind) &&
		    !noise_has_place(found, causes, cause->cpu))
			return cause->cpu;
	}
	return -1;
}

static struct gate_figure noise_cause_figure(const struct gate *gate,
					     const struct gate_inputs *inputs,
					     const struct cpus *cpus)
{
	const struct causes *causes = inputs->kind.causes;
	struct gate_figure figure = { .value = { .unit = gate->limit.unit } };
	struct named_cause found;
	int cpu;

	if (!causes) {
		snprintf(figure.why, sizeof(figure.why), "only the module tells what took time");
		return figure;
	}
	found = noise_find_cause(gate, causes, cpus);
	cpu = noise_may_be_other(&found, causes, cpus);
	if (cpu >= 0) {
		snprintf(figure.why, sizeof(figure.why), "CPU %d had more causes than can be told apart: its noises may be among the others",
			 cpu);
		return figure;
	}
	figure.known = true;
	figure.value.amount = gate->own == NOISE_CAUSE_MAX ? found.max :
			      gate->own == NOISE_CAUSE_SUM ? found.sum :
							     found.count;
	return figure;
}

/* ---- Judgement ----------------------------------------------------------- */

static struct gate_figure noise_gate_figure(const struct gate *gate,
					    const struct gate_inputs *inputs,
					    const struct cpus *cpus)
{
	struct gate_figure figure = { .value = { .unit = gate->limit.unit } };
	struct noise noise = { .periods = 0 };
	int cpu;

	if (gate->name)
		return noise_cause_figure(gate, inputs, cpus);
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
