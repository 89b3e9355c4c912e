// SPDX-License-Identifier: GPL-2.0
/*
 * Demand curves: see demand.h.
 *
 * For each length there is a pointer to the oldest arrival in the window that
 * ends with the newest arrival. Each arrival moves each pointer on, over as
 * many arrivals as left the window, so that an arrival costs a constant time on
 * the average. All lengths share one history, which holds no more arrivals than
 * HISTORY_MAX.
 */
#include <stdlib.h>
#include <string.h>

#include "base/times.h"
#include "stats/demand.h"

/* By how much each length is longer than the one before: parts of 100,000. */
#define STEP_PARTS	4931
#define PARTS		100000

#define HISTORY_MAX	1024

/*
 * Arrivals are merged where more than this many are in the longest window. They
 * are merged over no more than the 24th part of their age: then a window of any
 * length has no arrival that is not in a window of 25/24 of its length, which
 * is shorter than the next length. Of three successive arrivals that are left,
 * the age of the first is more than 25/24 of that of the last, and those less
 * than 24 ns old are all left. So no more than 24 + 2 * log(100 ms / 24 ns) /
 * log(25 / 24) = 771 are left.
 */
#define HISTORY_FULL	768
#define MERGED_PART	24

/* An arrival, or several: all of those at this time, or merged ones. */
struct arrival {
	uint64_t ns;		/* of the newest of them */
	/* These two are of all arrivals before it, back to the first one of all. */
	uint64_t sum_before;
	uint64_t count_before;
};

struct demand {
	struct demand_curve curve;
	uint64_t unseen_ns;
	/* By length: in @history, the oldest arrival in the window, or an older one. */
	unsigned int oldest[DEMAND_LENGTHS];
	unsigned int used;	/* how many there are in @history */
	struct arrival history[HISTORY_MAX];
};

/* ---- Lengths ------------------------------------------------------------- */

static const uint64_t *all_lengths(void)
{
	static uint64_t lengths[DEMAND_LENGTHS];
	uint64_t length = DEMAND_SHORTEST_NS;

	if (lengths[DEMAND_LENGTHS - 1])
		return lengths;
	for (int i = 0; i < DEMAND_LENGTHS; i++) {
		lengths[i] = time_min(length, DEMAND_LONGEST_NS);
		length += (length * STEP_PARTS + PARTS - 1) / PARTS;
	}
	return lengths;
}

uint64_t demand_length(int index)
{
	return all_lengths()[index];
}

