/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The demand test of tasks that are scheduled by earliest deadline first,
 * SCHED_DEADLINE.
 *
 * All tasks of a CPU meet their deadlines if what has to be finished in a
 * window fits into it, whatever its length t:
 *
 *	h(t) = sum of (1 + floor((t + J_i - D_i) / T_i)) C_i of all i that have
 *	       D_i - J_i <= t, + the largest B_i of these
 *	       + sum over interrupts of ceil((t + J_k) / T_k) C_k  <=  t
 *
 *	S. Baruah, L. Rosier, R. Howell, "Algorithms and Complexity Concerning
 *	the Preemptive Scheduling of Periodic, Real-Time Tasks on One
 *	Processor", Real-Time Systems 2 (1990): the demand, and that a test of
 *	it is exact, without B and interrupts.
 *	M. Spuri, "Analysis of Deadline Scheduled Real-Time Systems", INRIA
 *	report 2772 (1996): release jitter; only deadlines in the first busy
 *	period have to be looked at.
 *	T. Baker, "Stack-Based Scheduling of Realtime Processes", Real-Time
 *	Systems 3 (1991): blocking, once.
 *	K. Jeffay, D. Stone, "Accounting for Interrupt Handling Costs in Dynamic
 *	Priority Task Systems", RTSS 1993: interrupts.
 *	F. Zhang, A. Burns, "Schedulability Analysis for Real-Time Systems with
 *	EDF Scheduling", IEEE Transactions on Computers 58 (2009): going back
 *	from the end, from t to h(t), looks at few deadlines.
 *
 * With fixed priorities below, these tasks are the most urgent, as on Linux.
 */
#ifndef RTLA_DEMAND_TEST_H
#define RTLA_DEMAND_TEST_H

#include "schedulable/cpu_load.h"

/*
 * demand_test_judge - fill in verdict and slack of all tasks with TASK_DEADLINE
 *
 * Their slack is the least t - h(t) of all windows that are not shorter than
 * D_i - J_i: so much longer may what blocks the task be. It is 0 if it cannot
 * be found with the work that is left, or if the CPU is full. If the CPU fails
 * the test, all of them miss, and have the least one of the windows that were
 * looked at.
 */
void demand_test_judge(struct cpu_load *load);

#endif /* RTLA_DEMAND_TEST_H */
