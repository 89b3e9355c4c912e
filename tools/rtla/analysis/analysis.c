// SPDX-License-Identifier: GPL-2.0
/*
 * The analysis of one latency or noise: see analysis.h for its result.
 *
 * The latency is cut into segments, each with one cause: the context that had
 * the CPU then (spans.c), or, where no event says which one had, what follows
 * from the stop event and the samples. Parts and items are sums of segments, so
 * that no ns counts twice. The events are not assumed to be complete: time that
 * no part explains is unexplained.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/coarse_clock.h"
#include "base/array.h"
#include "base/times.h"
#include "stats/kind.h"

/*
 * Delay that no event explains is put down to the thread that ran, or to idle,
 * if it is at least 1 us and at least a hundredth of the latency.
 */
#define DELAY_REST_MIN_NS	1000
#define DELAY_REST_MIN_SHARE	100

/* The latency or noise to explain, and the spans that have a part in it. */
struct window {
	int context;
	uint64_t t_w;			/* identifies the activation */
	uint64_t end;
	uint64_t irq_start;
	uint64_t thread_start;
	int workload_pid;		/* -1 is unknown */
	int workload_prio;
	bool interrupts_workload;	/* the timer does so */
	const struct event *irq_sample;
	const struct event *stop;
	struct spans spans;
	unsigned char *counted;		/* by span: bits, see item_of() */
	const struct span *timer_irq;	/* NULL: not over at the hit */
};

static void analysis_copy_name(char *dst, size_t size, const char *src)
{
	size_t len = strnlen(src, size - 1);

	memcpy(dst, src, len);
	dst[len] = '\0';
}

bool analysis_is_noise(const struct analysis *analysis)
{
	return context_is_noise(analysis->context);
}

bool analysis_is_wakeup(const struct analysis *analysis)
{
	return context_is_wakeup(analysis->context);
}

/* ---- Which latency ------------------------------------------------------ */

static const struct event *analysis_last_event(const struct event_list *list,
					       enum event_type type,
					       int context)
{
	const struct event *event;
	size_t i;

	for (i = list->count; i--;) {
		event = &list->event[i];
		if (event->type != type)
			continue;
		if (type == EVENT_SAMPLE && event->sample.context != context)
			continue;
		return event;
	}
	return NULL;
}

static bool reached(uint64_t latency, uint64_t threshold)
{
	return threshold && latency >= threshold;
}

/*
 * The latency of the stop event is that of one part. The whole wake-up ends
 * when the thread runs, which is its thread_start; the switch to it began
 * before.
 */
static void target_wakeup(struct window *window, const struct event *stop)
{
	window->end = time_max(stop->stop.thread_start, stop->stop.t_w);
	window->thread_start = 0;
	window->workload_prio = stop->stop.prio;
}

static void target_stop(struct window *window, const struct event *stop)
{
	window->stop = stop;
	window->context = stop->stop.context;
	window->t_w = stop->stop.t_w;
	window->end = stop->stop.context == CONTEXT_TOTAL ? stop->time :
		      stop->stop.t_w + stop->stop.latency;
	window->irq_start = stop->stop.irq_start;
	window->thread_start = stop->stop.thread_start;
	if (stop->stop.context != CONTEXT_IRQ)
		window->workload_pid = stop->stop.pid;
	if (context_is_wakeup(window->context))
		target_wakeup(window, stop);
}

static void target_sample(struct window *window, const struct event *sample)
{
	window->context = sample->sample.context;
	window->t_w = sample->sample.t_w;
	window->end = sample->sample.t_w + sample->sample.latency;
	if (sample->sample.context != CONTEXT_IRQ)
		window->workload_pid = sample->sample.pid;
}

/*
 * Choose what to explain: the stop event, or, on a CPU without one, the last
 * latency that reached its threshold. Returns false if there is neither, or an
 * overhead was hit, which has no parts.
 */
