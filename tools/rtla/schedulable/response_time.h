/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Response times of tasks with fixed priorities, SCHED_FIFO and SCHED_RR, each
 * the longest time from the arrival of a job to its end.
 *
 * The worst case of a task of priority P is in a busy period that begins when
 * all tasks of P or more are released at once, having used their whole jitter,
 * and then come as soon as they can, while something less urgent holds the CPU
 * for as long as it may:
 *
 *	M. Joseph, P. Pandya, "Finding Response Times in a Real-Time System",
 *	The Computer Journal 29 (1986): the response time is the least solution
 *	of an equation, which is found step by step.
 *	N. Audsley, A. Burns, M. Richardson, K. Tindell, A. Wellings, "Applying
 *	New Scheduling Theory to Static Priority Pre-emptive Scheduling",
 *	Software Engineering Journal 8 (1993): release jitter and blocking.
 *	K. Tindell, A. Burns, A. Wellings, "An Extendible Approach for Analyzing
 *	Fixed Priority Hard Real-Time Tasks", Real-Time Systems 6 (1994): jobs
 *	that do not end before the next one arrives: all of the busy period
 *	have to be looked at.
 *	L. George, N. Rivierre, M. Spuri, "Preemptive and Non-Preemptive
 *	Real-Time UniProcessor Scheduling", INRIA report 2966 (1996); F.
 *	Bimbard, L. George, "FP/FIFO Feasibility Conditions with Kernel
 *	Overheads for Periodic Tasks on an Event Driven OSEK System", ISORC
 *	2006: first in, first out among tasks of the same priority.
 *
 * For a job that is released t after the busy period began, W is the least
 * solution of
 *
 *	W = B + (1 + floor(t / T_i)) C_i
 *	      + sum over equals j of (1 + floor((t + J_j) / T_j)) C_j
 *	      + sum over all that is more urgent of ceil((W + J_k) / T_k) C_k
 *
 * and the job ends W - t + J_i after it arrived, at most. More urgent is a
 * higher priority, SCHED_DEADLINE, and an interrupt. A task of SCHED_RR loses
 * its place among its equals after each slice, and one that may be blocked when
 * it waits for a lock, so that to them all equals are more urgent. The slack of
 * a task is its deadline less its response time.
 */
#ifndef RTLA_RESPONSE_TIME_H
#define RTLA_RESPONSE_TIME_H

#include "schedulable/cpu_load.h"

/* response_time_find - fill in verdict, response time and slack of a task */
void response_time_find(struct cpu_load *load, struct loading_task *task);

#endif /* RTLA_RESPONSE_TIME_H */
