// SPDX-License-Identifier: GPL-2.0
/*
 * The intake of samples, and what it finds missing.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "collector.h"

static const struct cpus cpus = { .word = { 0x5 } };	/* 0, 2 */
static struct collector collector;

static int setup(void **state)
{
	(void)state;
	return collector_init(&collector, &cpus);
}

static int teardown(void **state)
{
	(void)state;
	collector_free(&collector);
	return 0;
}

static void take(int cpu, int context, uint32_t seqnum, bool lost)
{
	struct event event = {
		.type = EVENT_SAMPLE,
		.sample = { .latency = 100, .seqnum = seqnum,
			    .context = context },
	};

	collector_take(&collector, cpu, &event, lost);
}

static void take_both(int cpu, uint32_t from, uint32_t to)
{
	for (uint32_t seqnum = from; seqnum <= to; seqnum++) {
		take(cpu, CONTEXT_IRQ, seqnum, false);
		take(cpu, CONTEXT_THREAD, seqnum, false);
	}
}

static void begin(uint64_t first, uint64_t second)
{
	const struct tracer_cpu baseline[] = {
		{ .activations = first }, { .activations = second }
	};

	collector_begin(&collector, &cpus, baseline);
}

static void end(uint64_t first, uint64_t second)
{
	const struct tracer_cpu baseline[2] = { { .offline = 0 } };
	const struct tracer_cpu fared[] = {
		{ .activations = first }, { .activations = second }
	};

	collector_end(&collector, &cpus, baseline, fared);
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

/* The last ones came after the figures were read. */
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

/* What the reader was told of is not counted a second time. */
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

/* Numbers begin anew, activations do not. */
static void test_offline(void **state)
{
	struct tracer_cpu baseline[2] = {
		{ .activations = 10 }, { .activations = 40, .offline = 1 }
	};
	struct tracer_cpu fared[2] = {
		{ .activations = 25, .offline = 1 }, { .activations = 50 }
	};

	(void)state;
	collector_begin(&collector, &cpus, baseline);
	take_both(0, 11, 20);
	take_both(0, 1, 5);
	take_both(2, 4, 13);
	collector_end(&collector, &cpus, baseline, fared);
	assert_int_equal(collector.missing, 0);
}

/* Other events, and contexts that we do not know, are not samples. */
static void test_others(void **state)
{
	struct event irq = { .type = EVENT_IRQ };

	(void)state;
	collector_take(&collector, 0, &irq, false);
	take(0, CONTEXTS, 1, false);
	take(0, -1, 1, false);
	for (int i = 0; i < CONTEXTS; i++)
		assert_int_equal(stats_all(collector.stats, i).count, 0);
}

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
	};

	return cmocka_run_group_tests_name("collector", tests, NULL, NULL);
}
