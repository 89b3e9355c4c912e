// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of hits of timerlat's interrupt that are put off with the kernel's own
 * tracer: when they are, and what is found if the thread does not run. The test
 * stands in for the reader and for the figures of the trace instance.
 */
#include <string.h>

#include "test.h"
#include "base/cpus.h"
#include "stats/kind.h"
#include "trace/events.h"
#include "trace/instance.h"
#include "trace/reader.h"
#include "tracer/kernel_config.h"
#include "tracer/kernel_starved.h"
#include "tracer/tracer_config.h"

#define CPUS		2
#define PENDING_MAX	8
#define MS		1000000ULL

/* The events of each CPU that were not read yet, and how many there ever were. */
static struct event pending[CPUS][PENDING_MAX];
static int pendings[CPUS];
static uint64_t recorded[CPUS];
static bool stats_are_there;
static int drained;

enum result reader_open(struct reader **reader, struct instance *instance,
			const struct decoder *decoder, const struct cpus *cpus)
{
	(void)instance;
	(void)decoder;
	assert_int_equal(cpus_count(cpus), CPUS);
	*reader = (struct reader *)pending;
	return RESULT_OK;
}

void reader_close(struct reader *reader)
{
	(void)reader;
}

int reader_cpus(const struct reader *reader)
{
	(void)reader;
	return CPUS;
}

int reader_cpu(const struct reader *reader, int index)
{
	(void)reader;
	return index;
}

int reader_drain(struct reader *reader, int index, int most, reader_fn *fn,
		 void *context)
{
	(void)reader;
	(void)most;
	for (int i = 0; i < pendings[index]; i++)
		fn(context, index, &pending[index][i], false);
	pendings[index] = 0;
	drained++;
	return 0;
}

bool instance_recorded(struct instance *instance, int cpu, uint64_t *count)
{
	(void)instance;
	*count = recorded[cpu];
	return stats_are_there;
}

static void record(int cpu, enum event_context context, uint64_t latency,
		   uint64_t time)
{
	struct event *event = &pending[cpu][pendings[cpu]++];

	*event = (struct event) { .type = EVENT_SAMPLE, .time = time };
	event->sample.context = context;
	event->sample.latency = latency;
	event->sample.seqnum = 7;
	recorded[cpu]++;
}

static struct kernel_starved starved_begin(void)
{
	struct kernel_starved starved = { .reader = NULL };
	struct cpus cpus = { .word = { 0 } };

	memset(pendings, 0, sizeof(pendings));
	memset(recorded, 0, sizeof(recorded));
	stats_are_there = true;
	drained = 0;
	for (int cpu = 0; cpu < CPUS; cpu++)
		cpus_add(&cpus, cpu);
	assert_int_equal(kernel_starved_begin(&starved, NULL, NULL, &cpus),
			 RESULT_OK);
	return starved;
}

/* The threshold is 100 us, and samples count from 1 s on. */
static bool find(struct kernel_starved *starved, uint64_t ms, bool ends,
		 struct tracer_hit *hit)
{
	return kernel_starved_find(starved, 1000 * MS, ms * MS, 100, ends, hit);
}

static void test_starved(void **state)
{
	struct kernel_starved starved = starved_begin();
	struct tracer_hit hit;

	(void)state;
	record(0, CONTEXT_THREAD, 5000, 2000 * MS);
	record(1, CONTEXT_IRQ, 100000, 2000 * MS);
	assert_false(find(&starved, 2010, false, &hit));
	assert_false(find(&starved, 2050, false, &hit));
	/* That it is silent is known only at the second look. */
	assert_true(find(&starved, 2110, false, &hit));
	assert_int_equal(hit.cpu, 1);
	assert_int_equal(hit.context, CONTEXT_IRQ);
	assert_int_equal(hit.latency_ns, 100000);
	assert_int_equal(hit.t_w_ns, 2000 * MS - 100000);
	assert_int_equal(hit.seqnum, 7);
	kernel_starved_end(&starved);
}

static void test_thread_has_run(void **state)
{
	struct kernel_starved starved = starved_begin();
	struct tracer_hit hit;

	(void)state;
	record(1, CONTEXT_IRQ, 100000, 2000 * MS);
	record(1, CONTEXT_THREAD, 120000, 2001 * MS);
	for (int look = 0; look < 5; look++)
		assert_false(find(&starved, 2010 + 100 * look, false, &hit));
	/* The kernel stops at it, and it can be found after it was taken. */
	assert_int_equal(kernel_starved_last(&starved, 1)->sample.latency_ns,
			 120000);
	assert_null(kernel_starved_last(&starved, 0));
	kernel_starved_end(&starved);
}

