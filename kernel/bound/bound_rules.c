// SPDX-License-Identifier: GPL-2.0
/*
 * The rules R1 to R14 of the model of a bound: section 3.2 of the paper that
 * bound.c names. Its proof rests on them, and its authors check a kernel by an
 * automaton that follows each event of the model.
 *
 * Kernels as distributions build them do not have all of these events. But a
 * rule that says in which state of the CPU an event comes can be checked at
 * those that there are: the state can be read there. The hooks of a bound do so
 * when they are called anyway. R1 forbids nothing, and so is never broken.
 *
 * A thread that wakes itself is left out: the kernel only disables preemption
 * for that, and as the thread runs, there is nothing to schedule.
 */
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/irqflags.h>
#include <linux/kconfig.h>
#include <linux/sched.h>

#include <trace/events/rtla.h>

#include "bound/bound_rules.h"

/*
 * Rules of which a kernel that does not count how often preemption is disabled
 * shows nothing.
 */
#define BOUND_COUNTED	(BOUND_RULE(6) | BOUND_RULE(7) | BOUND_RULE(10))

/* The rules that are checked at each point. */
static const u32 bound_rules_at[BOUND_POINTS] = {
	[BOUND_AT_CALL] = BOUND_RULE(2) | BOUND_RULE(3) | BOUND_RULE(6),
	[BOUND_AT_SWITCH] = BOUND_RULE(2) | BOUND_RULE(3) | BOUND_RULE(8) |
			    BOUND_RULE(9),
	[BOUND_AT_RETURN] = BOUND_RULE(5) | BOUND_RULE(6),
	[BOUND_AT_END] = BOUND_RULE(13),
	[BOUND_AT_WAKING] = BOUND_RULE(2) | BOUND_RULE(10) | BOUND_RULE(11),
	[BOUND_AT_PROBE] = BOUND_RULE(4),
	[BOUND_IN_CALL] = BOUND_RULE(7),
	[BOUND_AT_SLEEP] = BOUND_RULE(12),
	[BOUND_AFTER_PROBE] = BOUND_RULE(14),
};

/**
 * rtla_bound_rules_break - count rules that are broken, and record an event of
 * each
 * @rules: what the session knows of this CPU
 * @broken: their mask
 * @preempt: as in &struct bound_state
 * @session: number of the session
 *
 * Context: any, on the CPU itself, with preemption off.
 */
noinline void rtla_bound_rules_break(struct bound_rules *rules, u32 broken,
				     unsigned int preempt, u32 session)
{
	unsigned int i;

	for (i = 0; i < RTLA_BOUND_RULES; i++) {
		if (!(broken & BIT(i)))
			continue;
		WRITE_ONCE(rules->broken[i], rules->broken[i] + 1);
		trace_bound_rule(session, i + 1, preempt, irqs_disabled(),
				 current->pid);
	}
}

/**
 * rtla_bound_rules_read - read how often rules were checked, and broken
 * @rules: of a CPU
 * @read: its field rule is set
 *
 * Context: process.
 */
void rtla_bound_rules_read(const struct bound_rules *rules,
			   struct rtla_bound *read)
{
	unsigned int i, point;
	u64 checks;

	for (i = 0; i < RTLA_BOUND_RULES; i++) {
		checks = 0;
		for (point = 0; point < BOUND_POINTS; point++) {
			if (bound_rules_at[point] & BIT(i))
				checks += READ_ONCE(rules->checks[point]);
		}
		if (!IS_ENABLED(CONFIG_PREEMPT_COUNT) && BOUND_COUNTED & BIT(i))
			checks = 0;
		read->rule[i] = (struct rtla_bound_rule) {
			.checks = checks,
			.broken = READ_ONCE(rules->broken[i]),
		};
	}
}
