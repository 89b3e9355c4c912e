// SPDX-License-Identifier: GPL-2.0
/*
 * Watched threads and wakers as JSON: see Documentation/results.md. The threads
 * are read again, if they have distributions.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "base/parse.h"
#include "kinds/wakeup/wakeup_kind.h"
#include "results/results_read.h"
#include "results/results_write.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "tracer/tracer_config.h"

/* ---- Threads ------------------------------------------------------------- */

/* Return a part of the wake-ups of a thread; @index is that of the thread. */
static json_t *thread_part_json(const struct run_summary *summary, int index,
				enum event_context context)
{
	const struct watched_threads *threads = summary->kind.threads;
	const struct distribution *distribution =
		watched_distribution(threads, index, context);
	const struct latency *part =
		&threads->thread[index].part[context - WAKEUP_FIRST];

	return distribution ? results_distribution(part, distribution,
						   summary->measured_ns) :
			      results_latency(part);
}

static json_t *thread_parts_json(const struct run_summary *summary, int index)
{
	json_t *json = json_object();

	for (int i = 0; i < WAKEUP_CONTEXTS; i++)
		json_set(&json, context_name(WAKEUP_FIRST + i),
			 thread_part_json(summary, index, WAKEUP_FIRST + i));
	return json;
}

static json_t *threads_json(const struct run_summary *summary)
{
	const struct watched_threads *threads = summary->kind.threads;
	json_t *json = json_array();

	for (int i = 0; threads && i < threads->count; i++) {
		const struct watched_thread *thread = &threads->thread[i];

		json_append(&json, json_pack("{s:i, s:i, s:o, s:s, s:i, s:b, s:o, s:o, s:o}",
			"tid", thread->pid, "pid", thread->tgid,
			"comm", json_words(thread->comm),
			"policy", policy_name(thread->policy),
			"kernel_priority", thread->priority,
			"ended", thread->ended,
			"preempted", json_number(thread->preempted),
			"preempted_ns", json_number(thread->preempted_ns),
			"latencies", thread_parts_json(summary, i)));
	}
	return json;
}

/* ---- Wakers -------------------------------------------------------------- */

static json_t *waker_parts_json(const struct latency *part)
{
	json_t *json = json_object();

	for (int i = 0; i < WAKEUP_CONTEXTS; i++)
		json_set(&json, context_name(WAKEUP_FIRST + i),
			 results_latency(&part[i]));
	return json;
}

static json_t *wakers_json(const struct wakers *wakers)
{
	json_t *json = json_array();

	for (int i = 0; wakers && i < wakers->count; i++) {
		const struct woken_by *waker = &wakers->waker[i];

		json_append(&json, json_pack("{s:s, s:o, s:o, s:o}",
			"kind", waker_kind_name(waker->kind),
			"id", json_number_if(waker->id >= 0, waker->id),
			"name", json_name(waker->name),
			"latencies", waker_parts_json(waker->part)));
	}
	return json;
}

/* ---- The result ---------------------------------------------------------- */

void wakeup_set_configuration(json_t **json, const struct run_summary *summary)
{
	const struct tracer_targets *targets = &summary->tracer->targets;
	json_t *ids = json_array();

	for (int i = 0; i < targets->ids; i++)
		json_append(&ids, json_integer(targets->id[i]));
	json_set(json, "targets", json_pack("{s:b, s:b, s:b, s:b, s:o, s:o, s:o}",
		"all", targets->all, "real_time", targets->real_time,
		"children", targets->children,
		"within_program", targets->within,
		"comm", json_known(targets->comm),
		targets->processes ? "pids" : "tids", ids,
		"program", json_or(summary->program, json_null())));
}

void wakeup_set_figures(json_t **json, const struct run_summary *summary)
{
	json_set(json, "threads", threads_json(summary));
	if (summary->tracer->wakers)
		json_set(json, "wakers", wakers_json(summary->kind.wakers));
}

/* ---- Reading the threads ------------------------------------------------- */

/* Put the buckets of a part of the wake-ups of the thread that was read last. */
static void put_part(struct place *place, struct watched_threads *threads,
		     enum event_context context,
		     const struct distribution *distribution)
{
	int bucket;

	for (bucket = distribution_next(distribution, 0); bucket >= 0;
	     bucket = distribution_next(distribution, bucket + 1))
		if (!watched_put(threads, threads->count - 1, context,
				 distribution_high(bucket),
				 distribution_count(distribution, bucket)))
			place_wrong(place, "out of memory");
}

static void read_part(struct place *place, struct watched_threads *threads,
		      enum event_context context, const json_t *value)
{
	struct watched_thread *thread = &threads->thread[threads->count - 1];
	struct latency *part = &thread->part[context - WAKEUP_FIRST];
	struct distribution distribution;

	part->count = place_number(place, value, "count");
	if (place->wrong || !part->count)
		return;
	part->max = place_number(place, value, "max_ns");
	if (place->wrong)
		return;
	results_read_histogram(place, value, part, &distribution);
	if (!place->wrong)
		put_part(place, threads, context, &distribution);
	distribution_free(&distribution);
}

/* Read the parts of the wake-ups of the thread that was read last. */
static void read_parts(struct place *place, struct watched_threads *threads,
		       const json_t *parts)
{
	for (int i = WAKEUP_FIRST; i < WAKEUP_FIRST + WAKEUP_CONTEXTS; i++) {
		const json_t *part = place_member(place, parts, context_name(i),
						  JSON_OBJECT);
		size_t back = place_enter(place, context_name(i), 0);

		if (part)
			read_part(place, threads, i, part);
		place_leave(place, back);
	}
}

static bool add_thread(struct watched_threads *threads, const char *comm,
		       int pid)
{
	struct watched_thread *grown =
		reallocarray(threads->thread, threads->count + 1,
			     sizeof(*grown));

	if (!grown)
		return false;
	threads->thread = grown;
	grown[threads->count] = (struct watched_thread) {
		.pid = pid, .distributed = true,
	};
	snprintf(grown[threads->count].comm, sizeof(grown->comm), "%s", comm);
	threads->count++;
	return true;
}

/* Read a thread, unless it has no distributions. */
static void wakeup_json_read_thread(struct place *place,
				    struct watched_threads *threads,
				    const json_t *json)
{
	const json_t *parts = place_member(place, json, "latencies", JSON_OBJECT);
	const json_t *comm = place_member(place, json, "comm", JSON_STRING);
	uint64_t tid = place_number(place, json, "tid");
	size_t back;

	if (!place->wrong && tid > INT_MAX)
		place_wrong(place, "tid: too large");
	if (place->wrong ||
	    !json_object_get(json_object_get(parts,
					     context_name(CONTEXT_WAKE_TOTAL)),
			     "histogram"))
		return;
	if (!add_thread(threads, json_string_value(comm), tid)) {
		place_wrong(place, "out of memory");
		return;
	}
	back = place_enter(place, "latencies", 0);
	read_parts(place, threads, parts);
	place_leave(place, back);
}

void wakeup_read_figures(struct place *place, struct results *results)
{
	const json_t *threads = json_object_get(results->document, "threads");
	size_t back = place_enter(place, "threads", 0);
	const json_t *thread;
	size_t i;

	results->kind.threads = watched_new();
	if (!results->kind.threads)
		place_wrong(place, "out of memory");
	json_array_foreach(threads, i, thread) {
		size_t inner = place_enter(place, NULL, i);

		if (!place->wrong)
			wakeup_json_read_thread(place, results->kind.threads,
						thread);
		place_leave(place, inner);
	}
	place_leave(place, back);
}
