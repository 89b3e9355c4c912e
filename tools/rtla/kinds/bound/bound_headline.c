// SPDX-License-Identifier: GPL-2.0
/*
 * The result of a bound in one sentence: see bound_headline.h.
 */
#include <string.h>

#include "base/cpus.h"
#include "kinds/bound/bound_headline.h"
#include "stats/bound_figures.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"

#define TIME_LEN	32

/* Return the CPU with the largest bound, or -1. */
static int worst_cpu(const struct snapshot *snapshot)
{
	uint64_t most = 0;
	int worst = -1, cpu;

	cpus_for_each(cpu, &snapshot->tracer->cpus) {
		const struct bound_figures *figures =
			bound_set_at(snapshot->kind.bounds, cpu);

		if (!figures || !figures->known ||
		    figures->column[BOUND_WINDOW].upper_ns <= most)
			continue;
		most = figures->column[BOUND_WINDOW].upper_ns;
		worst = cpu;
	}
	return worst;
}

/* Return the variable that has the longest window. */
static enum event_context longest_part(const struct bound_figures *figures)
{
	enum event_context part = CONTEXT_BOUND_POID;

	for (int i = 0; i < BOUND_VARIABLES; i++) {
		enum event_context variable = BOUND_FIRST + i;

		if (variable == CONTEXT_BOUND_IDLE && figures->without_idle)
			continue;
		if (bound_longest(figures, variable).upper_ns >
		    bound_longest(figures, part).upper_ns)
			part = variable;
	}
	return part;
}

void bound_headline_print(FILE *out, const struct snapshot *snapshot)
{
	int cpu = worst_cpu(snapshot);
	const struct bound_figures *figures;
	const char *unit = snapshot_unit(snapshot);
	enum event_context part;
	char most[TIME_LEN];

	if (cpu < 0)
		return;
	figures = bound_set_at(snapshot->kind.bounds, cpu);
	if (figures->column[BOUND_WINDOW].upper_ns == UINT64_MAX) {
		fprintf(out, "How long the most urgent thread may wait on CPU %d has no bound: interrupts come too fast\n",
			cpu);
		return;
	}
	part = longest_part(figures);
	fprintf(out, "The most urgent thread may wait up to %s %s (CPU %d)\n",
		snapshot_time(snapshot, figures->column[BOUND_WINDOW].upper_ns,
			      1, most, sizeof(most)), unit, cpu);
	fprintf(out, "The longest part of it: %s, up to %s %s\n",
		strchr(context_title(part), ' ') + 1,
		snapshot_time(snapshot, bound_longest(figures, part).upper_ns,
			      1, most, sizeof(most)), unit);
}
