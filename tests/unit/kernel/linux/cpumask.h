/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_CPUMASK_H
#define SIMULATED_CPUMASK_H

#include <stdbool.h>

/* The system has one CPU, which is in each mask. */
struct cpumask {
	bool unused;
};

#define nr_cpu_ids		1
#define for_each_cpu(cpu, mask)	for ((void)(mask), (cpu) = 0; (cpu) < 1; (cpu)++)

#endif /* SIMULATED_CPUMASK_H */
