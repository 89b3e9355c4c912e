// SPDX-License-Identifier: GPL-2.0
/*
 * The causes that took the most time: see top_causes.h.
 */
#include <inttypes.h>
#include <string.h>

#include "base/printable.h"
#include "stats/causes.h"
#include "trace/noise_source.h"
#include "view/snapshot.h"
#include "view/top_causes.h"

#define TOP_CAUSES	5

/* A line of 79 characters, and what of it only carried something is below. */
static void top_causes_line(FILE *out, const struct snapshot *snapshot,
			    const struct cause *cause)
{
	char text[CAUSE_TEXT_LEN], function[CAUSE_FUNCTION_LEN];

	cause_text(cause, text);
	printable_line(text);
	fprintf(out, "%-8s%-31.31s %10" PRIu64 " %12" PRIu64 " %10" PRIu64 " %4d\n",
		noise_source_name(cause->kind), text, cause->count,
		snapshot_number(snapshot, cause->sum),
		snapshot_number(snapshot, cause->max), cause->cpu);
	if (!*cause->function)
		return;
	memcpy(function, cause->function, sizeof(function));
	printable_line(function);
	fprintf(out, "%8sran %s\n", "", function);
}

void top_causes_print(FILE *out, const struct snapshot *snapshot)
{
	struct causes *all;

	if (!snapshot->kind.causes || !snapshot->kind.causes->count)
		return;
	all = causes_of_all(snapshot->kind.causes);
	if (!all)
		return;
	fprintf(out, "\nWhat took the most time, on all CPUs (%s; CPU: where the longest was)\n",
		snapshot_unit(snapshot));
	fprintf(out, "%-8s%-31s %10s %12s %10s %4s\n", "Kind", "Name", "Count",
		"Sum", "Longest", "CPU");
	for (int i = 0; i < all->count && i < TOP_CAUSES; i++)
		top_causes_line(out, snapshot, &all->cause[i]);
	causes_free(all);
}
