// SPDX-License-Identifier: GPL-2.0
/*
 * An analysis as JSON: see analysis_json.h.
 *
 * json_pack() takes over the values that it is given, and returns NULL if any
 * of them is NULL. So only the final value has to be checked for lack of
 * memory.
 */
#include <inttypes.h>
#include <stdio.h>

#include "analysis/advice.h"
#include "analysis/analysis_json.h"
#include "analysis/carried.h"
#include "analysis/cause_names.h"
#include "analysis/counters.h"
#include "analysis/part_names.h"
#include "base/json_write.h"
#include "trace/symbols.h"

static const char *item_kind_name(const struct part_item *item)
{
	if (item->kind == ITEM_IDLE)
		return "idle";
	if (item->kind == ITEM_THREAD)
		return "interrupts off";
	switch (item->type) {
	case EVENT_NMI:
		return "nmi";
	case EVENT_IRQ:
		return "irq";
	case EVENT_SOFTIRQ:
		return "softirq";
	default:
		return "thread";
	}
}

/* Return the thread that asked for the callback of an interrupt. */
static json_t *sender_json(const struct carried *carried)
{
	struct sender sender = carried_sender(carried);

	return sender.cpu >= 0 ?
	       json_pack("{s:o, s:i, s:i, s:o}", "name", json_text(sender.comm),
			 "pid", sender.pid, "cpu", sender.cpu, "before_ns",
			 json_number_if(sender.before != SENT_UNKNOWN,
					sender.before)) :
		       json_null();
}

static json_t *function_json(const struct carried *carried,
			     const struct symbols *symbols)
{
	char name[SYMBOL_LEN];

	return *carried_name(carried, symbols, name) ? json_text(name) :
						       json_null();
}

static json_t *causes_json(const struct part *part,
			   const struct symbols *symbols)
{
	json_t *causes = json_array();

	for (size_t i = 0; i < part->items; i++) {
		const struct part_item *item = &part->item[i];

		json_append(&causes, json_pack("{s:s, s:o, s:o, s:o, s:i, s:o, s:o, s:o}",
			"kind", item_kind_name(item),
			"name", json_text(cause_name(item)),
			"id", item->id < 0 ? json_null() :
					     json_integer(item->id),
			"ns", json_number(item->ns),
			"count", item->count ?: 1,
			"function", function_json(&item->carried, symbols),
			"function_ns", item->carried.event ?
				json_number(item->carried.ns) : json_null(),
			"sent_by", sender_json(&item->carried)));
	}
	return causes;
}

static json_t *parts_json(const struct analysis *analysis,
			  const struct symbols *symbols)
{
	json_t *parts = json_array();

	for (int i = 0; i < PARTS; i++) {
		const struct part *part = &analysis->part[i];

		if (!part->ns && !part->items)
			continue;
		json_append(&parts, json_pack("{s:s, s:s, s:o, s:o}",
						"part", part_name(i),
						"part_id", part_key(i),
						"ns", json_number(part->ns),
						"causes", causes_json(part, symbols)));
	}
	return parts;
}

static json_t *segments_json(const struct analysis *analysis)
{
	json_t *segments = json_array();
	char text[CAUSE_LEN];

	for (size_t i = 0; i < analysis->segments; i++) {
		const struct segment *segment = &analysis->segment[i];

		segment_print(analysis, segment, text);
		json_append(&segments, json_pack("{s:o, s:o, s:s, s:s, s:o}",
			"at_ns", json_number(segment->start - analysis->t_w),
			"ns", json_number(segment->ns),
			"part", part_name(segment->part),
			"part_id", part_key(segment->part),
			"cause", json_text(text)));
	}
	return segments;
}

static json_t *interrupted_json(const struct analysis *analysis)
{
	if (analysis->blocking_pid < 0)
		return json_null();
	return json_pack("{s:o, s:i}", "name",
			 json_text(analysis->blocking_comm), "pid",
			 analysis->blocking_pid);
}

json_t *analysis_stack_json(const struct analysis *analysis,
			    const struct symbols *symbols)
{
	json_t *stack = json_array();
	char name[SYMBOL_LEN];

	for (size_t i = 0; i < analysis->stack_count; i++) {
		if (!symbols_find(symbols, analysis->stack[i], name,
				  sizeof(name)))
			snprintf(name, sizeof(name), "0x%" PRIx64,
				 analysis->stack[i]);
		json_append(&stack, json_text(name));
	}
	return stack;
}

static json_t *lacks_json(const struct analysis *analysis)
{
	json_t *lacks = json_array();

	for (int bit = 0; bit < LACKS; bit++)
		if (analysis->lacks & 1u << bit)
			json_append(&lacks, json_text(recorder_lack_key(bit)));
	return lacks;
}

json_t *analysis_json(const struct analysis *analysis, const char *cause,
		      const char *about, const struct advice *advice,
		      const struct symbols *symbols)
{
	json_int_t unexplained = analysis->unexplained > 0 ?
				 analysis->unexplained : 0;

	return json_pack("{s:s, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "tracer", recorder_name(analysis->recorder),
			 "lacks", lacks_json(analysis),
			 "complete", !analysis->incomplete,
			 "cause", json_text(cause),
			 "about", json_known(about),
			 "advice", advice_json(advice),
			 "latency_ns", json_number(analysis->latency),
			 "parts", parts_json(analysis, symbols),
			 "unexplained_ns", unexplained,
			 "segments", segments_json(analysis),
			 "interrupted", interrupted_json(analysis),
			 "idle_state", analysis->idle_known ?
				json_integer(analysis->idle_state) : json_null(),
			 "stack", analysis_stack_json(analysis, symbols),
			 "stack_at_ns", analysis->stack_at ?
				json_number(analysis->stack_at) : json_null(),
			 "counters", counters_json(analysis));
}
