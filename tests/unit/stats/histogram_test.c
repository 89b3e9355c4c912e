// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of histograms.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "stats/histogram.h"
#include "test.h"

#define ENTRIES_MAX	9999999

static void test_buckets(void **state)
{
	struct histogram *histogram = histogram_new(2, 1000, 10);

	(void)state;
	assert_non_null(histogram);
	assert_true(histogram_add(histogram, 1, CONTEXT_IRQ, 0));
	assert_true(histogram_add(histogram, 1, CONTEXT_IRQ, 999));
	assert_true(histogram_add(histogram, 1, CONTEXT_IRQ, 1000));
	assert_true(histogram_add(histogram, 1, CONTEXT_IRQ, 9999));
	assert_true(histogram_add(histogram, 1, CONTEXT_IRQ, 10000));
	assert_true(histogram_add(histogram, 1, CONTEXT_IRQ, UINT64_MAX));
	assert_int_equal(histogram_count(histogram, 1, CONTEXT_IRQ, 0), 2);
	assert_int_equal(histogram_count(histogram, 1, CONTEXT_IRQ, 1), 1);
	assert_int_equal(histogram_count(histogram, 1, CONTEXT_IRQ, 2), 0);
	assert_int_equal(histogram_count(histogram, 1, CONTEXT_IRQ, 9), 1);
	assert_int_equal(histogram_count(histogram, 1, CONTEXT_IRQ, 10), 2);
	for (int bucket = 0; bucket <= 10; bucket++) {
		assert_int_equal(histogram_count(histogram, 0, CONTEXT_IRQ,
						 bucket), 0);
		assert_int_equal(histogram_count(histogram, 1, CONTEXT_THREAD,
						 bucket), 0);
	}
	histogram_free(histogram);
}

/* Empty stretches are skipped, but no bucket that has samples. */
static void test_skip(void **state)
{
	const uint64_t places[] = { 3, 700, 701, 1000000, ENTRIES_MAX - 1 };
	struct histogram *histogram = histogram_new(1, 1, ENTRIES_MAX);
	uint64_t bucket = 0;
	int steps = 0;
	size_t next = 0;

	(void)state;
	assert_non_null(histogram);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		assert_true(histogram_add(histogram, 0, CONTEXT_USER, places[i]));
	while ((bucket = histogram_skip(histogram, bucket)) < ENTRIES_MAX) {
		if (histogram_count(histogram, 0, CONTEXT_USER, bucket))
			assert_int_equal(bucket, places[next++]);
		bucket++;
		steps++;
	}
	assert_int_equal(bucket, ENTRIES_MAX);
	assert_int_equal(next, 5);
	assert_true(steps < 10000);
	histogram_free(histogram);
}

static void test_skip_nothing(void **state)
{
	struct histogram *histogram = histogram_new(1, 1, 700);

	(void)state;
	assert_int_equal(histogram_skip(histogram, 0), 700);
	assert_true(histogram_add(histogram, 0, CONTEXT_IRQ, 700));
	assert_int_equal(histogram_skip(histogram, 699), 700);
	histogram_free(histogram);
}

/*
 * Return the size of this process's memory, and how much of it is resident,
 * both in bytes.
 */
static void get_size(size_t *whole, size_t *resident)
{
	FILE *file = fopen("/proc/self/statm", "r");
	size_t page = sysconf(_SC_PAGESIZE);

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%zu %zu", whole, resident), 2);
	fclose(file);
	*whole *= page;
	*resident *= page;
}

/* The largest possible histogram, on the largest machine, with few samples. */
static void test_huge(void **state)
{
	struct histogram *histogram;
	size_t whole, before, after;

	(void)state;
	get_size(&whole, &before);
	histogram = histogram_new(8192, 1, ENTRIES_MAX);
	assert_non_null(histogram);
	for (int cpu = 0; cpu < 8192; cpu += 64)
		for (int i = 0; i < LATENCY_CONTEXTS; i++)
			assert_true(histogram_add(histogram, cpu, i,
						  1000ULL * cpu));
	/* As plain arrays of counts, it would take 2 TB. */
	get_size(&whole, &after);
	assert_true(after - before < 256 << 20);
	assert_int_equal(histogram_count(histogram, 64, CONTEXT_THREAD, 64000),
			 1);
	histogram_free(histogram);
}

/* Memory cannot be limited with sanitizers: their shadow memory is huge. */
#ifndef __SANITIZE_ADDRESS__
/* Without memory, histogram_add() returns false, and counts nothing. */
static void test_no_memory(void **state)
{
	struct histogram *histogram = histogram_new(1, 1, ENTRIES_MAX);
	struct rlimit before, limit;
	size_t whole, resident;
	uint64_t bucket = 0;

	(void)state;
	get_size(&whole, &resident);
	getrlimit(RLIMIT_AS, &before);
	limit = before;
	limit.rlim_cur = whole + (16 << 20);
	assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
	while (bucket < ENTRIES_MAX &&
	       histogram_add(histogram, 0, CONTEXT_IRQ, bucket))
		bucket += 512;
	setrlimit(RLIMIT_AS, &before);
	assert_in_range(bucket, 512 * 1000, ENTRIES_MAX - 512);
	assert_int_equal(histogram_count(histogram, 0, CONTEXT_IRQ, bucket), 0);
	assert_int_equal(histogram_count(histogram, 0, CONTEXT_IRQ,
					 bucket - 512), 1);
	assert_true(histogram_add(histogram, 0, CONTEXT_IRQ, bucket));
	histogram_free(histogram);
}
#endif

#define TEST(name)	cmocka_unit_test(name)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_buckets),
		TEST(test_skip),
		TEST(test_skip_nothing),
		TEST(test_huge),
#ifndef __SANITIZE_ADDRESS__
		TEST(test_no_memory),
#endif
	};

	return cmocka_run_group_tests_name("histogram", tests, NULL, NULL);
}