/* A sample that came between the two looks at a CPU waits like all others. */
static void test_fresh(void **state)
{
	struct kernel_starved starved = starved_begin();
	struct tracer_hit hit;

	(void)state;
	assert_false(find(&starved, 2000, false, &hit));
	record(0, CONTEXT_IRQ, 200000, 2099 * MS);
	recorded[0] = 0;
	assert_false(find(&starved, 2100, false, &hit));
	assert_true(find(&starved, 2200, false, &hit));
	assert_int_equal(hit.cpu, 0);
	kernel_starved_end(&starved);
}

static void test_no_hits(void **state)
{
	struct kernel_starved starved = starved_begin();
	struct tracer_hit hit;

	(void)state;
	record(0, CONTEXT_IRQ, 99999, 2000 * MS);
	record(1, CONTEXT_IRQ, 500000, 999 * MS);
	assert_false(find(&starved, 2500, false, &hit));
	assert_false(find(&starved, 2900, false, &hit));
	assert_int_equal(drained, CPUS);
	assert_false(find(&starved, 3000, true, &hit));
	kernel_starved_end(&starved);
}

/* A CPU that records is not read, and neither is one whose figures cannot be. */
static void test_not_read(void **state)
{
	struct kernel_starved starved = starved_begin();
	struct tracer_hit hit;

	(void)state;
	for (int look = 0; look < 4; look++) {
		record(0, CONTEXT_IRQ, 500000, (2000 + 100 * look) * MS);
		recorded[1]++;
		assert_false(find(&starved, 2001 + 100 * look, false, &hit));
	}
	stats_are_there = false;
	assert_false(find(&starved, 3000, false, &hit));
	assert_int_equal(drained, 0);
	kernel_starved_end(&starved);
}

static void test_end(void **state)
{
	struct kernel_starved starved = starved_begin();
	struct tracer_hit hit;

	(void)state;
	record(0, CONTEXT_IRQ, 500000, 2000 * MS);
	assert_false(find(&starved, 2001, false, &hit));
	assert_true(find(&starved, 2002, true, &hit));
	assert_int_equal(hit.cpu, 0);
	kernel_starved_end(&starved);
}

static void test_put_off(void **state)
{
	struct tracer_config config = {
		.kind = KIND_TIMERLAT,
		.stop_ns = {
			[CONTEXT_IRQ] = 20500, [CONTEXT_THREAD] = 20500,
		},
	};
	struct kernel_stops stops = kernel_stops(&config);

	(void)state;
	assert_int_equal(stops.first_us, 0);
	assert_int_equal(stops.second_us, 21);
	assert_int_equal(stops.put_off_us, 21);
	/* Over it, the thread latency may still be under its own threshold. */
	config.stop_ns[CONTEXT_THREAD] = 22000;
	stops = kernel_stops(&config);
	assert_int_equal(stops.first_us, 21);
	assert_int_equal(stops.second_us, 22);
	assert_int_equal(stops.put_off_us, 0);
	config.stop_ns[CONTEXT_THREAD] = 0;
	stops = kernel_stops(&config);
	assert_int_equal(stops.first_us, 21);
	assert_int_equal(stops.put_off_us, 0);
	config.stop_ns[CONTEXT_THREAD] = 10000;
	config.panic = true;
	stops = kernel_stops(&config);
	assert_int_equal(stops.first_us, 21);
	assert_int_equal(stops.second_us, 10);
}

static void test_noise_is_not_put_off(void **state)
{
	const struct tracer_config config = {
		.kind = KIND_OSNOISE,
		.stop_ns = {
			[CONTEXT_SINGLE] = 20000, [CONTEXT_TOTAL] = 10000,
		},
	};

	(void)state;
	assert_int_equal(kernel_stops(&config).first_us, 20);
	assert_int_equal(kernel_stops(&config).put_off_us, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_starved),
		cmocka_unit_test(test_thread_has_run),
		cmocka_unit_test(test_fresh),
		cmocka_unit_test(test_no_hits),
		cmocka_unit_test(test_not_read),
		cmocka_unit_test(test_end),
		cmocka_unit_test(test_put_off),
		cmocka_unit_test(test_noise_is_not_put_off),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
