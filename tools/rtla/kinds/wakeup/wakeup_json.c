// SPDX-License-Identifier: GPL-2.0
/*
 * Watched threads and wakers as JSON: see wakeup_json.h.
 */
#include "base/json_write.h"
#include "kinds/wakeup/wakeup_kind.h"

/* ---- Threads ------------------------------------------------------------- */

/* Return a part of the wake-ups of a thread; @index is that of the thread. */
static json_t *thread_part_json(const struct run_summary *summary, int index,
				enum event_context context)
{
	const struct watched_threads *threads = summary->threads;
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
	const struct watched_threads *threads = summary->threads;
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
			"name", json_known(waker->name),
			"latencies", waker_parts_json(waker->part)));
	}
	return json;
}

/* ---- The result ---------------------------------------------------------- */

void wakeup_set_configuration(json_t **json, const struct run_summary *summary)
{
	const struct tracer_targets *targets = &summary->config->tracer.targets;
	json_t *ids = json_array();

	for (int i = 0; i < targets->ids; i++)
		json_append(&ids, json_integer(targets->id[i]));
	json_set(json, "targets", json_pack("{s:b, s:b, s:b, s:o, s:o, s:o}",
		"all", targets->all, "real_time", targets->real_time,
		"children", targets->children,
		"comm", json_known(targets->comm),
		targets->processes ? "pids" : "tids", ids,
		"program", json_or(summary->program, json_null())));
}

void wakeup_set_figures(json_t **json, const struct run_summary *summary)
{
	json_set(json, "threads", threads_json(summary));
	if (summary->config->tracer.wakers)
		json_set(json, "wakers", wakers_json(summary->wakers));
}
