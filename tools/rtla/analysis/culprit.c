// SPDX-License-Identifier: GPL-2.0
/*
 * The culprit: see culprit.h.
 */
#include "analysis/culprit.h"
#include "base/parse.h"

/*
 * Blame all items of a part together only if they took more than this many
 * times the longest single cause.
 */
#define MANY_FACTOR	2

static void consider_item(struct culprit *culprit, enum part_id part,
		     const struct part_item *item, uint64_t ns)
{
	if (ns > culprit->ns)
		*culprit = (struct culprit) { part, item, ns, 0 };
}

/* @single is what the longest single cause took, in ns. */
static void consider_many(struct culprit *culprit, uint64_t single,
			  enum part_id id, const struct part *part)
{
	const struct part_item *longest = part->item;

	if (part->items < 2 || part->ns <= MANY_FACTOR * single ||
	    part->ns <= culprit->ns)
		return;
	for (size_t i = 1; i < part->items; i++)
		if (part->item[i].ns > longest->ns)
			longest = &part->item[i];
	*culprit = (struct culprit) { id, longest, part->ns, part->items };
}

struct culprit culprit_find(const struct analysis *analysis)
{
	struct culprit culprit = { PART_UNEXPLAINED, NULL, 0, 0 };
	uint64_t single;

	for (int id = 0; id < PARTS; id++) {
		const struct part *part = &analysis->part[id];
		uint64_t rest = part->ns;

		/* The stack was taken because the latency was long already. */
		if (id == PART_STACK)
			continue;
		for (size_t i = 0; i < part->items; i++) {
			consider_item(&culprit, id, &part->item[i],
				 part->item[i].ns);
			rest -= part->item[i].ns;
		}
		consider_item(&culprit, id, NULL, rest);
	}
	consider_item(&culprit, PART_UNEXPLAINED, NULL, analysis->unexplained);
	/* A wake-up that nothing keeps has two parts. */
	if (culprit.part == PART_TIMER_IRQ)
		culprit.ns += analysis->part[PART_WORKLOAD].ns +
			      analysis->part[PART_SWITCH].ns;
	single = culprit.ns;
	/* All time of these parts belongs to their items. */
	for (int id = PART_IRQ; id <= PART_THREAD; id++)
		consider_many(&culprit, single, id, &analysis->part[id]);
	return culprit;
}

/* Return the priority of the thread that serves the timer, or PRIO_ABSENT. */
static int prio_of_server(const struct analysis *analysis)
{
	const struct part *threads = &analysis->part[PART_THREAD];

	if (!analysis->waker_known || !waker_serves_timer(&analysis->waker))
		return PRIO_ABSENT;
	for (size_t i = 0; i < threads->items; i++)
		if (threads->item[i].id == analysis->waker.id)
			return threads->item[i].prio;
	return PRIO_ABSENT;
}

int culprit_delays_timer(const struct culprit *culprit,
			 const struct analysis *analysis)
{
	const struct part_item *item = culprit->item;
	int server = prio_of_server(analysis);

	/* On the kernel's scale, less is more urgent. */
	return item && item->type == EVENT_THREAD && item->id &&
	       item->prio != PRIO_ABSENT && server != PRIO_ABSENT &&
	       item->id != analysis->waker.id && item->prio <= server &&
	       item->prio > analysis->workload_prio ? server : PRIO_ABSENT;
}

static enum cause cause_of_thread(const struct culprit *culprit,
				  const struct analysis *analysis)
{
	const struct part_item *item = culprit->item;

	if (culprit_delays_timer(culprit, analysis) != PRIO_ABSENT)
		return CAUSE_TIMER_THREAD;
	if (culprit->part == PART_THREAD && analysis_is_noise(analysis) &&
	    (item->prio == PRIO_ABSENT || item->prio >= PRIO_RT_MAX))
		return CAUSE_THREAD;
	if (item->prio == PRIO_ABSENT)
		return culprit->part == PART_BLOCKING ? CAUSE_UNKNOWN_PRIO :
							CAUSE_NONE;
	if (item->prio < PRIO_RT_MAX)
		return CAUSE_REAL_TIME;
	if (culprit->part == PART_THREAD)
		return CAUSE_NONE;
	return !analysis_is_wakeup(analysis) ||
	       analysis->workload_prio < PRIO_RT_MAX ? CAUSE_PREEMPT_OFF :
							 CAUSE_NONE;
}

bool culprit_is_stall(const struct culprit *culprit,
		      const struct analysis *analysis)
{
	return analysis->stalled && (culprit->part == PART_TIMER_IRQ ||
				     culprit->part == PART_WORKLOAD ||
				     culprit->part == PART_SWITCH);
}

enum cause culprit_cause(const struct culprit *culprit,
			 const struct analysis *analysis)
{
	const struct part_item *item = culprit->item;

	if (analysis->clock_tick)
		return CAUSE_COARSE_CLOCK;
	if (analysis->incomplete)
		return CAUSE_NONE;
	if (culprit->part == PART_UNEXPLAINED)
		return CAUSE_UNEXPLAINED;
	if (culprit->part == PART_HARDWARE)
		return CAUSE_HARDWARE;
	if (culprit_is_stall(culprit, analysis))
		return CAUSE_HARDWARE;
	if (culprit->many && culprit->part == PART_THREAD)
		return CAUSE_THREADS;
	if (!item || culprit->many || analysis->elsewhere ||
	    culprit->part == PART_TIMER_IRQ)
		return CAUSE_NONE;
	if (item->kind == ITEM_IDLE)
		return CAUSE_IDLE;
	if (item->kind == ITEM_THREAD)
		return CAUSE_IRQS_OFF;
	switch (item->type) {
	case EVENT_NMI:
		return CAUSE_NMI;
	case EVENT_IRQ:
		return CAUSE_IRQ;
	case EVENT_SOFTIRQ:
		return CAUSE_SOFTIRQ;
	case EVENT_THREAD:
		return item->id ? cause_of_thread(culprit, analysis) :
				  CAUSE_NONE;
	default:
		return CAUSE_NONE;
	}
}

bool culprit_may_be_hardware(const struct culprit *culprit,
			     const struct analysis *analysis)
{
	switch (culprit_cause(culprit, analysis)) {
	case CAUSE_IRQS_OFF:
	case CAUSE_IDLE:
	case CAUSE_HARDWARE:
	case CAUSE_UNEXPLAINED:
		return true;
	default:
		return false;
	}
}