/* Return the first of the lengths that is @length or longer; else DEMAND_LENGTHS. */
static int length_index(uint64_t length)
{
	const uint64_t *lengths = all_lengths();
	int low = 0, high = DEMAND_LENGTHS;

	while (low < high) {
		int middle = (low + high) / 2;

		if (lengths[middle] < length)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ---- Reading a curve ----------------------------------------------------- */

uint64_t demand_sporadic(const struct demand_curve *curve, uint64_t length)
{
	if (!curve->count || !length)
		return 0;
	if (!curve->omiat_ns)
		return UINT64_MAX;
	return (length - 1) / curve->omiat_ns + 1;
}

struct window_demand demand_at_most(const struct demand_curve *curve,
				    uint64_t length)
{
	struct window_demand demand = { .ns = 0 };
	int index = length_index(length);
	uint64_t product;

	if (!curve->count || !length)
		return demand;
	if (index == DEMAND_LENGTHS)
		return (struct window_demand) { UINT64_MAX, UINT64_MAX };
	demand.arrivals =
		time_min(curve->most[index], demand_sporadic(curve, length));
	demand.ns = curve->most_ns[index];
	if (!__builtin_mul_overflow(demand.arrivals, curve->owcet_ns, &product))
		demand.ns = time_min(demand.ns, product);
	return demand;
}

struct window_demand demand_at_least(const struct demand_curve *curve,
				     uint64_t length)
{
	int index = length_index(length);

	if (!curve->count || !length)
		return (struct window_demand) { .ns = 0 };
	if (index == DEMAND_LENGTHS || demand_length(index) > length)
		index--;
	if (curve->merged)
		index--;
	if (index < 0)
		return (struct window_demand) { curve->owcet_ns, 1 };
	return (struct window_demand) { curve->most_ns[index],
					curve->most[index] };
}

/* ---- Counting arrivals --------------------------------------------------- */

struct demand *demand_new(uint64_t unseen_ns)
{
	struct demand *demand = calloc(1, sizeof(*demand));

	if (!demand)
		return NULL;
	demand->unseen_ns = unseen_ns;
	demand->curve.omiat_ns = UINT64_MAX;
	return demand;
}

void demand_free(struct demand *demand)
{
	free(demand);
}

void demand_copy(struct demand *to, const struct demand *from)
{
	*to = *from;
}

const struct demand_curve *demand_curve(const struct demand *demand)
{
	return &demand->curve;
}

/* Set the pointers anew, for windows that end with an arrival at @now. */
static void find_oldest(struct demand *demand, uint64_t now)
{
	const uint64_t *lengths = all_lengths();
	unsigned int oldest = 0;

	for (int i = DEMAND_LENGTHS - 1; i >= 0; i--) {
		while (oldest < demand->used &&
		       now - demand->history[oldest].ns >= lengths[i])
			oldest++;
		demand->oldest[i] = oldest;
	}
}

/*
 * Make room in the history, before an arrival at @now: drop the arrivals that
 * are in no window any more, and merge some of the others if these are too
 * many.
 *
 * Merged arrivals count at the time of the newest of them, so that they stay in
 * windows longer than they should. They all came after the arrival that is now
 * before them in the history, and even that one is no further away than the
 * limit allows. So the limit holds however often arrivals are merged.
 */
static void tidy(struct demand *demand, uint64_t now)
{
	struct arrival *history = demand->history;
	unsigned int first, from = demand->used, to = HISTORY_MAX;
	bool full;

	find_oldest(demand, now);
	first = demand->oldest[DEMAND_LENGTHS - 1];
	full = from - first > HISTORY_FULL;
	demand->curve.merged |= full;
	while (from > first) {
		struct arrival left = history[--from];
		uint64_t span = full ? (now - left.ns) / MERGED_PART : 0;

		while (from >= first + 2 &&
		       left.ns - history[from - 2].ns <= span) {
			from--;
			left.sum_before = history[from].sum_before;
			left.count_before = history[from].count_before;
		}
		history[--to] = left;
	}
	demand->used = HISTORY_MAX - to;
	memmove(history, history + to, demand->used * sizeof(*history));
	find_oldest(demand, now);
}

/* Put an arrival into the history. */
static void remember(struct demand *demand, uint64_t now)
{
	if (demand->used && demand->history[demand->used - 1].ns == now)
		return;
	if (demand->used == HISTORY_MAX)
		tidy(demand, now);
	demand->history[demand->used++] = (struct arrival) {
		now, demand->curve.sum_ns, demand->curve.count
	};
}

/* Count a single execution in windows of all lengths. */
static void count_alone(struct demand_curve *curve, uint64_t execution_ns)
{
	curve->owcet_ns = execution_ns;
	for (int i = 0; i < DEMAND_LENGTHS; i++) {
		curve->most_ns[i] = time_max(curve->most_ns[i], execution_ns);
		curve->most[i] = time_max(curve->most[i], 1);
	}
}

bool demand_add(struct demand *demand, uint64_t arrival_ns,
		uint64_t execution_ns)
{
	struct demand_curve *curve = &demand->curve;
	const uint64_t *lengths = all_lengths();
	uint64_t sum, gap = UINT64_MAX;

	if (__builtin_add_overflow(execution_ns, demand->unseen_ns,
				   &execution_ns) ||
	    __builtin_add_overflow(curve->sum_ns, execution_ns, &sum))
		return false;
	if (demand->used) {
		uint64_t last = demand->history[demand->used - 1].ns;

		if (arrival_ns < last)
			return false;
		gap = arrival_ns - last;
	}
	remember(demand, arrival_ns);
	if (!curve->count || execution_ns > curve->owcet_ns)
		count_alone(curve, execution_ns);
	curve->omiat_ns = time_min(curve->omiat_ns, gap);
	curve->sum_ns = sum;
	curve->count++;

	/* Windows that are not longer than the gap have this arrival alone. */
	for (int i = gap < DEMAND_LONGEST_NS ? length_index(gap + 1) :
					       DEMAND_LENGTHS;
	     i < DEMAND_LENGTHS; i++) {
		const struct arrival *oldest =
			&demand->history[demand->oldest[i]];

		while (arrival_ns - oldest->ns >= lengths[i])
			oldest++;
		demand->oldest[i] = oldest - demand->history;
		curve->most_ns[i] =
			time_max(curve->most_ns[i], sum - oldest->sum_before);
		curve->most[i] = time_max(curve->most[i],
					  curve->count - oldest->count_before);
	}
	return true;
}