static bool find_target(struct window *window, const struct event_list *list,
			const struct analysis_config *config)
{
	const struct event *stop = analysis_last_event(list, EVENT_STOP, 0);
	const struct event *target = NULL;

	*window = (struct window) {
		.workload_pid = -1, .workload_prio = config->workload_prio,
	};
	if (stop && context_has_no_parts(stop->stop.context))
		return false;
	if (stop) {
		target_stop(window, stop);
		return true;
	}
	for (int i = 0; i < LATENCY_CONTEXTS; i++) {
		const struct event *last =
			analysis_last_event(list, EVENT_SAMPLE, i);

		if (last && reached(last->sample.latency, config->stop[i]) &&
		    (!target || last->time > target->time))
			target = last;
	}
	if (!target)
		return false;
	target_sample(window, target);
	return true;
}

static const struct event *find_sample(const struct event_list *list,
				       const struct window *window, int context)
{
	const struct event *event;
	size_t i;

	for (i = list->count; i--;) {
		event = &list->event[i];
		if (event->type == EVENT_SAMPLE &&
		    event->sample.context == context &&
		    event->sample.t_w == window->t_w)
			return event;
	}
	return NULL;
}

/* ---- The timer's interrupt ---------------------------------------------- */

static void find_timer_irq(struct window *window)
{
	if (window->irq_sample)
		window->timer_irq =
			spans_at(&window->spans, LEVEL_IRQ,
				 window->t_w +
					 window->irq_sample->sample.latency);
}

/*
 * Without a stop event, which has the entry of the timer's interrupt, take the
 * start of its span, or else its sample as the best bound.
 */
static void find_irq_start(struct window *window)
{
	if (window->irq_start)
		return;
	if (window->timer_irq)
		window->irq_start = window->timer_irq->start;
	else if (window->irq_sample)
		window->irq_start =
			window->t_w + window->irq_sample->sample.latency;
	else
		window->irq_start = window->end;
}

static bool is_of_workload(const struct window *window, const struct span *span)
{
	return span->event->type == EVENT_THREAD &&
	       span->event->noise.id == window->workload_pid;
}

/*
 * Without a stop event that has the switch to the measuring thread, take the
 * end of the last other thread before the measuring thread's sample, or before
 * the woken thread ran.
 */
static void find_thread_start(struct window *window,
			      const struct event_list *list)
{
	const struct event *sample;
	uint64_t sampled = window->end;
	size_t i;

	if (window->context == CONTEXT_IRQ || window->thread_start)
		return;
	sample = find_sample(list, window, CONTEXT_THREAD);
	if (sample)
		sampled = window->t_w + sample->sample.latency;
	for (i = 0; i < window->spans.count; i++) {
		const struct span *span = &window->spans.span[i];

		if (span->level == LEVEL_THREAD && span->end <= sampled &&
		    !is_of_workload(window, span))
			window->thread_start = time_max(window->thread_start,
						       span->end);
	}
}

/* ---- Segments ----------------------------------------------------------- */

/* Return the number by which the items of one kind, type and id are found. */
static uint64_t analysis_number_of(enum item_kind kind, enum event_type type,
				   int id)
{
	return (uint64_t)kind << 48 | (uint64_t)type << 32 | (uint32_t)id;
}

/*
 * Return the index of an item, or NO_ITEM, with the index of the last one that
 * differs in its name only, or NO_ITEM, in @last.
 */
static int64_t find_item(const struct part *part, uint64_t number,
			 const char *name, int64_t *last)
{
	int64_t i = NO_ITEM;

	number_map_find(&part->place, number, &i);
	*last = i;
	while (i != NO_ITEM && strncmp(part->item[i].name, name,
				       sizeof(part->item[i].name) - 1))
		i = part->item[i].before;
	return i;
}

/* Find or add an item; return its index in the part, or -1 without memory. */
static int get_item(struct part *part, enum item_kind kind,
		    enum event_type type, int id, const char *name)
{
	uint64_t number = analysis_number_of(kind, type, id);
	int64_t last, found = find_item(part, number, name, &last);
	struct part_item *item;

