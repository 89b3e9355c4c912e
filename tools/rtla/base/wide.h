/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whole numbers of 128 bits, for products of two times, as compilers for 32-bit
 * machines have no such type. They are exact; what does not fit into 128 bits
 * is lost.
 */
#ifndef RTLA_WIDE_H
#define RTLA_WIDE_H

#include <stdint.h>

struct wide {
	uint64_t low;
	uint64_t high;
};

/* wide_number - return @number as a wide one */
static inline struct wide wide_number(uint64_t number)
{
	return (struct wide) { .low = number };
}

static inline struct wide wide_add(struct wide a, struct wide b)
{
	uint64_t low = a.low + b.low;

	return (struct wide) { low, a.high + b.high + (low < a.low) };
}

static inline struct wide wide_subtract(struct wide a, struct wide b)
{
	return (struct wide) {
		a.low - b.low, a.high - b.high - (a.low < b.low),
	};
}

/* wide_compare - return -1, 0 or 1: @a is less than @b, equal, or more */
static inline int wide_compare(struct wide a, struct wide b)
{
	if (a.high != b.high)
		return a.high < b.high ? -1 : 1;
	return a.low < b.low ? -1 : a.low > b.low;
}

/* wide_product - return @a times @b */
struct wide wide_product(uint64_t a, uint64_t b);

/* wide_times - return @a times @b */
struct wide wide_times(struct wide a, uint64_t b);

/*
 * wide_divide - return @number by @by, which is not 0, rounded down
 *
 * @rest is set to what is left, unless it is NULL.
 */
struct wide wide_divide(struct wide number, uint64_t by, uint64_t *rest);

/* wide_quotient_up - return @a times @b by @by, which is not 0, rounded up */
uint64_t wide_quotient_up(uint64_t a, uint64_t b, uint64_t by);

/* wide_root - return the square root, rounded down */
uint64_t wide_root(struct wide number);

#endif /* RTLA_WIDE_H */
