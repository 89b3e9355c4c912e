/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_OVERFLOW_H
#define SIMULATED_OVERFLOW_H

/* The last member, an array, has @count elements. */
#define struct_size(p, member, count) \
	(sizeof(*(p)) + (count) * sizeof((p)->member[0]))
#define check_add_overflow(a, b, sum)	__builtin_add_overflow(a, b, sum)
#define check_mul_overflow(a, b, product) \
	__builtin_mul_overflow(a, b, product)

#endif /* SIMULATED_OVERFLOW_H */
