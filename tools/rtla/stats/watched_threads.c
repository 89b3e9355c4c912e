// SPDX-License-Identifier: GPL-2.0
/*
 * Figures of watched threads: see watched_threads.h.
 */
#include <stdlib.h>
#include <string.h>

#include "stats/distribution.h"
#include "stats/watched_threads.h"

/* The distributions of the parts of a thread, by number of the context. */
struct watched_distributions {
	struct distribution part[WATCHED_PARTS_MAX];
};

struct watched_threads *watched_new(void)
{
	return calloc(1, sizeof(struct watched_threads));
}

void watched_forget(struct watched_threads *threads)
{
	for (int i = 0; i < threads->reads; i++)
		for (int part = 0; part < WATCHED_PARTS_MAX; part++)
			distribution_free(&threads->read[i].part[part]);
	free(threads->read);
	threads->read = NULL;
	threads->reads = 0;
}

void watched_free(struct watched_threads *threads)
{
	if (!threads)
		return;
	watched_forget(threads);
	free(threads->thread);
	free(threads);
}

/* Have room for the distributions of a thread, and of all before it. */
static bool make_room(struct watched_threads *threads, int thread)
{
	struct watched_distributions *grown;

	if (thread < threads->reads)
		return true;
	grown = reallocarray(threads->read, thread + 1, sizeof(*grown));
	if (!grown)
		return false;
	memset(grown + threads->reads, 0,
	       (thread + 1 - threads->reads) * sizeof(*grown));
	threads->read = grown;
	threads->reads = thread + 1;
	return true;
}

bool watched_put(struct watched_threads *threads, int thread,
		 enum event_context context, uint64_t value, uint64_t count)
{
	return make_room(threads, thread) &&
	       distribution_add(&threads->read[thread]
					 .part[context_number(context)],
				value, count);
}

const struct distribution *
watched_distribution(const struct watched_threads *threads, int thread,
		     enum event_context context)
{
	static const struct distribution none;

	if (!threads->thread[thread].distributed)
		return NULL;
	return thread < threads->reads ?
	       &threads->read[thread].part[context_number(context)] : &none;
}

static bool watched_threads_has_name(const struct watched_threads *threads,
				     int thread, const char *comm)
{
	return !strcmp(threads->thread[thread].comm, comm);
}

struct latency watched_named(const struct watched_threads *threads,
			     const char *comm, enum event_context context)
{
	struct latency all = { .count = 0 };

	for (int i = 0; i < threads->count; i++)
		if (watched_threads_has_name(threads, i, comm))
			latency_merge(&all, watched_part(threads, i, context));
	return all;
}

bool watched_named_distribution(const struct watched_threads *threads,
				const char *comm, enum event_context context,
				struct distribution *all)
{
	*all = (struct distribution) { .count = 0 };
	for (int i = 0; i < threads->count; i++) {
		const struct distribution *of =
			watched_distribution(threads, i, context);

		if (of && watched_threads_has_name(threads, i, comm) &&
		    !distribution_merge(all, of))
			return false;
	}
	return true;
}

int watched_undistributed(const struct watched_threads *threads,
			  const char *comm, enum event_context context)
{
	int count = 0;

	for (int i = 0; i < threads->count; i++)
		count += watched_threads_has_name(threads, i, comm) &&
			 !threads->thread[i].distributed &&
			 watched_part(threads, i, context)->count;
	return count;
}
