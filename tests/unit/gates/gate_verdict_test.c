// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of judging gates, and of the record by which they are judged.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/parse.h"
#include "gates/gate_confidence.h"
#include "gates/gate_verdict.h"
#include "gates/gates.h"
#include "stats/distribution.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "stats/watched_threads.h"
#include "test.h"
#include "trace/events.h"

#define CPUS	2

static struct gates gates;
static struct stats *stats;
static struct sample_record *record;
static struct cpus cpus = { .word = { 3 } };
static uint64_t measured_ns;
static uint64_t skipped_of[CPUS];

static int teardown(void **state)
{
	(void)state;
	stats_free(stats);
	record_free(record);
	stats = NULL;
	record = NULL;
	return 0;
}

static void begin(const char *text, uint64_t seconds)
{
	teardown(NULL);
	gates.count = 0;
	memset(skipped_of, 0, sizeof(skipped_of));
	assert_null(gates_add(&gates, text));
	stats = stats_new(CPUS);
	record = record_new(CPUS);
	gates_watch(&gates, record);
	measured_ns = seconds * NS_PER_SEC;
}

static void add(int cpu, uint64_t latency, int times)
{
	for (int i = 0; i < times; i++) {
		stats_add(stats, cpu, gates.gate[0].context, latency);
		assert_true(record_add(record, cpu, gates.gate[0].context, 0,
				       latency));
	}
}

/* Skip so many periods on CPU 0, each of them late by @latency, at least. */
static void skip_periods(uint64_t latency, int times)
{
	enum event_context context = gates.gate[0].context;
	struct latency skipped = *stats_skipped(stats, 0, context);

	for (int i = 0; i < times; i++) {
		latency_add(&skipped, latency);
		assert_true(record_put_skipped(record, 0, context, latency, 1));
	}
	stats_put_skipped(stats, 0, context, &skipped);
	skipped_of[0] += times;
}

static void add_periods(int cpu, int periods, int irqs, uint64_t noise)
{
	const struct event event = {
		.type = EVENT_PERIOD,
		.period = { .runtime = NS_PER_SEC,
			    .noise = noise,
			    .from[NOISE_IRQ] = irqs },
	};

	for (int i = 0; i < periods; i++)
		stats_add_period(stats, cpu, &event);
}

static struct gate_verdict judge_at(int looks)
{
	const struct gate_inputs inputs = {
		.stats = stats, .record = record, .cpus = &cpus,
		.skipped_of = skipped_of, .measured_ns = measured_ns,
		.looks = looks,
	};

	return gate_judge(&gates, 0, &inputs);
}

static struct gate_verdict judge(void)
{
	return judge_at(1);
}

static void expect(enum gate_outcome outcome, int cpu, uint64_t amount)
{
	struct gate_verdict verdict = judge();

	if (verdict.outcome != outcome || verdict.cpu != cpu ||
	    verdict.value.amount != amount)
		fail_msg("%s: %s on CPU %d: %lu %s", gates.gate[0].text,
			 gate_outcome_name(verdict.outcome), verdict.cpu,
			 (unsigned long)verdict.value.amount, verdict.reason);
	assert_true(verdict.has_value);
}

static void expect_unknown(const char *reason)
{
	struct gate_verdict verdict = judge();

	assert_int_equal(verdict.outcome, GATE_UNKNOWN);
	assert_string_equal(verdict.reason, reason);
}

static void test_max(void **state)
{
	(void)state;
	begin("thr.max<=50us", 1);
	add(0, 50000, 1);
	add(1, 49000, 1);
	expect(GATE_PASS, -1, 50000);
	add(0, 50001, 1);
	expect(GATE_FAIL, -1, 50001);
}

/* Only a gate that needs it lets somebody compare each sample with a limit. */
static void test_watches(void **state)
{
	static const struct { const char *gate; bool counted; } cases[] = {
		{ "thr.p99<=50us", true }, { "thr.count(>50us)<=0", true },
		{ "thr.rate(>50us)<=1/h", true }, { "thr.max<=50us", false },
		{ "thr.avg<=50us", false }, { "thr.count<=1", false },
		{ "skipped<=3", false }, { "avail>=99%", false },
	};
	enum event_context context;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin(cases[i].gate, 1);
		assert_int_equal(record_watches(record), 1);
		record_limit(record, 0, &context);
		if ((context != CONTEXTS) != cases[i].counted)
			fail_msg("%s: context %d", cases[i].gate, context);
		add(0, 100000, 1);
		assert_int_equal(record_over(record, 0, 0), cases[i].counted);
	}
}

