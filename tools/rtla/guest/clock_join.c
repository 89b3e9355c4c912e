// SPDX-License-Identifier: GPL-2.0
/*
 * Joining the clocks of a guest and its host: see clock_join.h.
 *
 * An event of the guest allows those differences of the clocks that put it into
 * a run of the vCPU: a set of ranges. The set of all events is what all of them
 * allow. It begins with all differences that put the hit into the host's trace,
 * and is narrowed event by event, those next to the hit first, as clocks may
 * drift away from each other.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "guest/clock_join.h"
#include "guest/host_trace.h"
#include "trace/events.h"
#include "trace/saved_trace.h"

/* So many events of a CPU are looked at. */
#define MOMENTS_MAX	4000

/* Fewer that are in the host's trace tell nothing. */
#define MOMENTS_LEAST	8

/* One of so many may not fit, as events of the host may be missing. */
#define MISFITS_ONE_OF	50

/* Clocks drift by one of so many ns at most: 20 ppm. */
#define DRIFT_ONE_OF	50000

/* How well the clock of the events of a guest is known if it was shifted. */
#define SHIFT_NS	1000

/* Ranges that are so near to each other count as one. */
#define NEAR_NS		20000

struct range {
	int64_t low;
	int64_t high;
};

/**
 * struct ranges - differences of the clocks, in order; none overlap
 * @moments: so many are in the host's trace, with that range which has the most
 * @misfits: so many allowed none of them
 */
struct ranges {
	struct range *range;
	size_t count;
	size_t moments;
	size_t misfits;
};

/* When the guest ran, for sure: at some time from @from to @to. */
struct moment {
	int64_t from;
	int64_t to;
	int64_t away;		/* from the hit */
};

struct moments {
	struct moment *moment;
	size_t count;
};

/* ---- Moments of the guest ------------------------------------------------ */

static bool add_moment(struct moments *moments, int64_t from, int64_t to,
		       int64_t hit)
{
	struct moment *grown = array_grow(moments->moment, moments->count,
					  sizeof(*grown));

	if (!grown)
		return false;
	moments->moment = grown;
	grown[moments->count++] = (struct moment) { from, to, llabs(to - hit) };
	return true;
}

static int moment_compare(const void *a, const void *b)
{
	const struct moment *one = a, *two = b;

	return one->away < two->away ? -1 : one->away > two->away;
}

/*
 * Find when a CPU of the guest ran, those next to @hit first. The fields of an
 * event may have more exact times than the event itself. Return false without
 * memory.
 */
static bool find_moments(struct moments *moments,
			 const struct saved_trace *guest, int cpu, int64_t hit)
{
	const struct event_list *list = &guest->list[cpu];
	bool memory = true;

	for (size_t i = 0; i < list->count && memory; i++) {
		const struct event *event = &list->event[i];
		int64_t time = event->time;

		if (event->type == EVENT_SAMPLE &&
		    event->sample.t_w != TIME_ABSENT) {
			time = event->sample.t_w + event->sample.latency;
			memory = add_moment(moments, time, time, hit);
		} else if (event->type == EVENT_IRQ || event->type == EVENT_NMI) {
			time = event->noise.start;
			memory = add_moment(moments, time, time, hit);
		} else {
			memory = add_moment(moments, time - guest->resolution,
					    time, hit);
		}
	}
	if (moments->count)
		qsort(moments->moment, moments->count, sizeof(*moments->moment),
		      moment_compare);
	if (moments->count > MOMENTS_MAX)
		moments->count = MOMENTS_MAX;
	return memory;
}

/* ---- Narrowing ----------------------------------------------------------- */

static bool add_range(struct ranges *ranges, int64_t low, int64_t high)
{
	struct range *last = ranges->count ? &ranges->range[ranges->count - 1] :
					     NULL;
	struct range *grown;

	if (last && low <= last->high) {
		if (high > last->high)
			last->high = high;
		return true;
	}
	grown = array_grow(ranges->range, ranges->count, sizeof(*grown));
	if (!grown)
		return false;
	ranges->range = grown;
	grown[ranges->count++] = (struct range) { low, high };
	return true;
}

