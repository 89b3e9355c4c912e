/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_SCHED_H
#define SIMULATED_SCHED_H

#define TASK_COMM_LEN	16

struct task_struct {
	char comm[TASK_COMM_LEN];
	int pid;
	int prio;
};

/* Return the thread that runs. */
struct task_struct *cpu_current(void);
#define current cpu_current()

#endif /* SIMULATED_SCHED_H */
