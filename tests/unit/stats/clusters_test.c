// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of clusters: whether bursts that last for many blocks are seen, and how
 * blocks with samples are merged. How often verdicts that use clusters are
 * right is studied in tests/statistics.
 */
#include <stdlib.h>

#include "stats/clusters.h"
#include "test.h"
#include "stats/sample_record.h"

#define BLOCKS	400
#define LIMIT	1000

static double dispersion_if(bool (*is_over)(int block))
{
	struct sample_record *record = record_new(1);
	const struct run_blocks of = {
		record, BLOCKS * BLOCK_NS, 0, CONTEXT_THREAD
	};
	double dispersion;

	for (int i = 0; i < BLOCKS; i++)
		assert_true(record_put_maximum(record, 0, CONTEXT_THREAD, i,
					       is_over(i) ? LIMIT + 1 : LIMIT));
	dispersion = clusters_dispersion(&of, LIMIT);
	record_free(record);
	return dispersion;
}

static bool never(int block)
{
	(void)block;
	return false;
}

static bool always(int block)
{
	return !never(block);
}

static bool at_random(int block)
{
	(void)block;
	return random() % 5 == 0;
}

static bool regularly(int block)
{
	return block % 5 == 0;
}

/* A burst of 40 blocks in a row, twice in the run. */
static bool in_bursts(int block)
{
	return block / 40 % 5 == 2;
}

static void test_dispersion(void **state)
{
	double sum = 0;

	(void)state;
	srandom(3);
	assert_true(dispersion_if(never) == 1);
	assert_true(dispersion_if(always) == 1);
	assert_true(dispersion_if(regularly) == 1);
	/*
	 * 2 of 10 batches have all their 40 blocks over the limit: the variance
	 * of their number is 2 * 8 / 10 * 40^2 / 9, that of a binomial variable
	 * 6.4.
	 */
	assert_true(dispersion_if(in_bursts) > 44.4);
	assert_true(dispersion_if(in_bursts) < 44.5);
	for (int i = 0; i < 200; i++)
		sum += dispersion_if(at_random);
	assert_true(sum < 1.4 * 200);
}

/*
 * Blocks without samples are left out, and so are the last ones, too few to be
 * merged.
 */
static void test_filled(void **state)
{
	static const uint64_t block[] = { 0, 5, 7, 0, 0, 3, 9, 0, 2, 8 };
	struct sample_record *record = record_new(1);
	struct run_blocks of = { record, 10 * BLOCK_NS, 0,
				 CONTEXT_OVERHEAD_CXS };
	uint64_t maxima[BLOCKS_MAX];

	(void)state;
	for (int i = 0; i < 10; i++)
		assert_true(!block[i] ||
			    record_put_maximum(record, 0, of.context, i, block[i]));
	assert_int_equal(blocks_filled_maxima(&of, 1, maxima), 6);
	assert_int_equal(maxima[0], 5);
	assert_int_equal(maxima[5], 8);
	assert_int_equal(blocks_filled_maxima(&of, 2, maxima), 3);
	assert_int_equal(maxima[0], 7);
	assert_int_equal(maxima[1], 9);
	assert_int_equal(maxima[2], 8);
	assert_int_equal(blocks_filled_maxima(&of, 4, maxima), 1);
	assert_int_equal(maxima[0], 9);
	assert_int_equal(blocks_filled_maxima(&of, 7, maxima), 0);
	/* The last block has not been measured to its end. */
	of.measured_ns--;
	assert_int_equal(blocks_filled_maxima(&of, 1, maxima), 5);
	record_free(record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dispersion),
		cmocka_unit_test(test_filled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
