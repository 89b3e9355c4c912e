// SPDX-License-Identifier: GPL-2.0
/*
 * Watched threads as JSON: see threads_json.h.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "base/parse.h"
#include "results/results_read.h"
#include "results/results_write.h"
#include "results/threads_json.h"
#include "stats/distribution.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/watched_threads.h"
#include "tracer/tracer_config.h"

/* ---- Writing ------------------------------------------------------------- */

/* Return a part of a thread; @index is that of the thread. */
static json_t *thread_part_json(const struct run_summary *summary, int index,
				enum event_context context)
{
	const struct watched_threads *threads = summary->kind.threads;
	const struct distribution *distribution =
		watched_distribution(threads, index, context);
	const struct latency *part = watched_part(threads, index, context);

	return distribution ? results_distribution(part, distribution,
						   summary->measured_ns) :
			      results_latency(part);
}

static json_t *thread_parts_json(const struct run_summary *summary, int index)
{
	json_t *json = json_object();

	for (int i = 0; i < CONTEXTS; i++)
		if (context_is(i, summary->tracer->kind))
			json_set(&json, context_name(i),
				 thread_part_json(summary, index, i));
	return json;
}

json_t *threads_json(const struct run_summary *summary,
		     void (*add)(json_t **json,
				 const struct watched_thread *thread))
{
	const struct watched_threads *threads = summary->kind.threads;
	json_t *json = json_array();

	for (int i = 0; threads && i < threads->count; i++) {
		const struct watched_thread *thread = &threads->thread[i];

		json_t *of = json_pack("{s:i, s:i, s:o, s:s, s:i, s:b, s:o, s:o, s:o}",
			"tid", thread->pid, "pid", thread->tgid,
			"comm", json_words(thread->comm),
			"policy", policy_name(thread->policy),
			"kernel_priority", thread->priority,
			"ended", thread->ended,
			"preempted", json_number(thread->preempted),
			"preempted_ns", json_number(thread->preempted_ns),
			"latencies", thread_parts_json(summary, i));

		if (add)
			add(&of, thread);
		json_append(&json, of);
	}
	return json;
}

void threads_set_targets(json_t **json, const struct run_summary *summary)
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

/* ---- Reading ------------------------------------------------------------- */

/* Put the buckets of a part of the thread that was read last. */
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
	struct latency *part = &thread->part[context_number(context)];
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

/* Read the parts of the thread that was read last. */
static void read_parts(struct place *place, const struct results *results,
		       const json_t *parts)
{
	for (int i = 0; i < CONTEXTS; i++) {
		const json_t *part;
		size_t back;

		if (!results_is_of(results, i))
			continue;
		part = place_member(place, parts, context_name(i), JSON_OBJECT);
		back = place_enter(place, context_name(i), 0);

		if (part)
			read_part(place, results->kind.threads, i, part);
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
static void threads_read_one(struct place *place, struct results *results,
			     const json_t *json)
{
	const json_t *parts = place_member(place, json, "latencies", JSON_OBJECT);
	const json_t *comm = place_member(place, json, "comm", JSON_STRING);
	enum event_context whole = results_kind(results)->whole;
	uint64_t tid = place_number(place, json, "tid");
	size_t back;

	if (!place->wrong && tid > INT_MAX)
		place_wrong(place, "tid: too large");
	if (place->wrong ||
	    !json_object_get(json_object_get(parts,
					     context_name(whole)),
			     "histogram"))
		return;
	if (!add_thread(results->kind.threads, json_string_value(comm), tid)) {
		place_wrong(place, "out of memory");
		return;
	}
	back = place_enter(place, "latencies", 0);
	read_parts(place, results, parts);
	place_leave(place, back);
}

void threads_json_read(struct place *place, struct results *results)
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
			threads_read_one(place, results, thread);
		place_leave(place, inner);
	}
	place_leave(place, back);
}