static void test_each(void **state)
{
	(void)state;
	begin("thr.max<=50us@each", 1);
	add(0, 10000, 1);
	add(1, 20000, 1);
	expect(GATE_PASS, 1, 20000);
	add(0, 70000, 1);
	expect(GATE_FAIL, 0, 70000);
	begin("thr.avg<=50us@0", 1);
	add(0, 10000, 1);
	add(1, 900000, 1);
	expect(GATE_PASS, 0, 10000);
	begin("thr.min>=5us@each", 1);
	add(0, 6000, 1);
	add(1, 5500, 1);
	expect(GATE_PASS, 1, 5500);
	/* One CPU without samples is enough for the verdict "unknown". */
	begin("thr.max<=50us@each", 1);
	add(0, 10000, 1);
	expect_unknown("nothing was measured");
}

static void test_nothing(void **state)
{
	(void)state;
	begin("thr.max<=50us", 1);
	expect_unknown("nothing was measured");
	assert_false(judge().has_value);
	begin("avail>=1%", 1);
	expect_unknown("nothing was measured");
	begin("thr.count>=1", 1);
	expect(GATE_FAIL, -1, 0);
}

/* Expect a verdict on two samples. */
static void expect_of_two(const char *gate, uint64_t one, uint64_t other,
			  enum gate_outcome outcome, uint64_t amount)
{
	begin(gate, 1);
	add(0, one, 1);
	add(0, other, 1);
	expect(outcome, -1, amount);
}

/* Averages and deviations are compared as they are, not as rounded. */
static void test_fractions(void **state)
{
	(void)state;
	begin("thr.avg<=5us", 1);
	add(0, 5000, 1);
	expect(GATE_PASS, -1, 5000);
	add(0, 5001, 1);
	expect(GATE_FAIL, -1, 5001);
	expect_of_two("thr.avg<5001ns", 5000, 5001, GATE_PASS, 5000);
	expect_of_two("thr.avg>5us", 5000, 5001, GATE_PASS, 5001);
	expect_of_two("thr.avg>=5001ns", 5000, 5001, GATE_FAIL, 5000);
	/* Ten samples, one of them larger by 1: the deviation is 0.32. */
	begin("thr.stddev<=0ns", 1);
	add(0, 7000, 9);
	expect(GATE_PASS, -1, 0);
	add(0, 7001, 1);
	expect(GATE_FAIL, -1, 1);
	begin("thr.stddev<=0ns", 1);
	add(0, 7000, 1);
	expect_unknown("one sample has no standard deviation: measure for longer");
	assert_false(judge().has_value);
	/* 3 and 9 deviate by sqrt(18) = 4.24; 1, 5 and 9 by 4. */
	expect_of_two("thr.stddev<=4ns", 3, 9, GATE_FAIL, 5);
	begin("thr.stddev<=4ns", 1);
	add(0, 1, 1);
	add(0, 5, 1);
	add(0, 9, 1);
	expect(GATE_PASS, -1, 4);
}

/* Expect a verdict on 1000 samples that are all the same. */
static void expect_of_same(const char *gate, uint64_t ns,
			   enum gate_outcome outcome)
{
	begin(gate, 1);
	add(0, ns, 1000);
	expect(outcome, -1, ns);
}

/* Whether a percentile is over its limit is known exactly, not by buckets. */
static void test_percentile_is_exact(void **state)
{
	(void)state;
	begin("usr.p99<=10000ns", 1);
	add(0, 10000, 990);
	add(0, 20000, 10);
	expect(GATE_PASS, -1, 10000);
	add(1, 10001, 1);
	/* The 991st of 1001 samples is p99; its bucket ends at 10047. */
	expect(GATE_FAIL, -1, 10047);
	begin("usr.p99<10000ns", 1);
	add(0, 9999, 990);
	add(0, 10000, 10);
	expect(GATE_PASS, -1, 9999);
	begin("usr.p99<10000ns", 1);
	add(0, 9999, 989);
	add(0, 10000, 11);
	expect(GATE_FAIL, -1, 10000);
	expect_of_same("usr.p99>=10us", 10000, GATE_PASS);
	/* Nothing is below 0. */
	expect_of_same("usr.p99>=0ns", 0, GATE_PASS);
	expect_of_same("usr.p99<0ns", 0, GATE_FAIL);
	expect_of_same("usr.p99>0ns", 0, GATE_FAIL);
	begin("usr.p99<=0ns", 1);
	add(0, 0, 990);
	add(0, 1, 10);
	expect(GATE_PASS, -1, 0);
}

