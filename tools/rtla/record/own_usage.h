/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The time and memory that the command itself and its children take.
 */
#ifndef RTLA_OWN_USAGE_H
#define RTLA_OWN_USAGE_H

#include <stdint.h>
#include <sys/types.h>

struct own_usage {
	uint64_t cpu_ns;
	uint64_t resident_bytes;
};

/*
 * own_usage_add - add what a process takes, of which the time counts that its
 * children took that have ended; a process that is gone takes nothing
 */
void own_usage_add(struct own_usage *usage, pid_t pid);

#endif /* RTLA_OWN_USAGE_H */
