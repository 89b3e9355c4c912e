/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rules R1 to R14 of the model of a bound, checked where its hooks are
 * called anyway: see bound_rules.c.
 */
#ifndef _RTLA_BOUND_RULES_H
#define _RTLA_BOUND_RULES_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/kconfig.h>
#include <linux/preempt.h>
#include <linux/types.h>

#include <uapi/rtla.h>

/* The bit of a rule in a mask. */
#define BOUND_RULE(number)	BIT((number) - 1)

/**
 * enum bound_point - where rules are checked
 * @BOUND_AT_CALL: the scheduler is called, and has disabled interrupts
 * @BOUND_AT_SWITCH: it switches to another thread
 * @BOUND_AT_RETURN: it is about to return
 * @BOUND_AT_END: a call of it is known to be over
 * @BOUND_AT_WAKING: a thread is woken that does not run
 * @BOUND_AT_PROBE: the probe has interrupted something
 * @BOUND_IN_CALL: that was a call of the scheduler
 * @BOUND_AT_SLEEP: the probe's thread is back from schedule()
 * @BOUND_AFTER_PROBE: the call is over that has followed when the probe has set
 *	need_resched
 * @BOUND_POINTS: their number
 */
enum bound_point {
	BOUND_AT_CALL,
	BOUND_AT_SWITCH,
	BOUND_AT_RETURN,
	BOUND_AT_END,
	BOUND_AT_WAKING,
	BOUND_AT_PROBE,
	BOUND_IN_CALL,
	BOUND_AT_SLEEP,
	BOUND_AFTER_PROBE,
	BOUND_POINTS,
};

/**
 * struct bound_state - the state of a CPU at a point
 * @preempt: preempt_count() there, without what the tracepoint adds to it
 * @irqs_off: interrupts are disabled, where rtla_bound_asks_irqs()
 * @as_told: what came before is as the rule has it. At a switch: the scheduler
 *	was called. At the probe: interrupts were enabled. At an end, and after
 *	the probe: it has switched. At the sleep: it was called
 */
struct bound_state {
	unsigned int preempt;
	bool irqs_off;
	bool as_told;
};

/**
 * struct bound_rules - how often rules were checked on a CPU, and broken
 * @checks: by point; at each, all of its rules are checked
 * @broken: by rule
 */
struct bound_rules {
	u64 checks[BOUND_POINTS];
	u64 broken[RTLA_BOUND_RULES];
};

/* bound_rule_if - return the bit of a rule if it is broken */
static __always_inline u32 bound_rule_if(bool broken, unsigned int number)
{
	return broken ? BOUND_RULE(number) : 0;
}

/* Return whether preemption is disabled just once, and nothing else is. */
static __always_inline bool bound_held_once(unsigned int preempt)
{
	return !IS_ENABLED(CONFIG_PREEMPT_COUNT) ||
	       (preempt & (PREEMPT_MASK | SOFTIRQ_MASK)) == PREEMPT_OFFSET;
}

static __always_inline bool bound_held(unsigned int preempt, unsigned int mask)
{
	return !IS_ENABLED(CONFIG_PREEMPT_COUNT) || preempt & mask;
}

/*
 * rtla_bound_asks_irqs - return whether a rule of a point is about interrupts,
 * as it takes long to see whether they are disabled
 */
static __always_inline bool rtla_bound_asks_irqs(enum bound_point point)
{
	return point == BOUND_AT_SWITCH || point == BOUND_AT_RETURN ||
	       point == BOUND_AT_WAKING;
}

/**
 * rtla_bound_broken - return the mask of the rules that are broken at a point
 * @point: the point, which is a constant
 * @state: the state of the CPU
 */
static __always_inline u32 rtla_bound_broken(enum bound_point point,
					     const struct bound_state state)
{
	u32 broken = 0;

	if (point == BOUND_AT_CALL || point == BOUND_AT_SWITCH) {
		broken |= bound_rule_if(state.preempt & NMI_MASK, 2);
		broken |= bound_rule_if(state.preempt & HARDIRQ_MASK, 3);
	}
	switch (point) {
	case BOUND_AT_CALL:
		return broken |
		       bound_rule_if(!bound_held_once(state.preempt), 6);
	case BOUND_AT_SWITCH:
		broken |= bound_rule_if(!state.irqs_off ||
					!bound_held(state.preempt,
						    PREEMPT_MASK), 8);
		return broken | bound_rule_if(!state.as_told, 9);
	case BOUND_AT_RETURN:
		broken |= bound_rule_if(state.irqs_off, 5);
		return broken |
		       bound_rule_if(!bound_held_once(state.preempt), 6);
	case BOUND_AT_WAKING:
		broken |= bound_rule_if(state.preempt & NMI_MASK, 2);
		broken |= bound_rule_if(!bound_held(state.preempt, ~0U), 10);
		return broken | bound_rule_if(!state.irqs_off, 11);
	case BOUND_AT_PROBE:
		return bound_rule_if(!state.as_told ||
				     (state.preempt & HARDIRQ_MASK) !=
				     HARDIRQ_OFFSET, 4);
	case BOUND_IN_CALL:
		return bound_rule_if(!bound_held(state.preempt, PREEMPT_MASK),
				     7);
	case BOUND_AT_SLEEP:
		return bound_rule_if(!state.as_told, 12);
	case BOUND_AT_END:
		return bound_rule_if(!state.as_told, 13);
	case BOUND_AFTER_PROBE:
		return bound_rule_if(!state.as_told, 14);
	default:
		return 0;
	}
}

void rtla_bound_rules_break(struct bound_rules *rules, u32 broken,
			    unsigned int preempt, u32 session);
void rtla_bound_rules_read(const struct bound_rules *rules,
			   struct rtla_bound *read);

#endif /* _RTLA_BOUND_RULES_H */
