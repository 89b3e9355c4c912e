// SPDX-License-Identifier: GPL-2.0
/*
 * The home wait: see home_wait.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/array.h"
#include "base/parse.h"
#include "cycles/home_wait.h"
#include "cycles/sched_trace.h"
#include "cycles/whereabouts.h"

/*
 * Return what ended the wait in which the stretch number @i is, or NULL if it
 * is none, or has no end.
 */
static const struct waking *wait_end(const struct thread_line *thread, size_t i)
{
	const struct stretch *stretch = &thread->stretch[i];

	if (stretch->passes)
		return &stretch->waking;
	if (stretch->state != THREAD_SLEEPS || i + 1 == thread->stretches ||
	    !stretch[1].woken)
		return NULL;
	return &stretch[1].waking;
}

bool home_wait_has(const struct home_wait *home,
		   const struct thread_line *thread, size_t i)
{
	const struct stretch *stretch = &thread->stretch[i];
	const struct waking *end;

	if ((stretch->state != THREAD_SLEEPS && !stretch->passes) ||
	    !stretch->wait_known || stretch->is_blocked)
		return false;
	if (home->by_timer) {
		end = wait_end(thread, i);
		return end && end->by == WOKEN_BY_TIMER;
	}
	return home->any ? stretch->wait.nr == home->wait.nr :
			   cycle_wait_same(&stretch->wait, &home->wait);
}

/* A wait is counted: how often it ended, and how often a timer ended it. */
struct wait_count {
	struct cycle_wait wait;
	size_t ends;
	size_t by_timer;
	size_t early;		/* by a timer in the first second */
};

struct wait_counts {
	struct wait_count *wait;
	size_t count;
	struct number_map place;
};

static struct wait_count *find_count(struct wait_counts *counts,
				     const struct cycle_wait *wait)
{
	/* No padding is between the members. */
	uint64_t key = number_of_bytes(wait, sizeof(*wait));
	struct wait_count *grown;
	int64_t i;

	for (; number_map_find(&counts->place, key, &i); key++)
		if (cycle_wait_same(&counts->wait[i].wait, wait))
			return &counts->wait[i];
	grown = array_grow(counts->wait, counts->count, sizeof(*grown));
	counts->wait = grown ?: counts->wait;
	if (!grown || !number_map_put(&counts->place, key, counts->count))
		return NULL;
	grown += counts->count++;
	*grown = (struct wait_count) { .wait = *wait };
	return grown;
}

static void count_waits(struct wait_counts *counts,
			const struct thread_line *thread)
{
	for (size_t i = 0; i < thread->stretches; i++) {
		const struct stretch *stretch = &thread->stretch[i];
		const struct waking *end = wait_end(thread, i);
		struct wait_count *count;
		bool timer;

		if (!end || !stretch->wait_known)
			continue;
		count = find_count(counts, &stretch->wait);
		if (!count)
			return;
		timer = end->by == WOKEN_BY_TIMER;
		count->ends++;
		count->by_timer += timer;
		count->early += timer && end->time - thread->stretch[0].from <
					 (uint64_t)NS_PER_SEC;
	}
}

/*
 * Choose the home wait of a thread: that which timers ended most often in its
 * first second, or else the one that ended most often. @ends is how often
 * timers ended it.
 */
static bool choose_wait(struct home_wait *home,
			const struct thread_line *thread, size_t *ends)
{
	struct wait_counts counts = { .count = 0 };
	const struct wait_count *best = NULL;

	count_waits(&counts, thread);
	for (size_t i = 0; i < counts.count; i++) {
		const struct wait_count *count = &counts.wait[i];

		if (!best || count->early > best->early ||
		    (count->early == best->early &&
		     (count->by_timer > best->by_timer ||
		      (count->by_timer == best->by_timer &&
		       count->ends > best->ends))))
			best = count;
	}
	*home = (struct home_wait) { .any = false };
	*ends = 0;
	if (best) {
		home->wait = best->wait;
		/* Without system calls, all sleeps look the same. */
		home->by_timer = best->by_timer && !thread->has_calls;
		*ends = best->by_timer;
	}
	free(counts.wait);
	number_map_free(&counts.place);
	return best;
}

/* Return how often the home wait that is given ended. */
static size_t given_ends(const struct home_wait *home,
			 const struct thread_line *thread)
{
	size_t ends = 0;

	for (size_t i = 0; i < thread->stretches; i++)
		ends += home_wait_has(home, thread, i) && wait_end(thread, i);
	return ends;
}

/*
 * Return whether it mostly runs with a real-time priority: it may get that
 * after its start, and others may lend it theirs.
 */
static bool runs_real_time(const struct thread_line *thread)
{
	size_t runs = 0, real_time = 0;

	for (size_t i = 0; i < thread->stretches; i++) {
		bool ran = thread->stretch[i].state == THREAD_RUNS;

		runs += ran;
		real_time += ran && thread->stretch[i].prio < PRIO_RT_MAX;
	}
	return real_time > runs / 2;
}

/* A thread that may be chosen: the greater the more likely. */
struct candidate_thread {
	const struct thread_line *thread;
	struct home_wait home;
	bool calls;
	bool real_time;
	size_t ends;
};

static bool is_better(const struct candidate_thread *one,
		      const struct candidate_thread *two)
{
	if (!two->thread)
		return true;
	/* Threads of the kernel make no calls. */
	if (one->calls != two->calls)
		return one->calls;
	if (!one->ends != !two->ends)
		return one->ends;
	if (one->real_time != two->real_time)
		return one->real_time;
	return one->ends > two->ends;
}

const struct thread_line *home_wait_thread(struct home_wait *home,
					   const struct whereabouts *where,
					   const struct thread_choice *choice)
{
	struct candidate_thread best = { .thread = NULL };

	for (size_t i = 0; i < where->threads; i++) {
		const struct thread_line *thread = &where->thread[i];
		struct candidate_thread one = {
			.thread = thread, .calls = thread->has_calls,
			.real_time = runs_real_time(thread),
		};

		if ((choice->tid && thread->pid != choice->tid) ||
		    (choice->comm &&
		     strcmp(choice->comm, sched_trace_comm(where->trace,
							   thread->pid))))
			continue;
		if (choice->given) {
			one.home = *choice->home;
			one.ends = given_ends(&one.home, thread);
			if (!one.ends)
				continue;
		} else if (!choose_wait(&one.home, thread, &one.ends)) {
			continue;
		}
		if (is_better(&one, &best))
			best = one;
	}
	*home = best.home;
	return best.thread;
}
