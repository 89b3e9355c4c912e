/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How the hooks and the probe of a bound check the rules of its model: see
 * bound_rules.c.
 */
#ifndef _RTLA_BOUND_CHECKS_H
#define _RTLA_BOUND_CHECKS_H

#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/types.h>

#include <asm/irq_regs.h>

#include "bound/bound_cpu.h"
#include "bound/bound_rules.h"
#include "bound/bound_windows.h"
#include "noise/hooks_arch.h"
#include "session/hit.h"

/**
 * bound_check_rules - check the rules of a point
 * @bound: of this CPU
 * @point: the point, which is a constant
 * @preempt: what a tracepoint adds to preempt_count(), of which this is a hook:
 *	RTLA_PROBE_PREEMPT; elsewhere 0
 * @as_told: as in &struct bound_state
 *
 * Context: any, on the CPU itself, with preemption off.
 */
static __always_inline void bound_check_rules(struct bound_cpu *bound,
					      enum bound_point point,
					      unsigned int preempt,
					      bool as_told)
{
	struct bound_rules *rules = &bound->windows->rules;
	const struct bound_state state = {
		.preempt = preempt_count() - preempt,
		.irqs_off = rtla_bound_asks_irqs(point) && irqs_disabled(),
		.as_told = as_told,
	};
	u32 broken = rtla_bound_broken(point, state);

	WRITE_ONCE(rules->checks[point], rules->checks[point] + 1);
	if (unlikely(broken))
		rtla_bound_rules_break(rules, broken, state.preempt,
				       bound->config->hit->session);
}

/* A call of the scheduler is over, which may have had to switch. */
static inline void bound_check_call(struct bound_cpu *bound)
{
	bound_check_rules(bound, BOUND_AT_END, 0, bound->switched);
	if (unlikely(bound->needed))
		bound_check_rules(bound, BOUND_AFTER_PROBE, 0, bound->switched);
	bound->needed = false;
}

/*
 * Return whether the probe has interrupted a call of the scheduler. Where no
 * tracepoint tells the end of all calls, it is known of those that have
 * switched.
 */
static inline bool bound_meets_call(const struct bound_cpu *bound)
{
	return bound->called.start && (rtla_bound_sees_exit ||
				       (bound->switched && !bound->frees));
}

/* The probe has expired: check the rules for what it has interrupted. */
static inline void bound_check_interrupted(struct bound_cpu *bound)
{
	const struct pt_regs *regs = get_irq_regs();

	bound_check_rules(bound, BOUND_AT_PROBE, 0,
			  !regs || rtla_hooks_arch_irqs_were_on(regs));
	if (unlikely(bound_meets_call(bound)))
		bound_check_rules(bound, BOUND_IN_CALL, 0, true);
}

#endif /* _RTLA_BOUND_CHECKS_H */
