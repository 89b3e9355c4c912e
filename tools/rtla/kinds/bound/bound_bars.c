// SPDX-License-Identifier: GPL-2.0
/*
 * The bars of the bound: see bound_bars.h.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "kinds/bound/bound_bars.h"
#include "report/report_input.h"
#include "stats/corrected.h"
#include "stats/latency.h"

/* A bar that is so many times longer than the next one is far longer. */
#define FAR_LONGER	2.5

bool bound_bars_any(const struct report_input *input)
{
	for (int i = 0; i < input->count; i++)
		if (input->results[i].kind.bounds)
			return true;
	return false;
}

static struct bound_bar *bound_bars_add(struct bound_bars *bars,
					enum bound_bar_kind kind,
					uint64_t lower_ns, uint64_t upper_ns)
{
	struct bound_bar *bar = &bars->bar[bars->count++];

	*bar = (struct bound_bar) {
		.kind = kind, .lower_ns = lower_ns, .upper_ns = upper_ns,
	};
	return bar;
}

static void add_column(struct bound_bars *bars,
		       const struct bound_figures *figures,
		       enum bound_column column)
{
	const struct latency_bound *bound = &figures->column[column];
	struct bound_bar *bar = bound_bars_add(
		bars, BAR_OF_BOUND, bound->lower_ns, bound->upper_ns);

	snprintf(bar->name, sizeof(bar->name), "%s", bound_column_title(column));
	if (bound->because >= 0)
		bound_interrupt_print(&figures->interrupt[bound->because],
				      bar->because, sizeof(bar->because));
}

/* Add a latency of another result, if it was measured on this CPU. */
static void add_other(struct bound_bars *bars, const struct report_input *input,
		      int index, int cpu, enum event_context context)
{
	const struct results *results = &input->results[index];
	struct latency latency;
	struct bound_bar *bar;

	if (!cpus_has(&results->cpus, cpu))
		return;
	latency = stats_corrected(results->stats, cpu, context);
	if (!latency.count)
		return;
	bar = bound_bars_add(bars, BAR_OF_RESULT, latency.max, latency.max);
	snprintf(bar->name, sizeof(bar->name), "%s: %s", report_label(input, index),
		 context_title(context));
}

/* Add latencies that were observed while the bound was measured, if there are any. */
static void add_observed(struct bound_bars *bars, enum bound_bar_kind kind,
			 const char *name,
			 const struct bound_observed *observed)
{
	struct bound_bar *bar;

	if (!observed->count)
		return;
	bar = bound_bars_add(bars, kind, observed->max_ns, observed->max_ns);
	snprintf(bar->name, sizeof(bar->name), "%s", name);
}

void bound_bars_of(const struct report_input *input, int index, int cpu,
		   struct bound_bars *bars)
{
	const struct bound_figures *figures =
		bound_set_at(input->results[index].kind.bounds, cpu);

	bars->count = 0;
	for (int i = 0; i < BOUND_COLUMNS; i++)
		add_column(bars, figures, i);
	add_observed(bars, BAR_OF_PROBE, "Observed by the probe",
		     &figures->observed);
	add_observed(bars, BAR_OF_CYCLICTEST, "Observed by cyclictest",
		     &figures->cyclictest);
	for (int i = 0; i < input->count; i++) {
		add_other(bars, input, i, cpu, CONTEXT_THREAD);
		add_other(bars, input, i, cpu, CONTEXT_USER);
	}
}

/* ---- Which CPUs ---------------------------------------------------------- */

/* Return by how much a CPU matters: the bound in the column that is used most. */
static uint64_t bound_bars_length_of(const struct results *results, int cpu)
{
	const struct bound_figures *figures =
		bound_set_at(results->kind.bounds, cpu);

	return figures ? figures->column[BOUND_WINDOW].upper_ns : 0;
}

bool bound_is_drawn(const struct results *results, int cpu)
{
	uint64_t length = bound_bars_length_of(results, cpu);
	int longer = 0, other;

	if (!bound_set_at(results->kind.bounds, cpu))
		return false;
	cpus_for_each(other, &results->cpus) {
		uint64_t ns = bound_bars_length_of(results, other);

		longer += ns > length || (ns == length && other < cpu);
	}
	return longer < BOUND_CPUS_DRAWN;
}

/* ---- The scale ----------------------------------------------------------- */

static int by_length(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

uint64_t bound_scale_end(uint64_t *ns, int count)
{
	if (!count)
		return 0;
	qsort(ns, count, sizeof(*ns), by_length);
	for (int i = count - count / 3; i < count; i++)
		if (ns[i] > ns[i - 1] * FAR_LONGER)
			return ns[i - 1];
	return ns[count - 1];
}

/* The lengths of bars. */
struct lengths {
	uint64_t *ns;
	int count;
};

static bool add_length(struct lengths *lengths, uint64_t ns)
{
	uint64_t *grown;

	if (ns == BOUND_ENDLESS)
		return true;
	grown = array_grow(lengths->ns, lengths->count, sizeof(*grown));
	if (!grown)
		return false;
	lengths->ns = grown;
	grown[lengths->count++] = ns;
	return true;
}

/* Add the length of each bar; of one without an end, that of its lower end. */
static bool add_lengths(struct lengths *lengths,
			const struct report_input *input, int index)
{
	const struct results *results = &input->results[index];
	struct bound_bars bars;
	bool good = true;
	int cpu;

	cpus_for_each(cpu, &results->cpus) {
		if (!bound_is_drawn(results, cpu))
			continue;
		bound_bars_of(input, index, cpu, &bars);
		for (int i = 0; i < bars.count; i++) {
			const struct bound_bar *bar = &bars.bar[i];

			good &= add_length(lengths,
					   bar->upper_ns == BOUND_ENDLESS ?
						   bar->lower_ns :
						   bar->upper_ns);
		}
	}
	return good;
}

uint64_t bound_bars_scale(const struct report_input *input)
{
	struct lengths lengths = { .count = 0 };
	uint64_t end = 0;
	bool good = true;

	for (int i = 0; i < input->count; i++)
		if (input->results[i].kind.bounds)
			good &= add_lengths(&lengths, input, i);
	if (good)
		end = bound_scale_end(lengths.ns, lengths.count);
	free(lengths.ns);
	return end;
}
