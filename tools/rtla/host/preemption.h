/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a kernel preempts threads that are in it.
 */
#ifndef RTLA_PREEMPTION_H
#define RTLA_PREEMPTION_H

#include <stdbool.h>

struct machine;

#define PREEMPTION_FILE	"/sys/kernel/debug/sched/preempt"
#define PREEMPTION_RT	"PREEMPT_RT"
#define PREEMPTION_LEN	32

/*
 * preemption_find - find the preemption model of a machine's kernel
 *
 * @model is set to PREEMPTION_RT, or else to what the kernel calls it: "none",
 * "voluntary", "full" or "lazy"; "" is not known. @dynamic is set to whether it
 * is one that can be chosen at boot. Returns whether it is known.
 */
bool preemption_find(const struct machine *machine, char model[PREEMPTION_LEN],
		     bool *dynamic);

#endif /* RTLA_PREEMPTION_H */
