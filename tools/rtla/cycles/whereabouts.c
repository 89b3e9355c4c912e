// SPDX-License-Identifier: GPL-2.0
/*
 * What was where: see whereabouts.h.
 */
#include <stdlib.h>

#include "base/times.h"
#include "cycles/whereabouts.h"

void whereabouts_free(struct whereabouts *where)
{
	for (size_t i = 0; i < where->threads; i++) {
		free(where->thread[i].stretch);
		free(where->thread[i].call);
	}
	for (int i = 0; i < where->cpus; i++) {
		free(where->cpu[i].turn);
		free(where->cpu[i].span);
	}
	free(where->thread);
	free(where->cpu);
	free(where->gap);
	number_map_free(&where->place);
	*where = (struct whereabouts) { .threads = 0 };
}

const struct thread_line *whereabouts_thread(const struct whereabouts *where,
					     int pid)
{
	int64_t i;

	return number_map_find(&where->place, pid, &i) ? &where->thread[i] : NULL;
}

bool whereabouts_lost(const struct whereabouts *where, uint64_t from,
		      uint64_t to)
{
	for (size_t i = 0; i < where->gaps; i++)
		if (where->gap[i].from < to && where->gap[i].to > from)
			return true;
	return false;
}

/*
 * Return the number of the last of @count elements of @size bytes that begins
 * at @time or before; each begins with its time. 0: none does, or the first
 * one.
 */
static size_t last_before(const void *elements, size_t count, size_t size,
			  uint64_t time)
{
	size_t low = 0, high = count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		const uint64_t *from = (const void *)((const char *)elements +
						      middle * size);

		if (*from <= time)
			low = middle;
		else
			high = middle;
	}
	return low;
}

size_t stretch_at(const struct thread_line *thread, uint64_t time)
{
	return last_before(thread->stretch, thread->stretches,
			   sizeof(*thread->stretch), time);
}

size_t thread_call_at(const struct thread_line *thread, uint64_t time)
{
	return last_before(thread->call, thread->calls, sizeof(*thread->call),
			   time);
}

void whereabouts_walk(const struct whereabouts *where, int cpu, uint64_t from,
		      uint64_t to, cpu_piece_fn *take, void *context)
{
	static const struct cpu_turn unknown = { .pid = -1 };
	static const struct cpu_span none;
	static const struct cpu_line nothing;
	const struct cpu_line *line = cpu >= 0 && cpu < where->cpus ?
				      &where->cpu[cpu] : &nothing;
	size_t turn = last_before(line->turn, line->turns, sizeof(*line->turn),
				  from),
	       span = last_before(line->span, line->spans, sizeof(*line->span),
				  from);

	while (from < to) {
		uint64_t next = to;
		bool turned = turn < line->turns && line->turn[turn].from <= from,
		     spanned = span < line->spans && line->span[span].from <= from;
		size_t next_turn = turn + turned, next_span = span + spanned;

		if (next_turn < line->turns)
			next = time_min(next, line->turn[next_turn].from);
		if (next_span < line->spans)
			next = time_min(next, line->span[next_span].from);
		if (next > from)
			take(context, next - from,
			     turned ? &line->turn[turn] : &unknown,
			     spanned ? &line->span[span] : &none);
		from = next;
		if (next_turn < line->turns && line->turn[next_turn].from <= from)
			turn = next_turn;
		if (next_span < line->spans && line->span[next_span].from <= from)
			span = next_span;
	}
}
