// SPDX-License-Identifier: GPL-2.0
/*
 * Overheads as JSON: see overheads_json.h.
 */
#include "base/json_write.h"
#include "kinds/overheads/overheads_kind.h"
#include "results/figures_json.h"
#include "results/results_write.h"
#include "stats/latency.h"
#include "stats/overheads.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"

const struct figure_row overheads_figures[] = {
	{ FIGURE(struct overhead_flaws, disturbed),
	  .meaning = "Overheads that an interrupt or an NMI disturbed.",
	  .metric = "rtla_overhead_disturbed" },
	{ FIGURE(struct overhead_flaws, negative),
	  .meaning = "Interrupts between CPUs that were received before they were sent, as the clocks say.",
	  .metric = "rtla_overhead_negative" },
	{ FIGURE(struct overhead_flaws, own_ns),
	  .meaning = "How much of each is the module's own work at least; of all CPUs, the least of them.",
	  .in_ns = true },
	{ .id = NULL }
};

const struct figure_table overheads_tables[] = {
	{ "overheads", overheads_figures },
	{ NULL, NULL }
};

void overheads_set_configuration(json_t **json,
				 const struct run_summary *summary)
{
	const struct tracer_config *tracer = summary->tracer;

	json_set(json, "all_threads", json_boolean(tracer->all_threads));
	json_set(json, "disturbed",
		 json_string(tracer->keep_disturbed ? "keep" : "drop"));
	json_set(json, "program", json_or(summary->program, json_null()));
}

void overheads_set_context(json_t **json, const struct run_summary *summary,
			   int cpu, enum event_context context)
{
	struct overhead_flaws flaws =
		overheads_flaws(summary->kind.overheads, cpu, context);

	figures_set(json, overheads_figures, &flaws);
	json_set(json, "method", json_string(overheads_method_name(
			overheads_method(summary->kind.overheads, context))));
}

void overheads_set_figures(json_t **json, const struct run_summary *summary)
{
	json_t *overheads = json_object();

	for (int i = OVERHEAD_FIRST;
	     summary->kind.overheads && i < OVERHEAD_END; i++) {
		struct latency all = stats_all(summary->stats, i);
		json_t *of = results_latency(&all);

		overheads_set_context(&of, summary, -1, i);
		json_set(&overheads, context_name(i), of);
	}
	json_set(json, "overheads", overheads);
}
