/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_SEQLOCK_H
#define SIMULATED_SEQLOCK_H

#include <linux/percpu.h>

typedef unsigned int seqcount_t;

#define seqcount_init(count)	(*(count) = 0)

#endif /* SIMULATED_SEQLOCK_H */
