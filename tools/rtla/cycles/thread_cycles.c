// SPDX-License-Identifier: GPL-2.0
/*
 * The cycles of a thread: see thread_cycles.h.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/times.h"
#include "cycles/thread_cycles.h"
#include "cycles/whereabouts.h"
#include "trace/contexts.h"

const char *cycle_part_name(enum cycle_part part)
{
	return context_name(CYCLE_FIRST + part);
}

/* ---- One cycle ----------------------------------------------------------- */

/* Begin a cycle at the stretch number @i, which ends a home wait. */
static void begin_cycle(struct thread_cycle *cycle,
			const struct thread_line *thread, size_t i)
{
	const struct stretch *stretch = &thread->stretch[i];
	uint64_t release = stretch->waking.expiry != NO_EXPIRY ?
			   stretch->waking.expiry : stretch->waking.time;

	*cycle = (struct thread_cycle) {
		.first = i, .release = time_min(release, stretch->from),
	};
}

static void add_run_piece(void *context, uint64_t ns, const struct cpu_turn *turn,
		    const struct cpu_span *span)
{
	struct thread_cycle *cycle = context;

	(void)turn;
	cycle->part[span->kind ? CYCLE_INTERRUPTED : CYCLE_RUN] += ns;
}

/*
 * Add up the parts of a cycle. Returns false if the trace does not tell where
 * the thread was.
 */
static bool measure_cycle(const struct thread_cycles *cycles,
			  struct thread_cycle *cycle)
{
	const struct thread_line *thread = cycles->thread;
	bool started = false;
	int cpu = -1;

	if (whereabouts_lost(cycles->where, cycle->release, cycle->completion))
		return false;
	for (size_t i = cycle->first; i < cycle->last; i++) {
		const struct stretch *stretch = &thread->stretch[i];
		uint64_t end = stretch_end(cycles->where, thread, i),
			 ns = end - stretch->from;

		switch (stretch->state) {
		case THREAD_RUNS:
			if (!started)
				cycle->part[CYCLE_START] =
					stretch->from - cycle->release;
			started = true;
			cycle->migrations += cpu >= 0 && cpu != stretch->cpu;
			cpu = stretch->cpu;
			cycle->faults += stretch->faults;
			whereabouts_walk(cycles->where, cpu, stretch->from, end,
					 add_run_piece, cycle);
			break;
		case THREAD_READY:
			cycle->part[CYCLE_PREEMPTED] += started ? ns : 0;
			break;
		case THREAD_SLEEPS:
			cycle->part[CYCLE_BLOCKED] += ns;
			break;
		default:
			return false;
		}
	}
	return started;
}

/* End a cycle at the stretch number @i. Returns false without memory. */
static bool end_cycle(struct thread_cycles *cycles, struct thread_cycle *cycle,
		      size_t i)
{
	struct thread_cycle *grown;

	cycle->last = i;
	cycle->completion = cycles->thread->stretch[i].from;
	if (!measure_cycle(cycles, cycle)) {
		cycles->unknown++;
		return true;
	}
	grown = array_grow(cycles->cycle, cycles->count, sizeof(*grown));
	if (!grown)
		return false;
	cycles->cycle = grown;
	grown[cycles->count++] = *cycle;
	return true;
}

bool thread_cycles_find(struct thread_cycles *cycles)
{
	const struct thread_line *thread = cycles->thread;
	struct thread_cycle cycle;
	bool open = false;

	for (size_t i = 0; i < thread->stretches; i++) {
		const struct stretch *stretch = &thread->stretch[i];
		bool lost = open && stretch->state == THREAD_UNKNOWN;

		/* Whether it sleeps at home is not known, either. */
		if (open && stretch->state == THREAD_SLEEPS &&
		    !stretch->wait_known)
			lost = true;
		if (lost) {
			cycles->unknown++;
			open = false;
		}
		if (!home_wait_has(&cycles->home, thread, i))
			continue;
		if (open && !end_cycle(cycles, &cycle, i))
			return false;
		/* A sleep is over in the next stretch; one that is passed, here. */
		open = stretch->passes ||
		       (i + 1 < thread->stretches &&
			thread->stretch[i + 1].state == THREAD_READY);
		if (open)
			begin_cycle(&cycle, thread, i + !stretch->passes);
	}
	return true;
}

void thread_cycles_free(struct thread_cycles *cycles)
{
	free(cycles->cycle);
	cycles->cycle = NULL;
	cycles->count = 0;
}

/* ---- All cycles ---------------------------------------------------------- */

static int compare_responses(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

bool cycle_figures_find(struct cycle_figures *figures,
			const struct thread_cycles *cycles, uint64_t deadline)
{
	size_t count = cycles->count;
	uint64_t *responses, sum = 0;

	*figures = (struct cycle_figures) { .period = 0 };
	if (!count)
		return true;
	responses = calloc(count, sizeof(*responses));
	if (!responses)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct thread_cycle *cycle = &cycles->cycle[i];

		responses[i] = cycle_response(cycle);
		sum += responses[i];
		figures->misses += deadline && responses[i] > deadline;
		figures->migrations += cycle->migrations;
		for (int part = 0; part < CYCLE_PARTS; part++)
			figures->part[part] += cycle->part[part];
	}
	qsort(responses, count, sizeof(*responses), compare_responses);
	figures->average = sum / count;
	/* The nearest rank, as everywhere else. */
	figures->p99 = responses[(count * 99 + 99) / 100 - 1];
	figures->max = responses[count - 1];
	if (count > 1)
		figures->period = (cycles->cycle[count - 1].release -
				   cycles->cycle[0].release) / (count - 1);
	free(responses);
	return true;
}

const struct thread_cycle *thread_cycles_worst(const struct thread_cycles *cycles,
					       uint64_t deadline)
{
	const struct thread_cycle *worst = NULL;

	for (size_t i = 0; i < cycles->count; i++) {
		const struct thread_cycle *cycle = &cycles->cycle[i];

		if (deadline && cycle_response(cycle) > deadline)
			return cycle;
		if (!worst || cycle_response(cycle) > cycle_response(worst))
			worst = cycle;
	}
	return worst;
}

const struct thread_cycle *thread_cycles_at(const struct thread_cycles *cycles,
					    uint64_t release)
{
	uint64_t nearest = cycles->where->trace->resolution + 1;
	const struct thread_cycle *found = NULL;

	for (size_t i = 0; i < cycles->count; i++) {
		const struct thread_cycle *cycle = &cycles->cycle[i];
		uint64_t away = cycle->release > release ?
				cycle->release - release :
				release - cycle->release;

		if (away >= nearest)
			continue;
		nearest = away;
		found = cycle;
	}
	return found;
}
