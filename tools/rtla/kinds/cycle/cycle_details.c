// SPDX-License-Identifier: GPL-2.0
/*
 * What a terminal shows of one thread besides its line of the table.
 */
#include <inttypes.h>

#include "kinds/cycle/cycle_kind.h"
#include "stats/watched_threads.h"
#include "trace/cycle_wait.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"
#include "view/thread_details.h"

static void print_home(FILE *out, const struct snapshot *snapshot,
		       const struct watched_cycles *cycles)
{
	const struct tracer_cycle *cycle = &snapshot->tracer->cycle;
	char name[CYCLE_WAIT_NAME_LEN];

	if (cycle->marks.count) {
		cycle_print_marks(out, &cycle->marks);
		return;
	}
	if (!cycles->home_known) {
		fputs("Where it waits for its next period is not known yet.\n",
		      out);
		return;
	}
	fprintf(out, "It waits for its next period in %s, as %s.\n",
		cycle_wait_name(&cycles->home, name, sizeof(name)),
		cycle->given ? "--wait says" :
		"it was found there most often; --wait SYSCALL[:FD] says it");
}

static void print_releases(FILE *out, const struct snapshot *snapshot,
			   const struct watched_cycles *cycles)
{
	char text[32];

	if (cycles->period_ns)
		fprintf(out, "From one release to the next, it took %s %s on the average.\n",
			snapshot_time(snapshot, cycles->period_ns, 1, text,
				      sizeof(text)),
			snapshot_unit(snapshot));
}

static void print_misses(FILE *out, const struct snapshot *snapshot,
			 const struct watched_thread *thread)
{
	uint64_t deadline = snapshot->tracer->cycle.deadline_ns;
	char text[32];

	if (deadline)
		fprintf(out, "%" PRIu64 " of %" PRIu64 " cycles took longer than %s %s. ",
			thread->cycles.misses,
			thread->part[context_number(CONTEXT_CYCLE_RESPONSE)]
				.count,
			snapshot_time(snapshot, deadline, 1, text,
				      sizeof(text)),
			snapshot_unit(snapshot));
	fprintf(out, "It was moved to another CPU %" PRIu64 " time%s.\n",
		thread->cycles.migrations,
		thread->cycles.migrations == 1 ? "" : "s");
}

/* A row of a CPU has only the columns of the table. */
void cycle_details(FILE *out, const struct snapshot *snapshot, int row)
{
	const struct watched_thread *thread =
		&snapshot->kind.threads->thread[row];

	thread_details_title(out, snapshot, row);
	print_home(out, snapshot, &thread->cycles);
	print_releases(out, snapshot, &thread->cycles);
	print_misses(out, snapshot, thread);
	thread_details_parts(out, snapshot, row);
	thread_details_bars(out, snapshot, row, CONTEXT_CYCLE_BLOCKED);
}
