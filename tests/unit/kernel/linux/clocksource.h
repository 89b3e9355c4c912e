/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_CLOCKSOURCE_H
#define SIMULATED_CLOCKSOURCE_H

#include <linux/types.h>

struct clocksource {
	u64 max_cycles;
	int vdso_clock_mode;
};

#endif /* SIMULATED_CLOCKSOURCE_H */
