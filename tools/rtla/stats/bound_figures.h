/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is known of the bound of the scheduling latency, CPU by CPU: the
 * variables and the interrupts that it is made of, the bound in each of its
 * columns, and what was observed. latency_bound.h says what they mean.
 */
#ifndef RTLA_BOUND_FIGURES_H
#define RTLA_BOUND_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/bound_growth.h"
#include "stats/latency_bound.h"
#include "trace/contexts.h"
#include "trace/event_names.h"

#define BOUND_FUNCTION_LEN	64	/* of the name of a function, with its zero */
#define BOUND_STACK_MAX		16
#define BOUND_RULES		14	/* R1 to R14 of the model */

/* How a variable is measured; the values are those of enum rtla_bound_method. */
enum bound_method {
	BOUND_ABSENT = 0,	/* it is not: the kernel has no place to do that */
	BOUND_BRACKET = 1,	/* its longest window lies between two numbers */
	BOUND_EXACT = 2,	/* from its first moment to its last one */
	BOUND_SWITCHES = 3,	/* so, but only if it ends with a switch */
	BOUND_METHODS
};

/*
 * The longest windows of one variable.
 *
 * @longest: the longest window, at least and at most; without @margin_ns. 0 if
 *	it is absent, or if there was no window
 * @margin_ns: a window may be longer than measured by up to this
 * @count: number of windows; of a bracket: of those that the probe has met
 * @seen: in which case of the model the probe has met the window of
 *	@longest.lower_ns; only it can tell
 * @at_ns, @pid, @comm, @function, @stack: of the window of @longest.lower_ns,
 *	if @count: when it began (CLOCK_MONOTONIC), the thread that ran, the
 *	function of the kernel in which the probe has interrupted it ("": not
 *	known, or in user space), and return addresses as functions, innermost
 *	first
 * @address: for who fills in @function: what it is the name of; 0: nothing
 */
struct bound_windows {
	enum bound_method method;
	struct bound_variable longest;
	uint64_t margin_ns;
	uint64_t count;
	uint64_t at_ns;
	enum bound_case seen;
	int pid;
	char comm[EVENT_COMM_LEN];
	uint64_t address;
	char function[BOUND_FUNCTION_LEN];
	int stack_count;
	char stack[BOUND_STACK_MAX][BOUND_FUNCTION_LEN];
};

enum bound_kind {
	BOUND_IRQ,
	BOUND_NMI,
	BOUND_SOFTIRQ,		/* not a thread, as it is with PREEMPT_RT */
	BOUND_KINDS
};

/*
 * An interrupt vector: @owcet_ns and @omiat_ns are those of struct
 * demand_curve.
 *
 * @more_ns: as in struct bound_vector
 * @demand: its curve, which belongs to who counts the arrivals; NULL: it is not
 *	known, as in a result that was read
 */
struct bound_interrupt {
	enum bound_kind kind;
	int vector;
	char name[EVENT_DESC_LEN];
	uint64_t count;
	uint64_t owcet_ns;
	uint64_t omiat_ns;
	uint64_t sum_ns;
	uint64_t more_ns;
	const struct demand_curve *demand;
};

/*
 * The probe. @period_ns is T, see probe_sampling.h.
 *
 * @count: how many times it has expired
 * @longest_gap_ns: from when the CPU was seen with preemption and interrupts
 *	enabled until the next expiry; net
 * @floor_ns: the least time from when it was to expire until its interrupt
 * @unmeasured: calls of the scheduler whose end the kernel does not tell
 */
struct bound_probe {
	uint64_t period_ns;
	uint64_t count;
	uint64_t longest_gap_ns;
	uint64_t floor_ns;
	uint64_t unmeasured;
};

/*
 * What interrupts take beyond the events of the trace, in the code of the
 * processor and the kernel before and after them. All are 0 if no interrupt
 * could be measured.
 */
struct bound_entry {
	uint64_t average_ns;	/* rounded up */
	uint64_t max_ns;
	uint64_t count;
};

/*
 * Latencies that the bound has to exceed: those that the probe's own thread has
 * observed, or those of cyclictest beside it.
 */
struct bound_observed {
	uint64_t count;
	uint64_t max_ns;	/* 0 if @count is 0 */
};

/*
 * Whether a rule of the model holds.
 *
 * @checks: how often it was checked; 0: it was not, or nothing shows it here
 * @broken: how often it was broken
 */
struct bound_rule {
	uint64_t checks;
	uint64_t broken;
};

