// SPDX-License-Identifier: GPL-2.0
/*
 * Details of a watched thread: see thread_details.h.
 */
#include <inttypes.h>
#include <sched.h>

#include "base/parse.h"
#include "host/threads.h"
#include "stats/distribution.h"
#include "stats/kind.h"
#include "stats/percentiles.h"
#include "stats/watched_threads.h"
#include "tracer/tracer_config.h"
#include "view/details.h"
#include "view/latency_bars.h"
#include "view/snapshot.h"
#include "view/thread_details.h"

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
static void print_place(FILE *out, const struct watched_thread *thread)
{
	int cpu = thread_last_cpu(thread->tgid ?: thread->pid, thread->pid);

	if (thread->ended)
		fputs("; it has ended", out);
	else if (cpu >= 0)
		fprintf(out, "; it ran last on CPU %d", cpu);
	fputs(".\n", out);
}

void thread_details_title(FILE *out, const struct snapshot *snapshot, int row)
{
	const struct watched_thread *thread =
		&snapshot->kind.threads->thread[row];

	fprintf(out, "%s, thread %d of process %d: ", thread->comm, thread->pid,
		thread->tgid);
	print_policy(out, thread);
	print_place(out, thread);
}

static const uint32_t shown[] = { 50000000, 99000000, 99900000 };

#define SHOWN	(sizeof(shown) / sizeof(*shown))

static void print_thread_part(FILE *out, const struct snapshot *snapshot, int row,
			      enum event_context context)
{
	const struct watched_threads *threads = snapshot->kind.threads;
	const struct latency *of = watched_part(threads, row, context);
	const struct distribution *distribution =
		watched_distribution(threads, row, context);
	char text[32];

	if (!of->count)
		return;
	fprintf(out, "%-11s%10s", context_name(context),
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

void thread_details_parts(FILE *out, const struct snapshot *snapshot, int row)
{
	enum kind kind = snapshot->tracer->kind;
	bool known = watched_distribution(snapshot->kind.threads, row,
					  kind_row(kind)->whole);
	char name[PERCENTILE_NAME_LEN];

	fprintf(out, "\n%-11s%10s%10s", snapshot_unit(snapshot), "avg", "max");
	for (size_t i = 0; known && i < SHOWN; i++)
		fprintf(out, "%10s", percentile_name(shown[i], name));
	fputc('\n', out);
	for (int i = 0; i < CONTEXTS; i++)
		if (context_is(i, kind))
			print_thread_part(out, snapshot, row, i);
}

void thread_details_bars(FILE *out, const struct snapshot *snapshot, int row,
			 enum event_context part)
{
	const struct watched_threads *threads = snapshot->kind.threads;
	enum event_context whole = kind_row(snapshot->tracer->kind)->whole;
	struct latency_bars bars = {
		.column = {
			{ context_name(whole),
			  watched_distribution(threads, row, whole) },
			{ context_name(part),
			  watched_distribution(threads, row, part) },
		},
		.columns = 2,
	};

	if (snapshot->live && watched_distribution(threads, row, whole))
		details_print_bars(out, snapshot, &bars);
}
