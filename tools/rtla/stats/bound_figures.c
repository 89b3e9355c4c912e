// SPDX-License-Identifier: GPL-2.0
/*
 * What is known of the bound of the scheduling latency: see bound_figures.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/times.h"
#include "stats/bound_figures.h"

struct bound_set *bound_set_new(int cpus)
{
	struct bound_set *bounds = calloc(1, sizeof(*bounds) +
					  cpus * sizeof(bounds->of[0]));

	if (bounds)
		bounds->cpus = cpus;
	return bounds;
}

void bound_set_free(struct bound_set *bounds)
{
	if (!bounds)
		return;
	for (int i = 0; i < bounds->cpus; i++) {
		free(bounds->of[i].interrupt);
		bound_growth_clear(&bounds->of[i].growth);
	}
	free(bounds);
}

const struct bound_figures *bound_set_at(const struct bound_set *bounds,
					 int cpu)
{
	if (!bounds || cpu >= bounds->cpus || !bounds->of[cpu].known)
		return NULL;
	return &bounds->of[cpu];
}

const struct bound_windows *
bound_windows_of(const struct bound_figures *figures,
		 enum event_context variable)
{
	return &figures->windows[variable - BOUND_FIRST];
}

struct bound_variable bound_longest(const struct bound_figures *figures,
				    enum event_context variable_of)
{
	const struct bound_windows *windows =
		bound_windows_of(figures, variable_of);
	struct bound_variable variable = windows->longest;

	/* Without any window, there is none that could be longer. */
	if (variable.upper_ns)
		variable.upper_ns = time_after(variable.upper_ns,
					       windows->margin_ns);
	return variable;
}

void bound_figures_compute(struct bound_figures *figures,
			   const struct bound_vector *vector)
{
	struct bound_windows *poid =
		&figures->windows[CONTEXT_BOUND_POID - BOUND_FIRST];
	struct bound_model model;

	if (poid->method == BOUND_BRACKET)
		poid->longest.upper_ns =
			time_max(poid->longest.upper_ns,
				 figures->probe.longest_gap_ns);
	model = (struct bound_model) {
		.poid = bound_longest(figures, CONTEXT_BOUND_POID),
		.paie = bound_longest(figures, CONTEXT_BOUND_PAIE),
		.dst = bound_longest(figures, CONTEXT_BOUND_DST),
		.psd = bound_longest(figures, CONTEXT_BOUND_PSD),
		.idle = bound_longest(figures, CONTEXT_BOUND_IDLE),
		.without_idle = figures->without_idle,
		.vector = vector,
		.vectors = figures->interrupts,
		.joint = figures->joint_demand,
	};
	for (int i = 0; i < BOUND_COLUMNS; i++)
		figures->column[i] = bound_of(&model, i);
	figures->joint = bound_joint(&model);
}

bool bound_figures_grow(struct bound_figures *figures, uint64_t after_ns)
{
	bool noted = bound_growth_add(&figures->growth, after_ns,
				      figures->column,
				      figures->observed.max_ns);

	figures->times = bound_growth_times(&figures->growth);
	return noted;
}

bool bound_excludes(const struct bound_figures *figures, uint64_t ns)
{
	return ns > figures->column[BOUND_EACH].upper_ns &&
	       ns > figures->column[BOUND_WINDOW].upper_ns;
}

bool bound_is_exceeded(const struct bound_figures *figures)
{
	return bound_excludes(figures, figures->observed.max_ns);
}

bool bound_is_blind(const struct bound_figures *figures)
{
	return !figures->probe.count;
}

/* ---- Names --------------------------------------------------------------- */

static const char *const column_names[BOUND_COLUMNS] = {
	[BOUND_NONE] = "none", [BOUND_SINGLE] = "single", [BOUND_EACH] = "each",
	[BOUND_SPORADIC] = "sporadic", [BOUND_WINDOW] = "window",
	[BOUND_WINDOW_OWCET] = "window_owcet",
};

static const char *const method_names[BOUND_METHODS] = {
	[BOUND_ABSENT] = "absent", [BOUND_BRACKET] = "bracket",
	[BOUND_EXACT] = "exact", [BOUND_SWITCHES] = "switches",
};

static const char *const kind_names[BOUND_KINDS] = {
	[BOUND_IRQ] = "irq", [BOUND_NMI] = "nmi", [BOUND_SOFTIRQ] = "softirq",
};

static int bound_figures_find(const char *const *names, int count,
			      const char *name)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(names[i], name))
			return i;
	return -1;
}

const char *bound_column_name(enum bound_column column)
{
	return column_names[column];
}

int bound_column_find(const char *name)
{
	if (!strcmp(name, "window-owcet"))
		return BOUND_WINDOW_OWCET;
	return bound_figures_find(column_names, BOUND_COLUMNS, name);
}

const char *bound_column_title(enum bound_column column)
{
	static const char *const titles[BOUND_COLUMNS] = {
		[BOUND_NONE] = "No interrupts",
		[BOUND_SINGLE] = "Worst single interrupt",
		[BOUND_EACH] = "Single (worst) of each interrupt",
		[BOUND_SPORADIC] = "Sporadic",
		[BOUND_WINDOW] = "Sliding window",
		[BOUND_WINDOW_OWCET] = "Sliding window with oWCET",
	};

	return titles[column];
}

const char *bound_method_name(enum bound_method method)
{
	return method_names[method];
}

int bound_method_find(const char *name)
{
	return bound_figures_find(method_names, BOUND_METHODS, name);
}

const char *bound_kind_name(enum bound_kind kind)
{
	return kind_names[kind];
}

int bound_kind_find(const char *name)
{
	return bound_figures_find(kind_names, BOUND_KINDS, name);
}

const char *bound_interrupt_print(const struct bound_interrupt *interrupt,
				  char *text, size_t size)
{
	if (interrupt->kind == BOUND_NMI)
		snprintf(text, size, "NMI");
	else
		snprintf(text, size, "%s%s:%d",
			 interrupt->kind == BOUND_SOFTIRQ ? "softirq " : "",
			 interrupt->name, interrupt->vector);
	return text;
}
