// SPDX-License-Identifier: GPL-2.0
/*
 * The lines below the figures of overheads: see overheads_text.h.
 */
#include <inttypes.h>
#include <string.h>

#include "base/wrap.h"
#include "kinds/overheads/overheads_text.h"
#include "stats/latency.h"
#include "stats/overheads.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"

#define ABSENT_LEN	128	/* for the names of all of them */

static void print_measured(FILE *out, const struct snapshot *snapshot)
{
	const struct tracer_config *tracer = snapshot->tracer;

	fputs(tracer->all_threads ?
	      "Counted for all threads that are woken or get a CPU.\n" :
	      "Counted for real-time threads that are woken or get a CPU.\n"
	      "Counted for all threads: tick, ipi and xcall.\n",
	      out);
	fputs(tracer->keep_disturbed ?
	      "Also counted if an interrupt disturbed it, without the time of that.\n" :
	      "Not counted if an interrupt disturbed it.\n", out);
	fputs("Own: this tool's own work in each of them, at least; it is not subtracted.\n",
	      out);
}

/* Print the overheads that this kernel does not show, if there are any. */
static void print_absent(FILE *out, const struct snapshot *snapshot)
{
	static const char begin[] = "Absent, as this kernel does not let it be seen:";
	char names[ABSENT_LEN] = "";
	size_t length = 0;

	for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++)
		if (overheads_method(snapshot->kind.overheads, i) == METHOD_ABSENT)
			length += snprintf(names + length, sizeof(names) - length,
					   "%s%s", length ? ", " : "",
					   context_name(i));
	if (!length)
		return;
	strcat(names, ".");
	wrap_print(out, names, fprintf(out, "%s ", begin), TEXT_WIDTH);
}

static void print_negative(FILE *out, const struct snapshot *snapshot)
{
	for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++) {
		uint64_t negative =
			overheads_flaws(snapshot->kind.overheads, -1, i)
				.negative;

		if (negative)
			fprintf(out, "%s: %" PRIu64 " came before they were sent, by the two CPUs' clocks: left out.\n",
				context_name(i), negative);
	}
}

static bool any_thread(const struct snapshot *snapshot)
{
	for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++)
		if (overhead_of_thread(i) &&
		    (stats_all(snapshot->stats, i).count ||
		     overheads_flaws(snapshot->kind.overheads, -1, i).disturbed))
			return true;
	return false;
}

void overheads_text(FILE *out, const struct snapshot *snapshot)
{
	print_measured(out, snapshot);
	if (!any_thread(snapshot))
		fputs(snapshot->tracer->all_threads ?
		      "No thread has run.\n" :
		      "No real-time thread has run: give --all-threads to count all threads.\n",
		      out);
	print_absent(out, snapshot);
	print_negative(out, snapshot);
}
