/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_SCHED_H
#define SIMULATED_SCHED_H

struct task_struct {
	int pid;
};

#endif /* SIMULATED_SCHED_H */
