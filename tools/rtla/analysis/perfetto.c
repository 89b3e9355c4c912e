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
 * thread that was woken, for each that woke one from another CPU, and for each
 * that ran by the kernel's own events. The ids are made up, not those of tasks;
 * the ids of their tracks are those of the threads.
 */
enum process {
	PROCESS = 1,
	PROCESS_WOKEN,
	PROCESS_WAKERS,
	PROCESS_RUNNING,
	PROCESSES
};

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
 * @analysis, @list: see perfetto_text()
 * @symbols, @wakings: see struct perfetto_config
 * @around: the time that it has
 * @base: ns; all times are since then
 * @events: what it has
 * @names: for each thread the number of the last event that has its name
 * @named: the processes, and the threads of each, that have a name there
 * @no_memory: some of it is missing
 */
struct writer {
	const struct analysis *analysis;
	const struct event_list *list;
	const struct symbols *symbols;
	const struct event_list *wakings;
	struct periods around;
	uint64_t base;
	struct number_map names;
	struct number_map named;
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

/* Find the number of the last event that has the name of each thread. */
static void find_names(struct number_map *names, const struct event_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (event->type == EVENT_THREAD)
			number_map_put(names, event->noise.id, i);
		else if (event->type == EVENT_STOP)
			number_map_put(names, event->stop.pid, i);
		else if (event->type == EVENT_SWITCH && *event->switched.to_comm)
			number_map_put(names, event->switched.to, i);
	}
}

/* Return whether @number was not in the map, in which it is then. */
static bool is_new(struct writer *writer, uint64_t number)
{
	int64_t found;

	if (number_map_find(&writer->named, number, &found))
		return false;
	writer->no_memory |= !number_map_put(&writer->named, number, 0);
	return true;
}

/*
 * Name the track of a thread, and its process, unless they are. Without @comm
 * the name is known if the thread has run.
 */
static void name_thread_track(struct writer *writer, enum process process,
			      int pid, const char *comm)
{
	static const char *const processes[PROCESSES] = {
		[PROCESS_WOKEN] = "woken threads",
		[PROCESS_WAKERS] = "wakers on other CPUs",
		[PROCESS_RUNNING] = "threads that ran",
	};
	char name[64];
	int64_t number;

	if (is_new(writer, process))
		name_process(writer, process, processes[process]);
	if (!is_new(writer, (uint64_t)process << 32 | (uint32_t)pid))
		return;
	if (!comm && number_map_find(&writer->names, pid, &number))
		comm = event_comm(&writer->list->event[number], pid);
	snprintf(name, sizeof(name), "%s:%d",
		 comm ?: pid ? "thread" : "idle", pid);
	name_track_of(writer, process, pid, name);
}