	if (found != NO_ITEM)
		return found;
	item = array_grow(part->item, part->items, sizeof(*item));
	if (!item)
		return -1;
	part->item = item;
	if (!number_map_put(&part->place, number, part->items))
		return -1;
	item += part->items;
	*item = (struct part_item) {
		.kind = kind, .type = type, .id = id, .before = last,
	};
	analysis_copy_name(item->name, sizeof(item->name), name);
	return part->items++;
}

/*
 * Find or add the item of a span in a part, and count the span in it, but only
 * once. Returns the index of the item, or -1 without memory.
 */
static int item_of(struct analysis *analysis, struct window *window,
		   const struct span *span, enum part_id id)
{
	const struct event *event = span->event;
	unsigned char *counted = &window->counted[span - window->spans.span];
	struct part *part = &analysis->part[id];
	/* A span can be in the delay, and in one part after the delay. */
	unsigned char bit = id == PART_DELAY ? 1 : 2;
	int item = get_item(part, ITEM_NOISE, event->type,
			    event->type == EVENT_NMI ? -1 : event->noise.id,
			    event->noise.name);

	if (item < 0)
		return -1;
	if (!(*counted & bit))
		part->item[item].count++;
	*counted |= bit;
	if (event->type == EVENT_THREAD)
		part->item[item].prio = event->noise.prio;
	return item;
}

static bool continues(const struct segment *last, const struct segment *next)
{
	return last->start + last->ns == next->start &&
	       last->part == next->part && last->item == next->item &&
	       last->level == next->level;
}

static void add_to_part(struct analysis *analysis,
			const struct segment *segment)
{
	struct part *part;

	if (segment->part == PART_UNEXPLAINED)
		return;
	part = &analysis->part[segment->part];
	part->ns += segment->ns;
	if (segment->item != NO_ITEM)
		part->item[segment->item].ns += segment->ns;
}

static int add_segment(struct analysis *analysis, const struct segment *segment)
{
	size_t count = analysis->segments;
	struct segment *grown;

	add_to_part(analysis, segment);
	if (count && continues(&analysis->segment[count - 1], segment)) {
		analysis->segment[count - 1].ns += segment->ns;
		return 0;
	}
	grown = array_grow(analysis->segment, count, sizeof(*grown));
	if (!grown)
		return -1;
	grown[count] = *segment;
	analysis->segment = grown;
	analysis->segments++;
	return 0;
}

/* A stretch of the window, and what it belongs to where no span had the CPU. */
struct stretch {
	struct analysis *analysis;
	struct window *window;
	enum part_id otherwise;		/* the part without a span */
	enum level level;		/* the level without a span */
	enum level innermost;		/* spans of lower levels do not count */
	bool delay;			/* interrupts and NMIs belong to PART_DELAY */
};

/*
 * Interference comes from threads of higher priority, blocking from threads of
 * lower priority (the paper, section 5). The thread that the timer interrupted
 * may do either. On the kernel's scale a lower number is a higher priority.
 */
static enum part_id part_of_thread(const struct stretch *stretch,
				   const struct event *event)
{
	if (event->noise.id == stretch->analysis->blocking_pid &&
	    (event->noise.prio == PRIO_ABSENT ||
	     event->noise.prio >= stretch->window->workload_prio))
		return PART_BLOCKING;
	return PART_THREAD;
}

static enum part_id analysis_part_of(const struct stretch *stretch,
				     const struct span *span)
{
	if (stretch->delay && span->level >= LEVEL_IRQ)
		return PART_DELAY;
	if (span == stretch->window->timer_irq)
		return PART_TIMER_IRQ;
	switch (span->level) {
	case LEVEL_NMI:
		return PART_NMI;
	case LEVEL_IRQ:
		return PART_IRQ;
	case LEVEL_SOFTIRQ:
		return PART_SOFTIRQ;
	case LEVEL_STACK:
		return PART_STACK;
	default:
		return part_of_thread(stretch, span->event);
	}
}

