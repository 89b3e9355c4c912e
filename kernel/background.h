/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Work that is done away from the measured CPUs.
 *
 * An irq_work is a thread of low priority on its own CPU under PREEMPT_RT: where
 * a real-time thread never sleeps, it never runs. What has to happen although a
 * measured CPU is taken is queued here, to workers that any CPU may run.
 */
#ifndef _RTLA_BACKGROUND_H
#define _RTLA_BACKGROUND_H

#include <linux/workqueue.h>

int background_init(void);
void background_exit(void);

void background_queue(struct work_struct *work);

#endif /* _RTLA_BACKGROUND_H */