/* Return the first run of @vcpu that ends at @time or later. */
static size_t first_run(const struct vcpu *vcpu, int64_t time)
{
	size_t low = 0, high = vcpu->runs;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (vcpu->run[middle].to < time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Return whether a moment is in what the trace knows of @vcpu. */
static bool is_inside(const struct vcpu *vcpu, int64_t time)
{
	return time >= vcpu->run[0].to &&
	       time <= vcpu->run[vcpu->runs - 1].from;
}

/*
 * Leave in @ranges only what @moment allows. If that is nothing, it is a
 * misfit. Return false without memory.
 */
static bool narrow(struct ranges *ranges, const struct vcpu *vcpu,
		   const struct moment *moment, int64_t slack)
{
	struct ranges left = { .count = 0 };

	for (size_t i = 0; i < ranges->count; i++) {
		const struct range *range = &ranges->range[i];
		size_t at = first_run(vcpu, moment->from + range->low - slack);

		for (; at < vcpu->runs; at++) {
			int64_t low = vcpu->run[at].from - slack - moment->to;
			int64_t high = vcpu->run[at].to + slack - moment->from;

			if (low > range->high)
				break;
			low = low < range->low ? range->low : low;
			high = high > range->high ? range->high : high;
			if (low <= high && !add_range(&left, low, high)) {
				free(left.range);
				return false;
			}
		}
	}
	if (!left.count) {
		ranges->misfits++;
		return true;
	}
	free(ranges->range);
	ranges->range = left.range;
	ranges->count = left.count;
	return true;
}

static size_t count_inside(const struct vcpu *vcpu,
			   const struct moments *moments, int64_t offset)
{
	size_t inside = 0;

	for (size_t i = 0; i < moments->count; i++)
		inside += is_inside(vcpu, moments->moment[i].to + offset);
	return inside;
}

/*
 * What is not in the host's trace fits to anything. Leave out ranges that have
 * less than half as much of the guest in it as another one.
 */
static void drop_outside(struct ranges *ranges, const struct vcpu *vcpu,
			 const struct moments *moments)
{
	size_t kept = 0;

	ranges->moments = 0;
	for (size_t i = 0; i < ranges->count; i++) {
		size_t inside = count_inside(vcpu, moments,
					     ranges->range[i].low);

		if (inside > ranges->moments)
			ranges->moments = inside;
	}
	for (size_t i = 0; i < ranges->count; i++)
		if (2 * count_inside(vcpu, moments, ranges->range[i].low) >=
		    ranges->moments)
			ranges->range[kept++] = ranges->range[i];
	ranges->count = kept;
}

static bool narrow_all(struct ranges *ranges, const struct vcpu *vcpu,
		       const struct moments *moments, uint64_t slack)
{
	for (size_t i = 0; i < moments->count; i++) {
		const struct moment *moment = &moments->moment[i];

		if (!narrow(ranges, vcpu, moment,
			    slack + moment->away / DRIFT_ONE_OF))
			return false;
	}
	drop_outside(ranges, vcpu, moments);
	return true;
}

static bool ranges_fit(const struct ranges *ranges)
{
	return ranges->count && ranges->moments >= MOMENTS_LEAST &&
	       ranges->misfits * MISFITS_ONE_OF <= ranges->moments;
}

static bool ranges_copy(struct ranges *to, const struct ranges *from)
{
	*to = *from;
	to->range = NULL;
	to->count = 0;
	for (size_t i = 0; i < from->count; i++)
		if (!add_range(to, from->range[i].low, from->range[i].high)) {
			free(to->range);
			return false;
		}
	return true;
}

/* ---- Threads ------------------------------------------------------------- */

/**
 * struct joining - the search
 * @of: the moments of each CPU of the guest
 * @slack: times are wrong by so many ns at most
 */
struct joining {
	const struct host_trace *host;
	const struct saved_trace *guest;
	const struct guest_hit *hit;
	const struct vcpu_tids *tids;
	struct moments *of;
	uint64_t slack;
};

/* Return whether @vcpu may be the CPU @cpu of the guest. */
static bool may_be(const struct joining *joining, const struct vcpu *vcpu,
		   int cpu)
{
	if (cpu < joining->tids->count)
		return vcpu->tid == joining->tids->tid[cpu];
	return vcpu->number < 0 || vcpu->number == cpu;
}

/*
 * Narrow by the events of another CPU of the guest, if only one thread fits
 * them. If none does, @ranges are those of another machine. Return false
 * without memory.
 */
static bool narrow_other(const struct joining *joining, struct ranges *ranges,
			 int cpu)
{
	struct ranges found = { .count = 0 };
	size_t candidates = 0, fits = 0;

	if (joining->of[cpu].count < MOMENTS_LEAST)
		return true;
	for (size_t i = 0; i < joining->host->vcpus; i++) {
		const struct vcpu *vcpu = &joining->host->vcpu[i];
		struct ranges copy;

		if (!may_be(joining, vcpu, cpu))
			continue;
		candidates++;
		if (!ranges_copy(&copy, ranges) ||
		    !narrow_all(&copy, vcpu, &joining->of[cpu], joining->slack)) {
			free(found.range);
			return false;
		}
		if (!ranges_fit(&copy) || fits++) {
			free(copy.range);
			continue;
		}
		found = copy;
	}
	if (fits == 1) {
		free(ranges->range);
		*ranges = found;
		return true;
	}
	free(found.range);
	if (candidates && !fits)
		ranges->count = 0;
	return true;
}

/* Find the differences at which @vcpu is the CPU of the hit. */
static bool try_vcpu(const struct joining *joining, const struct vcpu *vcpu,
		     struct ranges *ranges)
{
	const struct guest_hit *hit = joining->hit;
	int64_t low = vcpu->run[0].to - hit->start,
		high = vcpu->run[vcpu->runs - 1].from - hit->start - hit->ns;

	*ranges = (struct ranges) { .count = 0 };
	if (low > high)
		return true;
	if (!add_range(ranges, low, high) ||
	    !narrow_all(ranges, vcpu, &joining->of[hit->cpu], joining->slack))
		return false;
	for (int cpu = 0; cpu < joining->guest->cpus; cpu++)
		if (cpu != hit->cpu && ranges_fit(ranges) &&
		    !narrow_other(joining, ranges, cpu))
			return false;
	return true;
}

/* Make one of those that are next to each other. */
static void join_near(struct ranges *ranges)
{
	size_t kept = 0;

	for (size_t i = 1; i < ranges->count; i++) {
		if (ranges->range[i].low - ranges->range[kept].high < NEAR_NS)
			ranges->range[kept].high = ranges->range[i].high;
		else
			ranges->range[++kept] = ranges->range[i];
	}
	ranges->count = kept + 1;
}

/* Choose one of the ranges. Both traces may be of one clock, by trace-cmd -A. */
static bool choose(struct clock_join *join, struct ranges *ranges)
{
	size_t chosen = 0;

	join_near(ranges);
	for (size_t i = 0; i < ranges->count; i++)
		if (ranges->range[i].low <= 0 && ranges->range[i].high >= 0)
			chosen = i + 1;
	if (!chosen && ranges->count > 1)
		return false;
	chosen -= chosen > 0;
	join->low = ranges->range[chosen].low;
	join->high = ranges->range[chosen].high;
	return true;
}

static const char *tell_misfit(struct clock_join *join,
			       const struct joining *joining, size_t tried)
{
	int cpu = joining->hit->cpu;

	if (!tried)
		snprintf(join->why, sizeof(join->why),
			 "no thread in it runs a vCPU %d: name the threads with --vcpus", cpu);
	else
		snprintf(join->why, sizeof(join->why),
			 "the events of the guest's CPU %d are at no difference of the clocks within the runs of a vCPU: it is of another host, or of another time, or the end of the guest's latency is not in it: record both at the same time, and end the host's after the guest's",
			 cpu);
	return join->why;
}

static const char *join_clocks(struct clock_join *join,
			       const struct joining *joining)
{
	size_t tried = 0, fits = 0;
	bool one = true;

	for (size_t i = 0; i < joining->host->vcpus; i++) {
		const struct vcpu *vcpu = &joining->host->vcpu[i];
		struct ranges ranges;
		bool memory;

		if (!may_be(joining, vcpu, joining->hit->cpu))
			continue;
		tried++;
		memory = try_vcpu(joining, vcpu, &ranges);
		if (memory && ranges_fit(&ranges)) {
			fits++;
			one &= choose(join, &ranges);
			join->vcpu = vcpu;
			join->moments = ranges.moments;
			join->misfits = ranges.misfits;
		}
		free(ranges.range);
		if (!memory)
			return strerror(ENOMEM);
	}
	if (!fits)
		return tell_misfit(join, joining, tried);
	if (fits == 1 && one)
		return NULL;
	if (fits > 1)
		snprintf(join->why, sizeof(join->why),
			 "the events of the guest's CPU %d fit to %zu threads: name those of the guest with --vcpus",
			 joining->hit->cpu, fits);
	else
		snprintf(join->why, sizeof(join->why),
			 "the events of the guest's CPU %d fit at several differences of the clocks: record both for longer, or with one clock, by trace-cmd record -A",
			 joining->hit->cpu);
	return join->why;
}

const char *clock_join_find(struct clock_join *join,
			    const struct host_trace *host,
			    const struct saved_trace *guest,
			    const struct guest_hit *hit,
			    const struct vcpu_tids *tids)
{
	struct joining joining = {
		.host = host, .guest = guest, .hit = hit, .tids = tids,
		.of = calloc(guest->cpus, sizeof(*joining.of)),
		.slack = host->resolution +
			 (guest->shift || guest->relative ? SHIFT_NS : 0),
	};
	bool memory = joining.of;
	const char *why;

	*join = (struct clock_join) { .vcpu = NULL };
	for (int cpu = 0; cpu < guest->cpus && memory; cpu++)
		memory = find_moments(&joining.of[cpu], guest, cpu,
				      hit->start + hit->ns);
	why = memory ? join_clocks(join, &joining) : strerror(ENOMEM);
	for (int cpu = 0; cpu < guest->cpus && joining.of; cpu++)
		free(joining.of[cpu].moment);
	free(joining.of);
	return why;
}