static void test_percentile_support(void **state)
{
	(void)state;
	begin("usr.p99.9<=10us", 2);
	add(0, 5000, 2000);
	expect_unknown("2000 samples are too few, 10000 are needed: measure for at least 10 s");
	/* Ten samples over the limit are enough to fail. */
	add(0, 50000, 10);
	assert_int_equal(judge().outcome, GATE_FAIL);
	begin("usr.p99.9<=10us", 2);
	add(0, 5000, 10000);
	expect(GATE_PASS, -1, 5000);
}

static void test_rate(void **state)
{
	(void)state;
	begin("irq.rate(>100us)<=1/min", 60);
	add(0, 100000, 10);
	expect(GATE_PASS, -1, 0);
	add(0, 100001, 1);
	expect(GATE_PASS, -1, 1);
	add(1, 100001, 1);
	expect(GATE_FAIL, -1, 2);
	assert_int_equal(judge().value.per_ns, measured_ns);
	begin("irq.rate(>100us)<=1/h", 60);
	add(0, 1, 1);
	expect_unknown("the run is too short: measure for at least 1 h");
	/* One event in the first minute may be the only one in an hour. */
	add(0, 100001, 1);
	expect_unknown("the run is too short: measure for at least 1 h");
	add(0, 100001, 1);
	expect(GATE_FAIL, -1, 2);
	begin("irq.rate(>100us)>=1/h", 60);
	add(0, 1, 1);
	expect_unknown("the run is too short: measure for at least 1 h");
	add(0, 100001, 1);
	expect(GATE_PASS, -1, 1);
	begin("irq.count(>100us)<=1@each", 60);
	add(0, 100001, 1);
	add(1, 100001, 1);
	assert_int_equal(judge().outcome, GATE_PASS);
}

/* ---- Confidence ---------------------------------------------------------- */

static void test_share(void **state)
{
	/* 0.999^2995 is just less than 5 %, and 0.999^2994 just more. */
	const struct share enough = { 0, 2995, 0.001 },
			   few = { 0, 2994, 0.001 };
	const struct share many = { 20, 10000, 0.001 },
			   even = { 10, 10000, 0.001 };
	const struct share large = { 9400, 1e7, 0.001 },
			   half = { 0, 1000, 0.001 };

	const struct share_confidence sure = { 0.95, 0.95 };
	const struct share_confidence less_kept = { 0.94, 0.95 };
	const struct share_confidence more_exceeded = { 0.95, 0.999 };

	(void)state;
	assert_int_equal(share_side(&enough, &sure), SHARE_KEPT);
	assert_int_equal(share_side(&few, &sure), SHARE_UNDECIDED);
	assert_int_equal(share_side(&few, &less_kept), SHARE_KEPT);
	assert_int_equal(share_side(&many, &sure), SHARE_EXCEEDED);
	assert_int_equal(share_side(&many, &more_exceeded), SHARE_UNDECIDED);
	assert_int_equal(share_side(&large, &sure), SHARE_KEPT);
	assert_int_equal(share_side(&even, &sure), SHARE_UNDECIDED);
	/* As many as are allowed: however long the run, it is as likely as not. */
	assert_true(isinf(share_decides(&even, &sure)));
	assert_true(share_decides(&half, &sure) >= 2.995 &&
		    share_decides(&half, &sure) < 3);
	assert_true(share_decides(&enough, &sure) == 1);
}

