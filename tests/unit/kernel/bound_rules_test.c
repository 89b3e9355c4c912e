// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of kernel/bound/bound_rules.c: which rules of the model are broken in
 * which state of a CPU, and how often each was checked.
 */
#include <stdbool.h>

#include <linux/kernel.h>
#include <linux/percpu.h>

#include "test.h"

/* Whether the kernel counts how often preemption is disabled. */
static bool counts_preemption = true;
#define CONFIG_PREEMPT_COUNT	counts_preemption

#define irqs_disabled()		true

#include "bound/bound_rules.c"

#define IRQ	HARDIRQ_OFFSET
#define NMI	(NMI_OFFSET | HARDIRQ_OFFSET)

static struct {
	u32 session;
	int rule;
	unsigned int preempt;
	int pid;
} events[4];
static int count;

void cpu_point(void)
{
}

struct task_struct *cpu_current(void)
{
	static struct task_struct task = { .pid = 7 };

	return &task;
}

void trace_bound_rule(u32 session, int rule, unsigned int preempt,
		      bool irqs_off, int pid)
{
	assert_true(irqs_off);
	events[count].session = session;
	events[count].rule = rule;
	events[count].preempt = preempt;
	events[count++].pid = pid;
}

/* Each state has the rules that must be broken in it: R1 is bit 0. */
static const struct {
	enum bound_point point;
	unsigned int preempt;
	bool irqs_off;
	bool as_told;
	u32 broken;
} states[] = {
	/* Kernels do these. */
	{ BOUND_AT_CALL, 1, true, true, 0 },
	{ BOUND_AT_SWITCH, 2, true, true, 0 },
	{ BOUND_AT_RETURN, 1, false, true, 0 },
	{ BOUND_AT_WAKING, 1, true, true, 0 },
	{ BOUND_AT_WAKING, IRQ, true, true, 0 },
	{ BOUND_AT_PROBE, IRQ, true, true, 0 },
	{ BOUND_AT_PROBE, IRQ + SOFTIRQ_OFFSET + 3, true, true, 0 },
	{ BOUND_IN_CALL, IRQ + 1, true, true, 0 },
	{ BOUND_AT_END, 1, true, true, 0 },
	{ BOUND_AT_SLEEP, 0, true, true, 0 },
	{ BOUND_AFTER_PROBE, 1, true, true, 0 },
	/* They must not do these. */
	{ BOUND_AT_CALL, NMI + 1, true, true, BOUND_RULE(2) | BOUND_RULE(3) },
	{ BOUND_AT_CALL, IRQ + 1, true, true, BOUND_RULE(3) },
	{ BOUND_AT_CALL, 0, true, true, BOUND_RULE(6) },
	{ BOUND_AT_CALL, 2, true, true, BOUND_RULE(6) },
	{ BOUND_AT_CALL, SOFTIRQ_OFFSET + 1, true, true, BOUND_RULE(6) },
	{ BOUND_AT_SWITCH, NMI + 2, true, true, BOUND_RULE(2) | BOUND_RULE(3) },
	{ BOUND_AT_SWITCH, IRQ + 2, true, true, BOUND_RULE(3) },
	{ BOUND_AT_SWITCH, 2, false, true, BOUND_RULE(8) },
	{ BOUND_AT_SWITCH, 0, true, true, BOUND_RULE(8) },
	{ BOUND_AT_SWITCH, 2, true, false, BOUND_RULE(9) },
	{ BOUND_AT_RETURN, 1, true, true, BOUND_RULE(5) },
	{ BOUND_AT_RETURN, 0, false, true, BOUND_RULE(6) },
	{ BOUND_AT_WAKING, NMI, true, true, BOUND_RULE(2) },
	{ BOUND_AT_WAKING, 0, true, true, BOUND_RULE(10) },
	{ BOUND_AT_WAKING, 1, false, true, BOUND_RULE(11) },
	{ BOUND_AT_PROBE, IRQ, true, false, BOUND_RULE(4) },
	{ BOUND_AT_PROBE, IRQ + IRQ, true, true, BOUND_RULE(4) },
	{ BOUND_IN_CALL, IRQ, true, true, BOUND_RULE(7) },
	{ BOUND_AT_SLEEP, 0, true, false, BOUND_RULE(12) },
	{ BOUND_AT_END, 1, true, false, BOUND_RULE(13) },
	{ BOUND_AFTER_PROBE, 1, true, false, BOUND_RULE(14) },
};

static u32 broken_in(size_t i)
{
	const struct bound_state state = {
		.preempt = states[i].preempt, .irqs_off = states[i].irqs_off,
		.as_told = states[i].as_told,
	};

	return rtla_bound_broken(states[i].point, state);
}

static void test_states(void **unused)
{
	for (size_t i = 0; i < ARRAY_SIZE(states); i++)
		if (broken_in(i) != states[i].broken)
			fail_msg("state %zu breaks %#x, not %#x", i,
				 broken_in(i), states[i].broken);
}

static void test_tables(void **unused)
{
	u32 all = 0;

	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		assert_int_equal(broken_in(i) &
				 ~bound_rules_at[states[i].point], 0);
		all |= broken_in(i);
	}
	assert_int_equal(all, BIT(RTLA_BOUND_RULES) - 1 - BOUND_RULE(1));
	for (int i = 0; i < BOUND_POINTS; i++)
		assert_int_equal(bound_rules_at[i] & ~all, 0);
}

/* Where preemption is not counted, nothing says that it is enabled. */
static void test_uncounted(void **unused)
{
	struct bound_rules rules = { .checks = { 5, 4, 3 } };
	struct rtla_bound read;

	counts_preemption = false;
	for (size_t i = 0; i < ARRAY_SIZE(states); i++)
		assert_int_equal(broken_in(i) & BOUND_COUNTED, 0);
	assert_int_equal(rtla_bound_broken(BOUND_AT_SWITCH,
		(struct bound_state) { .irqs_off = true, .as_told = true }), 0);
	rtla_bound_rules_read(&rules, &read);
	counts_preemption = true;
	assert_int_equal(read.rule[6 - 1].checks, 0);
	assert_int_equal(read.rule[8 - 1].checks, 4);
}

static void test_counts(void **unused)
{
	struct bound_rules rules = { };
	struct rtla_bound read;

	for (int i = 0; i < BOUND_POINTS; i++)
		rules.checks[i] = 1 << i;
	count = 0;
	rtla_bound_rules_break(&rules, BOUND_RULE(2) | BOUND_RULE(14), NMI, 9);
	assert_int_equal(count, 2);
	assert_int_equal(events[0].rule, 2);
	assert_int_equal(events[1].rule, 14);
	assert_int_equal(events[1].session, 9);
	assert_int_equal(events[1].preempt, NMI);
	assert_int_equal(events[1].pid, 7);
	rtla_bound_rules_read(&rules, &read);
	assert_int_equal(read.rule[1 - 1].checks, 0);
	assert_int_equal(read.rule[2 - 1].checks, 1 << BOUND_AT_CALL |
			 1 << BOUND_AT_SWITCH | 1 << BOUND_AT_WAKING);
	assert_int_equal(read.rule[2 - 1].broken, 1);
	assert_int_equal(read.rule[6 - 1].checks,
			 1 << BOUND_AT_CALL | 1 << BOUND_AT_RETURN);
	assert_int_equal(read.rule[6 - 1].broken, 0);
	assert_int_equal(read.rule[14 - 1].checks, 1 << BOUND_AFTER_PROBE);
	assert_int_equal(read.rule[14 - 1].broken, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_states),
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_uncounted),
		cmocka_unit_test(test_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
