/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of wake-ups, and their figures: of a thread, and of a waker.
 */
#ifndef _RTLA_WAKEUP_PARTS_H
#define _RTLA_WAKEUP_PARTS_H

#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/types.h>

#include <asm/barrier.h>

#include <uapi/rtla.h>

/**
 * struct watched_part - one part of the wake-ups of a thread, or by a waker
 * @min: ns; U64_MAX: there was none
 * @max: ns
 * @sum: ns
 */
struct watched_part {
	u64 min;
	u64 max;
	u64 sum;
};

/**
 * struct wakeup_figures - the wake-ups of a thread, or by a waker
 * @begun: number of wake-ups whose counting has begun
 * @count: number of wake-ups counted
 * @by_timer: of these, those by a timer
 * @part: the parts of the counted wake-ups, by context less RTLA_WAKEUP_TIMER
 *
 * Who counts a wake-up changes @begun, then the others, and @count at last,
 * with a write barrier between each of these. Only one CPU does so at a time.
 */
struct wakeup_figures {
	u64 begun;
	u64 count;
	u64 by_timer;
	struct watched_part part[RTLA_WAKEUP_PARTS];
};

/* rtla_figures_init - empty the figures, which are zero */
static inline void rtla_figures_init(struct wakeup_figures *figures)
{
	unsigned int i;

	for (i = 0; i < RTLA_WAKEUP_PARTS; i++)
		figures->part[i].min = U64_MAX;
}

/**
 * rtla_parts_length - return how long a part of one wake-up was, in ns
 * @point: its points in the order of time, see wakeup_points()
 * @first: its first part: 0, or 2 without a timer
 * @i: the part, by context less RTLA_WAKEUP_TIMER; the last one is all of them
 */
static __always_inline u64 rtla_parts_length(const u64 *point,
					     unsigned int first, unsigned int i)
{
	return i < RTLA_WAKEUP_PARTS - 1 ? point[i + 1] - point[i] :
					   point[i] - point[first];
}

/* rtla_parts_add - add a part of @value ns to its figures */
static __always_inline void rtla_parts_add(struct watched_part *part, u64 value)
{
	if (value < part->min)
		part->min = value;
	if (value > part->max)
		part->max = value;
	part->sum += value;
}

/*
 * rtla_part_read - set @to to the figures of a part, which its CPU may be
 * changing
 */
static inline void rtla_part_read(const struct watched_part *part,
				  struct rtla_part *to)
{
	to->min_ns = READ_ONCE(part->min);
	to->max_ns = READ_ONCE(part->max);
	to->sum_ns = READ_ONCE(part->sum);
	if (to->min_ns == U64_MAX)
		to->min_ns = 0;
}

/**
 * rtla_figures_read - read figures that their CPU may
 * be changing, all of one moment
 * @figures: the figures
 * @by_timer: set to the number of wake-ups by a timer
 * @part: set to the parts: RTLA_WAKEUP_PARTS of them
 *
 * Return: the number of wake-ups. Context: process.
 */
static inline u64 rtla_figures_read(const struct wakeup_figures *figures,
				    u64 *by_timer, struct rtla_part *part)
{
	unsigned int i;
	u64 count;

	do {
		/* Pairs with the barrier before the change of @count. */
		count = smp_load_acquire(&figures->count);
		*by_timer = READ_ONCE(figures->by_timer);
		for (i = 0; i < RTLA_WAKEUP_PARTS; i++)
			rtla_part_read(&figures->part[i], &part[i]);
		/* Pairs with the barrier after the change of @begun. */
		smp_rmb();
	} while (READ_ONCE(figures->begun) != count);
	return count;
}

#endif /* _RTLA_WAKEUP_PARTS_H */
