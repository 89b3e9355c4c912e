/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_TIMEKEEPING_H
#define SIMULATED_TIMEKEEPING_H

#include "../simulated_cpu.h"

#define ktime_get_mono_fast_ns()	cpu_clock()

#endif /* SIMULATED_TIMEKEEPING_H */
