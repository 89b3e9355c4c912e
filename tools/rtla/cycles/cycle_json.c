// SPDX-License-Identifier: GPL-2.0
/*
 * The explanation of a cycle as JSON: see explained_cycle.h.
 */
#include "base/json_write.h"
#include "cycles/cycle_names.h"
#include "cycles/explained_cycle.h"
#include "cycles/sched_trace.h"

static json_t *traced_json(const struct sched_trace *trace, int pid, int prio)
{
	return json_pack("{s:i, s:o, s:i}", "tid", pid, "comm",
			 json_name(sched_trace_comm(trace, pid)), "prio", prio);
}

static json_t *cycle_parts_json(const uint64_t part[CYCLE_PARTS])
{
	json_t *parts = json_object();

	for (int i = 0; i < CYCLE_PARTS; i++)
		json_set(&parts, cycle_part_name(i), json_number(part[i]));
	return parts;
}

/* The word for who or what ended a wait. */
static const char *waker_word(const struct waking *waker)
{
	static const char *const words[] = {
		[WOKEN_BY_UNKNOWN] = "unknown", [WOKEN_BY_THREAD] = "thread",
		[WOKEN_BY_TIMER] = "timer", [WOKEN_BY_IRQ] = "irq",
		[WOKEN_BY_SOFTIRQ] = "softirq",
	};

	return words[waker->by];
}

static json_t *waker_json(const struct sched_trace *trace,
			  const struct chain_link *link)
{
	const struct waking *waker = &link->waker;

	if (waker->by == WOKEN_BY_THREAD)
		return traced_json(trace, waker->pid, link->prio);
	return json_name(sched_trace_name(trace, waker->name));
}

static json_t *preemptor_json(const struct sched_trace *trace,
			      const struct cycle_item *item, bool is)
{
	json_t *json;

	if (!is || !item->ns || item->kind != ITEM_THREAD)
		return json_null();
	json = traced_json(trace, item->pid, item->prio);
	json_set(&json, "ns", json_number(item->ns));
	return json;
}

static json_t *blocking_chain_json(const struct sched_trace *trace,
			  const struct blocking_chain *chain)
{
	char wait[CYCLE_NAME_LEN];
	json_t *links = json_array();

	for (size_t i = 0; i < chain->count; i++) {
		const struct chain_link *link = &chain->link[i];

		name_sleep(trace, link->sleep, link->kind, wait);
		json_append(&links, json_pack(
			"{s:i, s:i, s:o, s:o, s:s, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o}",
			"depth", link->depth, "tid", link->pid,
			"wait", json_text(wait), "ns", json_number(link->ns),
			"woken_by", waker_word(&link->waker),
			"waker", waker_json(trace, link), "loop", link->loop,
			"ran_ns", json_number(link->ran),
			"preempted_ns", json_number(link->preempted),
			"blocked_ns", json_number(link->blocked),
			"unknown_ns", json_number(link->unknown),
			"preempted_by", preemptor_json(trace, &link->by, true),
			"priority_inversion", preemptor_json(trace,
							     &link->inverted,
							     link->inversion)));
	}
	return links;
}

static json_t *cycle_items_json(const struct explained_cycle *explained)
{
	const struct sched_trace *trace = explained->cycles->where->trace;
	json_t *items = json_array();
	char name[CYCLE_NAME_LEN];

	for (size_t i = 0; i < explained->items.count; i++) {
		const struct cycle_item *item = &explained->items.item[i];
		const struct blocking_chain *chain =
			explained_chain(explained, item);

		name_item(explained->cycles, item, name);
		json_append(&items, json_pack("{s:s, s:o, s:o, s:I, s:o*}",
			"part", cycle_part_name(item->part),
			"name", json_text(name), "ns", json_number(item->ns),
			"count", (json_int_t)item->count,
			"chain", chain ? blocking_chain_json(trace, chain) : NULL));
	}
	return items;
}

static json_t *figures_of_cycles(const struct explained_cycle *explained)
{
	const struct cycle_figures *figures = &explained->figures;
	const struct thread_cycles *cycles = explained->cycles;

	return json_pack("{s:I, s:I, s:o, s:{s:o, s:o, s:o}, s:o, s:o, s:o, s:o}",
			 "count", (json_int_t)cycles->count,
			 "unknown", (json_int_t)cycles->unknown,
			 "period_ns", json_number_if(figures->period,
						     figures->period),
			 "response_ns", "avg", json_number(figures->average),
			 "p99", json_number(figures->p99),
			 "max", json_number(figures->max),
			 "deadline_ns", json_number_if(explained->deadline,
						       explained->deadline),
			 "misses", json_number_if(explained->deadline,
						  figures->misses),
			 "migrations", json_number(figures->migrations),
			 "parts_ns", cycle_parts_json(figures->part));
}

json_t *explained_cycle_json(const struct explained_cycle *explained)
{
	const struct thread_cycles *cycles = explained->cycles;
	const struct thread_cycle *cycle = explained->cycle;
	const struct sched_trace *trace = cycles->where->trace;
	char home[CYCLE_NAME_LEN], sentence[CYCLE_SENTENCE_LEN];

	return json_pack("{s:o, s:o, s:o, s:{s:I, s:o, s:o, s:o, s:I, s:o, s:o, s:o, s:o}}",
		"thread", traced_json(trace, cycles->thread->pid,
				      cycles->thread->stretch[cycle->first].prio),
		"home_wait", json_text(name_home(trace, &cycles->home, home)),
		"cycles", figures_of_cycles(explained), "explained",
		"number", (json_int_t)(cycle - cycles->cycle) + 1,
		"release_ns", json_number(cycle->release),
		"response_ns", json_number(cycle_response(cycle)),
		"parts_ns", cycle_parts_json(cycle->part),
		"migrations", (json_int_t)cycle->migrations,
		"page_faults", json_number(cycle->faults),
		"items", cycle_items_json(explained),
		"sentence", json_text(explained_sentence(explained, sentence)),
		"advice", advice_json(&explained->advice));
}
