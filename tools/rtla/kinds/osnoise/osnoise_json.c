// SPDX-License-Identifier: GPL-2.0
/*
 * Periods of osnoise as JSON, written and read: see Documentation/results.md.
 */
#include "base/json_write.h"
#include "kinds/osnoise/osnoise_kind.h"
#include "options/config.h"
#include "results/results_read.h"
#include "results/results_write.h"
#include "stats/stats.h"

static json_t *squares_json(const struct noise *noise)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}",
			 "hardware", json_number(noise->squares.hardware),
			 "nmi", json_number(noise->squares.nmi),
			 "irq", json_number(noise->squares.irq),
			 "softirq", json_number(noise->squares.softirq),
			 "thread", json_number(noise->squares.thread));
}

static json_t *periods_json(const struct noise *noise)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "count", json_number(noise->periods),
			 "runtime_ns", json_number(noise->runtime),
			 "noise_ns", json_number(noise->noise),
			 "available_ppb", noise->runtime ?
				json_number(noise_available(noise)) : json_null(),
			 "max_noise_ns", json_number(noise->max_noise),
			 "max_single_ns", json_number(noise->max_single),
			 "hardware", json_number(noise->hardware),
			 "nmi", json_number(noise->nmi),
			 "irq", json_number(noise->irq),
			 "softirq", json_number(noise->softirq),
			 "thread", json_number(noise->thread),
			 "squares", squares_json(noise));
}

void osnoise_set_configuration(json_t **json, const struct run_summary *summary)
{
	const struct tracer_config *tracer = &summary->config->tracer;

	json_set(json, "runtime_ns", json_number(tracer->runtime_ns));
	json_set(json, "noise_threshold_ns",
		 json_number(tracer->noise_ns ?: NS_PER_US));
	json_set(json, "irqs_off", json_boolean(tracer->irqs_off));
	json_set(json, "preempt_off", json_boolean(tracer->preempt_off));
}

void osnoise_set_cpu(json_t **json, const struct run_summary *summary, int cpu)
{
	struct noise all = { .periods = 0 };
	int of;

	if (cpu < 0)
		cpus_for_each(of, &summary->config->tracer.cpus)
			noise_add(&all, stats_noise(summary->stats, of));
	json_set(json, "periods",
		 periods_json(cpu < 0 ? &all : stats_noise(summary->stats, cpu)));
}

/* Read the sums of squares, which an older file does not have. */
static void read_squares(struct place *place, const json_t *periods,
			 struct noise *noise)
{
	const json_t *squares = json_object_get(periods, "squares");
	size_t back = place_enter(place, "squares", 0);

	if (squares) {
		noise->squares.hardware = place_number(place, squares, "hardware");
		noise->squares.nmi = place_number(place, squares, "nmi");
		noise->squares.irq = place_number(place, squares, "irq");
		noise->squares.softirq = place_number(place, squares, "softirq");
		noise->squares.thread = place_number(place, squares, "thread");
	}
	place_leave(place, back);
}

void osnoise_read_cpu(struct place *place, struct results *results,
		      const json_t *json, int cpu)
{
	const json_t *periods = json_object_get(json, "periods");
	size_t back = place_enter(place, "periods", 0);
	struct noise noise;

	if (periods && !json_is_object(periods))
		place_wrong(place, "not an object");
	if (json_is_object(periods)) {
		noise = (struct noise) {
			.periods = place_number(place, periods, "count"),
			.runtime = place_number(place, periods, "runtime_ns"),
			.noise = place_number(place, periods, "noise_ns"),
			.max_noise = place_number(place, periods, "max_noise_ns"),
			.max_single = place_number(place, periods, "max_single_ns"),
			.hardware = place_number(place, periods, "hardware"),
			.nmi = place_number(place, periods, "nmi"),
			.irq = place_number(place, periods, "irq"),
			.softirq = place_number(place, periods, "softirq"),
			.thread = place_number(place, periods, "thread"),
		};
		read_squares(place, periods, &noise);
		if (!place->wrong && noise.noise > noise.runtime)
			place_wrong(place, "noise_ns is larger than runtime_ns");
		if (!place->wrong && noise.max_noise > noise.noise)
			place_wrong(place, "max_noise_ns is larger than noise_ns");
		if (!place->wrong && noise.max_single > noise.max_noise)
			place_wrong(place, "max_single_ns is larger than max_noise_ns");
		if (!place->wrong)
			stats_put_noise(results->stats, cpu, &noise);
	}
	place_leave(place, back);
}
