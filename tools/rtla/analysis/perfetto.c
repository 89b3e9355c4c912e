// SPDX-License-Identifier: GPL-2.0
/*
 * The Trace Event Format: see perfetto.h.
 *
 * json_pack() takes over the values that it is given, and returns NULL if any
 * of them is NULL. So only the value that is added has to be checked for lack
 * of memory.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "analysis/analysis.h"
#include "analysis/analysis_json.h"
#include "analysis/cause_names.h"
#include "analysis/part_names.h"
#include "analysis/perfetto.h"
#include "analysis/periods.h"
#include "analysis/spans.h"
#include "analysis/waker.h"
#include "base/json_write.h"
#include "base/number_map.h"
#include "base/times.h"

/*
 * The process that stands for the CPU, and those that have a track for each
 * thread that was woken, and for each that woke one from another CPU. The ids
 * are made up, not those of tasks; the ids of their tracks are those of the
 * threads.
 */
#define PROCESS		1
#define PROCESS_WOKEN	2
#define PROCESS_WAKERS	3

/*
 * Tracks, from top to bottom. The tracks of the levels begin at TRACK_LEVELS,
 * the innermost level first.
 */
enum track {
	TRACK_TOTAL = 1,
	TRACK_PARTS,
	TRACK_LEVELS,
};

/*
 * struct writer - the trace that is written
 * @analysis, @list, @symbols: see perfetto_text()
 * @around: the time that it has
 * @base: ns; all times are since then
 * @events: what it has
 * @no_memory: some of it is missing
 */
struct writer {
	const struct analysis *analysis;
	const struct event_list *list;
	const struct symbols *symbols;
	struct periods around;
	uint64_t base;
	json_t *events;
	bool no_memory;
};

/*
 * Up to 2^53, in ns 104 days, a double can hold every whole number. Only a
 * damaged trace is longer.
 */
#define TIME_MAX_NS	(1ULL << 53)

/*
 * Return @ns in us, rounded so that a reader that multiplies it by 1000 and
 * cuts off the fraction gets the same ns again.
 */
static json_t *time_value(uint64_t ns)
{
	double us;

	ns = time_min(ns, TIME_MAX_NS);
	us = ns / 1000.0;
	while ((uint64_t)(us * 1000.0) < ns)
		us = nextafter(us, INFINITY);
	return json_real(us);
}

static void perfetto_add(struct writer *writer, json_t *event)
{
	if (!event || json_array_append_new(writer->events, event))
		writer->no_memory = true;
}

static void add_slice_of(struct writer *writer, int process, int track,
			 const char *name, uint64_t start, uint64_t end,
			 json_t *args)
{
	perfetto_add(writer, json_pack("{s:s, s:o, s:i, s:i, s:o, s:o, s:o}", "ph", "X",
				       "name", json_text(name), "pid", process, "tid",
				       track,
				       "ts", time_value(start - writer->base),
				       "dur", time_value(end - start), "args", args));
}

static void add_slice(struct writer *writer, int track, const char *name,
		      uint64_t start, uint64_t end, json_t *args)
{
	add_slice_of(writer, PROCESS, track, name, start, end, args);
}

static void name_process(struct writer *writer, int process, const char *name)
{
	perfetto_add(writer, json_pack("{s:s, s:s, s:i, s:{s:s}}", "ph", "M", "name",
				       "process_name", "pid", process, "args", "name",
				       name));
}

static void name_track_of(struct writer *writer, int process, int track,
			  const char *name)
{
	perfetto_add(writer, json_pack("{s:s, s:s, s:i, s:i, s:{s:o}}", "ph", "M",
				       "name", "thread_name", "pid", process, "tid",
				       track, "args", "name", json_text(name)));
}

static void name_track(struct writer *writer, int track, const char *name)
{
	name_track_of(writer, PROCESS, track, name);
	perfetto_add(writer, json_pack("{s:s, s:s, s:i, s:i, s:{s:i}}", "ph", "M",
				       "name", "thread_sort_index", "pid", PROCESS,
				       "tid", track, "args", "sort_index", track));
}

