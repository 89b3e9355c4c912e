// SPDX-License-Identifier: GPL-2.0
/*
 * The row of cycles: see stats/kind.h.
 */
#include <stddef.h>

#include "gates/kind_gates.h"
#include "kinds/kinds.h"
#include "run/collector.h"
#include "stats/watched_threads.h"

static bool cycle_prepare(struct collector *collector,
			  const struct tracer_config *tracer, int cpus)
{
	(void)tracer;
	(void)cpus;
	collector->kind.threads = watched_new();
	return collector->kind.threads;
}

static const struct kind_gates cycle_gates = {
	.title = "cycles",
};

static const struct command *const cycle_commands[] = { NULL };

const struct kind_row cycle_kind = {
	.name = "cycle",
	.commands = cycle_commands,
	.where = "cycles are measured by cycle",
	.threshold = "blocked",
	.watches = true,
	.watches_threads = true,
	.has_cycles = true,
	.whole = CONTEXT_CYCLE_RESPONSE,
	.samples = "Cycles",
	.only_counted = true,
	.has_parts = true,
	.screen_has_distributions = true,
	.numbers_vary = true,
	.prepare = cycle_prepare,
	.gates = &cycle_gates,
};
