// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the gates of osnoise.
 */
#include <string.h>

#include "base/parse.h"
#include "gates/gate_verdict.h"
#include "gates/gates.h"
#include "stats/stats.h"
#include "test.h"
#include "trace/events.h"

static struct stats *stats;

static int setup(void **state)
{
	const struct event period = {
		.type = EVENT_PERIOD,
		.period = {
			.runtime = NS_PER_SEC, .noise = 1000, .from = {
				[NOISE_HARDWARE] = 1,
				[NOISE_NMI] = 2,
				[NOISE_IRQ] = 3,
				[NOISE_SOFTIRQ] = 4,
				[NOISE_THREAD] = 5,
			},
		},
	};

	(void)state;
	stats = stats_new(2);
	assert_non_null(stats);
	stats_add_period(stats, 0, &period);
	stats_add_period(stats, 1, &period);
	stats_add_period(stats, 1, &period);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	stats_free(stats);
	return 0;
}

static struct gate_verdict judge(const char *text, uint64_t measured)
{
	static const uint64_t skipped_of[CPUS_MAX];
	static struct gates gates;
	const struct cpus cpus = { .word = { measured } };

	gates.count = 0;
	assert_null(gates_add(&gates, text));
	return gate_judge(&gates, 0, &(struct gate_inputs) {
		.stats = stats, .cpus = &cpus, .skipped_of = skipped_of,
		.measured_ns = 2 * (uint64_t)NS_PER_SEC,
	});
}

static void expect(const char *text, enum gate_outcome outcome, uint64_t amount)
{
	struct gate_verdict verdict = judge(text, 3);

	assert_int_equal(verdict.outcome, outcome);
	assert_true(verdict.has_value);
	assert_int_equal(verdict.value.amount, amount);
	assert_int_equal(verdict.latencies, 0);
	assert_string_equal(verdict.reason, "");
}

/* Each source has its own number, and those of all CPUs are added. */
static void test_sources(void **state)
{
	(void)state;
	expect("noise.hw.count<=3", GATE_PASS, 3);
	expect("noise.nmi.count<=6", GATE_PASS, 6);
	expect("noise.irq.count<9", GATE_FAIL, 9);
	expect("noise.softirq.count<=12", GATE_PASS, 12);
	expect("noise.thread.count<15", GATE_FAIL, 15);
	expect("noise.thread.count<=5@0", GATE_PASS, 5);
	expect(" noise . irq . count <= 9", GATE_PASS, 9);
}

static void test_share(void **state)
{
	(void)state;
	expect("avail>=99.9999%", GATE_PASS, 999999000);
	expect("avail>99.9999%", GATE_FAIL, 999999000);
}

/* CPU 0 ran for 1 s, CPU 1 for 2 s: the average is 1.5 s. */
static void test_rate(void **state)
{
	struct gate_verdict verdict = judge("noise.irq.rate<=6/s", 3);

	(void)state;
	assert_int_equal(verdict.outcome, GATE_PASS);
	assert_int_equal(verdict.value.amount, 9);
	assert_true(verdict.value.per_ns == 3 * (uint64_t)NS_PER_SEC / 2);
	assert_int_equal(judge("noise.irq.rate<6/s", 3).outcome, GATE_FAIL);
}

static void test_unknown(void **state)
{
	struct gate_verdict verdict = judge("noise.irq.count<=9@each", 4);

	(void)state;
	assert_int_equal(verdict.outcome, GATE_UNKNOWN);
	assert_false(verdict.has_value);
	assert_string_equal(verdict.reason, "nothing was measured");
}

static void test_refused(void **state)
{
	static struct gates gates;

	(void)state;
	assert_string_equal(gates_add(&gates, "noise.irq.max<1us"),
			    "character 11: unknown: give rate or count");
	assert_string_equal(gates_add(&gates, "noise.irq<1us"),
			    "character 10: '.' is missing: give it");
	assert_string_equal(gates_add(&gates, "noise<1us"),
			    "character 6: '.' is missing: give it");
	assert_string_equal(gates_add(&gates, "avail.max<1us"),
			    "character 6: no comparison: give <, <=, > or >=");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_sources, setup, teardown),
		cmocka_unit_test_setup_teardown(test_share, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rate, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unknown, setup, teardown),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("gate_noise", tests, NULL, NULL);
}
