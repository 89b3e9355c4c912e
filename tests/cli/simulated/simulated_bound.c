// SPDX-License-Identifier: GPL-2.0
/*
 * What the simulated tracer measures of a bound. In each tick, on each CPU:
 *
 * - a window of each variable: poid 21.4 us, dst 6.1, psd 6.2, idle 9.8; no
 *   paie
 * - an observed latency of 31 us, or what "observed" says
 * - the timer's interrupt for 4 us, once; with "storm", an interrupt of a
 *   device for 14 us, twice within 9.7 us
 *
 * With "late", each poid is 30 us longer from that tick on.
 *
 * The longest gap of the probe is as long as its period, and the entry and exit
 * of an interrupt take 400 ns. All variables are 1 us longer on CPU 1, 2 us on
 * CPU 2 and so on. R2 of the model is checked 1000 times, R3 2000 times, and so
 * on.
 */
#include <stdio.h>
#include <string.h>

#include "simulated.h"
#include "stats/bound_figures.h"

static const uint64_t windows[BOUND_VARIABLES] = { 21400, 0, 6100, 6200, 9800 };

static uint64_t counts[CPUS_SIMULATED][BOUND_VARIABLES];

static bool is_late;

/* Return how long a window of a variable is. */
static uint64_t window_ns(int cpu, int variable)
{
	return windows[variable] + 1000 * cpu +
	       (is_late && !variable ? 30000 : 0);
}

static bool is_absent(int variable)
{
	return sim_setting("absent", 0) >> variable & 1;
}

static void add_irq(struct ring_page *page, uint64_t start, uint64_t duration,
		    const char *name, int vector)
{
	struct ring_irq irq = {
		.common = { .type = RING_IRQ },
		.start = start, .duration = duration, .vector = vector,
	};

	snprintf(irq.desc, sizeof(irq.desc), "%s", name);
	ring_add(page, start + duration, &irq, sizeof(irq));
}

void sim_bound_add(struct ring_page *page, int cpu, uint64_t now)
{
	bool counting = sim_stats_counting(now);
	long late = sim_setting("late", 0);

	is_late = late && counts[0][0] >= (uint64_t)late;
	for (int i = 0; i < BOUND_VARIABLES && counting; i++) {
		if (!windows[i] || is_absent(i))
			continue;
		counts[cpu][i]++;
		sim_stats_add(cpu, BOUND_FIRST + i, now, now,
			      window_ns(cpu, i));
	}
	if (counting)
		sim_stats_add(cpu, CONTEXT_BOUND_OBSERVED, now, now,
			      sim_setting("observed", 31000));
	add_irq(page, now, 4000, "local_timer", 236);
	if (!sim_setting("storm", 0))
		return;
	add_irq(page, now + 5000, 14000, "virtio1-req", 26);
	add_irq(page, now + 14700, 14000, "virtio1-req", 26);
}

static void read_windows(struct bound_windows *of, int cpu, int variable)
{
	uint64_t ns = window_ns(cpu, variable);
	bool bracket = variable == 0;

	*of = (struct bound_windows) { .method = BOUND_ABSENT };
	if (is_absent(variable))
		return;
	of->method = bracket ? BOUND_BRACKET : BOUND_EXACT;
	of->margin_ns = bracket ? 0 : 100;
	of->count = counts[cpu][variable];
	if (!of->count)
		return;
	of->longest = (struct bound_variable) { ns, bracket ? ns + 10000 : ns };
	of->at_ns = 812331204000;
	of->pid = 3321;
	of->seen = bracket ? BOUND_CASE_II_B : BOUND_CASE_UNKNOWN;
	strcpy(of->comm, "fio");
	if (!bracket)
		return;
	strcpy(of->function, "_raw_spin_lock");
	if (!sim_setting("stack", 0))
		return;
	strcpy(of->stack[of->stack_count++], "submit_bio");
	strcpy(of->stack[of->stack_count++], "do_syscall_64");
}

void sim_bound_read(int cpu, uint64_t period_ns, struct bound_figures *figures)
{
	for (int i = 0; i < BOUND_VARIABLES; i++)
		read_windows(&figures->windows[i], cpu, i);
	figures->probe = (struct bound_probe) {
		.period_ns = period_ns,
		.count = sim_setting("blind", 0) ? 0 : 1000,
		.longest_gap_ns = sim_setting("gap_ns", period_ns), .floor_ns = 900,
		.unmeasured = sim_setting("unmeasured", 0),
	};
	figures->entry = (struct bound_entry) {
		.average_ns = 400, .max_ns = 700, .count = 10,
	};
	for (int i = 1; i < BOUND_RULES; i++)
		figures->rule[i] = (struct bound_rule) {
			.checks = 1000 * i,
			.broken = sim_setting("broken", 0) >> i & 1 ? 3 : 0,
		};
	if (sim_setting("uncalibrated", 0))
		figures->entry = (struct bound_entry) { .count = 0 };
}
