/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Callbacks: functions that the kernel runs because somebody has asked for it
 * before, as those of works, timers, tasklets, and calls from other CPUs. A
 * kworker, a softirq or an interrupt only carries them: the callback is what a
 * reader wants to know. The kernel has events that tell which one begins or
 * ends, and who asks another CPU for one.
 */
#ifndef RTLA_CALLBACK_KINDS_H
#define RTLA_CALLBACK_KINDS_H

enum callback_kind {
	CALLBACK_WORK,		/* of a workqueue, or of a kthread_worker */
	CALLBACK_CALL,		/* from another CPU, by an interrupt */
	CALLBACK_TIMER,
	CALLBACK_HRTIMER,
	CALLBACK_TASKLET,
	CALLBACK_RCU,
	CALLBACK_POLL,		/* of a network device; only its end has an event */
};

#endif /* RTLA_CALLBACK_KINDS_H */