static void test_confidence(void **state)
{
	(void)state;
	begin("thr.p99.9<=10us@95%", 3);
	add(0, 5000, 2995);
	expect(GATE_PASS, -1, 5000);
	begin("thr.p99.9<=10us@95%", 2);
	add(0, 5000, 2000);
	assert_int_equal(judge().outcome, GATE_UNDECIDED);
	assert_string_equal(judge().reason, "0 of 2000 latencies are over the limit, they count as 2000: undecided: measure for about 3 s");
	begin("thr.p99.9<=10us@95%", 10);
	add(0, 5000, 9980);
	add(0, 20000, 20);
	assert_int_equal(judge().outcome, GATE_FAIL);
	/* More than half of the runs of a system that just keeps it look so. */
	begin("thr.p99.9<=10us@95%", 10);
	add(0, 5000, 9990);
	add(0, 20000, 10);
	assert_int_equal(judge().outcome, GATE_UNDECIDED);
	assert_non_null(strstr(judge().reason, "no longer run is likely to decide"));
	/* A lower limit is met where an upper one is exceeded. */
	begin("thr.p50>=10us@95%", 1);
	add(0, 5000, 400);
	add(0, 20000, 600);
	assert_int_equal(judge().outcome, GATE_PASS);
	/* At most one in 10 s: three times as long without any. */
	begin("irq.rate(>10us)<=0.1/s@95%", 29);
	add(0, 5000, 29000);
	assert_int_equal(judge().outcome, GATE_UNDECIDED);
	begin("irq.rate(>10us)<=0.1/s@95%", 30);
	add(0, 5000, 30000);
	assert_int_equal(judge().outcome, GATE_PASS);
	begin("irq.rate(>10us)<=0.1/s@95%", 30);
	add(0, 5000, 30000);
	add(0, 20000, 8);
	assert_int_equal(judge().outcome, GATE_FAIL);
	begin("thr.p99<=10us@95%", 1);
	expect_unknown("nothing was measured");
}

/* The chance of an error is divided among the looks: log(20) = 3, log(200) = 5.3. */
static void test_looks(void **state)
{
	(void)state;
	begin("thr.p99.9<=10us@95%", 3);
	add(0, 5000, 2995);
	assert_int_equal(judge_at(1).outcome, GATE_PASS);
	assert_int_equal(judge_at(2).outcome, GATE_UNDECIDED);
	begin("thr.p99.9<=10us@95%", 6);
	add(0, 5000, 5290);
	assert_int_equal(judge_at(10).outcome, GATE_UNDECIDED);
	assert_string_equal(judge_at(10).reason, "0 of 5290 latencies are over the limit, they count as 5290: undecided: measure for about 7 s");
	add(0, 5000, 10);
	assert_int_equal(judge_at(10).outcome, GATE_PASS);
}

/*
 * Of two CPUs, one is enough to fail: each of them may be wrong with half the
 * chance. To pass, both have to.
 */
static void test_confidence_of_each(void **state)
{
	(void)state;
	/* 17 of 10000 are as many, or more, with a chance of 2.7 %, 18 with 1.4 %. */
	begin("thr.p99.9<=10us@95%", 10);
	add(0, 5000, 9983);
	add(0, 20000, 17);
	assert_int_equal(judge().outcome, GATE_FAIL);
	begin("thr.p99.9<=10us@95%@each", 10);
	add(0, 5000, 9983);
	add(0, 20000, 17);
	add(1, 5000, 9983);
	add(1, 20000, 17);
	assert_int_equal(judge().outcome, GATE_UNDECIDED);
	add(1, 20000, 1);
	assert_int_equal(judge().outcome, GATE_FAIL);
	begin("thr.p99.9<=10us@95%@each", 3);
	add(0, 5000, 2995);
	add(1, 5000, 2995);
	assert_int_equal(judge().outcome, GATE_PASS);
	/* A lower limit is met where an upper one is exceeded. */
	begin("thr.p99.9>10us@95%@each", 10);
	add(0, 5000, 9983);
	add(0, 20000, 17);
	add(1, 5000, 9983);
	add(1, 20000, 17);
	assert_int_equal(judge().outcome, GATE_PASS);
}

static bool is_decided(const char *gate)
{
	begin(gate, 1);
	add(0, 5000, 10);
	return gate_decided(&gates.gate[0], judge().outcome);
}