/*
 * All figures of a CPU.
 *
 * @known: they were read; else nothing below is valid
 * @windows: in the order of the contexts, from BOUND_FIRST on
 * @interrupt: ascending by kind and vector; the owner of this structure owns it
 * @column: bounds; @because of each is an index of @interrupt
 * @rule: R1 first; none is checked in a result that was read
 * @growth: of @column and @observed, while they are measured; none in a result
 *	that was read. The owner of this structure clears it
 * @times: when they were found
 * @joint: the bound with the worst window of all vectors together
 * @joint_demand: the curve of that, which belongs to who counts the arrivals;
 *	NULL: it is not known, and @joint is the column BOUND_WINDOW
 * @cyclictest: latencies of cyclictest, as the program behind "--"; they end in
 *	user space, and so are longer than what the bound is of
 */
struct bound_figures {
	bool known;
	struct bound_windows windows[BOUND_VARIABLES];
	struct bound_probe probe;
	struct bound_entry entry;
	struct bound_interrupt *interrupt;
	int interrupts;
	bool without_idle;
	struct latency_bound column[BOUND_COLUMNS];
	struct latency_bound joint;
	const struct demand_curve *joint_demand;
	struct bound_observed observed;
	struct bound_observed cyclictest;
	struct bound_rule rule[BOUND_RULES];
	struct bound_growth growth;
	struct bound_times times;
};

/* The figures of CPUs 0 to cpus - 1. */
struct bound_set {
	int cpus;
	struct bound_figures of[];
};

/*
 * bound_set_new - make it for @cpus CPUs, none of them known
 *
 * Returns NULL if there is no memory. The caller frees it with
 * bound_set_free().
 */
struct bound_set *bound_set_new(int cpus);
void bound_set_free(struct bound_set *bounds);

/*
 * bound_set_at - return the figures of a CPU; NULL if they are not known, or
 * @bounds is NULL
 */
const struct bound_figures *bound_set_at(const struct bound_set *bounds,
					 int cpu);

/* bound_windows_of - return the windows of a variable, which is a context of a bound */
const struct bound_windows *
bound_windows_of(const struct bound_figures *figures,
		 enum event_context variable);

/*
 * bound_longest - return the longest window of a variable, as it counts in the
 * bound
 *
 * The upper end has the margin. Both are 0 if the variable is absent, or has no
 * windows.
 */
struct bound_variable bound_longest(const struct bound_figures *figures,
				    enum event_context variable);

/*
 * bound_figures_compute - compute the bound in all columns from the other
 * figures
 *
 * @vector has the arrivals of each of @figures->interrupt, in the same order.
 * The upper ends of the variables count with their margin. That of POID, if it
 * is a bracket, is first raised to the probe's longest gap, as a window that
 * has met no probe was shorter than that. A variable that is absent counts as
 * 0.
 */
void bound_figures_compute(struct bound_figures *figures,
			   const struct bound_vector *vector);

/*
 * bound_figures_grow - note the bounds and the observed latency in the growth,
 * as they are @after_ns of the measurement; false: no memory
 */
bool bound_figures_grow(struct bound_figures *figures, uint64_t after_ns);

/*
 * bound_excludes - return whether the model excludes a latency of @ns
 *
 * That is one above the upper ends of both BOUND_EACH and BOUND_WINDOW: if each
 * vector had come once at most, the first would hold; however often they came,
 * the second.
 */
bool bound_excludes(const struct bound_figures *figures, uint64_t ns);

/* bound_is_exceeded - return whether the probe's thread has observed such one */
bool bound_is_exceeded(const struct bound_figures *figures);

/* bound_is_blind - return whether the probe has never expired: there are no figures */
bool bound_is_blind(const struct bound_figures *figures);

/*
 * bound_column_name, bound_column_find - its name in a result: "window_owcet";
 * or -1
 *
 * The user may give "window-owcet", too.
 */
const char *bound_column_name(enum bound_column column);
int bound_column_find(const char *name);

/* bound_column_title - return what it is, for people: "Sliding window with oWCET" */
const char *bound_column_title(enum bound_column column);

/*
 * bound_method_name, bound_method_find - "absent", "bracket", "exact" or
 * "switches"; or -1
 */
const char *bound_method_name(enum bound_method method);
int bound_method_find(const char *name);

/* bound_kind_name, bound_kind_find - "irq", "nmi" or "softirq"; or -1 */
const char *bound_kind_name(enum bound_kind kind);
int bound_kind_find(const char *name);

/*
 * bound_interrupt_print - print what a vector is called: "virtio1-req:26",
 * "NMI" or "softirq TIMER:1"
 *
 * BOUND_INTERRUPT_LEN bytes are enough. Returns @text.
 */
#define BOUND_INTERRUPT_LEN	(EVENT_DESC_LEN + 24)
const char *bound_interrupt_print(const struct bound_interrupt *interrupt,
				  char *text, size_t size);

#endif /* RTLA_BOUND_FIGURES_H */
