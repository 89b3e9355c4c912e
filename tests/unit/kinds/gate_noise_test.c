// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the gates of osnoise.
 */
#include <string.h>

#include "base/parse.h"
#include "gates/gate_verdict.h"
#include "gates/gates.h"
#include "stats/causes.h"
#include "stats/stats.h"
#include "test.h"
#include "trace/events.h"

static struct stats *stats;

/* The causes of noise on CPUs 0 and 1, in us. */
static struct cause cause[] = {
	{ 0, NOISE_IRQ, 27, "nvme0q3", 5, 50000, 20000, 1, 0, "" },
	{ 0, NOISE_THREAD, 9, "sh", 1, 7000, 7000, 1, 0, "" },
	{ 0, NOISE_THREAD, 10, "sh", 2, 3000, 2000, 1, 0, "" },
	{ 1, NOISE_IRQ, 27, "nvme0q3", 3, 60000, 30000, 1, 0, "" },
	{ 1, NOISE_NMI, 0, "", 1, 400, 400, 1, 0, "" },
	{ 1, NOISE_THREAD, 9, "sh", 1, 1000, 1000, 1, 0, "" },
	{ 1, NOISE_THREAD, CAUSE_OTHERS, "", 9, 9000, 1000, 1, 0, "" },
};

static struct causes causes = { cause, sizeof(cause) / sizeof(cause[0]) };

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

static struct gate_verdict judge_with(struct causes *told, const char *text,
				      uint64_t measured)
{
	static const uint64_t skipped_of[CPUS_MAX];
	static struct gates gates;
	const struct cpus cpus = { .word = { measured } };

	gates.count = 0;
	assert_null(gates_add(&gates, text));
	return gate_judge(&gates, 0, &(struct gate_inputs) {
		.stats = stats, .cpus = &cpus, .skipped_of = skipped_of,
		.measured_ns = 2 * (uint64_t)NS_PER_SEC,
		.kind.causes = told,
	});
}

static struct gate_verdict judge(const char *text, uint64_t measured)
{
	return judge_with(&causes, text, measured);
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

/* A cause is judged by its name, with or without its number. */
static void test_causes(void **state)
{
	(void)state;
	expect("noise[nvme0q3].max<=30us", GATE_PASS, 30000);
	expect("noise[nvme0q3].max<30us", GATE_FAIL, 30000);
	expect("noise[nvme0q3:27].max<=20us@0", GATE_PASS, 20000);
	expect("noise[nvme0q3].max<=20us@each", GATE_FAIL, 30000);
	expect("noise[nvme0q3].sum<=110us", GATE_PASS, 110000);
	expect("noise[nvme0q3].count>=9", GATE_FAIL, 8);
	expect("noise[NMI].count<=1", GATE_PASS, 1);
	expect("noise[sh].sum<=10us@0", GATE_PASS, 10000);
	expect("noise[sh:9].sum<=8us", GATE_PASS, 8000);
	expect("noise[other threads].max<=1us@1", GATE_PASS, 1000);
	expect(" noise [sh:9].max <= 7us", GATE_PASS, 7000);
	/* This name took no time. */
	expect("noise[eth0].max<=20us@0", GATE_PASS, 0);
	expect("noise[eth0].count>=1@0", GATE_FAIL, 0);
}

static void expect_cause_unknown(struct causes *told, const char *text,
				 const char *why)
{
	struct gate_verdict verdict = judge_with(told, text, 3);

	assert_int_equal(verdict.outcome, GATE_UNKNOWN);
	assert_false(verdict.has_value);
	assert_string_equal(verdict.reason, why);
}

static void test_unknown_causes(void **state)
{
	static const char others[] =
		"CPU 1 had more causes than can be told apart: its noises may be among the others";

	(void)state;
	expect_cause_unknown(NULL, "noise[sh].max<=1us",
			     "only the module tells what took time");
	/* A further thread of this name may be there; this interrupt is not. */
	expect_cause_unknown(&causes, "noise[sh].max<=1s", others);
	expect_cause_unknown(&causes, "noise[sh:10].max<=1s", others);
	expect_cause_unknown(&causes, "noise[eth0].max<=1s", others);
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
	assert_string_equal(gates_add(&gates, "noise[sh].avg<1us"),
			    "character 11: unknown: give max, sum or count");
	assert_string_equal(gates_add(&gates, "noise[].max<1us"),
			    "character 7: no name and figure: give those of a cause, like noise[local_timer].max");
	assert_string_equal(gates_add(&gates, "noise[sh<1us"),
			    "character 7: no name and figure: give those of a cause, like noise[local_timer].max");
	assert_string_equal(gates_add(&gates, "noise[sh].max<1x"),
			    "character 16: unknown unit: give ns, us, ms or s");
	assert_string_equal(gates_add(&gates, "noise[sh].count<1us"),
			    "character 18: text after the gate: give one gate at a time");
	assert_string_equal(gates_add(&gates, "avail.max<1us"),
			    "character 6: no comparison: give <, <=, > or >=");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_sources, setup, teardown),
		cmocka_unit_test_setup_teardown(test_share, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rate, setup, teardown),
		cmocka_unit_test_setup_teardown(test_causes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unknown_causes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unknown, setup, teardown),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("gate_noise", tests, NULL, NULL);
}
