/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_HRTIMER_H
#define SIMULATED_HRTIMER_H

/* The files that are tested do not use timers; kernel/compat.h includes this. */
#define RTLA_HAS_hrtimer_setup

#endif /* SIMULATED_HRTIMER_H */
