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
#include "analysis/cause_names.h"
#include "analysis/part_names.h"
#include "analysis/perfetto.h"
#include "analysis/spans.h"
#include "base/json_write.h"
#include "base/times.h"
#include "trace/symbols.h"

/* The process that stands for the CPU: a made-up id, not that of a task. */
#define PROCESS		1

/*
 * Tracks, from top to bottom. The tracks of the levels begin at TRACK_LEVELS,
 * the innermost level first.
 */
enum track {
	TRACK_TOTAL = 1,
	TRACK_PARTS,
	TRACK_LEVELS,
};

struct writer {
	const struct analysis *analysis;
	const struct event_list *list;
	uint64_t base;		/* ns; all times are since then */
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

static void add(struct writer *writer, json_t *event)
{
	if (!event || json_array_append_new(writer->events, event))
		writer->no_memory = true;
}

static void add_slice(struct writer *writer, int track, const char *name,
		      uint64_t start, uint64_t end, json_t *args)
{
	add(writer, json_pack("{s:s, s:o, s:i, s:i, s:o, s:o, s:o}", "ph", "X",
			      "name", json_text(name), "pid", PROCESS, "tid",
			      track,
			      "ts", time_value(start - writer->base),
			      "dur", time_value(end - start), "args", args));
}

static void name_track(struct writer *writer, int track, const char *name)
{
	add(writer, json_pack("{s:s, s:s, s:i, s:i, s:{s:s}}", "ph", "M",
			      "name", "thread_name", "pid", PROCESS, "tid",
			      track, "args", "name", name));
	add(writer, json_pack("{s:s, s:s, s:i, s:i, s:{s:i}}", "ph", "M",
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

static void name_tracks(struct writer *writer)
{
	static const char *const levels[LEVELS] = {
		[LEVEL_THREAD] = "threads", [LEVEL_SOFTIRQ] = "softirqs",
		[LEVEL_IRQ] = "interrupts", [LEVEL_STACK] = "stacks taken",
		[LEVEL_NMI] = "NMIs",
	};
	char cpu[32];

	snprintf(cpu, sizeof(cpu), "CPU %d", writer->analysis->cpu);
	add(writer, json_pack("{s:s, s:s, s:i, s:{s:s}}", "ph", "M", "name",
			      "process_name", "pid", PROCESS, "args", "name",
			      cpu));
	name_track(writer, TRACK_TOTAL, total_name(writer->analysis));
	name_track(writer, TRACK_PARTS, "its parts");
	for (int level = 0; level < LEVELS; level++)
		name_track(writer, TRACK_LEVELS + LEVEL_NMI - level,
			   levels[level]);
}

/*
 * Return when the latency or noise ends. The total noise of a period ends with
 * its last segment: there is time without noise between its noises, so that its
 * end is not its start plus its amount.
 */
static uint64_t end_of(const struct analysis *analysis)
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
	add_slice(writer, TRACK_TOTAL, name, analysis->t_w, end_of(analysis),
		  json_pack("{s:o, s:I, s:I, s:b}", "cause", json_text(cause),
			    "latency_ns", (json_int_t)analysis->latency,
			    "unexplained_ns", (json_int_t)analysis->unexplained,
			    "incomplete", analysis->incomplete));
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
 * nested contexts are inside. The net duration is in "args". Returns 0, or -1
 * if there is no memory.
 */
static int add_spans(struct writer *writer)
{
	struct spans spans;
	char name[CAUSE_LEN];
	int ret = spans_collect(&spans, writer->list, 0, UINT64_MAX);

	for (size_t i = 0; !ret && i < spans.count; i++) {
		const struct span *span = &spans.span[i];

		add_slice(writer, TRACK_LEVELS + LEVEL_NMI - (int)span->level,
			  span_name(span->event, name), span->start, span->end,
			  json_pack("{s:I}", "net_ns",
				    (json_int_t)span->net));
	}
	spans_free(&spans);
	return ret;
}

static void add_counter(struct writer *writer, const struct event *event)
{
	static const char *const names[LATENCY_CONTEXTS] = {
		"IRQ latency (us)", "thread latency (us)", "user latency (us)",
	};
	int context = event->sample.context;

	if (context < 0 || context >= LATENCY_CONTEXTS)
		return;
	add(writer, json_pack("{s:s, s:s, s:i, s:o, s:{s:f}}", "ph", "C", "name",
			      names[context], "pid", PROCESS, "ts",
			      time_value(event->sample.t_w +
					 event->sample.latency - writer->base),
			      "args", "us", time_us(event->sample.latency)));
}

/* ---- All of it ----------------------------------------------------------- */

static uint64_t find_base(const struct analysis *analysis,
			  const struct event_list *list)
{
	uint64_t base = analysis->t_w;

	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		base = time_min(base, event->time);
		if (event->type == EVENT_SAMPLE)
			base = time_min(base, event->sample.t_w);
		else if (event_is_noise(event))
			base = time_min(base, event->noise.start);
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
		    const struct event_list *list, const char *sentence)
{
	struct writer writer = {
		.analysis = analysis,
		.list = list,
		.base = find_base(analysis, list),
		.events = json_array(),
	};
	char *text = NULL;
	json_t *all;

	name_tracks(&writer);
	add_total(&writer, sentence);
	add_parts(&writer);
	writer.no_memory |= add_spans(&writer);
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
