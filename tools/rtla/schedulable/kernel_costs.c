// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel takes from tasks: see kernel_costs.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/array.h"
#include "base/message.h"
#include "base/times.h"
#include "results/results.h"
#include "schedulable/kernel_costs.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/stats.h"

static struct kernel_cost *costs_find(const struct kernel_costs *costs,
				      const struct kernel_cost *like)
{
	for (int i = 0; i < costs->count; i++)
		if (costs->cost[i].role == like->role &&
		    !strcmp(costs->cost[i].name, like->name))
			return &costs->cost[i];
	return NULL;
}

void kernel_costs_add(struct kernel_costs *costs,
		      const struct kernel_cost *cost)
{
	struct kernel_cost *old = costs_find(costs, cost), *grown;
	uint64_t every = cost->every_ns;

	if (old) {
		every = time_min(every, old->every_ns);
		if (cost->ns > old->ns)
			*old = *cost;
		old->every_ns = every;
		return;
	}
	grown = array_grow(costs->cost, costs->count, sizeof(*grown));
	if (!grown) {
		fail(RESULT_ERROR, "out of memory");
		costs->failed = true;
		return;
	}
	costs->cost = grown;
	costs->cost[costs->count++] = *cost;
}

void kernel_costs_add_max(struct kernel_costs *costs,
			  const struct results *results, int cpu,
			  enum event_context context, struct kernel_cost cost)
{
	struct latency of = { .count = 0 };

	if (cpu != COST_ALL_CPUS)
		of = stats_measured(results->stats, cpu, context);
	cost.cpu = of.count ? cpu : COST_ALL_CPUS;
	if (!of.count)
		of = stats_all(results->stats, context);
	cost.ns = of.count ? of.max : 0;
	/* What was cut may have been nearly one more. */
	if (of.count && results->whole_us)
		cost.ns += NS_PER_US - 1;
	if (of.count)
		cost.unknown = NULL;
	else if (!cost.unknown)
		return;
	cost.path = results->path;
	snprintf(cost.name, sizeof(cost.name), "%s%s%s",
		 cost.observed ? results->tracer : "",
		 cost.observed ? " " : "", context_name(context));
	kernel_costs_add(costs, &cost);
}

/*
 * Add the latencies of another program, like cyclictest. Return whether there
 * are any.
 */
static bool costs_add_foreign(struct kernel_costs *costs,
			      const struct results *results, int cpu)
{
	static const enum event_context contexts[] = { CONTEXT_THREAD,
						       CONTEXT_USER };
	bool any = false;

	for (size_t i = 0; i < sizeof(contexts) / sizeof(contexts[0]); i++) {
		any |= results_has(results, contexts[i]);
		kernel_costs_add_max(costs, results, cpu, contexts[i],
				     (struct kernel_cost) {
					.role = COST_BLOCKING, .observed = true,
				     });
	}
	return any;
}

static void print_kinds(char *text, size_t size)
{
	size_t used = 0;

	*text = '\0';
	for (int i = 0; i < KINDS; i++)
		if (kind_row(i)->add_costs && used < size)
			used += snprintf(text + used, size - used, "%s%s",
					 used ? ", " : "", kind_row(i)->name);
}

void kernel_costs_read(struct kernel_costs *costs,
		       const struct results *results, int cpu)
{
	const struct kind_row *kind = results_kind(results);
	char kinds[128];

	cpu = cpus_has(&results->cpus, cpu) ? cpu : COST_ALL_CPUS;
	if (!kind && costs_add_foreign(costs, results, cpu))
		return;
	if (!kind || !kind->add_costs) {
		print_kinds(kinds, sizeof(kinds));
		fail(RESULT_ERROR, "%s: a result of %s tells nothing of what the kernel takes from tasks: give one of %s",
		     results->path, results->tracer, kinds);
		costs->failed = true;
		return;
	}
	kind->add_costs(costs, results, cpu);
}

static bool has(const struct kernel_costs *costs, enum cost_role role,
		bool observed)
{
	for (int i = 0; i < costs->count; i++)
		if (costs->cost[i].role == role &&
		    costs->cost[i].observed == observed)
			return true;
	return false;
}

/* Return whether a latency of a later place is longer, or an earlier one as long. */
static bool longest_observed(const struct kernel_costs *costs,
			     const struct kernel_cost *cost)
{
	for (int i = 0; i < costs->count; i++) {
		const struct kernel_cost *other = &costs->cost[i];

		if (other->role == cost->role && other != cost &&
		    (other->ns > cost->ns ||
		     (other->ns == cost->ns && other < cost)))
			return false;
	}
	return true;
}

bool kernel_costs_counts(const struct kernel_costs *costs,
			 const struct kernel_cost *cost)
{
	if (cost->role == COST_TICK)
		return !has(costs, COST_INTERRUPT, false);
	if (cost->observed)
		return !has(costs, cost->role, false) &&
		       longest_observed(costs, cost);
	return true;
}

uint64_t kernel_costs_sum(const struct kernel_costs *costs, enum cost_role role)
{
	uint64_t sum = 0;

	for (int i = 0; i < costs->count; i++)
		if (costs->cost[i].role == role &&
		    kernel_costs_counts(costs, &costs->cost[i]))
			sum = time_after(sum, costs->cost[i].ns);
	return sum;
}

void kernel_costs_free(struct kernel_costs *costs)
{
	free(costs->cost);
	costs->cost = NULL;
	costs->count = 0;
}
