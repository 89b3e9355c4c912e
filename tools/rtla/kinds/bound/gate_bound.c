// SPDX-License-Identifier: GPL-2.0
/*
 * The gates of the bound: see gate_bound.h. The number of such a gate,
 * gate->own, is that of a column if it is about the bound itself; otherwise its
 * context is the variable.
 */
#include <stdio.h>
#include <string.h>

#include "gates/gate_figure.h"
#include "gates/gate_scan.h"
#include "gates/gate_verdict.h"
#include "gates/kind_gates.h"
#include "kinds/bound/gate_bound.h"
#include "stats/bound_figures.h"

/* ---- Reading ------------------------------------------------------------- */

/* Take what may follow what has two ends: ".lower". */
static void bound_take_end(struct gate_scan *scan, struct gate *gate)
{
	if (!scan_take(scan, "."))
		return;
	if (!scan_is_word(scan, "lower"))
		scan_wrong(scan, "unknown: give lower, or leave it out for the upper end");
	gate->lower = true;
}

/* Take ".window" and perhaps ".lower" after "bound". */
static bool bound_take_column(struct gate_scan *scan, struct gate *gate)
{
	size_t length;
	char name[32];

	gate->metric = GATE_OWN;
	gate->grows = true;
	scan_need(scan, ".");
	length = strspn(scan->at, "abcdefghijklmnopqrstuvwxyz_-");
	snprintf(name, sizeof(name), "%.*s", (int)length, scan->at);
	gate->own = bound_column_find(name);
	if (gate->own < 0) {
		scan_wrong(scan, "unknown: give none, single, each, sporadic, window or window_owcet");
		return true;
	}
	scan->at += length;
	bound_take_end(scan, gate);
	return true;
}

/*
 * Take what follows a variable of the bound, if that means the longest window:
 * nothing, ".max" or ".lower". Returns false, and takes nothing, if it is
 * something else.
 */
static bool bound_take_longest(struct gate_scan *scan, struct gate *gate)
{
	static const struct gate_choice metrics[] = {
		{ "max", 0 }, { "lower", 1 }, { NULL, 0 }
	};
	const char *begin = scan->at;
	int metric;

	if (gate->context == CONTEXT_BOUND_OBSERVED)
		return false;
	metric = scan_take(scan, ".") ? scan_word(scan, metrics) : 0;
	if (metric < 0) {
		scan->at = begin;
		return false;
	}
	gate->metric = GATE_OWN;
	gate->grows = true;
	gate->lower = metric;
	return true;
}

/* ---- Judging ------------------------------------------------------------- */

static struct gate_figure bound_unknown(const char *why)
{
	struct gate_figure figure = { .known = false };

	snprintf(figure.why, sizeof(figure.why), "%s", why);
	return figure;
}

static struct gate_figure bound_known(uint64_t ns)
{
	return (struct gate_figure) {
		.known = true, .endless = ns == BOUND_ENDLESS,
		.value = { .unit = UNIT_NS, .amount = ns },
	};
}

static struct gate_figure
bound_end_of_column(const struct gate *gate,
		    const struct bound_figures *figures)
{
	const struct latency_bound *column = &figures->column[gate->own];
	struct gate_figure figure = bound_known(gate->lower ? column->lower_ns :
							      column->upper_ns);
	char name[BOUND_INTERRUPT_LEN] = "";

	if (!figure.endless)
		return figure;
	if (column->because >= 0)
		bound_interrupt_print(&figures->interrupt[column->because],
				      name, sizeof(name));
	snprintf(figure.why, sizeof(figure.why), "it does not converge%s%s",
		 *name ? ": " : "", name);
	return figure;
}

static struct gate_figure bound_end_of(const struct gate *gate,
				       const struct bound_figures *figures)
{
	struct bound_variable ends;

	if (!figures || bound_is_blind(figures))
		return bound_unknown("nothing was measured");
	if (gate->context == CONTEXT_BOUND_OBSERVED)
		return bound_end_of_column(gate, figures);
	if (bound_windows_of(figures, gate->context)->method == BOUND_ABSENT)
		return bound_unknown("this kernel has no place to measure it: leave the gate out");
	ends = bound_longest(figures, gate->context);
	return bound_known(gate->lower ? ends.lower_ns : ends.upper_ns);
}

/*
 * Return the largest of the ends of @cpus. If that of one is not known, it is
 * not known.
 */
static struct gate_figure bound_gate_figure(const struct gate *gate,
					    const struct gate_inputs *inputs,
					    const struct cpus *cpus)
{
	struct gate_figure worst = { .known = false };
	int cpu;

	cpus_for_each(cpu, cpus) {
		struct gate_figure end =
			bound_end_of(gate,
				     bound_set_at(inputs->kind.bounds, cpu));

		if (!end.known)
			return end;
		if (!worst.known || end.value.amount > worst.value.amount)
			worst = end;
	}
	return worst;
}

static const struct gate_word bound_words[] = {
	{ .text = "bound", .context = CONTEXT_BOUND_OBSERVED, .take = bound_take_column },
	{ .text = NULL }
};

const struct kind_gates bound_gates = {
	.title = "latency bounds",
	.words = bound_words,
	.take = bound_take_longest,
	.figure = bound_gate_figure,
};
