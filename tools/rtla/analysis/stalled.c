// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU that stood still: see stalled.h.
 */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/stalled.h"
#include "base/times.h"

/*
 * The hooks, and the CPU's entry and exit, make up for no more than this of a
 * noise: what is longer, and has no event, is no work of the kernel.
 */
#define REST_MIN_NS	10000

/*
 * What a wake-up takes by itself is suspicious if it took so long, and so many
 * times what an interrupt usually takes: one timer's function may take longer
 * than another, but not by that.
 */
#define WAKE_UP_MIN_NS	50000
#define WAKE_UP_FACTOR	20

/* Fewer interrupts do not tell what is usual. */
#define USUAL_MIN	3

/* Return whether events of noises may be missing, so that nothing follows from that. */
static bool lacks_noises(const struct analysis *analysis,
			 const struct event_list *list)
{
	size_t noises = 0;

	if (!recorder_is_bare(analysis->recorder))
		return false;
	for (size_t i = 0; i < list->count; i++) {
		if (list->event[i].after_left_out)
			return true;
		noises += event_is_noise(&list->event[i]);
	}
	return !noises;
}

static void stalled_noise(struct analysis *analysis,
			  const struct event_list *list)
{
	for (size_t i = 0; i < analysis->segments; i++) {
		struct segment *segment = &analysis->segment[i];

		if (segment->part != PART_UNEXPLAINED ||
		    segment->ns < REST_MIN_NS ||
		    segment->ns <= analysis->latency / 2 ||
		    lacks_noises(analysis, list))
			continue;
		segment->part = PART_HARDWARE;
		analysis->part[PART_HARDWARE].ns += segment->ns;
		analysis->unexplained -= segment->ns;
	}
}

static int compare_ns(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Return the median of what the interrupts of @list take; 0: it is not known. */
static uint64_t usual_irq(const struct event_list *list)
{
	uint64_t *ns = calloc(list->count + 1, sizeof(*ns));
	uint64_t median = 0;
	size_t count = 0;

	if (!ns)
		return 0;
	for (size_t i = 0; i < list->count; i++)
		if (list->event[i].type == EVENT_IRQ)
			ns[count++] = list->event[i].noise.duration;
	if (count >= USUAL_MIN) {
		qsort(ns, count, sizeof(*ns), compare_ns);
		median = ns[count / 2];
	}
	free(ns);
	return median;
}

/*
 * The measuring thread of the kernel only reads the clock; one of user space
 * may do anything until it asks for its next period. Its timer's interrupt may
 * have run those of others after it.
 */
static uint64_t longest_by_itself(const struct analysis *analysis)
{
	uint64_t longest = analysis->part[PART_TIMER_IRQ].ns;

	longest -= time_min(longest, analysis->other_timers.ns);

	if (analysis->part[PART_SWITCH].ns > longest)
		longest = analysis->part[PART_SWITCH].ns;
	if (analysis->context != CONTEXT_USER &&
	    analysis->part[PART_WORKLOAD].ns > longest)
		longest = analysis->part[PART_WORKLOAD].ns;
	return longest;
}

static void stalled_wakeup(struct analysis *analysis,
			   const struct event_list *list)
{
	uint64_t longest = longest_by_itself(analysis);
	uint64_t usual;

	/* An interrupt that came for other timers had their functions to run. */
	if (longest < WAKE_UP_MIN_NS || longest <= analysis->latency / 2 ||
	    analysis->irq_before)
		return;
	usual = usual_irq(list);
	if (usual && longest / WAKE_UP_FACTOR >= usual)
		analysis->stalled = usual;
}

void stalled_find(struct analysis *analysis, const struct event_list *list)
{
	if (analysis->incomplete)
		return;
	if (analysis_is_noise(analysis))
		stalled_noise(analysis, list);
	else
		stalled_wakeup(analysis, list);
}
