// SPDX-License-Identifier: GPL-2.0
/*
 * Periods of osnoise as JSON: see osnoise_json.h.
 */
#include "base/json_write.h"
#include "kinds/osnoise/osnoise_kind.h"

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
