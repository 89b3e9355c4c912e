/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_LOCKDEP_H
#define SIMULATED_LOCKDEP_H

/* The test itself decides in which context it calls noise.c. */
#define lockdep_assert_in_irq()			do { } while (0)
#define lockdep_assert_preemption_disabled()	do { } while (0)

#endif /* SIMULATED_LOCKDEP_H */
