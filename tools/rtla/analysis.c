// SPDX-License-Identifier: GPL-2.0
/*
 * The analysis of one latency; see analysis.h for what it finds.
 *
 * The events give, for each context, its start and its net duration. From them:
 *
 *  - a span: a context from its start to its end, where the end is the start
 *    plus the net durations of itself and of all that nested in it;
 *  - the own time of a span in a stretch [from, to): its net duration if it lies
 *    within, else the overlap less the own times of what nested in it there.
 *
 * So each nanosecond is counted for the innermost context only. Nothing is
 * assumed to be complete: what the own times do not add up to is unexplained.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"

/*
 * What no event explains of the delay is put down to what ran, if it is worth
 * it: at least 1 us, and at least a hundredth of the latency.
 */
#define DELAY_REST_MIN_NS	1000
#define DELAY_REST_MIN_SHARE	100

/* Inner contexts preempt outer ones. */
enum level {
	LEVEL_THREAD,
	LEVEL_SOFTIRQ,
	LEVEL_IRQ,
	LEVEL_NMI,
};

struct span {
	const struct event *event;
	enum level level;
	uint64_t start;
	uint64_t end;
};

/* The latency to explain, and the spans that have a part in it. */
struct window {
	int context;
	uint32_t seqnum;
	uint64_t t_w;
	uint64_t end;
	uint64_t irq_start;
	uint64_t thread_start;
	int workload_pid;		/* -1 is unknown */
	const struct event *irq_sample;
	const struct event *stop;
	struct span *span;		/* by start; then outer before inner */
	size_t spans;
};

static uint64_t max_u64(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static void copy_name(char *dst, size_t size, const char *src)
{
	size_t len = strnlen(src, size - 1);

	memcpy(dst, src, len);
	dst[len] = '\0';
}

/* ---- Which latency ------------------------------------------------------ */

static const struct event *last_event(const struct event_list *list,
				      enum event_type type, int context)
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

static void target_stop(struct window *window, const struct event *stop)
{
	window->stop = stop;
	window->context = stop->stop.context;
	window->seqnum = stop->stop.seqnum;
	window->t_w = stop->stop.t_w;
	window->end = stop->stop.t_w + stop->stop.latency;
	window->irq_start = stop->stop.irq_start;
	window->thread_start = stop->stop.thread_start;
	if (stop->stop.context != CONTEXT_IRQ)
		window->workload_pid = stop->stop.pid;
}

static void target_sample(struct window *window, const struct event *sample)
{
	window->context = sample->sample.context;
	window->seqnum = sample->sample.seqnum;
	window->t_w = sample->sample.t_w;
	window->end = sample->sample.t_w + sample->sample.latency;
	if (sample->sample.context != CONTEXT_IRQ)
		window->workload_pid = sample->pid;
}

/* The stop itself, or on another CPU than the stop's the last sample. */
static bool find_target(struct window *window, const struct event_list *list,
			const struct analysis_config *config)
{
	const struct event *stop = last_event(list, EVENT_STOP, 0);
	const struct event *target = NULL;

	*window = (struct window) { .workload_pid = -1 };
	if (stop) {
		target_stop(window, stop);
		return true;
	}
	for (int i = 0; i < CONTEXTS; i++) {
		const struct event *last = last_event(list, EVENT_SAMPLE, i);

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
		    event->sample.seqnum == window->seqnum &&
		    event->sample.t_w == window->t_w)
			return event;
	}
	return NULL;
}

/* ---- Spans -------------------------------------------------------------- */

static bool is_noise(const struct event *event)
{
	return event->type >= EVENT_NMI && event->type <= EVENT_THREAD;
}

static enum level level_of(enum event_type type)
{
	switch (type) {
	case EVENT_NMI:
		return LEVEL_NMI;
	case EVENT_IRQ:
		return LEVEL_IRQ;
	case EVENT_SOFTIRQ:
		return LEVEL_SOFTIRQ;
	default:
		return LEVEL_THREAD;
	}
}

static int compare_spans(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (int)x->level - (int)y->level;
}

