/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Callbacks: functions that the kernel runs because somebody has asked for it
 * before, as those of works, timers, tasklets, and calls from other CPUs. A
 * kworker, a softirq or an interrupt only carries them: the callback is what a
 * reader wants to know. The kernel has events that tell which one begins or
 * ends, and who asks another CPU for one; rtla.ko tells of those that took
 * long.
 */
#ifndef RTLA_CALLBACK_KINDS_H
#define RTLA_CALLBACK_KINDS_H

/* The values up to that of RCU are those of the ABI (enum rtla_callback). */
enum callback_kind {
	CALLBACK_WORK = 0,	/* of a workqueue, or of a kthread_worker */
	CALLBACK_CALL = 1,	/* from another CPU, by an interrupt */
	CALLBACK_TIMER = 2,
	CALLBACK_HRTIMER = 3,
	CALLBACK_SOFT_HRTIMER = 4,	/* that expires in a softirq */
	CALLBACK_TASKLET = 5,
	CALLBACK_POLL = 6,	/* of a network device; the kernel tells its end */
	CALLBACK_HANDLER = 7,	/* of an interrupt's thread */
	CALLBACK_RCU = 8,
};

#endif /* RTLA_CALLBACK_KINDS_H */
