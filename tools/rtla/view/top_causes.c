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

#define CAUSE_NAME_WIDTH	31

/* A line of 79 characters, and what of it only carried something is below. */
static void top_causes_line(FILE *out, const struct snapshot *snapshot,
			    const struct cause *cause)
{
	char text[CAUSE_TEXT_LEN], name[CAUSE_NAME_WIDTH + 1];

	cause_text(cause, text);
	visible_line(name, sizeof(name), text);
	fprintf(out, "%-8s", noise_source_name(cause->kind));
	visible_print(out, -CAUSE_NAME_WIDTH, name);
	fprintf(out, " %10" PRIu64 " %12" PRIu64 " %10" PRIu64 " %4d\n",
		cause->count,
		snapshot_number(snapshot, cause->sum),
		snapshot_number(snapshot, cause->max), cause->cpu);
	if (!*cause->function)
		return;
	fprintf(out, "%8sran ", "");
	visible_print(out, 0, cause->function);
	fputc('\n', out);
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