static const char *total_name(const struct analysis *analysis)
{
	static const char *const names[CONTEXTS] = {
		[CONTEXT_IRQ] = "IRQ latency",
		[CONTEXT_THREAD] = "thread latency",
		[CONTEXT_USER] = "user latency",
		[CONTEXT_SINGLE] = "noise",
		[CONTEXT_TOTAL] = "noise of the period",
	};

	return analysis_is_wakeup(analysis) ? "wake-up latency" :
					      names[analysis->context];
}

/* ---- Tracks -------------------------------------------------------------- */

static int level_track(enum level level)
{
	return TRACK_LEVELS + LEVEL_NMI - (int)level;
}

static void name_tracks(struct writer *writer)
{
	static const char *const levels[LEVELS] = {
		[LEVEL_THREAD] = "threads", [LEVEL_SOFTIRQ] = "softirqs",
		[LEVEL_IRQ] = "interrupts", [LEVEL_STACK] = "stacks taken",
		[LEVEL_NMI] = "NMIs",
	};
	char cpu[32];

	snprintf(cpu, sizeof(cpu), "CPU %d", writer->analysis->cpu);
	name_process(writer, PROCESS, cpu);
	name_track(writer, TRACK_TOTAL, total_name(writer->analysis));
	name_track(writer, TRACK_PARTS, "its parts");
	for (int level = 0; level < LEVELS; level++)
		name_track(writer, level_track(level), levels[level]);
}

/*
 * Return when the latency or noise ends. The total noise of a period ends with
 * its last segment: there is time without noise between its noises, so that its
 * end is not its start plus its amount.
 */
static uint64_t perfetto_end_of(const struct analysis *analysis)
{
	const struct segment *last;

	if (!analysis->segments)
		return analysis->t_w + analysis->latency;
	last = &analysis->segment[analysis->segments - 1];
	return time_max(last->start + last->ns,
			analysis->context == CONTEXT_TOTAL ? 0 :
			analysis->t_w + analysis->latency);
}

static void add_total(struct writer *writer, const char *cause)
{
	const struct analysis *analysis = writer->analysis;
	char name[64];

	snprintf(name, sizeof(name), "%s %.2f us", total_name(analysis),
		 time_us(analysis->latency));
	add_slice(writer, TRACK_TOTAL, name, analysis->t_w, perfetto_end_of(analysis),
		  json_pack("{s:o, s:I, s:I, s:b, s:o}", "cause", json_text(cause),
			    "latency_ns", (json_int_t)analysis->latency,
			    "unexplained_ns", (json_int_t)analysis->unexplained,
			    "incomplete", analysis->incomplete, "stack",
			    analysis_stack_json(analysis, writer->symbols)));
}

/*
 * Add the stack on the track of threads, when it was taken. If that is not
 * known, it was in the timer's interrupt.
 */
static void add_stack(struct writer *writer)
{
	const struct analysis *analysis = writer->analysis;
	uint64_t at = analysis->stack_at ?: analysis->irq_latency_known ?
					    analysis->irq_latency : 0;

	if (!analysis->stack_count)
		return;
	perfetto_add(writer, json_pack("{s:s, s:s, s:s, s:i, s:i, s:o, s:{s:o, s:o}}",
		"ph", "i", "name", "stack", "s", "t", "pid", PROCESS, "tid",
		level_track(LEVEL_THREAD), "ts",
		time_value(analysis->t_w + at - writer->base), "args", "pid",
		analysis->stack_pid < 0 ? json_null() :
					  json_integer(analysis->stack_pid),
		"stack", analysis_stack_json(analysis, writer->symbols)));
}

static void add_parts(struct writer *writer)
{
	const struct analysis *analysis = writer->analysis;
	char name[CAUSE_LEN];

	for (size_t i = 0; i < analysis->segments; i++) {
		const struct segment *segment = &analysis->segment[i];

		add_slice(writer, TRACK_PARTS,
			  segment_print(analysis, segment, name),
			  segment->start, segment->start + segment->ns,
			  json_pack("{s:s, s:I, s:f}", "part",
				    part_name(segment->part), "ns",
				    (json_int_t)segment->ns, "percent",
				    time_percent(segment->ns,
						 analysis->latency)));
	}
}

