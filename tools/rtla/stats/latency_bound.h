/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The bound of the scheduling latency of D. B. de Oliveira, D. Casini, R. S. de
 * Oliveira, T. Cucinotta, "Demystifying the Real-Time Linux Scheduling
 * Latency", ECRTS 2020: how long, at most, it takes until the thread with the
 * highest priority runs (definition 1), if the worst that was observed of each
 * part comes together.
 *
 * Theorem 8: the bound is the least positive L with
 *
 *	L = max(D_ST, D_POID) + D_PAIE + D_PSD + I_NMI(L) + I_IRQ(L)
 *
 * Here, I_NMI and I_IRQ are one sum over vectors, as the NMI is a vector like
 * others. An interrupt that began before the thread was ready delays it, too.
 * It is counted: the theorem holds as well for the time since the first of the
 * interrupts that ran without a gap until the thread was ready, and that time
 * is longer than the latency.
 */
#ifndef RTLA_LATENCY_BOUND_H
#define RTLA_LATENCY_BOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/demand.h"

/* The longest observed time of one kind, in ns, lies between these. */
struct bound_variable {
	uint64_t lower_ns;
	uint64_t upper_ns;	/* UINT64_MAX: not known */
};

/*
 * Interrupts that take time from the CPU.
 *
 * @more_ns: so much longer than the curve says may an execution be: what
 *	interrupts take beyond their events differs, and the curve has its
 *	average. It belongs to the upper end of a bound, which the theorem wants
 *	with the longest execution
 */
struct bound_vector {
	const struct demand_curve *demand;
	bool is_nmi;
	uint64_t more_ns;
};

/*
 * The parts of the bound of one CPU. The variables are those of the paper's
 * table 1 and section 4.2, without the time of interrupts:
 *
 * @poid: preemption or interrupts are disabled, but not in order to schedule.
 *	If it ends where the scheduler is entered, it includes the PAIE that
 *	follows
 * @paie: preemption and interrupts are enabled, and a thread waits to be
 *	scheduled
 * @dst: the scheduler's tail, from interrupts off for the switch until it has
 *	returned
 * @psd: preemption is disabled in order to schedule
 * @idle: an interrupt wakes the idle CPU, until the scheduler is entered; not
 *	in the paper, whose CPUs poll. As the idle thread is not inside the
 *	scheduler, it takes the place of POID: case (ii-a), lemma 5
 */
struct bound_model {
	struct bound_variable poid, paie, dst, psd, idle;
	bool without_idle;	/* the CPU does not sleep: @idle does not count */
	const struct bound_vector *vector;
	int vectors;
	/* All vectors together, see joint_demand.h; NULL: it is not known. */
	const struct demand_curve *joint;
};

/*
 * What the CPU does when the thread becomes ready: the cases of section 4.2,
 * with the events EV1 to EV7 of the paper.
 */
enum bound_case {
	BOUND_CASE_UNKNOWN,
	BOUND_CASE_I_A,		/* before the scheduler is called: EV1 to EV2 */
	BOUND_CASE_I_B,		/* before it disables interrupts: EV2 to EV3 */
	BOUND_CASE_I_C,		/* behind that, until it has returned: EV3 to EV7 */
	/*
	 * Elsewhere, and an interrupt that only disabled interrupts could delay
	 * makes the thread ready; or the CPU is idle, see &struct bound_model.
	 */
	BOUND_CASE_II_A,
	BOUND_CASE_II_B,	/* elsewhere, in any other way */
	BOUND_CASES
};

/* The paper's characterizations of interrupts, section 5. C is oWCET, T oMIAT. */
enum bound_column {
	BOUND_NONE,		/* no interrupts */
	BOUND_SINGLE,		/* the largest C of the NMIs, and of all others */
	BOUND_EACH,		/* the sum of all C */
	BOUND_SPORADIC,		/* the sum of all ceil(L / T) * C */
	BOUND_WINDOW,		/* executions in the worst window of each vector */
	BOUND_WINDOW_OWCET,	/* C times the arrivals in the worst window of each */
	BOUND_COLUMNS,
};

/* Beyond this, a bound that depends on itself "does not converge". */
#define BOUND_LIMIT_NS		DEMAND_LONGEST_NS

/* In place of a bound that does not converge, or is not known. */
#define BOUND_ENDLESS		UINT64_MAX

/*
 * A bound of what was observed. It lies between both ends.
 *
 * @lower_ns: with the lower ends of all variables, and demand_at_least();
 *	BOUND_ENDLESS if even that does not converge
 * @upper_ns: with the upper ends, and demand_at_most(); or BOUND_ENDLESS
 * @converged: there is an upper end
 * @because: if it does not converge, the index of the vector that weighs most:
 *	by C / T in BOUND_SPORADIC, else by what it takes from a window as long
 *	as the limit. -1: it converges, or the variables alone pass the limit
 */
struct latency_bound {
	uint64_t lower_ns;
	uint64_t upper_ns;
	bool converged;
	int because;
};

/*
 * bound_without_interrupts - return max(dst, poid, idle) + paie + psd, the L_IF
 * of the paper's lemma 7
 *
 * UINT64_MAX stands for sums that do not fit.
 */
struct bound_variable bound_without_interrupts(const struct bound_model *model);

/*
 * bound_of - return the bound with one characterization of interrupts
 *
 * The search begins at L_IF, and goes on with what L is by the theorem until L
 * does not change. As the right side never falls when L grows, it ends at the
 * least solution: M. Joseph, P. Pandya, "Finding response times in a real-time
 * system", The Computer Journal 29 (1986), one of those that the paper names.
 * It gives up beyond BOUND_LIMIT_NS, and with BOUND_SPORADIC if the sum of all
 * C / T is 1 or more: then there is no solution.
 */
struct latency_bound bound_of(const struct bound_model *model,
			      enum bound_column column);

/*
 * bound_joint - return the bound with the worst window of all vectors together
 *
 * It is never longer than that of BOUND_WINDOW, which it is if @model->joint is
 * NULL: each demand is at most the sum of the vectors' own ones.
 */
struct latency_bound bound_joint(const struct bound_model *model);

#endif /* RTLA_LATENCY_BOUND_H */
