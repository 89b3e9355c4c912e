// SPDX-License-Identifier: GPL-2.0
/*
 * A bound as costs of the tasks of a CPU: see schedulable/kernel_costs.h.
 *
 * In the column "sporadic", interrupts come during the whole response time of a
 * task: what its bound has without them is the blocking, and each vector is an
 * interrupt. All other columns tell only how many come while the thread waits
 * to run.
 */
#include <stdio.h>

#include "base/message.h"
#include "base/times.h"
#include "kinds/bound/bound_kind.h"
#include "results/results.h"
#include "schedulable/kernel_costs.h"
#include "stats/bound_figures.h"
#include "stats/figure_row.h"

/* A vector that came once may come once in a run that is as long. */
static void bound_costs_add_interrupts(struct kernel_costs *costs,
				       const struct results *results,
				       const struct bound_figures *of,
				       struct kernel_cost cost)
{
	uint64_t more_ns = 0;

	if (of->entry.max_ns > of->entry.average_ns &&
	    of->entry.max_ns != FIGURE_UNKNOWN)
		more_ns = of->entry.max_ns - of->entry.average_ns;
	cost.role = COST_INTERRUPT;
	for (int i = 0; i < of->interrupts; i++) {
		const struct bound_interrupt *interrupt = &of->interrupt[i];

		if (!interrupt->count)
			continue;
		bound_interrupt_print(interrupt, cost.name, sizeof(cost.name));
		cost.ns = interrupt->owcet_ns + more_ns;
		cost.every_ns = interrupt->omiat_ns == FIGURE_UNKNOWN ?
				results->measured_ns :
				time_max(interrupt->omiat_ns, 1);
		kernel_costs_add(costs, &cost);
	}
}

static void bound_costs_add_cpu(struct kernel_costs *costs,
				const struct results *results, int cpu,
				struct kernel_cost cost)
{
	const struct bound_figures *of = bound_set_at(results->kind.bounds, cpu);
	enum bound_column column = costs->interrupts;

	if (column == BOUND_SPORADIC)
		column = BOUND_NONE;
	costs->failed = true;
	if (!of || bound_is_blind(of)) {
		fail(RESULT_ERROR, "%s: CPU %d: it has no bound: measure it again",
		     results->path, cpu);
		return;
	}
	if (bound_is_exceeded(of)) {
		fail(RESULT_ERROR, "%s: CPU %d: a longer latency was observed than the bound: its model does not hold there, and so does no verdict",
		     results->path, cpu);
		return;
	}
	if (!of->column[column].converged) {
		fail(RESULT_ERROR, "%s: CPU %d: the bound '%s' does not converge: give another column with --interrupts",
		     results->path, cpu, bound_column_name(column));
		return;
	}
	costs->failed = false;
	snprintf(cost.name, sizeof(cost.name), "bound.%s",
		 bound_column_name(column));
	cost.ns = of->column[column].upper_ns;
	kernel_costs_add(costs, &cost);
	if (costs->interrupts == BOUND_SPORADIC)
		bound_costs_add_interrupts(costs, results, of, cost);
}

void bound_add_costs(struct kernel_costs *costs, const struct results *results,
		     int cpu)
{
	struct kernel_cost cost = {
		.role = COST_BLOCKING, .path = results->path, .cpu = cpu,
	};
	int each;

	cpus_for_each(each, &results->cpus)
		if (!costs->failed && (cpu == COST_ALL_CPUS || cpu == each))
			bound_costs_add_cpu(costs, results, each, cost);
}