static const char *span_name(const struct event *event, char *text)
{
	struct part_item item = {
		.type = event->type,
		.id = event->type == EVENT_NMI ? -1 : event->noise.id,
	};

	if (event->type == EVENT_STACK)
		return "stack";
	memcpy(item.name, event->noise.name, sizeof(item.name));
	return cause_print(&item, text);
}

/*
 * Add a slice for each noise event, as long as its span, so that slices of
 * nested contexts are inside. The net duration, also of what is before or after
 * the time that is shown, is in "args".
 */
static void add_spans(struct writer *writer, const struct spans *spans)
{
	char name[CAUSE_LEN];

	for (size_t i = 0; i < spans->count; i++) {
		const struct span *span = &spans->span[i];

		add_slice(writer, level_track(span->level),
			  span_name(span->event, name),
			  time_max(span->start, writer->around.from),
			  time_min(span->end, writer->around.to),
			  json_pack("{s:I}", "net_ns",
				    (json_int_t)span->net));
	}
}

static void add_counter(struct writer *writer, const struct event *event)
{
	static const char *const names[LATENCY_CONTEXTS] = {
		"IRQ latency (us)", "thread latency (us)", "user latency (us)",
	};
	int context = event->sample.context;

	if (context < 0 || context >= LATENCY_CONTEXTS ||
	    event->sample.t_w < writer->around.from ||
	    event->sample.t_w >= writer->around.to)
		return;
	perfetto_add(writer, json_pack("{s:s, s:s, s:i, s:o, s:{s:f}}", "ph", "C", "name",
				       names[context], "pid", PROCESS, "ts",
				       time_value(event->sample.t_w +
						  event->sample.latency - writer->base),
				       "args", "us", time_us(event->sample.latency)));
}

/* ---- Wake-ups ------------------------------------------------------------ */

/*
 * Return whether a wake-up is in the time that is shown. A damaged trace may
 * have points that are not in the order of time.
 */
static bool is_shown(const struct event *event, const struct periods *around)
{
	int first = event_wakeup_first(event);

	for (int i = first; i < WAKEUP_RUN; i++)
		if (event->wakeup.point[i] > event->wakeup.point[i + 1])
			return false;
	return event->wakeup.point[first] >= around->from &&
	       event->wakeup.point[first] < around->to;
}

/* The number of a thread's event when its track has its name. */
#define NAMED	(-1)

/* Find the number of the last event that has the name of each thread. */
static void find_names(struct number_map *names, const struct event_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (event->type == EVENT_THREAD)
			number_map_put(names, event->noise.id, i);
		else if (event->type == EVENT_STOP)
			number_map_put(names, event->stop.pid, i);
	}
}

/* Name the track of a woken thread, unless it is; its name is known if it ran. */
static void name_woken(struct writer *writer, int pid, struct number_map *names)
{
	const char *comm = "thread";
	const struct event *event;
	int64_t number;
	char name[64];

	if (number_map_find(names, pid, &number)) {
		if (number == NAMED)
			return;
		event = &writer->list->event[number];
		comm = event->type == EVENT_THREAD ? event->noise.name :
						     event->stop.comm;
	}
	writer->no_memory |= !number_map_put(names, pid, NAMED);
	snprintf(name, sizeof(name), "%s:%d", comm, pid);
	name_track_of(writer, PROCESS_WOKEN, pid, name);
}

static void add_flow(struct writer *writer, const char *phase, int process,
		     int track, uint64_t at, json_int_t id)
{
	perfetto_add(writer, json_pack("{s:s, s:s, s:s, s:I, s:s, s:i, s:i, s:o}", "ph",
				       phase, "name", "wakes", "cat", "wakeup", "id", id,
				       "bp", "e", "pid", process, "tid", track, "ts",
				       time_value(at - writer->base)));
}

/*
 * Add the arrow from the context that woke the thread to the thread's wait.
 * What woke it from another CPU, or is not in the trace, gets a slice to begin
 * it in.
 */
