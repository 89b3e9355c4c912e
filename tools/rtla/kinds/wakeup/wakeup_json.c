// SPDX-License-Identifier: GPL-2.0
/*
 * What only wake-ups have in a result: see Documentation/results.md.
 */
#include "base/json_write.h"
#include "kinds/wakeup/wakeup_kind.h"
#include "results/results_write.h"
#include "results/threads_json.h"
#include "stats/latency.h"
#include "stats/wakers.h"
#include "tracer/tracer_config.h"

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

void wakeup_set_figures(json_t **json, const struct run_summary *summary)
{
	json_set(json, "threads", threads_json(summary, NULL));
	if (summary->tracer->wakers)
		json_set(json, "wakers", wakers_json(summary->kind.wakers));
}
