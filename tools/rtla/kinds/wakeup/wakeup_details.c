// SPDX-License-Identifier: GPL-2.0
/*
 * Details of a row of wake-ups: see wakeup_details.h.
 */
#include <inttypes.h>

#include "kinds/wakeup/wakeup_details.h"
#include "stats/watched_threads.h"
#include "view/snapshot.h"
#include "view/thread_details.h"

static void print_wakers(FILE *out, const struct watched_thread *thread)
{
	uint64_t all = thread->part[CONTEXT_WAKE_TOTAL - WAKEUP_FIRST].count;
	uint64_t timer = thread->part[CONTEXT_WAKE_TIMER - WAKEUP_FIRST].count;

	fprintf(out, "Woken %" PRIu64 " times: %" PRIu64 " by a timer, %" PRIu64 " by others; --by waker names them.\n",
		all, timer, timer > all ? 0 : all - timer);
}

static void print_preempted(FILE *out, const struct snapshot *snapshot,
			    const struct watched_thread *thread)
{
	char waited[32];

	if (thread->preempted)
		fprintf(out, "Pushed off its CPU %" PRIu64 " time%s, and had to wait %s %s for it, in all.\n",
			thread->preempted, thread->preempted == 1 ? "" : "s",
			snapshot_time(snapshot, thread->preempted_ns, 1, waited,
				      sizeof(waited)),
			snapshot_unit(snapshot));
}

/* A row of a CPU or of a waker has only the columns of the table. */
void wakeup_details(FILE *out, const struct snapshot *snapshot, int row)
{
	const struct watched_thread *thread =
		&snapshot->kind.threads->thread[row];

	thread_details_title(out, snapshot, row);
	print_wakers(out, thread);
	print_preempted(out, snapshot, thread);
	thread_details_parts(out, snapshot, row);
	thread_details_bars(out, snapshot, row, CONTEXT_WAKE_WAIT);
}
