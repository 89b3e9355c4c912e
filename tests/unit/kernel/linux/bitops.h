/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_BITOPS_H
#define SIMULATED_BITOPS_H

#define ALIGN(size, to)	(((size) + (to) - 1) / (to) * (to))
#define BIT(n)		(1UL << (n))
#define BIT_ULL(n)	(1ULL << (n))
#define __fls(x)	(63 - __builtin_clzll(x))

#endif /* SIMULATED_BITOPS_H */