static void test_decided(void **state)
{
	(void)state;
	assert_true(is_decided("thr.max<=10us"));
	assert_true(is_decided("thr.max<=1us"));
	assert_true(is_decided("thr.count>=10"));
	assert_true(is_decided("thr.avg>=10us"));
	/* A figure that only grows may still reach its limit. */
	assert_false(is_decided("thr.count>=11"));
	assert_false(is_decided("thr.max>10us"));
	assert_false(is_decided("thr.count(>6us)>=1"));
	assert_true(is_decided("thr.count(>6us)<1"));
	/* Too few samples, or too short. */
	assert_false(is_decided("thr.p99<=10us"));
	assert_false(is_decided("thr.p99<=10us@95%"));
	assert_false(is_decided("thr.rate(>6us)<=1/h"));
}

/*
 * 10000 samples in 100 blocks, 130 of them over the limit of p99: either one
 * here and there, or 20 at a time.
 */
static void add_clusters(int size)
{
	for (int block = 0; block < 100; block++)
		for (int i = 0; i < 100; i++) {
			int number = block * 100 + i;
			bool over = size > 1 ? block % 15 == 7 && i < size :
					       number % 76 == 0 &&
						       number / 76 < 130;
			uint64_t value = over ? 20000 : 5000;

			stats_add(stats, 0, CONTEXT_THREAD, value);
			assert_true(record_add(record, 0, CONTEXT_THREAD,
					       block * BLOCK_NS, value));
		}
}

static void test_clusters_count_once(void **state)
{
	(void)state;
	begin("thr.p99<=10us@95%", 10);
	add_clusters(1);
	assert_int_equal(judge().outcome, GATE_FAIL);
	assert_true(judge().effective > 9000);
	begin("thr.p99<=10us@95%", 10);
	add_clusters(20);
	assert_int_equal(judge().outcome, GATE_UNDECIDED);
	assert_true(judge().effective > 300 && judge().effective < 700);
}

/*
 * Whatever was measured, a stricter gate does not pass where a weaker one
 * cannot be told or fails, and does fail where that fails.
 */
static void test_rates_are_monotone(void **state)
{
	static const char *const stricter_first[] = {
		"irq.rate(>1us)%s1/d", "irq.rate(>1us)%s5/d",
		"irq.rate(>1us)%s1/h", "irq.rate(>1us)%s2/h",
		"irq.rate(>1us)%s1/min", "irq.rate(>1us)%s0.5/s",
		"irq.rate(>1us)%s2/s",
	};
	static const int badness[] = {
		[GATE_PASS] = 0, [GATE_UNKNOWN] = 1, [GATE_FAIL] = 2
	};
	const int limits = sizeof(stricter_first) / sizeof(stricter_first[0]);
	static const char *const operators[] = { "<", "<=", ">", ">=" };
	static const int events[] = { 0, 1, 2, 3, 10, 100 };
	static const int seconds[] = { 1, 2, 59, 60, 61, 1800, 3600, 86400 };

	(void)state;
	for (int op = 0; op < 4; op++)
		for (int k = 0; k < 6; k++)
			for (int t = 0; t < 8; t++) {
				int last = op < 2 ? 2 : 0;

				for (int i = 0; i < limits; i++) {
					char text[64];
					int bad;

					snprintf(text, sizeof(text),
						 stricter_first[i],
						 operators[op]);
					begin(text, seconds[t]);
					add(0, 1000, 1);
					add(0, 2000, events[k]);
					bad = badness[judge().outcome];
					if (op < 2 ? bad > last : bad < last)
						fail_msg("%s: %d events in %d s",
							 text, events[k], seconds[t]);
					last = bad;
				}
			}
}

/* Begin with samples of 4 us, and periods skipped that were late by @late. */
static void begin_stalled(const char *gate, int samples, uint64_t late,
			  int skipped)
{
	begin(gate, 2);
	add(0, 4000, samples);
	skip_periods(late, skipped);
}

/* Begin with @periods that were measured, and @skipped ones. */
static void begin_skipped(const char *gate, int periods, int skipped)
{
	begin(gate, 1);
	add_periods(0, periods, 0, 0);
	skip_periods(5, skipped);
}

