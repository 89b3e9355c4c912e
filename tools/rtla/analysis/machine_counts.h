/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a machine counts of the time that its hardware, its firmware or its
 * host takes from a CPU: the kernel has no events of that.
 */
#ifndef RTLA_MACHINE_COUNTS_H
#define RTLA_MACHINE_COUNTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * struct machine_counts - the counts of a CPU since its measurement began
 * @guest: the machine is a guest
 * @smis: how many system management interrupts came; 0: none, or not known;
 *	likewise the others
 * @throttled: how often the CPU was too hot
 * @steal_ns: how long the host has had it
 * @speed: its average frequency while it was not idle, as a part of its base
 *	frequency
 */
struct machine_counts {
	bool guest;
	uint64_t smis;
	uint64_t throttled;
	uint64_t steal_ns;
	double speed;
};

/* machine_counts_who - return who has a CPU if the kernel has not, as a subject */
const char *machine_counts_who(const struct machine_counts *counts);

/*
 * machine_counts_print - print what has come, as a sentence after a space, or
 * nothing
 */
void machine_counts_print(FILE *out, const struct machine_counts *counts);

#endif /* RTLA_MACHINE_COUNTS_H */
