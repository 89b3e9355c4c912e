// SPDX-License-Identifier: GPL-2.0
/*
 * The five cases: see bound_cases.h.
 */
#include <string.h>

#include "base/times.h"
#include "stats/bound_cases.h"

static const struct {
	const char *name;
	const char *sum;
} cases[BOUND_CASES] = {
	[BOUND_CASE_I_A] = { "i-a", "psd" },
	[BOUND_CASE_I_B] = { "i-b", "psd" },
	[BOUND_CASE_I_C] = { "i-c", "dst + paie + psd" },
	[BOUND_CASE_II_A] = { "ii-a", "max(poid, idle) + psd" },
	[BOUND_CASE_II_B] = { "ii-b", "poid + paie + psd" },
};

const char *bound_case_name(enum bound_case which)
{
	return cases[which].name;
}

enum bound_case bound_case_find(const char *name)
{
	for (int i = BOUND_CASE_I_A; i < BOUND_CASES; i++)
		if (!strcmp(cases[i].name, name))
			return i;
	return BOUND_CASE_UNKNOWN;
}

const char *bound_case_sum(enum bound_case which)
{
	return cases[which].sum;
}

enum bound_case bound_case_of(const struct bound_figures *figures,
			      enum event_context variable)
{
	const struct bound_windows *windows =
		bound_windows_of(figures, variable);

	if (!windows->count)
		return BOUND_CASE_UNKNOWN;
	switch (variable) {
	case CONTEXT_BOUND_POID:
		return windows->seen;
	case CONTEXT_BOUND_IDLE:
		return BOUND_CASE_II_A;
	case CONTEXT_BOUND_PAIE:
	case CONTEXT_BOUND_DST:
		return BOUND_CASE_I_C;
	default:
		return BOUND_CASE_UNKNOWN;
	}
}

static struct bound_variable both(struct bound_variable one,
				  struct bound_variable other)
{
	return (struct bound_variable) {
		time_after(one.lower_ns, other.lower_ns),
		time_after(one.upper_ns, other.upper_ns)
	};
}

/* Return what the thread waits for in case ii-a, before the scheduler is called. */
static struct bound_variable late_interrupt(const struct bound_figures *figures)
{
	struct bound_variable poid = bound_longest(figures, CONTEXT_BOUND_POID),
			      idle = bound_longest(figures, CONTEXT_BOUND_IDLE);

	if (figures->without_idle)
		return poid;
	return (struct bound_variable) {
		time_max(poid.lower_ns, idle.lower_ns),
		time_max(poid.upper_ns, idle.upper_ns)
	};
}

struct bound_variable bound_in_case(const struct bound_figures *figures,
				    enum bound_case which)
{
	struct bound_variable psd = bound_longest(figures, CONTEXT_BOUND_PSD),
			      paie = bound_longest(figures, CONTEXT_BOUND_PAIE);

	switch (which) {
	case BOUND_CASE_I_C:
		return both(both(bound_longest(figures, CONTEXT_BOUND_DST), paie),
			    psd);
	case BOUND_CASE_II_A:
		return both(late_interrupt(figures), psd);
	case BOUND_CASE_II_B:
		return both(both(bound_longest(figures, CONTEXT_BOUND_POID), paie),
			    psd);
	default:
		return psd;
	}
}