/*
 * Spans are sorted by start, outer before inner: what nests in span @i comes
 * after it, and starts before its end.
 */
static bool nests(const struct window *window, size_t inner, size_t outer)
{
	const struct span *i = &window->span[inner], *o = &window->span[outer];

	return inner > outer && i->start < o->end &&
	       (i->level > o->level || i->level == LEVEL_IRQ);
}

static void find_end(struct window *window, size_t i)
{
	struct span *span = &window->span[i];
	size_t j;

	span->end = span->start + span->event->noise.duration;
	for (j = i + 1; j < window->spans; j++) {
		if (window->span[j].start >= span->end)
			break;
		if (nests(window, j, i))
			span->end += window->span[j].event->noise.duration;
	}
}

/*
 * An event is written when its context ends, so the spans that have a part in
 * the window were written after t_w. What nested in them may be older.
 */
static uint64_t find_first_start(const struct window *window,
				 const struct event_list *list)
{
	uint64_t first = window->t_w;
	size_t i;

	for (i = list->count; i-- && list->event[i].time >= window->t_w;) {
		if (is_noise(&list->event[i]))
			first = min_u64(first, list->event[i].noise.start);
	}
	return first;
}

static int collect_spans(struct window *window, const struct event_list *list)
{
	uint64_t first = find_first_start(window, list);
	const struct event *event;
	size_t i;

	window->span = calloc(list->count + 1, sizeof(*window->span));
	if (!window->span)
		return -1;
	for (i = 0; i < list->count; i++) {
		event = &list->event[i];
		if (!is_noise(event) || event->noise.start < first ||
		    event->noise.start >= window->end)
			continue;
		window->span[window->spans++] = (struct span) {
			.event = event,
			.level = level_of(event->type),
			.start = event->noise.start,
		};
	}
	qsort(window->span, window->spans, sizeof(*window->span), compare_spans);
	for (i = 0; i < window->spans; i++)
		find_end(window, i);
	return 0;
}

static uint64_t own_time(const struct window *window, size_t i, uint64_t from,
			 uint64_t to)
{
	const struct span *span = &window->span[i];
	uint64_t own;
	size_t j;

	if (span->end <= from || span->start >= to)
		return 0;
	if (span->start >= from && span->end <= to)
		return span->event->noise.duration;
	own = min_u64(span->end, to) - max_u64(span->start, from);
	for (j = i + 1; j < window->spans && window->span[j].start < span->end; j++) {
		if (nests(window, j, i))
			own -= min_u64(own, own_time(window, j, from, to));
	}
	return own;
}

/* ---- The timer's interrupt ---------------------------------------------- */

/* NULL when it is not over at the stop. */
static const struct span *find_timer_irq(const struct window *window)
{
	const struct span *found = NULL;
	uint64_t sampled;
	size_t i;

	if (!window->irq_sample)
		return NULL;
	sampled = window->t_w + window->irq_sample->sample.latency;
	for (i = 0; i < window->spans; i++) {
		const struct span *span = &window->span[i];

		/* The innermost one that was open at the sample. */
		if (span->level == LEVEL_IRQ && span->start <= sampled &&
		    span->end >= sampled)
			found = span;
	}
	return found;
}

/* Where there is no stop event to tell, the sample is the best bound. */
static void find_irq_start(struct window *window, const struct span *timer_irq)
{
	if (window->irq_start)
		return;
	if (timer_irq)
		window->irq_start = timer_irq->start;
	else if (window->irq_sample)
		window->irq_start = window->t_w + window->irq_sample->sample.latency;
	else
		window->irq_start = window->end;
}

/*
 * Likewise: the thread runs from the end of the last other thread on, of those
 * before its sample.
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
	for (i = 0; i < window->spans; i++) {
		if (window->span[i].level == LEVEL_THREAD &&
		    window->span[i].end <= sampled)
			window->thread_start = max_u64(window->thread_start,
						       window->span[i].end);
	}
}

/* ---- Parts -------------------------------------------------------------- */

