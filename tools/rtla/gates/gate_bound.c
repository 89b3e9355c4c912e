// SPDX-License-Identifier: GPL-2.0
/*
 * What a gate about the bound judges: see gate_bound.h.
 */
#include <stdio.h>

#include "gates/gate_bound.h"
#include "stats/bound_figures.h"
#include "trace/noise_source.h"

static struct gate_end unknown(const char *why)
{
	struct gate_end end = { .known = false };

	snprintf(end.why, sizeof(end.why), "%s", why);
	return end;
}

static struct gate_end end_of_column(const struct gate *gate,
				     const struct bound_figures *figures)
{
	const struct latency_bound *column = &figures->column[gate->column];
	struct gate_end end = {
		.known = true, .ns = gate->lower ? column->lower_ns : column->upper_ns,
	};
	char name[BOUND_INTERRUPT_LEN] = "";

	if (end.ns != BOUND_ENDLESS)
		return end;
	if (column->because >= 0)
		bound_interrupt_print(&figures->interrupt[column->because], name,
				      sizeof(name));
	snprintf(end.why, sizeof(end.why), "it does not converge%s%s",
		 *name ? ": " : "", name);
	return end;
}

static struct gate_end end_of(const struct gate *gate,
			      const struct bound_figures *figures)
{
	struct bound_variable ends;

	if (!figures || bound_is_blind(figures))
		return unknown("nothing was measured");
	if (gate->metric == GATE_BOUND)
		return end_of_column(gate, figures);
	if (bound_windows_of(figures, gate->context)->method == BOUND_ABSENT)
		return unknown("this kernel has no place to measure it: leave the gate out");
	ends = bound_longest(figures, gate->context);
	return (struct gate_end) {
		.known = true, .ns = gate->lower ? ends.lower_ns : ends.upper_ns,
	};
}

struct gate_end gate_bound_end(const struct gate *gate, const struct bound_set *bounds,
			       const struct cpus *cpus)
{
	struct gate_end worst = { .known = false };
	int cpu;

	cpus_for_each(cpu, cpus) {
		struct gate_end end = end_of(gate, bound_set_at(bounds, cpu));

		if (!end.known)
			return end;
		if (!worst.known || end.ns > worst.ns)
			worst = end;
	}
	return worst;
}
