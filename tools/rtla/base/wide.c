// SPDX-License-Identifier: GPL-2.0
/*
 * Whole numbers of 128 bits.
 */
#include <stdbool.h>
#include <stddef.h>

#include "base/wide.h"

struct wide wide_product(uint64_t a, uint64_t b)
{
	uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
	uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
	uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32);
	/* Neither sum overflows: (2^32 - 1)^2 + 2 * (2^32 - 1) is 2^64 - 1. */
	uint64_t other = a_low * b_high + (middle & UINT32_MAX);

	return (struct wide) {
		.low = other << 32 | (low & UINT32_MAX),
		.high = a_high * b_high + (middle >> 32) + (other >> 32),
	};
}

struct wide wide_times(struct wide a, uint64_t b)
{
	struct wide product = wide_product(a.low, b);

	product.high += a.high * b;
	return product;
}

/* Digits of one bit, as one divides by hand. */
static struct wide divide_bits(struct wide number, uint64_t by, uint64_t *rest)
{
	struct wide quotient = { 0 };
	uint64_t left = 0;

	for (int i = 127; i >= 0; i--) {
		uint64_t half = i < 64 ? number.low : number.high;
		bool over = left >> 63;

		left = left << 1 | (half >> (i & 63) & 1);
		quotient = wide_add(quotient, quotient);
		if (over || left >= by) {
			left -= by;
			quotient.low |= 1;
		}
	}
	*rest = left;
	return quotient;
}

struct wide wide_divide(struct wide number, uint64_t by, uint64_t *rest)
{
	uint64_t left = number.high ? 0 : number.low % by;
	struct wide quotient = number.high ? divide_bits(number, by, &left) :
			       wide_number(number.low / by);

	if (rest)
		*rest = left;
	return quotient;
}

uint64_t wide_quotient_up(uint64_t a, uint64_t b, uint64_t by)
{
	uint64_t rest, down = wide_divide(wide_product(a, b), by, &rest).low;

	return down + !!rest;
}

uint64_t wide_root(struct wide number)
{
	uint64_t root = 0;

	for (uint64_t bit = 1ULL << 63; bit; bit >>= 1) {
		uint64_t try = root | bit;

		if (wide_compare(wide_product(try, try), number) <= 0)
			root = try;
	}
	return root;
}
