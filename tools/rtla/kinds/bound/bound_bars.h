/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The bars of the bound of the scheduling latency, as figures 26 and 27 of
 * "Demystifying the Real-Time Linux Scheduling Latency" have them: for each CPU
 * the bound in each of its columns, and the latencies to compare it with. The
 * bar of a bound goes up to its lower end and, in another way, from there to
 * its upper end.
 */
#ifndef RTLA_BOUND_BARS_H
#define RTLA_BOUND_BARS_H

#include <stdbool.h>
#include <stdint.h>

#include "report/report_input.h"
#include "stats/bound_figures.h"

struct results;

/* If there are more CPUs than this, only those with the longest bounds have bars. */
#define BOUND_CPUS_DRAWN	16

/*
 * The columns, the latencies of the probe and of cyclictest beside it, and the
 * thread and user latency of other results.
 */
#define BOUND_BARS_MAX		(BOUND_COLUMNS + 2 + 2 * REPORT_RESULTS_MAX)

enum bound_bar_kind {
	BAR_OF_BOUND,
	BAR_OF_PROBE,
	BAR_OF_CYCLICTEST,	/* which was the program behind "--" */
	BAR_OF_RESULT,		/* of timerlat or cyclictest */
};

struct bound_bar {
	enum bound_bar_kind kind;
	char name[64];
	uint64_t lower_ns;	/* BOUND_ENDLESS: not even that is known */
	uint64_t upper_ns;	/* BOUND_ENDLESS: it does not converge */
	char because[BOUND_INTERRUPT_LEN];	/* of which vector, or "" */
};

struct bound_bars {
	struct bound_bar bar[BOUND_BARS_MAX];
	int count;
};

/* bound_bars_any - return whether any result is of the bound */
bool bound_bars_any(const struct report_input *input);

/*
 * bound_bars_of - fill in the bars of one CPU of the result @index
 *
 * The result is of the bound, and the CPU is known in it. The maxima of all
 * results of timerlat and cyclictest that have measured this CPU follow those
 * of the bound.
 */
void bound_bars_of(const struct report_input *input, int index, int cpu,
		   struct bound_bars *bars);

/* bound_is_drawn - return whether this CPU of the result is among those with bars */
bool bound_is_drawn(const struct results *results, int cpu);

/*
 * bound_scale_end - return where a common scale of all bars has to end, in ns
 *
 * @ns are the lengths of @count bars, and get sorted. Up to a third of the bars
 * are cut if the next shorter one is far shorter, so that the others can be
 * told apart. Returns the length of the longest bar that is not cut; 0 without
 * bars.
 */
uint64_t bound_scale_end(uint64_t *ns, int count);

/*
 * bound_bars_scale - return the end of the scale for all bars of all results
 *
 * Returns 0 if there is no memory, or if no bar has a length.
 */
uint64_t bound_bars_scale(const struct report_input *input);

#endif /* RTLA_BOUND_BARS_H */
