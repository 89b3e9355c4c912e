// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the intake of samples, and of counting missed ones.
 */
#include <stdlib.h>
#include <string.h>

#include "options/config.h"
#include "run/collector.h"
#include "stats/histogram.h"
#include "stats/latency.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "test.h"
#include "trace/events.h"
#include "tracer/tracer.h"
#include "tracer/tracer_state.h"

#define PERIOD	1000000
#define WRAP	(1ULL << 32)

static const struct cpus cpus = { .word = { 0x5 } };	/* CPUs 0 and 2 */
static struct collector collector;

/* Start to collect. With @entries 0 there is no histogram. */
static int start(enum threads threads, enum tracer_events events,
		 int64_t entries)
{
	struct config config = {
		.tracer = { .cpus = cpus, .period_ns = PERIOD },
		.threads = threads,
		.view.hist = { .bucket_size = 10, .entries = entries },
	};
	const struct tracer_ops ops = { .recorder = RECORDED_BY_MODULE };

	return collector_init(&collector, &config, events, &ops);
}

static int setup(void **state)
{
	(void)state;
	return start(THREADS_KERNEL, TRACER_LATENCIES, 0);
}

static int setup_user(void **state)
{
	(void)state;
	return start(THREADS_USER, TRACER_LATENCIES, 0);
}

static int setup_periods(void **state)
{
	(void)state;
	return start(THREADS_USER, TRACER_PERIODS, 0);
}

static int setup_gaps(void **state)
{
	(void)state;
	return start(THREADS_USER, TRACER_GAPS, 20);
}

static int setup_hist(void **state)
{
	(void)state;
	return start(THREADS_KERNEL, TRACER_LATENCIES, 20);
}

static int teardown(void **state)
{
	(void)state;
	collector_free(&collector);
	return 0;
}

/* Take a sample of activation number @number, which is counted without wrapping. */
static void take(int cpu, int context, uint64_t number, bool lost)
{
	struct event event = {
		.type = EVENT_SAMPLE,
		.sample = { .latency = 100, .t_w = number * PERIOD,
			    .seqnum = number, .context = context },
	};

	collector_take(&collector, cpu, &event, lost);
}

static void take_both(int cpu, uint64_t from, uint64_t to)
{
	for (uint64_t number = from; number <= to; number++) {
		take(cpu, CONTEXT_IRQ, number, false);
		take(cpu, CONTEXT_THREAD, number, false);
	}
}

static void begin(uint64_t first, uint64_t second)
{
	const struct tracer_cpu baseline[] = {
		{ .activations = first }, { .activations = second }
	};

	collector_begin(&collector, &cpus, baseline, 0, UINT64_MAX);
}

static void end(uint64_t first, uint64_t second)
{
	const struct tracer_cpu baseline[2] = { { .offline = 0 } };
	const struct tracer_cpu cpu_totals[] = {
		{ .activations = first }, { .activations = second }
	};

	collector_end(&collector, &cpus, baseline, cpu_totals);
}

static void test_whole(void **state)
{
	(void)state;
	begin(10, 50);
	take_both(0, 11, 20);
	take(2, CONTEXT_THREAD, 51, false);
	take_both(2, 52, 60);
	end(20, 60);
	assert_int_equal(collector.missing, 0);
	assert_int_equal(stats_get(collector.stats, 0, CONTEXT_IRQ)->count, 10);
	assert_int_equal(stats_get(collector.stats, 2, CONTEXT_IRQ)->count, 9);
	assert_int_equal(stats_get(collector.stats, 2, CONTEXT_THREAD)->count,
			 10);
}

/* Samples may come after the state of the CPUs was read at the end. */
static void test_more_at_the_end(void **state)
{
	(void)state;
	begin(10, 10);
	take_both(0, 11, 22);
	take_both(2, 11, 20);
	end(20, 20);
	assert_int_equal(collector.missing, 0);
}

static void test_head(void **state)
{
	(void)state;
	begin(10, 10);
	take_both(0, 15, 20);
	take_both(2, 11, 20);
	end(20, 20);
	assert_int_equal(collector.missing, 2 * 3);
}

static void test_tail(void **state)
{
	(void)state;
	begin(10, 10);
	take_both(0, 11, 20);
	take_both(2, 11, 17);
	end(20, 20);
	assert_int_equal(collector.missing, 2 * 3);
}

static void test_middle(void **state)
{
	(void)state;
	begin(10, 10);
	take_both(0, 11, 13);
	take_both(0, 15, 20);
	take_both(2, 11, 20);
	end(20, 20);
	assert_int_equal(collector.missing, 2);
}

static void test_nothing_came(void **state)
{
	(void)state;
	begin(10, 10);
	take_both(2, 11, 20);
	end(20, 20);
	assert_int_equal(collector.missing, 2 * 9);
}

