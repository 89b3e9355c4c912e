// SPDX-License-Identifier: GPL-2.0
/*
 * What interrupts, softirqs and threads carried: see carried.h.
 *
 * A callback runs from its first event to its last one, or, if that is missing,
 * until its context ends or runs the next one. Its time counts in an item where
 * the item's context had the CPU and had begun before the callback did: what
 * interrupts a callback belongs to another item.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/carried.h"
#include "analysis/spans.h"
#include "base/array.h"
#include "base/number_map.h"
#include "base/times.h"
#include "trace/callback_kinds.h"
#include "trace/events.h"

/* Times of text are rounded: so much earlier than its context, one may begin. */
#define SLACK_NS	1000

/* A call that came with an interrupt was asked for not more requests before. */
#define ASKED_MAX	1000

/* A stretch in which a callback ran, perhaps interrupted. */
struct ran {
	uint64_t start;
	uint64_t end;		/* UINT64_MAX: not known */
	int thread;		/* in which it ran, or that was interrupted */
	enum event_inside inside;
	const struct event *event;
};

/* The time of one callback in one item. */
struct share {
	struct carried *carried;
	const struct event *event;
	const struct event *asked;
	uint64_t ns;
};

struct search {
	struct analysis *analysis;
	const struct spans *spans;
	const struct event_list *ipis;
	bool softirqs;		/* they have events of their own */
	uint64_t expired;	/* the own timer's callback ran then; 0: not known */
	struct ran *ran;	/* sorted by start */
	size_t count;
	size_t next;		/* the first that has not begun */
	size_t *open;		/* those that have begun, and may not have ended */
	size_t opened;
	struct share *share;
	size_t shares;
	struct number_map place;	/* of a share */
};

/* ---- When callbacks ran -------------------------------------------------- */

static bool add_open(struct search *search, size_t ran)
{
	size_t *grown = array_grow(search->open, search->opened,
				   sizeof(*grown));

	if (!grown)
		return false;
	search->open = grown;
	grown[search->opened++] = ran;
	return true;
}

/* Return whether @event is rtla.ko's, which tells all of a callback. */
static bool is_whole(const struct event *event)
{
	return event->callback.start;
}

static int ran_thread(const struct event *event)
{
	return is_whole(event) ? event->callback.thread : event->pid;
}

/* rtla.ko may have recorded the event later, in another context. */
static enum event_inside ran_inside(const struct event *event)
{
	if (!is_whole(event))
		return event->inside;
	switch (event->callback.kind) {
	case CALLBACK_WORK:
	case CALLBACK_HANDLER:
		return INSIDE_THREAD;
	case CALLBACK_CALL:
	case CALLBACK_HRTIMER:
		return INSIDE_IRQ;
	default:
		return INSIDE_SOFTIRQ;
	}
}

static bool add_ran(struct search *search, uint64_t start, uint64_t end,
		    const struct event *event)
{
	struct ran *grown = array_grow(search->ran, search->count,
				       sizeof(*grown));

	if (!grown)
		return false;
	search->ran = grown;
	grown[search->count++] = (struct ran) {
		start, end, ran_thread(event), ran_inside(event), event
	};
	return true;
}

/*
 * Return whether @event ends the callback @begun: it is its last event, or it
 * begins the next callback of the same context.
 */
static bool ends_callback(const struct event *event, const struct event *begun)
{
	if (event->callback.kind != begun->callback.kind)
		return false;
	if (event->callback.ends)
		return event->callback.object == begun->callback.object;
	return event->inside == begun->inside && event->pid == begun->pid;
}

static void end_callback(struct search *search, const struct event *event)
{
	for (size_t i = search->opened; i--;) {
		struct ran *ran = &search->ran[search->open[i]];

		if (!ends_callback(event, ran->event))
			continue;
		ran->end = event->time;
		search->open[i] = search->open[--search->opened];
		return;
	}
}

static int compare_starts(const void *a, const void *b)
{
	const struct ran *one = a, *other = b;

	return (one->start > other->start) - (one->start < other->start);
}

/*
 * Return whether rtla.ko has told of callbacks. It tells of all that take long,
 * so that the kernel's own events, if a user has recorded them beside it, would
 * only count the same time twice. It knows none of RCU.
 */
static bool has_whole(const struct event_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->event[i].type == EVENT_CALLBACK &&
		    is_whole(&list->event[i]))
			return true;
	return false;
}

