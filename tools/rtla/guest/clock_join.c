// SPDX-License-Identifier: GPL-2.0
/*
 * Joining the clocks of a guest and its host: see clock_join.h.
 *
 * An event of the guest allows those differences of the clocks that put it into
 * a run of the vCPU: a set of ranges. The set of all events is what all of them
 * allow. It begins with all differences that put the hit into the host's trace,
 * and is narrowed event by event, those next to the hit first, as clocks may
 * drift away from each other.
 *
 * Of a guest that polls, and so never leaves for long, most differences are
 * allowed. Then the right one is that at which the most interrupts of the guest
 * begin just after an entry: they made the vCPU leave and enter it again.
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

/* An interrupt of the guest begins so soon after the entry that brings it. */
#define ENTERED_NS	10000

/* So many interrupts are looked at, and so many of them are tried with each entry. */
#define ENTERED_MAX	200
#define ANCHORS		3

struct range {
	int64_t low;
	int64_t high;
	size_t inside;		/* so many moments are in the host's trace then */
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
	bool begins;		/* an interrupt of the guest began */
};

struct moments {
	struct moment *moment;
	size_t count;
};

/* ---- Moments of the guest ------------------------------------------------ */

static bool add_moment(struct moments *moments, int64_t from, int64_t to,
		       int64_t hit, bool begins)
{
	struct moment *grown = array_grow(moments->moment, moments->count,
					  sizeof(*grown));

	if (!grown)
		return false;
	moments->moment = grown;
	grown[moments->count++] = (struct moment) {
		from, to, llabs(to - hit), begins,
	};
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
			memory = add_moment(moments, time, time, hit, false);
		} else if (event->type == EVENT_IRQ || event->type == EVENT_NMI) {
			time = event->noise.start;
			memory = add_moment(moments, time, time, hit, true);
		} else {
			memory = add_moment(moments, time - guest->resolution,
					    time, hit, false);
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
	grown[ranges->count++] = (struct range) { .low = low, .high = high };
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
	return time >= vcpu->begin && time <= vcpu->end;
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
		struct range *range = &ranges->range[i];

		range->inside = count_inside(vcpu, moments, range->low);
		if (range->inside > ranges->moments)
			ranges->moments = range->inside;
	}
	for (size_t i = 0; i < ranges->count; i++)
		if (2 * ranges->range[i].inside >= ranges->moments)
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
	int64_t low = vcpu->begin - hit->start,
		high = vcpu->end - hit->start - hit->ns;

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

/* ---- Entries ------------------------------------------------------------- */

/**
 * struct fit - a thread, and differences of the clocks, that fit
 * @low, @high: the differences
 * @moments, @misfits: see struct ranges
 * @sure: only one range of differences is allowed
 * @score: so many interrupts begin just after an entry
 * @rival: the same with other differences of the same thread
 * @tried: so many interrupts were looked at
 */
struct fit {
	const struct vcpu *vcpu;
	int64_t low;
	int64_t high;
	size_t moments;
	size_t misfits;
	bool sure;
	size_t score;
	size_t rival;
	size_t tried;
};

static bool is_entered(const struct vcpu *vcpu, int64_t time, int64_t slack)
{
	size_t at = first_run(vcpu, time);

	/* It may be rounded to before its entry. */
	for (; at < vcpu->runs && vcpu->run[at].from <= time + slack; at++)
		if (time <= vcpu->run[at].from + ENTERED_NS)
			return true;
	return false;
}

/* Count the interrupts that begin just after an entry. */
static size_t count_entered(const struct vcpu *vcpu,
			    const struct moments *moments, int64_t offset,
			    int64_t slack, size_t *tried)
{
	size_t count = 0;

	*tried = 0;
	for (size_t i = 0; i < moments->count && *tried < ENTERED_MAX; i++) {
		const struct moment *moment = &moments->moment[i];

		if (!moment->begins)
			continue;
		++*tried;
		count += is_entered(vcpu, moment->to + offset,
				    slack + moment->away / DRIFT_ONE_OF);
	}
	return count;
}

static bool ranges_allow(const struct ranges *ranges, int64_t low, int64_t high)
{
	for (size_t i = 0; i < ranges->count; i++)
		if (ranges->range[i].low <= high && ranges->range[i].high >= low)
			return true;
	return false;
}

/* See how good the difference is by which an interrupt begins at this entry. */
static void try_entry(struct fit *fit, const struct ranges *ranges,
		      const struct moments *moments, int64_t offset,
		      int64_t slack)
{
	int64_t low = offset - slack, high = offset + ENTERED_NS;
	size_t score;

	if (!ranges_allow(ranges, low, high))
		return;
	/* The interrupt may be the first after its entry, or any up to the last. */
	score = count_entered(fit->vcpu, moments, offset + ENTERED_NS / 5, slack,
			      &fit->tried);
	if (llabs(low - fit->low) < 2 * NEAR_NS) {
		if (score > fit->score) {
			fit->score = score;
			fit->low = low;
			fit->high = high;
		}
	} else if (score > fit->score) {
		fit->rival = fit->score;
		fit->score = score;
		fit->low = low;
		fit->high = high;
	} else if (score > fit->rival) {
		fit->rival = score;
	}
}

