// SPDX-License-Identifier: GPL-2.0
/*
 * Details of a row of wake-ups: see wakeup_details.h.
 */
#include <inttypes.h>
#include <sched.h>

#include "base/parse.h"
#include "host/threads.h"
#include "kinds/wakeup/wakeup_details.h"
#include "options/view_config.h"
#include "stats/distribution.h"
#include "stats/percentiles.h"
#include "stats/watched_threads.h"
#include "view/details.h"
#include "view/latency_bars.h"
#include "view/snapshot.h"

#define KERNEL_NICE_0	120	/* on the kernel's scale of priorities */
#define KERNEL_RT_MAX	99	/* likewise: less the priority of a real-time policy */

static void print_policy(FILE *out, const struct watched_thread *thread)
{
	fprintf(out, "%s", policy_name(thread->policy));
	if (thread->policy == SCHED_FIFO || thread->policy == SCHED_RR)
		fprintf(out, ", priority %d", KERNEL_RT_MAX - thread->priority);
	else if (thread->policy == SCHED_OTHER || thread->policy == SCHED_BATCH)
		fprintf(out, ", nice %d", thread->priority - KERNEL_NICE_0);
}

/* Print where a thread is; a tracer need not know its process. */
static void wakeup_print_place(FILE *out, const struct watched_thread *thread)
{
	int cpu = thread_last_cpu(thread->tgid ?: thread->pid, thread->pid);

	if (thread->ended)
		fputs("; it has ended", out);
	else if (cpu >= 0)
		fprintf(out, "; it ran last on CPU %d", cpu);
	fputs(".\n", out);
}

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
		fprintf(out, "Pushed off its CPU %" PRIu64 " times, and had to wait %s %s for it, in all.\n",
			thread->preempted,
			snapshot_time(snapshot, thread->preempted_ns, 1, waited,
				      sizeof(waited)),
			snapshot_unit(snapshot));
}

static const uint32_t shown[] = { 50000000, 99000000, 99900000 };

#define SHOWN	(sizeof(shown) / sizeof(*shown))

static void wakeup_print_part(FILE *out, const struct snapshot *snapshot,
			      int row, enum event_context context)
{
	const struct watched_threads *threads = snapshot->kind.threads;
	const struct latency *of =
		&threads->thread[row].part[context - WAKEUP_FIRST];
	const struct distribution *distribution =
		watched_distribution(threads, row, context);
	char text[32];

	if (!of->count)
		return;
	fprintf(out, "%-8s%10s", context_name(context),
		snapshot_time(snapshot, of->sum / of->count, 1, text,
			      sizeof(text)));
	fprintf(out, "%10s",
		snapshot_time(snapshot, of->max, 1, text, sizeof(text)));
	for (size_t i = 0; distribution && i < SHOWN; i++) {
		if (of->count < percentile_needs(shown[i]))
			snprintf(text, sizeof(text), "-");
		else
			snapshot_time(snapshot,
				      percentile_value(distribution, shown[i],
						       of->max),
				      1, text, sizeof(text));
		fprintf(out, "%10s", text);
	}
	fputc('\n', out);
}

static void wakeup_print_parts(FILE *out, const struct snapshot *snapshot,
			       int row)
{
	bool known = watched_distribution(snapshot->kind.threads, row,
					  CONTEXT_WAKE_TOTAL);
	char name[PERCENTILE_NAME_LEN];

	fprintf(out, "\n%-8s%10s%10s", snapshot_unit(snapshot), "avg", "max");
	for (size_t i = 0; known && i < SHOWN; i++)
		fprintf(out, "%10s", percentile_name(shown[i], name));
	fputc('\n', out);
	for (int i = 0; i < WAKEUP_CONTEXTS; i++)
		wakeup_print_part(out, snapshot, row, WAKEUP_FIRST + i);
}

static void wakeup_print_bars(FILE *out, const struct snapshot *snapshot,
			      int row)
{
	const struct watched_threads *threads = snapshot->kind.threads;
	struct latency_bars bars = {
		.column = {
			{ "total", watched_distribution(threads, row,
							CONTEXT_WAKE_TOTAL) },
			{ "wait", watched_distribution(threads, row,
						       CONTEXT_WAKE_WAIT) },
		},
		.columns = 2,
	};

	details_print_bars(out, snapshot, &bars);
}

/* A row of a CPU or of a waker has only the columns of the table. */
void wakeup_details(FILE *out, const struct snapshot *snapshot, int row)
{
	const struct watched_threads *threads = snapshot->kind.threads;
	const struct watched_thread *thread = &threads->thread[row];

	fprintf(out, "%s, thread %d of process %d: ", thread->comm, thread->pid,
		thread->tgid);
	print_policy(out, thread);
	wakeup_print_place(out, thread);
	print_wakers(out, thread);
	print_preempted(out, snapshot, thread);
	wakeup_print_parts(out, snapshot, row);
	if (snapshot->live &&
	    watched_distribution(threads, row, CONTEXT_WAKE_TOTAL))
		wakeup_print_bars(out, snapshot, row);
}
