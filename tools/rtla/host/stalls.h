/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stalls of a CPU in which the kernel has no part: system management
 * interrupts (SMIs), in which the firmware runs, and throttling of a CPU that
 * is too hot. Both count as hardware noise, or are unexplained, but the CPU
 * counts them.
 */
#ifndef RTLA_STALLS_H
#define RTLA_STALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct cpus;
struct machine;

enum stall {
	STALL_SMI,
	STALL_THROTTLED,
	STALLS
};

/* stall_name - return "smis" or "throttled", as in results */
const char *stall_name(enum stall stall);

/*
 * stalls_counts_smis - return whether the CPUs may count SMIs
 *
 * This reads /proc/cpuinfo, so call it once, and not for each CPU.
 */
bool stalls_counts_smis(const struct machine *machine);

/*
 * stalls_read - read how often a CPU was stalled since the machine was booted
 *
 * For STALL_THROTTLED, that is how often the CPU itself was throttled, or its
 * package, whichever is more. To read SMIs, the kernel interrupts the CPU for a
 * moment, so this is not for a CPU that is being measured; and it is only for
 * machines for which stalls_counts_smis() returns true. Returns 0 or an errno:
 * ENOENT if the CPU, or the kernel, does not count them.
 */
int stalls_read(const struct machine *machine, int cpu, enum stall stall,
		uint64_t *count);

/*
 * How often CPUs are stalled during a measurement. The functions below accept
 * NULL for @stalls.
 */
struct stalls;

/*
 * stalls_begin - count stalls of @cpus from now on
 *
 * @root is that of struct machine. Returns NULL if there is no memory. The
 * caller frees the value with stalls_free().
 */
struct stalls *stalls_begin(const char *root, const struct cpus *cpus);

/* stalls_end - read how often CPUs were stalled since stalls_begin() */
void stalls_end(struct stalls *stalls);

/* stalls_of - return how often @cpu was stalled; -1 if that is not known */
int64_t stalls_of(const struct stalls *stalls, int cpu, enum stall stall);

/* stalls_note - print a line about each kind of stall, if there was any */
void stalls_note(FILE *out, const struct stalls *stalls);

void stalls_free(struct stalls *stalls);

#endif /* RTLA_STALLS_H */
