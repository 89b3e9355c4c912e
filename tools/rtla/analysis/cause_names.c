// SPDX-License-Identifier: GPL-2.0
/*
 * Names of parts and causes: see cause_names.h.
 */
#include <inttypes.h>
#include <stdio.h>

#include "analysis/cause_names.h"

const char *cause_name(const struct part_item *item)
{
	if (item->kind == ITEM_NOISE && item->type == EVENT_NMI)
		return "NMI";
	if (item->type == EVENT_SOFTIRQ && !*item->name)
		return "softirq";
	return item->name;
}

const char *cause_print(const struct part_item *item, char *text)
{
	if (item->id < 0)
		snprintf(text, CAUSE_LEN, "%s", cause_name(item));
	else
		snprintf(text, CAUSE_LEN, "%s:%d", cause_name(item), item->id);
	return text;
}

const char *idle_print(const struct analysis *analysis, char *text)
{
	if (analysis->idle_known)
		snprintf(text, CAUSE_LEN, "idle state %" PRIu32,
			 analysis->idle_state);
	else
		snprintf(text, CAUSE_LEN, "idle");
	return text;
}

const struct part_item *segment_item(const struct analysis *analysis,
				     const struct segment *segment)
{
	if (segment->item == NO_ITEM)
		return NULL;
	return &analysis->part[segment->part].item[segment->item];
}

const char *segment_print(const struct analysis *analysis,
			  const struct segment *segment, char *text)
{
	static const char *const parts[PARTS + 1] = {
		[PART_DELAY] = "(delay)",
		[PART_TIMER_IRQ] = "(timer's interrupt)",
		[PART_STACK] = "(taking the stack)",
		[PART_WORKLOAD] = "(measuring thread)",
		[PART_HARDWARE] = "(hardware)",
		[PART_SWITCH] = "(switch)",
		[PART_UNEXPLAINED] = "(unexplained)",
	};
	const struct part_item *item = segment_item(analysis, segment);

	if (item)
		return cause_print(item, text);
	snprintf(text, CAUSE_LEN, "%s", parts[segment->part]);
	return text;
}