static struct part_item *find_item(struct part *part, enum item_kind kind,
				   enum event_type type, int id, const char *name)
{
	struct part_item *item;
	size_t i;

	for (i = 0; i < part->items; i++) {
		item = &part->item[i];
		if (item->kind == kind && item->type == type && item->id == id &&
		    !strncmp(item->name, name, sizeof(item->name) - 1))
			return item;
	}
	return NULL;
}

static int add_item(struct part *part, enum item_kind kind, enum event_type type,
		    int id, const char *name, uint64_t ns)
{
	struct part_item *item = find_item(part, kind, type, id, name);

	if (!item) {
		item = reallocarray(part->item, part->items + 1, sizeof(*item));
		if (!item)
			return -1;
		part->item = item;
		item += part->items++;
		*item = (struct part_item) { .kind = kind, .type = type, .id = id };
		copy_name(item->name, sizeof(item->name), name);
	}
	item->ns += ns;
	item->count++;
	part->ns += ns;
	return 0;
}

static int add_span(struct part *part, const struct span *span, uint64_t ns)
{
	const struct event *event = span->event;
	int id = event->type == EVENT_NMI ? -1 : event->noise.id;

	if (!ns)
		return 0;
	return add_item(part, ITEM_NOISE, event->type, id, event->noise.name, ns);
}

/*
 * Interference comes from higher priority, blocking from lower (the paper,
 * section 5). What was interrupted by the timer may be either.
 */
static enum part_id thread_part(const struct analysis *analysis,
				const struct event *event,
				const struct analysis_config *config)
{
	if (event->noise.id == analysis->blocking_pid &&
	    event->noise.prio >= config->workload_prio)
		return PART_BLOCKING;
	return PART_THREAD;
}

static enum part_id part_of(const struct analysis *analysis,
			    const struct span *span, const struct span *timer_irq,
			    const struct analysis_config *config)
{
	if (span == timer_irq)
		return PART_TIMER_IRQ;
	switch (span->level) {
	case LEVEL_NMI:
		return PART_NMI;
	case LEVEL_IRQ:
		return PART_IRQ;
	case LEVEL_SOFTIRQ:
		return PART_SOFTIRQ;
	default:
		return thread_part(analysis, span->event, config);
	}
}

/* Before the timer's interrupt: what held it off, and then the rest. */
static int explain_delay(struct analysis *analysis, const struct window *window)
{
	struct part *part = &analysis->part[PART_DELAY];
	uint64_t from = window->t_w, to = min_u64(window->irq_start, window->end);
	uint64_t total, rest;
	bool idle = !analysis->blocking_pid;
	size_t i;

	if (to <= from)
		return 0;
	total = to - from;
	for (i = 0; i < window->spans; i++) {
		if (window->span[i].level < LEVEL_IRQ)
			continue;
		if (add_span(part, &window->span[i], own_time(window, i, from, to)))
			return -1;
	}
	analysis->previous_irq = part->ns;
	rest = total - min_u64(total, part->ns);
	if (rest >= DELAY_REST_MIN_NS &&
	    rest >= analysis->latency / DELAY_REST_MIN_SHARE &&
	    analysis->blocking_pid >= 0 &&
	    add_item(part, idle ? ITEM_IDLE : ITEM_THREAD, EVENT_THREAD,
		     analysis->blocking_pid, analysis->blocking_comm, rest))
		return -1;
	part->ns = total;
	return 0;
}

