// SPDX-License-Identifier: GPL-2.0
/*
 * Verdicts on gates: see verdicts.h.
 */
#include "gates/gate_verdict.h"
#include "options/config.h"
#include "results/results_write.h"
#include "results/verdicts.h"
#include "tracer/tracer_state.h"

static void verdicts_fill_skipped(uint64_t *skipped_of,
				  const struct run_summary *summary)
{
	const struct tracer_cpu *cpu_totals = summary->cpu_totals;
	int cpu;

	cpus_for_each(cpu, &summary->config->tracer.cpus)
		skipped_of[cpu] = cpu_totals ? cpu_totals++->skipped : 0;
}

void verdicts_make(struct gate_verdict *verdict,
		   const struct run_summary *summary)
{
	const struct config *config = summary->config;
	uint64_t skipped_of[CPUS_MAX];
	const struct gate_inputs judged = {
		.stats = summary->stats,
		.record = summary->record,
		.kind = summary->kind,
		.cpus = &config->tracer.cpus,
		.skipped_of = skipped_of,
		.measured_ns = summary->measured_ns,
		.looks = config_looks(config),
	};

	verdicts_fill_skipped(skipped_of, summary);
	for (int i = 0; i < config->gates.count; i++) {
		if (summary->stats)
			verdict[i] = gate_judge(&config->gates, i, &judged);
		else
			verdict[i] = (struct gate_verdict) {
				.outcome = GATE_UNKNOWN, .cpu = -1,
				.reason = "nothing was measured",
			};
	}
}

bool verdicts_decided(const struct gate_verdict *verdict,
		      const struct gates *gates)
{
	for (int i = 0; i < gates->count; i++)
		if (!gate_decided(&gates->gate[i], verdict[i].outcome))
			return false;
	return true;
}
