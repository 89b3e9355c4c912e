/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The sizes of CPUs' caches, from sysfs.
 */
#ifndef RTLA_CACHE_SIZE_H
#define RTLA_CACHE_SIZE_H

#include <stdint.h>

struct cpus;
struct machine;

/*
 * cache_size - return the size of a CPU's data cache of @level, in bytes
 *
 * Returns 0 if sysfs has no such cache, as in many guests.
 */
uint64_t cache_size(const struct machine *machine, int cpu, int level);

/*
 * cache_size_largest - return the largest such size of any of @cpus, or 0
 */
uint64_t cache_size_largest(const struct machine *machine,
			    const struct cpus *cpus, int level);

#endif /* RTLA_CACHE_SIZE_H */