/* Events that the reader counts as lost do not count as missed samples, too. */
static void test_told(void **state)
{
	(void)state;
	begin(10, 10);
	take_both(0, 11, 13);
	take(0, CONTEXT_THREAD, 15, true);
	take_both(0, 16, 20);
	take_both(2, 11, 20);
	end(20, 20);
	assert_int_equal(collector.missing, 0);
}

/*
 * Take samples of both CPUs, of which those of CPU 0 begin anew at number 1 on
 * the way, and check that none is missing.
 */
static void begin_anew(const struct tracer_cpu *baseline,
		       const struct tracer_cpu *cpu_totals)
{
	collector_begin(&collector, &cpus, baseline, 0, UINT64_MAX);
	take_both(0, 11, 20);
	take_both(0, 1, 5);
	take_both(2, 4, 13);
	collector_end(&collector, &cpus, baseline, cpu_totals);
	assert_int_equal(collector.missing, 0);
}

/*
 * After a CPU was offline, its sample numbers begin anew, but its count of
 * activations does not.
 */
static void test_offline(void **state)
{
	struct tracer_cpu baseline[2] = {
		{ .activations = 10 }, { .activations = 40, .offline = 1 }
	};
	struct tracer_cpu cpu_totals[2] = {
		{ .activations = 25, .offline = 1 }, { .activations = 50 }
	};

	(void)state;
	begin_anew(baseline, cpu_totals);
}

/* Other events, and contexts unknown to the command, are not samples. */
static void test_others(void **state)
{
	struct event irq = { .type = EVENT_IRQ };

	(void)state;
	collector_take(&collector, 0, &irq, false);
	take(0, LATENCY_CONTEXTS, 1, false);
	take(0, -1, 1, false);
	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		assert_int_equal(stats_all(collector.stats, i).count, 0);
}

static void take_user(int cpu, uint64_t from, uint64_t to)
{
	take_both(cpu, from, to);
	for (uint64_t number = from; number <= to; number++)
		take(cpu, CONTEXT_USER, number, false);
}

/* The user latency of the last activation comes with the next one, or never. */
static void test_user(void **state)
{
	(void)state;
	begin(10, 10);
	take(2, CONTEXT_USER, 10, false);
	take_user(0, 11, 20);
	take_user(2, 11, 19);
	take_both(2, 20, 20);
	end(20, 20);
	assert_int_equal(collector.missing, 0);
	assert_int_equal(stats_get(collector.stats, 0, CONTEXT_USER)->count,
			 10);
}

static void test_user_missing(void **state)
{
	(void)state;
	begin(10, 10);
	take_user(0, 11, 20);
	take_user(2, 11, 17);
	take_both(2, 18, 20);
	end(20, 20);
	assert_int_equal(collector.missing, 2);
}

/* Numbers wrap: samples around that are missed like all others, and no others. */
static void test_wrap(void **state)
{
	(void)state;
	begin(WRAP - 5, WRAP - 5);
	take_both(0, WRAP - 4, WRAP + 4);
	take_both(2, WRAP - 4, WRAP - 1);
	take_both(2, WRAP + 2, WRAP + 4);
	end(WRAP + 4, WRAP + 4);
	assert_int_equal(collector.missing, 2 * 2);
}

/* The end, or the beginning, may be at the wrap. */
static void test_wrap_at_the_end(void **state)
{
	(void)state;
	begin(WRAP - 5, WRAP - 2);
	take_both(0, WRAP - 4, WRAP - 1);
	take_both(2, WRAP + 2, WRAP + 3);
	end(WRAP + 3, WRAP + 3);
	assert_int_equal(collector.missing, 2 * 4 + 2 * 2);
}

/* The CPU was offline, after more activations than half of all numbers. */
static void test_anew_late(void **state)
{
	struct tracer_cpu baseline[2] = {
		{ .activations = 3000000000 },
		{ .activations = 3000000000, .offline = 1 },
	};
	struct tracer_cpu cpu_totals[2] = {
		{ .activations = 3000000012, .offline = 1 },
		{ .activations = 3000000010 },
	};

	(void)state;
	collector_begin(&collector, &cpus, baseline, 0, UINT64_MAX);
	take_both(0, 3000000001, 3000000007);
	for (uint64_t i = 1; i <= 5; i++) {
		struct event event = {
			.type = EVENT_SAMPLE,
			.sample = { .t_w = (3000001000 + i) * PERIOD,
				    .seqnum = i,
				    .context = CONTEXT_THREAD },
		};

		collector_take(&collector, 0, &event, false);
	}
	take_both(2, 1, 10);
	collector_end(&collector, &cpus, baseline, cpu_totals);
	assert_int_equal(collector.missing, 0);
}

