// SPDX-License-Identifier: GPL-2.0
/*
 * Skipped periods: see skips.h.
 */
#include <stdlib.h>

#include "base/times.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/skips.h"
#include "stats/stats.h"
#include "trace/events.h"

/*
 * The activations of a CPU so far.
 *
 * @origin: when the timer of one activation was to expire; the others are whole
 *	periods away from it; 0: none is known
 * @index: number of the last activation, in periods from @origin on
 * @seqnum: its number in the samples, which wraps
 * @context: the context of its last sample
 * @irq_end, @end: when the first and the last of its latencies ended
 */
struct activation {
	uint64_t origin;
	uint64_t index;
	uint32_t seqnum;
	int context;
	uint64_t irq_end;
	uint64_t end;
};

struct skipping {
	struct activation last;
	struct latency late[LATENCY_CONTEXTS];
};

struct skips {
	uint64_t period;
	struct stats *stats;
	struct sample_record *record;
	struct skipping of[];
};

struct skips *skips_new(int cpus, uint64_t period_ns, struct stats *stats,
			struct sample_record *record)
{
	struct skips *skips =
		calloc(1, sizeof(*skips) + cpus * sizeof(skips->of[0]));

	if (!skips)
		return NULL;
	skips->period = period_ns;
	skips->stats = stats;
	skips->record = record;
	return skips;
}

void skips_free(struct skips *skips)
{
	free(skips);
}

/* Count that a period which was to begin at @t_w was late until @end at least. */
static bool add_late(struct skips *skips, int cpu, int context, uint64_t t_w,
		     uint64_t end)
{
	struct latency *late = &skips->of[cpu].late[context];
	uint64_t ns = end - t_w;

	latency_add(late, ns);
	stats_put_skipped(skips->stats, cpu, context, late);
	return !skips->record ||
	       record_put_skipped(skips->record, cpu, context, ns, 1);
}

/* Count the periods between the last activation and that with the number @index. */
static bool count(struct skips *skips, int cpu, uint64_t index, uint64_t from,
		  uint64_t until)
{
	struct skipping *of = &skips->of[cpu];
	const struct activation *last = &of->last;
	bool user = stats_get(skips->stats, cpu, CONTEXT_USER)->count,
	     known = true;

	for (uint64_t i = last->index + 1; i < index; i++) {
		uint64_t begin = last->origin + i * skips->period;

		if (begin < from || begin >= until)
			continue;
		if (last->irq_end > begin)
			known &= add_late(skips, cpu, CONTEXT_IRQ, begin,
					  last->irq_end);
		for (int context = CONTEXT_THREAD;
		     context <= CONTEXT_THREAD + user; context++)
			known &= add_late(skips, cpu, context, begin,
					  time_max(last->end, begin));
	}
	return known;
}

/*
 * Return the number of the activation that begins at @t_w, which is after the
 * last one. The time of a record is late by what happens until it is written,
 * and never early; so the earliest time so far is the best, and the others are
 * rather after than before it.
 */
static uint64_t skips_number_of(const struct skips *skips,
				struct activation *last, uint64_t t_w)
{
	uint64_t period = skips->period, index = 0, begin;

	if (t_w + period / 4 > last->origin)
		index = (t_w + period / 4 - last->origin) / period;
	index = time_max(index, last->index + 1);
	begin = last->origin + index * period;
	if (t_w < begin)
		last->origin -= begin - t_w;
	return index;
}

/*
 * Return whether a sample is of the last activation. The time of a record does
 * not tell it, as it may be late by any time. But an activation has one sample
 * of each context, in their order, and one of the same number that breaks it is
 * of another activation: the tracer has begun to number anew, since the CPU was
 * offline.
 */
static bool is_of_last(const struct activation *last,
		       const struct event *sample)
{
	return last->origin && sample->sample.seqnum == last->seqnum &&
	       sample->sample.context > last->context;
}

bool skips_take(struct skips *skips, int cpu, const struct event *sample,
		uint64_t from, uint64_t until)
{
	struct activation *last = &skips->of[cpu].last;
	uint64_t t_w = sample->sample.t_w, end = t_w + sample->sample.latency;
	bool known = true;
	uint64_t index;

	if (is_of_last(last, sample)) {
		last->context = sample->sample.context;
		last->end = time_max(last->end, end);
		return true;
	}
	if (!last->origin || sample->sample.seqnum != last->seqnum + 1) {
		*last = (struct activation) { .origin = t_w };
	} else {
		index = skips_number_of(skips, last, t_w);
		known = count(skips, cpu, index, from, until);
		last->index = index;
	}
	last->seqnum = sample->sample.seqnum;
	last->context = sample->sample.context;
	last->end = end;
	last->irq_end = sample->sample.context == CONTEXT_IRQ ? end : 0;
	return known;
}

bool skips_finish(struct skips *skips, int cpu, uint64_t from, uint64_t until)
{
	struct activation *last = &skips->of[cpu].last;
	uint64_t begin = last->origin + last->index * skips->period;
	bool known = true;

	if (last->origin && last->end > begin)
		known = count(skips, cpu,
			      last->index + 1 +
				      (last->end - begin - 1) / skips->period,
			      from, until);
	last->origin = 0;
	return known;
}

void skips_forget(struct skips *skips, int cpu)
{
	skips->of[cpu].last.origin = 0;
}
