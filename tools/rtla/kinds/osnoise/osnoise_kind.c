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

static const struct reading_picture osnoise_picture = {
	.id = "reading-osnoise",
	.caption = "A loop reads the clock, and is interrupted",
	.description = "A loop on each CPU does nothing but read the clock. An interrupt and a thread come in between: each of these gaps is a single noise, and all gaps of a period are its noise.",
	.moment = {
		{ "period", "begins" }, { "", "" }, { "", "" },
		{ "", "" }, { "", "" }, { "period", "ends" },
		{ NULL, NULL },
	},
	.bar = {
		{ 0, 0, 1, 1, "loop", READING_ALWAYS },
		{ 0, 1, 2, 4, "irq", READING_ALWAYS },
		{ 0, 2, 3, 1, "loop", READING_ALWAYS },
		{ 0, 3, 4, 2, "thread", READING_ALWAYS },
		{ 0, 4, 5, 1, "loop", READING_ALWAYS },
		{ 1, 1, 2, 3, "single", CONTEXT_SINGLE },
		{ 1, 3, 4, 3, "single", CONTEXT_SINGLE },
		{ 0, 0, 0, 0, NULL, 0 },
	},
};

static const struct kind_report osnoise_report = {
	.last = &noise_section,
	.reading = &osnoise_picture,
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