static int take_owner(void *context, const struct span *owner, uint64_t start,
		      uint64_t end)
{
	struct stretch *stretch = context;
	struct segment segment = {
		.start = start,
		.ns = end - start,
		.part = stretch->otherwise,
		.item = NO_ITEM,
		.level = stretch->level,
	};

	/* A session that watches wake-ups reports the measuring thread as well. */
	if (owner && owner->level >= stretch->innermost &&
	    !is_of_workload(stretch->window, owner)) {
		segment.level = owner->level;
		segment.part = analysis_part_of(stretch, owner);
		if (owner->level != LEVEL_STACK)
			segment.item = item_of(stretch->analysis,
					       stretch->window, owner,
					       segment.part);
		if (segment.item < 0 && owner->level != LEVEL_STACK)
			return -1;
	}
	return add_segment(stretch->analysis, &segment);
}

static int explain_stretch(struct stretch *stretch, uint64_t from, uint64_t to)
{
	return spans_walk(&stretch->window->spans, from, to, take_owner,
			  stretch);
}

/* ---- A latency ---------------------------------------------------------- */

/*
 * Put the rest of the delay down to the interrupted thread, or to idle, if the
 * rest is large enough and the thread is known.
 */
static int explain_delay_rest(struct analysis *analysis)
{
	struct part *part = &analysis->part[PART_DELAY];
	bool idle = !analysis->blocking_pid;
	uint64_t rest = part->ns - analysis->previous_irq;
	size_t i;
	int item;

	if (analysis->elsewhere || rest < DELAY_REST_MIN_NS ||
	    rest < analysis->latency / DELAY_REST_MIN_SHARE ||
	    analysis->blocking_pid < 0)
		return 0;
	item = get_item(part, idle ? ITEM_IDLE : ITEM_THREAD, EVENT_THREAD,
			analysis->blocking_pid, analysis->blocking_comm);
	if (item < 0)
		return -1;
	part->item[item].ns = rest;
	part->item[item].count = 1;
	for (i = 0; i < analysis->segments; i++) {
		if (analysis->segment[i].item == NO_ITEM)
			analysis->segment[i].item = item;
	}
	return 0;
}

/*
 * Explain the time until the entry of the timer's interrupt: first by the
 * interrupts and NMIs that held it off, then the rest. A softirq or a thread
 * does not hold it off. But if the timer interrupts the measuring thread, that
 * was about to sleep: what ran before has kept it from setting the timer.
 */
static int explain_delay(struct stretch *stretch, uint64_t to)
{
	struct analysis *analysis = stretch->analysis;
	const struct part *part = &analysis->part[PART_DELAY];
	size_t i;

	stretch->otherwise = PART_DELAY;
	stretch->level = LEVEL_THREAD;
	stretch->innermost =
		analysis->elsewhere ? LEVELS :
		stretch->window->interrupts_workload ? LEVEL_THREAD : LEVEL_IRQ;
	stretch->delay = true;
	if (explain_stretch(stretch, stretch->window->t_w, to))
		return -1;
	stretch->delay = false;
	for (i = 0; i < part->items; i++)
		analysis->previous_irq += part->item[i].ns;
	return explain_delay_rest(analysis);
}

/*
 * Explain the time from the entry of the timer's interrupt to the switch to the
 * measuring thread.
 */
static int explain_irq(struct stretch *stretch, uint64_t from, uint64_t to)
{
	bool in_irq = stretch->window->context == CONTEXT_IRQ &&
		      !stretch->window->timer_irq;

	stretch->otherwise = in_irq ? PART_TIMER_IRQ : PART_UNEXPLAINED;
	stretch->level = in_irq ? LEVEL_IRQ : LEVEL_THREAD;
	stretch->innermost = in_irq ? LEVEL_IRQ : LEVEL_THREAD;
	return explain_stretch(stretch, from, to);
}

/* Explain the time from the switch to the measuring or woken thread on. */
static int explain_workload(struct stretch *stretch, uint64_t from, uint64_t to)
{
	stretch->otherwise = analysis_is_wakeup(stretch->analysis) ?
			     PART_SWITCH : PART_WORKLOAD;
	stretch->level = LEVEL_THREAD;
	stretch->innermost = LEVEL_THREAD;
	return explain_stretch(stretch, from, to);
}

