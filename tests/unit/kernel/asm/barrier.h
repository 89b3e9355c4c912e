/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_BARRIER_H
#define SIMULATED_BARRIER_H

#ifndef READ_ONCE
#define READ_ONCE(x)			(*(const volatile __typeof__(x) *)&(x))
#endif
#ifndef smp_load_acquire
#define smp_load_acquire(p)		READ_ONCE(*(p))
#endif

#endif /* SIMULATED_BARRIER_H */