/* Find the difference at which the most interrupts begin just after an entry. */
static void find_entered(struct fit *fit, const struct ranges *ranges,
			 const struct moments *moments, int64_t slack)
{
	int anchors = 0;

	fit->low = INT64_MIN / 2;
	for (size_t i = 0; i < moments->count && anchors < ANCHORS; i++) {
		if (!moments->moment[i].begins)
			continue;
		anchors++;
		for (size_t at = 1; at < fit->vcpu->runs; at++)
			try_entry(fit, ranges, moments, fit->vcpu->run[at].from -
				  moments->moment[i].to, slack);
	}
}

/* Leave what is allowed of the differences that @fit has found. */
static void cut_to_allowed(struct fit *fit, const struct ranges *ranges)
{
	int64_t low = INT64_MAX, high = INT64_MIN;

	for (size_t i = 0; i < ranges->count; i++) {
		const struct range *range = &ranges->range[i];

		if (range->low > fit->high || range->high < fit->low)
			continue;
		if (range->low < low)
			low = range->low;
		high = range->high;
	}
	fit->low = low > fit->low ? low : fit->low;
	fit->high = high < fit->high ? high : fit->high;
}

/*
 * Fill in @fit from what @ranges allow. Both traces may be of one clock, by
 * trace-cmd -A: then no difference is the right one.
 */
static void fit_find(struct fit *fit, const struct joining *joining,
		     struct ranges *ranges)
{
	const struct moments *moments = &joining->of[joining->hit->cpu];

	fit->moments = ranges->moments;
	fit->misfits = ranges->misfits;
	find_entered(fit, ranges, moments, joining->slack);
	cut_to_allowed(fit, ranges);
	join_near(ranges);
	fit->sure = ranges->count == 1 &&
		    ranges->range[0].high - ranges->range[0].low < NEAR_NS;
	if (fit->sure) {
		fit->low = ranges->range[0].low;
		fit->high = ranges->range[0].high;
	}
}

static const char *tell_misfit(struct clock_join *join,
			       const struct joining *joining, size_t tried)
{
	int cpu = joining->hit->cpu;

	if (joining->of[cpu].count < MOMENTS_LEAST)
		snprintf(join->why, sizeof(join->why),
			 "the guest's trace has too few events of its CPU %d to tell the difference of the clocks: give all of what was recorded there", cpu);
	else if (!tried)
		snprintf(join->why, sizeof(join->why),
			 "no thread in it runs a vCPU %d: name the threads with --vcpus", cpu);
	else
		snprintf(join->why, sizeof(join->why),
			 "the events of the guest's CPU %d are at no difference of the clocks within the runs of a vCPU: it is of another host, or of another time, or the end of the guest's latency is not in it: record both at the same time, and end the host's after the guest's",
			 cpu);
	return join->why;
}

static const char *tell_many(struct clock_join *join,
			     const struct joining *joining, size_t fits)
{
	if (fits > 1)
		snprintf(join->why, sizeof(join->why),
			 "the events of the guest's CPU %d fit to %zu threads: name those of the guest with --vcpus",
			 joining->hit->cpu, fits);
	else
		snprintf(join->why, sizeof(join->why),
			 "the events of the guest's CPU %d fit at several differences of the clocks: record both for longer, with more events in the guest",
			 joining->hit->cpu);
	return join->why;
}

/* Return whether @fit is much better than the best of the others. */
static bool is_best(const struct fit *fit, size_t rival)
{
	return fit->score && 2 * fit->score >= fit->tried &&
	       3 * fit->score >= 4 * (rival > fit->rival ? rival : fit->rival);
}

static const char *join_clocks(struct clock_join *join,
			       const struct joining *joining)
{
	struct fit best = { .vcpu = NULL };
	size_t tried = 0, fits = 0, rival = 0;

	for (size_t i = 0; i < joining->host->vcpus; i++) {
		struct fit fit = { .vcpu = &joining->host->vcpu[i] };
		struct ranges ranges;
		bool memory;

		if (!may_be(joining, fit.vcpu, joining->hit->cpu))
			continue;
		tried++;
		memory = try_vcpu(joining, fit.vcpu, &ranges);
		if (memory && ranges_fit(&ranges)) {
			fits++;
			fit_find(&fit, joining, &ranges);
			if (!best.vcpu || fit.score > best.score) {
				rival = best.score;
				best = fit;
			} else if (fit.score > rival) {
				rival = fit.score;
			}
		}
		free(ranges.range);
		if (!memory)
			return strerror(ENOMEM);
	}
	if (!fits)
		return tell_misfit(join, joining, tried);
	if (!(fits == 1 && best.sure) && !is_best(&best, rival))
		return tell_many(join, joining, fits);
	join->vcpu = best.vcpu;
	join->low = best.low;
	join->high = best.high;
	join->moments = best.moments;
	join->misfits = best.misfits;
	return NULL;
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
