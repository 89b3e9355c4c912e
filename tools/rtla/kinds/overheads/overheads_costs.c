// SPDX-License-Identifier: GPL-2.0
/*
 * Overheads as costs of the tasks of a CPU: see schedulable/kernel_costs.h.
 */
#include <stdio.h>
#include <string.h>

#include "base/amount.h"
#include "kinds/overheads/overheads_kind.h"
#include "results/results.h"
#include "schedulable/kernel_costs.h"
#include "stats/overheads.h"

/* No kernel has more than 1000 ticks in a second, and none tells how many. */
#define TICK_NS		NS_PER_MS

/* Return why a result has no sample of an overhead, or NULL: it need not. */
static const char *why_none(const struct results *results,
			    enum event_context context)
{
	const char *method;
	char place[64];

	if (!overhead_of_thread(context))
		return NULL;
	snprintf(place, sizeof(place), "overheads.%s.method",
		 context_name(context));
	method = json_string_value(results_at(results, place));
	return method && !strcmp(method, overheads_method_name(METHOD_ABSENT)) ?
	       "absent" : "none";
}

/*
 * "wake" is a part of the release, or of the job that wakes another; nobody
 * knows how often "xcall" comes.
 */
void overheads_add_costs(struct kernel_costs *costs,
			 const struct results *results, int cpu)
{
	static const struct {
		enum event_context context;
		struct kernel_cost cost;
	} rows[] = {
		{ CONTEXT_OVERHEAD_RELEASE_LATENCY, { .role = COST_JITTER } },
		{ CONTEXT_OVERHEAD_IPI, { .role = COST_JITTER } },
		{ CONTEXT_OVERHEAD_RELEASE, { .role = COST_RELEASE } },
		{ CONTEXT_OVERHEAD_SCHED, { .role = COST_SWITCH } },
		{ CONTEXT_OVERHEAD_CXS, { .role = COST_SWITCH } },
		{ CONTEXT_OVERHEAD_SCHED2, { .role = COST_SWITCH } },
		{ CONTEXT_OVERHEAD_TICK,
		  { .role = COST_TICK, .every_ns = TICK_NS } },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct kernel_cost cost = rows[i].cost;

		cost.unknown = why_none(results, rows[i].context);
		kernel_costs_add_max(costs, results, cpu, rows[i].context,
				     cost);
	}
}