/* A CPU that is stalled half of the time: every second period is skipped. */
static void test_skipped_are_judged(void **state)
{
	struct gate_verdict verdict;

	(void)state;
	begin_stalled("thr.p98<=5us", 1020, 25000000, 980);
	verdict = judge();
	assert_int_equal(verdict.outcome, GATE_FAIL);
	assert_true(verdict.value.amount >= 25000000);
	assert_int_equal(verdict.latencies, 2000);
	assert_int_equal(verdict.skipped, 980);
	begin_stalled("thr.p50<=5us", 1020, 25000000, 980);
	expect(GATE_PASS, -1, 4015);
	begin_stalled("thr.max<=1ms", 10, 1000001, 1);
	expect(GATE_FAIL, -1, 1000001);
	begin_stalled("thr.avg<=5us", 10, 26000, 1);
	expect(GATE_FAIL, -1, 6000);
	begin_stalled("thr.min>=3us", 10, 1, 1);
	expect(GATE_PASS, -1, 4000);
	begin("thr.count(>1ms)<=2", 2);
	add(0, 4000, 10);
	add(0, 2000000, 1);
	skip_periods(2000000, 2);
	expect(GATE_FAIL, -1, 3);
	/* They are no samples. */
	begin_stalled("thr.count>=11", 10, 2000000, 2);
	expect(GATE_FAIL, -1, 10);
}

static void test_skipped_gates(void **state)
{
	(void)state;
	begin("skipped<=3", 1);
	add_periods(0, 10, 0, 0);
	expect(GATE_PASS, -1, 0);
	skip_periods(5, 4);
	expect(GATE_FAIL, -1, 4);
	begin("skipped<=3@each", 1);
	add_periods(0, 10, 0, 0);
	add_periods(1, 10, 0, 0);
	skip_periods(5, 4);
	expect(GATE_FAIL, 0, 4);
	/* 1 of 3 is more than 33.3333333 %, and less than 33.3333334 %. */
	begin_skipped("skipped.share<=33.3333333%", 2, 1);
	expect(GATE_FAIL, -1, 333333334);
	begin_skipped("skipped.share<33.3333334%", 2, 1);
	expect(GATE_PASS, -1, 333333333);
	begin("skipped<=0", 1);
	expect_unknown("nothing was measured");
}

static void test_noise(void **state)
{
	(void)state;
	/* The loop runs for half of the time: an hour of it takes two. */
	begin("noise.irq.rate<=1/h", 60);
	add_periods(0, 30, 0, 0);
	add_periods(1, 30, 0, 0);
	expect_unknown("the run is too short: measure for at least 2 h");
	begin("noise.irq.rate<=5/s", 60);
	add_periods(0, 10, 2, 0);
	add_periods(1, 10, 3, 0);
	expect(GATE_PASS, -1, 50);
	/* The rate is that of both CPUs, over the average runtime of one. */
	assert_true(judge().value.per_ns == 10 * (uint64_t)NS_PER_SEC);
	add_periods(1, 1, 9, 0);
	assert_int_equal(judge().outcome, GATE_FAIL);
	begin("avail>=99.99%@each", 60);
	add_periods(0, 10, 0, 100000);
	add_periods(1, 10, 0, 100001);
	expect(GATE_FAIL, 1, 999899999);
	begin("noise.irq.count<=0@0", 60);
	add_periods(0, 10, 0, 0);
	add_periods(1, 10, 3, 0);
	expect(GATE_PASS, 0, 0);
}

/* ---- The sample record --------------------------------------------------- */

static void test_blocks(void **state)
{
	uint64_t maxima[BLOCKS_MAX];

	(void)state;
	begin("irq.max<1s", 1);
	record_begin(record, 1000);
	record_add(record, 0, CONTEXT_IRQ, 0, 3);
	record_add(record, 0, CONTEXT_IRQ, 1000 + BLOCK_NS - 1, 5);
	record_add(record, 1, CONTEXT_IRQ, 1000 + 2 * BLOCK_NS, 7);
	assert_int_equal(record_maxima(record, 0, CONTEXT_IRQ, maxima), 3);
	assert_int_equal(maxima[0], 5);
	assert_int_equal(maxima[1] + maxima[2], 0);
	record_maxima(record, -1, CONTEXT_IRQ, maxima);
	assert_int_equal(maxima[2], 7);
	/*
	 * After the time of 4 * BLOCKS_MAX initial blocks, blocks are 8 times
	 * as long, and no maximum is lost.
	 */
	record_add(record, 0, CONTEXT_IRQ, 1000 + 4 * BLOCKS_MAX * BLOCK_NS,
		   1);
	assert_true(record_block_ns(record) == 8 * BLOCK_NS);
	assert_int_equal(record_maxima(record, -1, CONTEXT_IRQ, maxima),
			 BLOCKS_MAX / 2 + 1);
	assert_int_equal(maxima[0], 7);
	assert_int_equal(maxima[BLOCKS_MAX / 2], 1);
}