/* No workload has attached itself on any CPU. */
static void test_no_workload(void **state)
{
	(void)state;
	begin(0, 0);
	end(0, 0);
	assert_int_equal(collector.missing, 0);
}

/*
 * Sample numbers begin anew for the next workload of a CPU, and for one after a
 * suspend.
 */
static void test_anew(void **state)
{
	struct tracer_cpu baseline[2] = {
		{ .activations = 10 }, { .activations = 40, .detached = 1 }
	};
	struct tracer_cpu cpu_totals[2] = {
		{ .activations = 25, .suspended = 1 }, { .activations = 50 }
	};

	(void)state;
	begin_anew(baseline, cpu_totals);
}

/*
 * Samples that a suspend cuts off, at most two of an activation, are not
 * missed; all others are.
 */
static void test_cut(void **state)
{
	struct tracer_cpu baseline[2] = {
		{ .activations = 10 }, { .activations = 10 }
	};
	struct tracer_cpu cpu_totals[2] = {
		{ .activations = 19, .suspended = 1 },
		{ .activations = 19, .suspended = 1 },
	};

	(void)state;
	collector_begin(&collector, &cpus, baseline, 0, UINT64_MAX);
	take_user(0, 11, 14);
	take(0, CONTEXT_IRQ, 15, false);
	take_user(0, 16, 20);
	take_user(2, 11, 14);
	take_user(2, 17, 20);
	assert_int_equal(collector.missing, 2 + 3 * 2);
	collector_end(&collector, &cpus, baseline, cpu_totals);
	assert_int_equal(collector.missing, 4);
}

static void take_period(int cpu, uint64_t number)
{
	struct event event = {
		.type = EVENT_PERIOD,
		.period = { .start = number * PERIOD, .runtime = 1000,
			    .noise = 10, .seqnum = number },
	};

	collector_take(&collector, cpu, &event, false);
}

static void test_periods(void **state)
{
	(void)state;
	begin(3, 3);
	for (uint32_t i = 4; i <= 9; i++)
		take_period(0, i);
	take_period(2, 5);
	take_period(2, 8);
	end(9, 9);
	assert_int_equal(collector.missing, 2 + 1);
	assert_int_equal(stats_noise(collector.stats, 0)->periods, 6);
	assert_int_equal(stats_noise(collector.stats, 2)->periods, 2);
}

/* A period with the number 0 counts as any other. */
static void test_periods_wrap(void **state)
{
	(void)state;
	begin(WRAP - 3, WRAP - 3);
	for (uint64_t i = WRAP - 2; i <= WRAP + 2; i++)
		take_period(0, i);
	take_period(2, WRAP - 2);
	take_period(2, WRAP);
	take_period(2, WRAP + 2);
	end(WRAP + 2, WRAP + 2);
	assert_int_equal(collector.missing, 1 + 1);
}

/* There may be any number of noises, also none, so none is ever missing. */
static void test_gaps(void **state)
{
	struct event event = { .type = EVENT_GAP,
			       .gap = { .duration = 25000 } };

	(void)state;
	begin(3, 3);
	collector_take(&collector, 2, &event, false);
	end(9, 9);
	assert_int_equal(collector.missing, 0);
	assert_int_equal(stats_get(collector.stats, 2, CONTEXT_SINGLE)->max,
			 25000);
	assert_int_equal(histogram_count(collector.histogram, 2, CONTEXT_SINGLE,
					 2), 1);
}

static void test_hist(void **state)
{
	(void)state;
	take(0, CONTEXT_IRQ, 1, false);
	assert_int_equal(histogram_count(collector.histogram, 0, CONTEXT_IRQ,
					 0),
			 1);
	assert_false(collector.no_memory);
}

#define TEST_WITH(setup, name) \
	cmocka_unit_test_setup_teardown(name, setup, teardown)
#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_whole),
		TEST(test_more_at_the_end),
		TEST(test_head),
		TEST(test_tail),
		TEST(test_middle),
		TEST(test_nothing_came),
		TEST(test_told),
		TEST(test_offline),
		TEST(test_others),
		TEST_WITH(setup_user, test_user),
		TEST_WITH(setup_user, test_user_missing),
		TEST_WITH(setup_user, test_no_workload),
		TEST(test_anew),
		TEST(test_anew_late),
		TEST(test_wrap),
		TEST(test_wrap_at_the_end),
		TEST_WITH(setup_user, test_cut),
		TEST_WITH(setup_periods, test_periods),
		TEST_WITH(setup_periods, test_periods_wrap),
		TEST_WITH(setup_gaps, test_gaps),
		TEST_WITH(setup_hist, test_hist),
	};

	return cmocka_run_group_tests_name("collector", tests, NULL, NULL);
}