/* From the timer's interrupt on. */
static int explain_rest(struct analysis *analysis, const struct window *window,
			const struct span *timer_irq,
			const struct analysis_config *config)
{
	uint64_t from = max_u64(window->irq_start, window->t_w);
	uint64_t to = window->end, nested = 0, ns, own;
	uint64_t thread_start = max_u64(window->thread_start, from);
	const struct span *span;
	size_t i;

	for (i = 0; i < window->spans; i++) {
		span = &window->span[i];
		ns = own_time(window, i, from, to);
		if (add_span(&analysis->part[part_of(analysis, span, timer_irq, config)],
			     span, ns))
			return -1;
		/* What is in the stretch below that no event was written of. */
		if (window->context == CONTEXT_IRQ)
			nested += ns;
		else if (window->thread_start)
			nested += own_time(window, i, thread_start, to);
	}
	if (window->context == CONTEXT_IRQ && !timer_irq && to > from) {
		own = to - from;
		analysis->part[PART_TIMER_IRQ].ns = own - min_u64(own, nested);
	} else if (window->thread_start && to > thread_start) {
		own = to - thread_start;
		analysis->part[PART_WORKLOAD].ns = own - min_u64(own, nested);
	}
	return 0;
}

/* ---- All of it ---------------------------------------------------------- */

static void find_blocking(struct analysis *analysis, const struct window *window)
{
	const char *comm = NULL;
	size_t i;

	analysis->blocking_pid = -1;
	if (window->stop && window->context == CONTEXT_IRQ) {
		analysis->blocking_pid = window->stop->stop.pid;
		comm = window->stop->stop.comm;
	} else if (window->irq_sample) {
		analysis->blocking_pid = window->irq_sample->pid;
	}
	for (i = 0; !comm && i < window->spans; i++) {
		const struct event *event = window->span[i].event;

		if (event->type == EVENT_THREAD &&
		    event->noise.id == analysis->blocking_pid)
			comm = event->noise.name;
	}
	/* The timer found the workload itself: it blocks nobody. */
	if (analysis->blocking_pid == window->workload_pid)
		analysis->blocking_pid = -1;
	else if (comm)
		copy_name(analysis->blocking_comm, EVENT_COMM_LEN, comm);
}

static void find_stack(struct analysis *analysis, const struct event_list *list)
{
	const struct event *event;
	size_t i;

	for (i = list->count; i--;) {
		event = &list->event[i];
		if (event->type != EVENT_STACK || event->stack.t_w != analysis->t_w)
			continue;
		analysis->stack = event->stack.caller;
		analysis->stack_count = event->stack.count;
		return;
	}
}

static int explain(struct analysis *analysis, struct window *window,
		   const struct event_list *list,
		   const struct analysis_config *config)
{
	const struct span *timer_irq;
	int64_t sum = 0;
	size_t i;

	window->irq_sample = find_sample(list, window, CONTEXT_IRQ);
	analysis->context = window->context;
	analysis->t_w = window->t_w;
	analysis->latency = window->end - window->t_w;
	analysis->incomplete = !window->irq_sample ||
			       (list->lost_before && list->lost_before >= window->t_w);
	if (window->irq_sample) {
		analysis->irq_latency = window->irq_sample->sample.latency;
		analysis->irq_latency_known = true;
	}
	if (collect_spans(window, list))
		return -1;
	timer_irq = find_timer_irq(window);
	find_irq_start(window, timer_irq);
	find_thread_start(window, list);
	find_blocking(analysis, window);
	find_stack(analysis, list);
	if (explain_delay(analysis, window) ||
	    explain_rest(analysis, window, timer_irq, config))
		return -1;
	for (i = 0; i < PARTS; i++)
		sum += analysis->part[i].ns;
	analysis->unexplained = (int64_t)analysis->latency - sum;
	return 0;
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
	ret = explain(analysis, &window, list, config);
	free(window.span);
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
	for (i = 0; i < PARTS; i++)
		free(analysis->part[i].item);
	free(analysis);
}

uint64_t analysis_idle_max(const struct event_list *list)
{
	uint64_t max = 0, last_end = 0;
	const struct event *event;
	size_t i;

	for (i = 0; i < list->count; i++) {
		event = &list->event[i];
		if (event->type == EVENT_NMI || event->type == EVENT_IRQ)
			last_end = max_u64(last_end, event->noise.start +
						     event->noise.duration);
		else if (event->type == EVENT_SAMPLE && !event->pid &&
			 event->sample.context == CONTEXT_IRQ &&
			 event->sample.t_w >= last_end)
			max = max_u64(max, event->sample.latency);
	}
	return max;
}
