/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_LOG2_H
#define SIMULATED_LOG2_H

#define ilog2(x)	(63 - __builtin_clzll(x))

#endif /* SIMULATED_LOG2_H */