static int explain_latency(struct stretch *stretch)
{
	struct window *window = stretch->window;
	uint64_t to = window->end;
	uint64_t irq = time_min(time_max(window->irq_start, window->t_w), to);
	uint64_t thread =
		window->thread_start && window->context != CONTEXT_IRQ ?
			time_min(time_max(window->thread_start, irq), to) :
			to;

	if (explain_delay(stretch, irq) || explain_irq(stretch, irq, thread))
		return -1;
	return explain_workload(stretch, thread, to);
}

/* ---- A noise ------------------------------------------------------------ */

/* Explain one gap that the loop of osnoise saw. */
static int explain_gap(struct stretch *stretch, uint64_t from, uint64_t to,
		       bool interference)
{
	stretch->otherwise = interference ? PART_UNEXPLAINED : PART_HARDWARE;
	stretch->level = LEVEL_NMI;
	stretch->innermost = LEVEL_THREAD;
	return explain_stretch(stretch, from, to);
}

static bool is_in_noise(const struct window *window, const struct event *event)
{
	if (event->type != EVENT_GAP || event->gap.start < window->t_w)
		return false;
	if (window->context == CONTEXT_SINGLE)
		return event->gap.start == window->t_w;
	return event->time <= window->end;
}

static int explain_noise(struct stretch *stretch, const struct event_list *list)
{
	struct analysis *analysis = stretch->analysis;
	struct window *window = stretch->window;
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (!is_in_noise(window, event))
			continue;
		sum += event->gap.duration;
		if (explain_gap(stretch, event->gap.start,
				event->gap.start + event->gap.duration,
				event->gap.interference))
			return -1;
	}
	/* Gaps of the noise are missing in the trace. */
	if (sum < analysis->latency)
		analysis->incomplete = true;
	/* The kernel's own tracer rounds all noise of a period down to whole us. */
	else
		analysis->latency = sum;
	return 0;
}

/* ---- All of it ---------------------------------------------------------- */

static void find_blocking(struct analysis *analysis, struct window *window)
{
	const char *comm = NULL;
	size_t i;

	analysis->blocking_pid = -1;
	if (window->stop && window->context == CONTEXT_IRQ) {
		analysis->blocking_pid = window->stop->stop.pid;
		comm = window->stop->stop.comm;
	} else if (window->irq_sample) {
		analysis->blocking_pid = window->irq_sample->sample.pid;
	}
	for (i = 0; !comm && i < window->spans.count; i++) {
		const struct event *event = window->spans.span[i].event;

		if (event->type == EVENT_THREAD &&
		    event->noise.id == analysis->blocking_pid)
			comm = event->noise.name;
	}
	/* The timer interrupted the measuring thread: nothing is blocked. */
	window->interrupts_workload = analysis->blocking_pid >= 0 &&
				      analysis->blocking_pid ==
					      window->workload_pid;
	if (window->interrupts_workload)
		analysis->blocking_pid = -1;
	else if (comm)
		analysis_copy_name(analysis->blocking_comm, EVENT_COMM_LEN,
				   comm);
	else if (!analysis->blocking_pid)
		snprintf(analysis->blocking_comm, EVENT_COMM_LEN, "swapper/%d",
			 analysis->cpu);
}

/* The thread that ran at the moment @at is the one that may have blocked a wake-up. */
static void find_running(struct analysis *analysis, const struct window *window,
			 uint64_t at)
{
	const struct span *span = spans_at(&window->spans, LEVEL_THREAD, at);

	if (!span || is_of_workload(window, span))
		return;
	analysis->blocking_pid = span->event->noise.id;
	analysis_copy_name(analysis->blocking_comm, EVENT_COMM_LEN,
			   span->event->noise.name);
}

/* Find out who woke the thread, if its wake-up has an event. */
static void find_waker(struct analysis *analysis, const struct window *window,
		       const struct event_list *list)
{
	for (size_t i = list->count; i--;) {
		const struct event *event = &list->event[i];

		if (event->type != EVENT_WAKEUP ||
		    event->wakeup.pid != window->workload_pid ||
		    event->wakeup.point[WAKEUP_RUN] != window->end)
			continue;
		analysis->waker_known = true;
		waker_find(&analysis->waker, event, &window->spans);
		return;
	}
}

