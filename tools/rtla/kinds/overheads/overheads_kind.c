// SPDX-License-Identifier: GPL-2.0
/*
 * The row of overheads: see stats/kind.h.
 */
#include "kinds/kinds.h"
#include "kinds/overheads/overheads_kind.h"
#include "run/collector.h"
#include "run/losses.h"
#include "stats/overheads.h"
#include "stats/stats.h"

static bool overheads_prepare(struct collector *collector,
			      const struct config *config, int cpus)
{
	(void)config;
	collector->overheads = overheads_new(cpus);
	return collector->overheads;
}

static void overheads_losses(struct losses *losses,
			     const struct collector *collector,
			     const struct config *config,
			     const struct reader_counts *counts, bool needed)
{
	bool any = false;

	(void)config;
	(void)counts;
	for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++)
		any |= overhead_of_thread(i) &&
		       stats_all(collector->stats, i).count;
	if (needed && !any)
		losses_add(losses, "no overhead of a thread was measured: give --all-threads, or measure for longer");
}

const struct kind_row overheads_kind = {
	.name = "overheads",
	.commands = overheads_commands,
	.where = "overheads are measured by overheads",
	.threshold = "cxs",
	.watches = true,
	.only_counted = true,
	.has_distributions = true,
	.prepare = overheads_prepare,
	.add_losses = overheads_losses,
	.set_configuration = overheads_set_configuration,
	.set_context = overheads_set_context,
	.set_figures = overheads_set_figures,
	.print_metrics = overheads_print_metrics,
	.print_csv = overheads_print_csv,
};