/* @phase is "s" where an arrow begins, "f" where it ends; @cat has the @id. */
static void add_flow(struct writer *writer, const char *phase, const char *cat,
		     int process, int track, uint64_t at, json_int_t id)
{
	perfetto_add(writer, json_pack("{s:s, s:s, s:s, s:I, s:s, s:i, s:i, s:o}", "ph",
				       phase, "name", "wakes", "cat", cat, "id", id,
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
		name_thread_track(writer, process, track, NULL);
		add_slice_of(writer, process, track, waker_print(waker, text),
			     waking, event->wakeup.point[WAKEUP_QUEUED],
			     json_object());
	}
	add_flow(writer, "s", "wakeup", process, track, waking, id);
	add_flow(writer, "f", "wakeup", PROCESS_WOKEN, event->wakeup.pid,
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
	const struct event_list *list = writer->list;
	struct waker waker;
	json_int_t id = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (event->type != EVENT_WAKEUP ||
		    !is_shown(event, &writer->around))
			continue;
		name_thread_track(writer, PROCESS_WOKEN, event->wakeup.pid, NULL);
		waker_find(&waker, event, spans);
		add_wakeup(writer, event, &waker);
		add_arrow(writer, event, &waker, ++id);
	}
}

/* ---- Threads that ran, and who woke them, by the kernel's events ---------- */

/* The number of the event of a thread that has run since it was woken. */
#define NO_WAKING	(-1)

/**
 * struct running - who runs on the CPU, as its events are gone through
 * @pid: the thread that runs; -1: not known yet
 * @since: since when
 * @wakings: for each thread that was woken, the number of the event; from
 *	other CPUs, that plus the number of events of this CPU
 * @arrows: number of arrows
 */
struct running {
	int pid;
	uint64_t since;
	struct number_map wakings;
	json_int_t arrows;
};

/* Add the slice of the thread that ran up to @end, as far as it is shown. */
static void add_run(struct writer *writer, const struct running *running,
		    uint64_t end)
{
	uint64_t start = time_max(running->since, writer->base);

	end = time_min(end, writer->around.to);
	if (end < start)
		return;
	name_thread_track(writer, PROCESS_RUNNING, running->pid, NULL);
	add_slice_of(writer, PROCESS_RUNNING, running->pid, "runs", start, end,
		     json_object());
}

/*
 * Add the arrow to a thread to which the CPU switches at @at. On another CPU,
 * it begins in a slice as short as can be: how long waking takes is not known.
 */
static void add_waking(struct writer *writer, struct running *running,
		       const struct event *waking, uint64_t at)
{
	bool here = waking->waking.from < 0;
	enum process process = here ? PROCESS_RUNNING : PROCESS_WAKERS;
	const char *comm = waking->waking.comm;

	if (waking->time < writer->base || waking->time > at ||
	    at >= writer->around.to)
		return;
	name_thread_track(writer, process, waking->pid,
			  *comm ? comm : NULL);
	if (!here)
		add_slice_of(writer, process, waking->pid, "wakes",
			     waking->time, waking->time + 1,
			     json_pack("{s:i, s:i}", "cpu",
				       waking->waking.from, "pid",
				       waking->waking.pid));
	add_flow(writer, "s", "sched", process, waking->pid, waking->time,
		 ++running->arrows);
	add_flow(writer, "f", "sched", PROCESS_RUNNING, waking->waking.pid, at,
		 running->arrows);
}

/* Return the event number @number of this CPU or, after these, of others. */
static const struct event *event_number(const struct writer *writer,
					size_t number)
{
	return number < writer->list->count ?
	       &writer->list->event[number] :
	       &writer->wakings->event[number - writer->list->count];
}

/* The first event of a wake-up counts: it tells who woke the thread. */
static void take_waking(struct writer *writer, struct running *running,
			size_t number)
{
	const struct event *event = event_number(writer, number);
	int64_t before;

	/* Events were lost: it is not known in which slice the arrow begins. */
	if (event->waking.from < 0 && event->pid != running->pid)
		return;
	if (event->waking.queued &&
	    number_map_find(&running->wakings, event->waking.pid, &before) &&
	    before != NO_WAKING)
		return;
	writer->no_memory |= !number_map_put(&running->wakings,
					     event->waking.pid, number);
}

static void take_run(struct writer *writer, struct running *running,
		     const struct event *event)
{
	int64_t number;

	add_run(writer, running, event->time);
	running->pid = event->switched.to;
	running->since = event->time;
	if (!number_map_find(&running->wakings, running->pid, &number) ||
	    number == NO_WAKING)
		return;
	add_waking(writer, running, event_number(writer, number), event->time);
	writer->no_memory |= !number_map_put(&running->wakings, running->pid,
					     NO_WAKING);
}

static const struct event *find_switch(const struct event_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->event[i].type == EVENT_SWITCH)
			return &list->event[i];
	return NULL;
}

/* The thread that ran before the first switch is the one that it was from. */
static void add_running(struct writer *writer)
{
	const struct event_list *list = writer->list;
	const struct event_list *others = writer->wakings;
	const struct event *first = find_switch(list);
	struct running running = { .since = writer->base };
	size_t other = 0;

	if (!first)
		return;
	running.pid = first->switched.from;
	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		while (others && other < others->count &&
		       others->event[other].time <= event->time)
			take_waking(writer, &running, list->count + other++);
		if (event->type == EVENT_WAKING)
			take_waking(writer, &running, i);
		else if (event->type == EVENT_SWITCH)
			take_run(writer, &running, event);
	}
	add_run(writer, &running, list->event[list->count - 1].time);
	number_map_free(&running.wakings);
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
		    const struct perfetto_config *config)
{
	struct periods around = periods_around(analysis, list, config->periods);
	struct writer writer = {
		.analysis = analysis,
		.list = list,
		.symbols = config->symbols,
		.wakings = config->wakings,
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
	find_names(&writer.names, list);
	add_total(&writer, sentence);
	add_parts(&writer);
	add_stack(&writer);
	if (!writer.no_memory) {
		add_spans(&writer, &spans);
		add_wakeups(&writer, &spans);
		add_running(&writer);
	}
	number_map_free(&writer.names);
	number_map_free(&writer.named);
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
