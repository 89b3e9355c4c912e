// SPDX-License-Identifier: GPL-2.0
/*
 * The rules of the model: see bound_rules.h.
 */
#include "stats/bound_rules.h"

#define R(number)	((number) - 1)

static const char *const titles[BOUND_RULES] = {
	[R(1)] = "NMIs are never held off",
	[R(2)] = "an NMI does not wake, schedule or switch",
	[R(3)] = "an interrupt does not schedule or switch",
	[R(4)] = "interrupts come only where enabled",
	[R(5)] = "the scheduler returns with them enabled",
	[R(6)] = "it is called, returns unpreemptible",
	[R(7)] = "it never enables preemption",
	[R(8)] = "both are disabled at a switch",
	[R(9)] = "only the scheduler switches",
	[R(10)] = "preemption is disabled at a wake-up",
	[R(11)] = "interrupts are disabled at a wake-up",
	[R(12)] = "schedule() calls the scheduler",
	[R(13)] = "each call of it switches",
	[R(14)] = "need_resched makes it switch",
};

const char *bound_rule_name(int rule)
{
	static const char *const names[BOUND_RULES] = {
		"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10",
		"R11", "R12", "R13", "R14",
	};

	return names[rule];
}

const char *bound_rule_title(int rule)
{
	return titles[rule];
}

bool bound_rule_matters(int rule)
{
	return rule != R(13);
}