static void test_intervals(void **state)
{
	struct latency interval;

	(void)state;
	begin("irq.max<1s", 1);
	record_add(record, 1, CONTEXT_USER, 0, 30);
	record_add(record, 1, CONTEXT_USER, 0, 10);
	interval = record_interval(record, 1, CONTEXT_USER);
	assert_int_equal(interval.count, 2);
	assert_int_equal(interval.min, 10);
	assert_int_equal(interval.max, 30);
	interval = record_interval(record, 1, CONTEXT_USER);
	assert_int_equal(interval.count, 0);
	assert_int_equal(record_distribution(record, 1, CONTEXT_USER)->count,
			 2);
	assert_int_equal(record_distribution(record, 5, CONTEXT_USER)->count,
			 0);
}

/* ---- Threads ------------------------------------------------------------- */

/* Two threads with the name a, and one with the name b. */
static struct watched_thread three[3];
static struct watched_threads threads;

static void begin_threads(const char *text, uint64_t seconds)
{
	begin(text, seconds);
	watched_forget(&threads);
	memset(three, 0, sizeof(three));
	threads.thread = three;
	threads.count = 3;
	for (int i = 0; i < threads.count; i++) {
		strcpy(three[i].comm, i < 2 ? "a" : "b");
		three[i].distributed = true;
	}
}

/* Add wake-ups of a thread; for the sake of the gate, all of them also have a total. */
static void wake(int thread, uint64_t latency, int times)
{
	enum event_context context = gates.gate[0].context;

	for (int i = 0; i < times; i++) {
		latency_add(&three[thread].part[context - WAKEUP_FIRST],
			    latency);
		if (context != CONTEXT_WAKE_TOTAL)
			latency_add(&three[thread].part[WAKEUP_CONTEXTS - 1],
				    latency);
	}
	if (three[thread].distributed)
		assert_true(watched_put(&threads, thread, context, latency, times));
}

static struct gate_verdict judge_threads(void)
{
	const struct gate_inputs inputs = {
		.stats = stats, .record = record, .cpus = &cpus,
		.skipped_of = skipped_of, .measured_ns = measured_ns,
		.kind.threads = &threads,
	};
	struct gate_verdict verdict = gate_judge(&gates, 0, &inputs);

	watched_forget(&threads);
	return verdict;
}

static void expect_threads(enum gate_outcome outcome, uint64_t amount)
{
	struct gate_verdict verdict = judge_threads();

	if (verdict.outcome != outcome || verdict.value.amount != amount)
		fail_msg("%s: %s: %lu %s", gates.gate[0].text,
			 gate_outcome_name(verdict.outcome),
			 (unsigned long)verdict.value.amount, verdict.reason);
	assert_true(verdict.has_value);
}

static void expect_untold(const char *reason)
{
	struct gate_verdict verdict = judge_threads();

	assert_int_equal(verdict.outcome, GATE_UNKNOWN);
	assert_string_equal(verdict.reason, reason);
}

static void test_percentile_of_threads(void **state)
{
	(void)state;
	/* 1 % of 1000 may be over the limit, those of b do not count. */
	for (int over = 10; over <= 11; over++) {
		begin_threads("wait.p99<=20us@comm=a", 1);
		wake(0, 10000, 500);
		wake(1, 11000, 500 - over);
		wake(1, 30000, over);
		wake(2, 90000, 1000);
		expect_threads(over == 10 ? GATE_PASS : GATE_FAIL,
			       over == 10 ? 11007 : 30000);
	}
	begin_threads("wait.p99>20us@comm=b", 1);
	wake(2, 90000, 1000);
	expect_threads(GATE_PASS, 90000);
	begin_threads("total.p99<=20us@comm=a", 1);
	wake(0, 10000, 999);
	expect_untold("999 samples are too few, 1000 are needed: measure for at least 2 s");
	begin_threads("total.p99<=20us@comm=c", 1);
	expect_untold("nothing was measured");
}

