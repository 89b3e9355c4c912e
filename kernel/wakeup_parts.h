/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of wake-ups, and their figures: of a thread, and of a waker.
 */
#ifndef _RTLA_WAKEUP_PARTS_H
#define _RTLA_WAKEUP_PARTS_H

#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/types.h>

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

/* rtla_parts_init - empty the figures of all parts */
static inline void rtla_parts_init(struct watched_part *part)
{
	unsigned int i;

	for (i = 0; i < RTLA_WAKEUP_PARTS; i++)
		part[i] = (struct watched_part) { .min = U64_MAX };
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

/* rtla_parts_read - set @to to the figures of all parts, which may change meanwhile */
static inline void rtla_parts_read(const struct watched_part *part,
				   struct rtla_part *to)
{
	unsigned int i;

	for (i = 0; i < RTLA_WAKEUP_PARTS; i++) {
		to[i].min_ns = READ_ONCE(part[i].min);
		to[i].max_ns = READ_ONCE(part[i].max);
		to[i].sum_ns = READ_ONCE(part[i].sum);
		if (to[i].min_ns == U64_MAX)
			to[i].min_ns = 0;
	}
}

#endif /* _RTLA_WAKEUP_PARTS_H */
