/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_ATOMIC_H
#define SIMULATED_ATOMIC_H

typedef struct {
	int value;
} atomic_t;

#define atomic_inc_return(number)	(++(number)->value)

#endif /* SIMULATED_ATOMIC_H */
