// SPDX-License-Identifier: GPL-2.0
/*
 * Periods of osnoise as JSON, written and read: see Documentation/results.md.
 */
#include "base/json_write.h"
#include "base/parse.h"
#include "kinds/osnoise/osnoise_kind.h"
#include "results/figures_json.h"
#include "results/results_read.h"
#include "results/results_write.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "trace/noise_source.h"
#include "tracer/tracer_config.h"

#define FIELD(member)	offsetof(struct noise, member)

/* The numbers of "periods". */
const struct figure_row noise_figures[] = {
	{ .id = "count", .title = "Periods", .meaning = "Periods that were measured.",
	  .field = FIELD(periods) },
	{ .id = "runtime_ns", .title = "Runtime", .in_ns = true,
	  .meaning = "Time in which noise was looked for.",
	  .field = FIELD(runtime), .metric = "rtla_noise_runtime_seconds" },
	{ .id = "noise_ns", .title = "Noise", .in_ns = true,
	  .meaning = "Time of the runtime that was noise.",
	  .field = FIELD(noise), .metric = "rtla_noise_seconds" },
	{ .id = "max_noise_ns", .title = "Largest noise", .in_ns = true,
	  .meaning = "The largest noise of a period.", .field = FIELD(max_noise) },
	{ .id = "max_single_ns", .title = "Longest noise", .in_ns = true,
	  .meaning = "The longest single noise.", .field = FIELD(max_single) },
	{ .id = "hardware", .title = "Hardware",
	  .meaning = "Noises without any interference.",
	  .field = FIELD(from[NOISE_HARDWARE]) },
	{ .id = "nmi", .title = "NMI", .meaning = "Interferences by NMIs.",
	  .field = FIELD(from[NOISE_NMI]) },
	{ .id = "irq", .title = "IRQ", .meaning = "Interferences by interrupts.",
	  .field = FIELD(from[NOISE_IRQ]) },
	{ .id = "softirq", .title = "Softirq",
	  .meaning = "Interferences by softirqs.",
	  .field = FIELD(from[NOISE_SOFTIRQ]) },
	{ .id = "thread", .title = "Thread",
	  .meaning = "Interferences by threads.",
	  .field = FIELD(from[NOISE_THREAD]) },
	{ .id = NULL }
};

#define SQUARES(source)	.field = FIELD(squares[source]), \
			.meaning = "The sum of the squares of its number in each period."

static const struct figure_row squares_figures[] = {
	{ .id = "hardware", SQUARES(NOISE_HARDWARE) },
	{ .id = "nmi", SQUARES(NOISE_NMI) },
	{ .id = "irq", SQUARES(NOISE_IRQ) },
	{ .id = "softirq", SQUARES(NOISE_SOFTIRQ) },
	{ .id = "thread", SQUARES(NOISE_THREAD) },
	{ .id = NULL }
};

const struct figure_table osnoise_tables[] = {
	{ "periods", noise_figures }, { "squares", squares_figures },
	{ NULL, NULL }
};

static json_t *periods_json(const struct noise *noise)
{
	json_t *json = figures_json(noise_figures, noise);

	json_set(&json, "available_ppb",
		 json_number_if(noise->runtime, noise_available(noise)));
	json_set(&json, "squares", figures_json(squares_figures, noise));
	return json;
}

void osnoise_set_configuration(json_t **json, const struct run_summary *summary)
{
	const struct tracer_config *tracer = summary->tracer;

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
		cpus_for_each(of, &summary->tracer->cpus)
			noise_add(&all, stats_noise(summary->stats, of));
	json_set(json, "periods",
		 periods_json(cpu < 0 ? &all : stats_noise(summary->stats, cpu)));
}

static void read_periods(struct place *place, const json_t *periods,
			 struct noise *noise)
{
	figures_read(place, periods, noise_figures, noise);
	/* An older file does not have squares. */
	if (json_object_get(periods, "squares"))
		figures_read_member(place, periods, "squares", squares_figures,
				    noise);
	if (!place->wrong && noise->noise > noise->runtime)
		place_wrong(place, "noise_ns is larger than runtime_ns");
	if (!place->wrong && noise->max_noise > noise->noise)
		place_wrong(place, "max_noise_ns is larger than noise_ns");
	if (!place->wrong && noise->max_single > noise->max_noise)
		place_wrong(place, "max_single_ns is larger than max_noise_ns");
}

void osnoise_read_cpu(struct place *place, struct results *results,
		      const json_t *json, int cpu)
{
	const json_t *periods = json_object_get(json, "periods");
	size_t back = place_enter(place, "periods", 0);
	struct noise noise = { .periods = 0 };

	if (periods && !json_is_object(periods))
		place_wrong(place, "not an object");
	if (periods && !place->wrong)
		read_periods(place, periods, &noise);
	if (periods && !place->wrong)
		stats_put_noise(results->stats, cpu, &noise);
	place_leave(place, back);
}