static void add_arrow(struct writer *writer, const struct event *event,
		      const struct waker *waker, json_int_t id)
{
	uint64_t waking = event->wakeup.point[WAKEUP_WAKING];
	int process = PROCESS, track;
	char text[WAKER_LEN];

	if (waker->place == WAKER_HERE) {
		track = level_track(waker->level);
	} else {
		process = PROCESS_WAKERS;
		track = waker->pid;
		add_slice_of(writer, process, track, waker_print(waker, text),
			     waking, event->wakeup.point[WAKEUP_QUEUED],
			     json_object());
	}
	add_flow(writer, "s", process, track, waking, id);
	add_flow(writer, "f", PROCESS_WOKEN, event->wakeup.pid,
		 event->wakeup.point[WAKEUP_QUEUED], id);
}

/* Add a slice for each part of a wake-up. */
static void add_wakeup(struct writer *writer, const struct event *event,
		       const struct waker *waker)
{
	char text[WAKER_LEN];

	for (int i = event_wakeup_first(event); i < WAKEUP_RUN; i++) {
		uint64_t start = event->wakeup.point[i];
		uint64_t end = event->wakeup.point[i + 1];

		if (end > start)
			add_slice_of(writer, PROCESS_WOKEN, event->wakeup.pid,
				     context_name(WAKEUP_FIRST + i), start, end,
				     json_pack("{s:o, s:o}", "ns",
					       json_number(end - start),
					       "woken_by", json_text(waker_print(
							waker, text))));
	}
}

static void add_wakeups(struct writer *writer, const struct spans *spans)
{
	struct number_map names = { .count = 0 };
	const struct event_list *list = writer->list;
	struct waker waker;
	json_int_t id = 0;

	find_names(&names, list);
	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (event->type != EVENT_WAKEUP ||
		    !is_shown(event, &writer->around))
			continue;
		if (!id++) {
			name_process(writer, PROCESS_WOKEN, "woken threads");
			name_process(writer, PROCESS_WAKERS,
				     "wakers on other CPUs");
		}
		name_woken(writer, event->wakeup.pid, &names);
		waker_find(&waker, event, spans);
		add_wakeup(writer, event, &waker);
		add_arrow(writer, event, &waker, id);
	}
	number_map_free(&names);
}

/* ---- All of it ----------------------------------------------------------- */

static uint64_t find_base(const struct analysis *analysis,
			  const struct event_list *list,
			  const struct periods *around)
{
	uint64_t base = analysis->t_w;

	if (around->from)
		return around->from;
	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		base = time_min(base, event->time);
		if (event->type == EVENT_SAMPLE)
			base = time_min(base, event->sample.t_w);
		else if (event_is_noise(event))
			base = time_min(base, event->noise.start);
		else if (event->type == EVENT_WAKEUP)
			base = time_min(base, event->wakeup.point[
						event_wakeup_first(event)]);
	}
	return base;
}

static json_t *get_other(const struct writer *writer)
{
	return json_pack("{s:s, s:i, s:s, s:I}", "tool", "rtla", "cpu",
			 writer->analysis->cpu, "clock", "CLOCK_MONOTONIC",
			 "base_ns", (json_int_t)writer->base);
}

char *perfetto_text(const struct analysis *analysis,
		    const struct event_list *list, const char *sentence,
		    const struct symbols *symbols, unsigned int periods)
{
	struct periods around = periods_around(analysis, list, periods);
	struct writer writer = {
		.analysis = analysis,
		.list = list,
		.symbols = symbols,
		.around = around,
		.base = find_base(analysis, list, &around),
		.events = json_array(),
	};
	struct spans spans;
	char *text = NULL;
	json_t *all;

	writer.no_memory = spans_collect(&spans, list, around.from,
					 around.to);
	name_tracks(&writer);
	add_total(&writer, sentence);
	add_parts(&writer);
	add_stack(&writer);
	if (!writer.no_memory) {
		add_spans(&writer, &spans);
		add_wakeups(&writer, &spans);
	}
	spans_free(&spans);
	for (size_t i = 0; i < list->count; i++)
		if (list->event[i].type == EVENT_SAMPLE)
			add_counter(&writer, &list->event[i]);
	all = json_pack("{s:s, s:o, s:o}", "displayTimeUnit", "ns", "otherData",
			get_other(&writer), "traceEvents", writer.events);
	if (all && !writer.no_memory)
		text = json_dumps(all, JSON_COMPACT);
	json_decref(all);
	return text;
}