/* Return false without memory. */
static bool find_callbacks(struct search *search, const struct event_list *list)
{
	bool whole = has_whole(list);
	uint64_t polled = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		search->softirqs |= event->type == EVENT_SOFTIRQ;
		if (event->type != EVENT_CALLBACK)
			continue;
		if (is_whole(event)) {
			if (!add_ran(search, event->callback.start, event->time,
				     event))
				return false;
			continue;
		}
		if (whole && event->callback.kind != CALLBACK_RCU)
			continue;
		if (event->callback.kind == CALLBACK_POLL) {
			if (!add_ran(search, polled, event->time, event))
				return false;
			polled = event->time;
			continue;
		}
		end_callback(search, event);
		if (!event->callback.ends &&
		    (!add_ran(search, event->time, UINT64_MAX, event) ||
		     !add_open(search, search->count - 1)))
			return false;
	}
	search->opened = 0;
	if (search->count)
		qsort(search->ran, search->count, sizeof(*search->ran),
		      compare_starts);
	return true;
}

/* ---- Who has asked for it ------------------------------------------------ */

/* Return how many requests came to the CPU up to @at. */
static size_t count_asked(const struct event_list *ipis, uint64_t at)
{
	size_t low = 0, high = ipis ? ipis->count : 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ipis->event[middle].time <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Find the last request for @object up to @at; 0 is any. */
static const struct event *find_asked(const struct event_list *ipis,
				      uint64_t object, uint64_t at)
{
	size_t count = count_asked(ipis, at);

	for (size_t i = 0; i < ASKED_MAX && i < count; i++) {
		const struct event *event = &ipis->event[count - 1 - i];

		if (!object || event->ipi.object == object)
			return event;
	}
	return NULL;
}

static const struct event *find_caller(const struct search *search,
				       const struct event *callback)
{
	const struct event *asked =
		find_asked(search->ipis, callback->callback.object,
			   callback->time);

	return asked ?: find_asked(search->ipis, 0, callback->time);
}

/* Return whether an interrupt is one by which CPUs ask others for something. */
static bool is_ipi(const struct event *event)
{
	static const char *const names[] = {
		"call_function", "reschedule", "irq_work", "IPI", "ipi",
		"Function call", "Rescheduling",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strncmp(event->noise.name, names[i], strlen(names[i])))
			return true;
	return false;
}

/* ---- What belongs to which item ------------------------------------------ */

static uint64_t number_of_share(const struct carried *carried,
				const struct event *event)
{
	uint64_t function = event->type == EVENT_IPI ? event->ipi.function :
			    event->callback.function ?: event->callback.object;

	return (uintptr_t)carried * 31 + function;
}

static bool carried_add(struct search *search, struct carried *carried,
			const struct event *event, const struct event *asked,
			uint64_t ns)
{
	uint64_t number = number_of_share(carried, event);
	struct share *grown;
	int64_t i;

	if (number_map_find(&search->place, number, &i)) {
		search->share[i].ns += ns;
		return true;
	}
	grown = array_grow(search->share, search->shares, sizeof(*grown));
	if (!grown || !number_map_put(&search->place, number, search->shares)) {
		search->share = grown ?: search->share;
		return false;
	}
	search->share = grown;
	grown[search->shares++] =
		(struct share) { carried, event, asked, ns };
	return true;
}

/* Return where a segment keeps what it carried, or NULL. */
static struct carried *carried_of(struct analysis *analysis,
				  const struct segment *segment)
{
	if (segment->part == PART_TIMER_IRQ)
		return &analysis->timer_irq;
	if (segment->item == NO_ITEM)
		return NULL;
	return &analysis->part[segment->part].item[segment->item].carried;
}

/*
 * Return whether a callback ran in the thread @pid. With PREEMPT_RT, softirqs
 * are in threads, too, which may be preempted before the end of the callback is
 * recorded; without it, they have segments of their own, but the end of the
 * callback has to be known to tell.
 */
static bool is_of_thread(const struct search *search, const struct ran *ran,
			 int pid)
{
	if (ran->thread != pid)
		return false;
	switch (ran->inside) {
	case INSIDE_THREAD:
		return true;
	case INSIDE_SOFTIRQ:
		return !search->softirqs || ran->end != UINT64_MAX;
	case INSIDE_UNKNOWN:
		return ran->event->callback.kind == CALLBACK_WORK;
	default:
		return false;
	}
}

/* Return whether a callback ran in the context @owner. */
static bool is_carried_by(const struct ran *ran, const struct span *owner)
{
	const struct event *event = ran->event;
	uint64_t began = event->callback.kind == CALLBACK_POLL &&
			 !is_whole(event) ? ran->end : ran->start;

	return time_after(began, SLACK_NS) >= owner->start &&
	       began <= owner->end;
}

/* Let those begin that begin before @to, and forget those that end before @from. */
static bool move_on(struct search *search, uint64_t from, uint64_t to)
{
	size_t kept = 0;

	while (search->next < search->count &&
	       search->ran[search->next].start < to)
		if (!add_open(search, search->next++))
			return false;
	for (size_t i = 0; i < search->opened; i++)
		if (search->ran[search->open[i]].end > from)
			search->open[kept++] = search->open[i];
	search->opened = kept;
	return true;
}

/*
 * Count a callback for a segment, and once more if it is another timer's than
 * that of the thread. Returns false without memory.
 */
static bool take_callback(struct search *search, const struct segment *segment,
			  const struct ran *ran)
{
	struct analysis *analysis = search->analysis;
	uint64_t from = time_max(ran->start, segment->start);
	uint64_t to = time_min(ran->end, segment->start + segment->ns);
	bool call = ran->event->callback.kind == CALLBACK_CALL &&
		    !is_whole(ran->event);
	bool own = ran->start <= search->expired && search->expired < ran->end;

	if (from >= to)
		return true;
	if (segment->part == PART_TIMER_IRQ && search->expired && !own &&
	    !carried_add(search, &analysis->other_timers, ran->event, NULL,
			 to - from))
		return false;
	return carried_add(search, carried_of(analysis, segment), ran->event,
			   call ? find_caller(search, ran->event) : NULL,
			   to - from);
}

/*
 * Count what ran in a segment. Returns false without memory.
 */
static bool take_segment(struct search *search, const struct segment *segment)
{
	struct analysis *analysis = search->analysis;
	struct carried *carried = carried_of(analysis, segment);
	const struct part_item *item =
		segment->item == NO_ITEM ? NULL :
		&analysis->part[segment->part].item[segment->item];
	const struct span *owner =
		spans_at(search->spans, segment->level, segment->start);
	uint64_t end = segment->start + segment->ns;
	bool in_thread = item && item->type == EVENT_THREAD, found = false;

	if (!move_on(search, segment->start, end))
		return false;
	if (!carried || (!in_thread && !owner))
		return true;
	for (size_t i = 0; i < search->opened; i++) {
		const struct ran *ran = &search->ran[search->open[i]];

		if (!(in_thread ? is_of_thread(search, ran, item->id) :
				  is_carried_by(ran, owner)))
			continue;
		found = true;
		if (!take_callback(search, segment, ran))
			return false;
	}
	if (!found && owner && owner->level == LEVEL_IRQ &&
	    is_ipi(owner->event)) {
		const struct event *asked =
			find_asked(search->ipis, 0,
				   time_after(owner->start, SLACK_NS));

		if (asked)
			return carried_add(search, carried, asked, asked,
					   segment->ns);
	}
	return true;
}

/* Let each item have the share that is the largest. */
static void choose_shares(const struct search *search)
{
	for (size_t i = 0; i < search->shares; i++) {
		const struct share *share = &search->share[i];
		struct carried *carried = share->carried;
		unsigned int others = carried->event ? carried->others + 1 : 0;

		carried->others = others;
		if (carried->event && carried->ns >= share->ns)
			continue;
		carried->event = share->event;
		carried->asked = share->asked;
		carried->ns = share->ns;
	}
}

/* Return when the analysis ends. */
static uint64_t last_moment(const struct analysis *analysis)
{
	const struct segment *last;

	if (!analysis->segments)
		return analysis->t_w;
	last = &analysis->segment[analysis->segments - 1];
	return last->start + last->ns;
}

/*
 * Return when the callback ran of the timer for which the thread waits; 0: it
 * is not known.
 */
static uint64_t find_expired(const struct analysis *analysis,
			     const struct event_list *list)
{
	if (analysis->irq_latency_known)
		return analysis->t_w + analysis->irq_latency;
	for (size_t i = list->count; i--;) {
		const struct event *event = &list->event[i];

		if (event->type == EVENT_WAKEUP &&
		    event->wakeup.point[event_wakeup_first(event)] ==
			    analysis->t_w)
			return event->wakeup.point[WAKEUP_WAKING];
	}
	return 0;
}

int carried_find(struct analysis *analysis, const struct event_list *list,
		 const struct event_list *ipis)
{
	struct spans spans;
	struct search search = {
		.analysis = analysis, .spans = &spans, .ipis = ipis,
		.expired = find_expired(analysis, list),
	};
	bool enough;

	enough = !spans_collect(&spans, list, analysis->t_w,
				last_moment(analysis)) &&
		 find_callbacks(&search, list);
	for (size_t i = 0; i < analysis->segments && enough; i++)
		enough = take_segment(&search, &analysis->segment[i]);
	if (enough)
		choose_shares(&search);
	spans_free(&spans);
	free(search.ran);
	free(search.open);
	free(search.share);
	number_map_free(&search.place);
	return enough ? 0 : -1;
}