static void test_count_of_threads(void **state)
{
	(void)state;
	begin_threads("total.count(>20us)<=2@comm=a", 1);
	wake(0, 20480, 1);
	wake(1, 90000, 1);
	wake(2, 90000, 9);
	expect_threads(GATE_PASS, 2);
	begin_threads("total.count(>20us)<=2@comm=a", 1);
	wake(0, 30000, 3);
	expect_threads(GATE_FAIL, 3);
	begin_threads("total.rate(>20us)<=1/s@comm=a", 10);
	wake(0, 10000, 1000);
	wake(0, 30000, 10);
	expect_threads(GATE_PASS, 10);
}

/*
 * The buckets from 16384 ns on are 128 ns wide: 20000 ns lies in that from
 * 19968 to 20095 ns.
 */
static void test_limit_in_a_bucket(void **state)
{
	(void)state;
	/* The longest and the shortest one are known exactly. */
	begin_threads("total.count(>20us)<=0@comm=a", 1);
	wake(0, 19990, 5);
	expect_threads(GATE_PASS, 0);
	begin_threads("total.count(>20us)>=5@comm=a", 1);
	wake(0, 20001, 5);
	expect_threads(GATE_PASS, 5);
	begin_threads("total.count(>20us)<=1@comm=a", 1);
	wake(0, 19990, 1);
	wake(0, 20010, 1);
	expect_untold("2 of the wake-ups are so near to the limit that the distribution of a thread does not tell on which side: give 20.095 us as the limit");
	begin_threads("total.count(>20.095us)<=1@comm=a", 1);
	wake(0, 19990, 1);
	wake(0, 20010, 1);
	wake(0, 20096, 1);
	expect_threads(GATE_PASS, 1);
	/* Two more do not matter. */
	begin_threads("total.count(>20us)<=2@comm=a", 1);
	wake(0, 19990, 1);
	wake(0, 20010, 1);
	expect_threads(GATE_PASS, 0);
	begin_threads("total.p99<20us@comm=a", 1);
	wake(0, 10000, 989);
	wake(0, 19990, 5);
	wake(0, 20010, 6);
	expect_untold("11 of the wake-ups are so near to the limit that the distribution of a thread does not tell on which side: give 20.096 us as the limit");
	begin_threads("total.p99<20.096us@comm=a", 1);
	wake(0, 10000, 989);
	wake(0, 19990, 5);
	wake(0, 20010, 6);
	expect_threads(GATE_PASS, 20010);
}

static void test_threads_without(void **state)
{
	struct gate_verdict verdict;

	(void)state;
	begin_threads("wait.p50<=1s@comm=a", 1);
	three[1].distributed = false;
	wake(0, 10000, 100);
	/* It was not woken, so that nothing of it is missing. */
	expect_threads(GATE_PASS, 10000);
	wake(1, 10000, 1);
	verdict = judge_threads();
	assert_false(verdict.has_value);
	assert_int_equal(verdict.outcome, GATE_UNKNOWN);
	assert_string_equal(verdict.reason, "1 of its threads have no distribution, since only the first 64 that are watched do: watch no others, with --comm or --tid");
	/* A gate that needs no distribution is judged. */
	begin_threads("wait.max<=1s@comm=a", 1);
	three[1].distributed = false;
	wake(1, 10000, 1);
	expect_threads(GATE_PASS, 10000);
}

#define TEST(name)	cmocka_unit_test_teardown(name, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_max),
		TEST(test_watches),
		TEST(test_each),
		TEST(test_nothing),
		TEST(test_fractions),
		TEST(test_percentile_is_exact),
		TEST(test_percentile_support),
		TEST(test_rate),
		TEST(test_share),
		TEST(test_confidence),
		TEST(test_looks),
		TEST(test_confidence_of_each),
		TEST(test_decided),
		TEST(test_clusters_count_once),
		TEST(test_rates_are_monotone),
		TEST(test_skipped_are_judged),
		TEST(test_skipped_gates),
		TEST(test_noise),
		TEST(test_blocks),
		TEST(test_intervals),
		TEST(test_percentile_of_threads),
		TEST(test_count_of_threads),
		TEST(test_limit_in_a_bucket),
		TEST(test_threads_without),
	};

	return cmocka_run_group_tests_name("gate_verdict", tests, NULL, NULL);
}
