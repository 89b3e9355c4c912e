// SPDX-License-Identifier: GPL-2.0
/*
 * The counters of a hit: see counters.h.
 */
#include <inttypes.h>
#include <stdbool.h>

#include "analysis/analysis.h"
#include "analysis/counters.h"
#include "base/json_write.h"
#include "base/times.h"
#include "base/wrap.h"

/* Their names for people, and in JSON. */
static const struct {
	const char *name;
	const char *key;
} names[] = {
	[COUNTER_CYCLES] = { "cycles", "cycles" },
	[COUNTER_INSTRUCTIONS] = { "instructions", "instructions" },
	[COUNTER_CACHE_MISSES] = { "cache misses", "cache_misses" },
	[COUNTER_TLB_MISSES] = { "page walks", "tlb_misses" },
	[COUNTER_SWITCHES] = { "context switches", "context_switches" },
	[COUNTER_FAULTS] = { "page faults", "page_faults" },
};

/* Print those that are known, and why others are not. */
static void counters_print_known(FILE *out, const uint64_t *count)
{
	const char *comma = "";
	bool hardware = false;

	for (int i = 0; i < COUNTERS; i++) {
		if (count[i] == COUNTER_ABSENT)
			continue;
		fprintf(out, "%s %s %" PRIu64, comma, names[i].name, count[i]);
		if (i == COUNTER_INSTRUCTIONS && count[COUNTER_CYCLES] &&
		    count[COUNTER_CYCLES] != COUNTER_ABSENT)
			fprintf(out, " (IPC %.2f)",
				(double)count[i] / count[COUNTER_CYCLES]);
		hardware |= i < COUNTER_SWITCHES;
		comma = ",";
	}
	if (!*comma)
		fputs(" nothing was counted, as the CPU has been offline", out);
	else if (!hardware)
		fputs(" (this CPU has no hardware counters, or others use them)",
		      out);
}

void counters_print(FILE *out, const struct analysis *analysis)
{
	const struct event *event = analysis->counters;
	struct wrapped wrapped;
	FILE *lines;

	if (!event)
		return;
	lines = wrapped_begin(&wrapped, out, TEXT_WIDTH);
	fprintf(lines, "  From the timer's interrupt to the sample, in %.2f us:",
		time_us(event->counters.duration));
	counters_print_known(lines, event->counters.count);
	fputc('\n', lines);
	wrapped_end(&wrapped);
}

json_t *counters_json(const struct analysis *analysis)
{
	const struct event *event = analysis->counters;
	json_t *json;

	if (!event)
		return json_null();
	json = json_pack("{s:o, s:o}", "at_ns",
			 json_number(event->counters.start > analysis->t_w ?
				     event->counters.start - analysis->t_w : 0),
			 "ns", json_number(event->counters.duration));
	for (int i = 0; i < COUNTERS; i++) {
		uint64_t count = event->counters.count[i];

		json_set(&json, names[i].key,
			 json_number_if(count != COUNTER_ABSENT, count));
	}
	return json;
}
