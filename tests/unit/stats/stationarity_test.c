// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of noticing that a run changed.
 */
#include <math.h>
#include <stdlib.h>

#include "base/times.h"
#include "stats/clusters.h"
#include "stats/sample_record.h"
#include "stats/stationarity.h"
#include "test.h"

#define BLOCKS	200

/* Return a maximum with a long tail, @times as large as usual. */
static uint64_t maximum(double times)
{
	double uniform = (random() + 1.0) / (RAND_MAX + 2.0);

	return times * 5000 * pow(uniform, -0.5);
}

/* Test a run whose @block is @times_of(block) as large as usual. */
static bool has_changed(double (*times_of)(int block), int blocks,
			struct stationarity *result)
{
	struct sample_record *record = record_new(1);
	const struct run_blocks of = {
		record, blocks * BLOCK_NS, 0, CONTEXT_THREAD
	};
	bool tested;

	for (int i = 0; i < blocks; i++)
		assert_true(record_put_maximum(record, 0, CONTEXT_THREAD, i,
					       maximum(times_of(i))));
	tested = stationarity_test(&of, result);
	record_free(record);
	return tested && stationarity_changed(result);
}

static double steady(int block)
{
	(void)block;
	return 1;
}

static double drifting(int block)
{
	return 1 + 0.8 * block / BLOCKS;
}

/* Two levels, for 60 blocks each. */
static double changing(int block)
{
	return block / 60 % 2 ? 1.6 : 1;
}

/* A change that is so small and smooth that each block is like the one before. */
static bool rises_smoothly(struct stationarity *result)
{
	struct sample_record *record = record_new(1);
	const struct run_blocks of = {
		record, BLOCKS * BLOCK_NS, 0, CONTEXT_THREAD
	};
	bool tested;

	for (int i = 0; i < BLOCKS; i++)
		assert_true(record_put_maximum(record, 0, CONTEXT_THREAD, i,
					       10000 + i));
	tested = stationarity_test(&of, result);
	record_free(record);
	return tested && stationarity_changed(result);
}

static double early(int block)
{
	return block < BLOCKS / 4 ? 3 : 1;
}

/*
 * Each block is like the one before, but the run is steady: the logarithm is
 * autoregressive, with 0.4. The first block begins a run.
 */
static double alike(int block)
{
	static double at;
	double step = 0;

	for (int i = 0; i < 12; i++)
		step += random() / (double)RAND_MAX - 0.5;
	at = block ? 0.4 * at + step : step;
	return exp(at);
}

static int count(double (*times_of)(int block), int runs)
{
	struct stationarity result;
	int changed = 0;

	for (int i = 0; i < runs; i++)
		changed += has_changed(times_of, BLOCKS, &result);
	return changed;
}

static void test_changes(void **state)
{
	struct stationarity result;

	(void)state;
	srandom(5);
	/* By chance one run of a hundred is said to have changed. */
	assert_in_range(count(steady, 1000), 1, 25);
	assert_in_range(count(alike, 1000), 0, 25);
	assert_in_range(count(drifting, 100), 90, 100);
	assert_in_range(count(changing, 100), 50, 100);
	assert_true(rises_smoothly(&result));
	assert_true(has_changed(early, BLOCKS, &result));
	assert_true(result.first_ns > 2 * result.last_ns);
	assert_true(result.chance < 1e-6);
}

static void test_short(void **state)
{
	struct stationarity result = { .chance = 7 };

	(void)state;
	assert_false(has_changed(early, 39, &result));
	assert_true(result.chance == 7);
	has_changed(early, 40, &result);
	assert_true(result.chance < 1);
}

/* Put 40 blocks, of which the second half differs. */
static struct sample_record *halves(uint64_t first, uint64_t second)
{
	struct sample_record *record = record_new(1);

	for (int i = 0; i < 40; i++)
		assert_true(record_put_maximum(record, 0, CONTEXT_THREAD, i,
					       i < 20 ? first : second));
	return record;
}

/* A difference that is there always, but too small to matter, is not told. */
static void test_small(void **state)
{
	char text[STATIONARITY_LEN];
	struct sample_record *record = halves(200, 249);

	(void)state;
	assert_false(stationarity_tells(record, 40 * BLOCK_NS, CONTEXT_THREAD,
					text));
	record_free(record);
	record = halves(250, 200);
	assert_true(stationarity_tells(record, 40 * BLOCK_NS, CONTEXT_THREAD,
				       text));
	record_free(record);
}

static void test_text(void **state)
{
	struct sample_record *record = halves(20100, 35000);
	char text[STATIONARITY_LEN];

	(void)state;
	assert_true(stationarity_tells(record, 40 * BLOCK_NS, CONTEXT_THREAD,
				       text));
	assert_string_equal(text,
			    "the median of block maxima was 20.10 us in its first quarter, and 35.00 us in its last one");
	assert_false(stationarity_tells(record, 40 * BLOCK_NS, CONTEXT_IRQ,
					text));
	record_free(record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_changes),
		cmocka_unit_test(test_short),
		cmocka_unit_test(test_small),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