static void find_stack(struct analysis *analysis, const struct event_list *list)
{
	const struct event *event;
	size_t i;

	for (i = list->count; i--;) {
		event = &list->event[i];
		if (event->type != EVENT_STACK ||
		    event->stack.t_w != analysis->t_w)
			continue;
		analysis->stack = event->stack.caller;
		analysis->stack_count = event->stack.count;
		analysis->stack_pid = event->stack.pid;
		if (event->stack.time > analysis->t_w)
			analysis->stack_at = event->stack.time - analysis->t_w;
		return;
	}
}

/* Find what the CPU has counted until the hit. */
static void find_counters(struct analysis *analysis,
			  const struct event_list *list)
{
	for (size_t i = list->count; i-- && !analysis->counters;)
		if (list->event[i].type == EVENT_COUNTERS &&
		    list->event[i].counters.t_w == analysis->t_w)
			analysis->counters = &list->event[i];
}

/* Find the idle state that was entered last before t_w, if it was not left. */
static void find_idle_state(struct analysis *analysis,
			    const struct event_list *list)
{
	for (size_t i = list->count; i--;) {
		const struct event *event = &list->event[i];

		if (event->type != EVENT_IDLE || event->time > analysis->t_w)
			continue;
		analysis->idle_known = event->idle.state != IDLE_LEFT;
		analysis->idle_state = event->idle.state;
		return;
	}
}

/* The interrupt may seem to begin before its timer expires, by so little. */
#define CLOCKS_DIFFER_NS	1000

/* Find out about the timer's interrupt and about what it interrupted. */
static void look_at_timer(struct analysis *analysis, struct window *window,
			  const struct event_list *list)
{
	analysis->incomplete |= !window->irq_sample;
	if (window->irq_sample) {
		analysis->irq_latency = window->irq_sample->sample.latency;
		analysis->irq_latency_known = true;
	}
	find_timer_irq(window);
	find_irq_start(window);
	if (window->irq_start + CLOCKS_DIFFER_NS < window->t_w)
		analysis->irq_before = window->t_w - window->irq_start;
	find_thread_start(window, list);
	find_blocking(analysis, window);
	find_idle_state(analysis, list);
	find_stack(analysis, list);
	find_counters(analysis, list);
}

/*
 * Return whether a timer's callback runs at the moment @at without an interrupt
 * of its own: in a softirq, which is a thread under PREEMPT_RT.
 */
static bool expires_softly(const struct window *window, uint64_t at)
{
	const struct span *thread = spans_at(&window->spans, LEVEL_THREAD, at);

	return spans_at(&window->spans, LEVEL_SOFTIRQ, at) ||
	       (thread && thread_serves_timers(thread->event->noise.name));
}

/*
 * Find out how the thread was woken, and what ran then. The stop event has the
 * time in the timer's interrupt at which it looked for expired timers, or,
 * without a timer, that of the waking. A timer that expires in a softirq delays
 * the thread by all that comes before that softirq, as if it had woken it
 * already at t_w.
 */
static void look_at_wakeup(struct analysis *analysis, struct window *window,
			   const struct event_list *list)
{
	uint64_t expired = window->irq_start;
	bool by_timer = expired > window->t_w;

	if (by_timer)
		window->timer_irq =
			spans_at(&window->spans, LEVEL_IRQ, expired);
	if (window->timer_irq)
		window->irq_start = window->timer_irq->start;
	else if (expires_softly(window, expired))
		window->irq_start = window->t_w;
	else
		analysis->elsewhere =
			by_timer &&
			spans_at(&window->spans, LEVEL_THREAD, expired);
	find_thread_start(window, list);
	/* Nothing else has run since: its event is missing. */
	if (window->thread_start <= window->irq_start)
		window->thread_start = 0;
	find_running(analysis, window,
		     time_max(window->irq_start, window->t_w));
	find_waker(analysis, window, list);
	find_idle_state(analysis, list);
	find_stack(analysis, list);
}

