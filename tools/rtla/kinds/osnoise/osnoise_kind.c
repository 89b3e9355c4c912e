// SPDX-License-Identifier: GPL-2.0
/*
 * The row of osnoise: see stats/kind.h.
 */
#include "kinds/kinds.h"
#include "kinds/osnoise/compare_noise.h"
#include "kinds/osnoise/gate_noise.h"
#include "kinds/osnoise/osnoise_kind.h"
#include "report/kind_report.h"
#include "tracer/module_kind.h"
#include "tracer/tracer_config.h"

static const struct report_section noise_section = {
	"noise", "Noise", "Noise",
	"Which share of its time the loop did not have, and how often which source took it.",
	section_noise
};

static const struct kind_report osnoise_report = {
	.last = &noise_section,
};

/* ---- The module ---------------------------------------------------------- */

static void osnoise_fill_start(struct rtla_start *start,
			       const struct tracer_config *config)
{
	struct rtla_start_osnoise *osnoise = &start->osnoise;

	osnoise->period_ns = config->period_ns;
	osnoise->runtime_ns = config->runtime_ns;
	osnoise->noise_ns = config->noise_ns;
	if (config->preempt_off)
		start->flags |= RTLA_START_PREEMPT_OFF;
	if (config->irqs_off)
		start->flags |= RTLA_START_IRQS_OFF;
	if (config->callbacks)
		start->flags |= RTLA_START_CALLBACKS;
}

static const struct module_kind osnoise_module = {
	.workload = RTLA_OSNOISE,
	.first = CONTEXT_SINGLE,
	.stops = RTLA_OSNOISE_COUNT,
	.fill = osnoise_fill_start,
};

/* ---- The row ------------------------------------------------------------- */

const struct kind_row osnoise_kind = {
	.name = "osnoise",
	.commands = osnoise_commands,
	.where = "noise is measured by osnoise",
	.kernel_tracer = "osnoise",
	.kernel_option = "CONFIG_OSNOISE_TRACER",
	.priority = "o:0",
	.has_parts = true,
	.has_noise = true,
	.is_made_of_noise = true,
	.set_configuration = osnoise_set_configuration,
	.figures = osnoise_tables,
	.set_cpu = osnoise_set_cpu,
	.read_cpu = osnoise_read_cpu,
	.print_metrics = osnoise_print_metrics,
	.report = &osnoise_report,
	.gates = &osnoise_gates,
	.compare = &osnoise_compare,
	.module = &osnoise_module,
};