static int analysis_explain(struct analysis *analysis, struct window *window,
			    const struct event_list *list)
{
	struct stretch stretch = { .analysis = analysis, .window = window };
	size_t i;
	int ret;

	window->irq_sample = find_sample(list, window, CONTEXT_IRQ);
	analysis->context = window->context;
	analysis->t_w = window->t_w;
	analysis->latency = window->context == CONTEXT_TOTAL ?
			    window->stop->stop.latency :
			    window->end - window->t_w;
	analysis->blocking_pid = -1;
	analysis->stack_pid = -1;
	analysis->hit_ns = window->stop ? window->stop->stop.latency :
					  analysis->latency;
	analysis->workload_pid = window->workload_pid;
	analysis->workload_prio = window->workload_prio;
	analysis->incomplete = list->lost_before &&
			       list->lost_before >= window->t_w;
	if (spans_collect(&window->spans, list, window->t_w, window->end))
		return -1;
	window->counted = calloc(window->spans.count + 1, 1);
	if (!window->counted)
		return -1;
	if (analysis_is_noise(analysis)) {
		ret = explain_noise(&stretch, list);
	} else {
		if (analysis_is_wakeup(analysis))
			look_at_wakeup(analysis, window, list);
		else
			look_at_timer(analysis, window, list);
		ret = explain_latency(&stretch);
	}
	analysis->unexplained = analysis->latency;
	for (i = 0; i < PARTS; i++)
		analysis->unexplained -= analysis->part[i].ns;
	return ret;
}

static bool lacks_prio(const struct part *part)
{
	for (size_t i = 0; i < part->items; i++)
		if (part->item[i].prio == PRIO_ABSENT)
			return true;
	return false;
}

/* Find out what the events of the kernel's own tracers do not tell about the hit. */
static unsigned int find_lacks(const struct analysis *analysis,
			       const struct window *window,
			       const struct event_list *list)
{
	unsigned int lacks = 0;
	size_t noises = 0;

	if (!recorder_is_bare(analysis->recorder))
		return 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		noises += event_is_noise(event);
		if (event->after_left_out && event->time >= window->t_w &&
		    (!window->stop || event <= window->stop))
			lacks |= LACK_DURATION;
	}
	/*
	 * Without any event, a noise that nothing in the kernel made is
	 * explained all the same.
	 */
	if (!noises && (!analysis_is_noise(analysis) || analysis->unexplained))
		lacks |= LACK_NOISE;
	if (analysis_is_noise(analysis))
		return lacks;
	lacks |= LACK_EXPIRY;
	if (analysis->context == CONTEXT_IRQ && !window->timer_irq)
		return lacks | LACK_TIMER_IRQ;
	if (noises && (analysis->workload_prio == PRIO_ABSENT ||
		       lacks_prio(&analysis->part[PART_BLOCKING])))
		lacks |= LACK_PRIORITY;
	return lacks;
}

struct analysis *analysis_new(const struct event_list *list, int cpu,
			      const struct analysis_config *config)
{
	struct analysis *analysis;
	struct window window;
	int ret;

	errno = 0;
	if (!find_target(&window, list, config))
		return NULL;
	analysis = calloc(1, sizeof(*analysis));
	if (!analysis)
		return NULL;
	analysis->cpu = cpu;
	analysis->untraced = config->untraced;
	analysis->recorder = config->recorder;
	analysis->counts = config->counts;
	analysis->clock_tick = coarse_clock_tick(list);
	ret = analysis_explain(analysis, &window, list);
	analysis->longest = window.stop && window.stop->stop.longest;
	analysis->lacks = find_lacks(analysis, &window, list);
	if (!analysis_is_noise(analysis))
		analysis->own = config->own[analysis->context];
	spans_free(&window.spans);
	free(window.counted);
	if (ret) {
		analysis_free(analysis);
		errno = ENOMEM;
		return NULL;
	}
	return analysis;
}

void analysis_free(struct analysis *analysis)
{
	size_t i;

	if (!analysis)
		return;
	for (i = 0; i < PARTS; i++) {
		free(analysis->part[i].item);
		number_map_free(&analysis->part[i].place);
	}
	free(analysis->segment);
	free(analysis);
}
