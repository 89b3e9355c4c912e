// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what is exceeded once in a day, or in a year.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/times.h"
#include "repetitions.h"
#include "stats/clusters.h"
#include "stats/extremes.h"
#include "stats/gev.h"
#include "test.h"
#include "stats/sample_record.h"

#define DAY	RETURN_DAY_NS
#define MINUTE	60000000000ULL
#define BLOCKS	200

/* A maximum of 20 us and more; 20 + 3 * log(n) us is exceeded once in n blocks. */
static uint64_t usual(int block)
{
	double uniform = (random() + 1.0) / (RAND_MAX + 2.0);

	(void)block;
	return gev_level(&(struct gev) { 20000, 3000, 0 }, -log(uniform));
}

/* Estimate the levels of @blocks blocks of @block_ns, with these maxima. */
static struct return_levels levels_of(uint64_t (*maximum)(int block),
				      int blocks, uint64_t block_ns,
				      enum event_context context)
{
	struct sample_record *record = record_new(1);
	const struct run_blocks of = { record, blocks * block_ns, -1, context };
	struct return_levels levels;

	srandom(2);
	record_put_block_ns(record, block_ns);
	for (int i = 0; i < blocks; i++)
		assert_true(record_put_maximum(record, 0, context, i, maximum(i)));
	return_levels_get(&of, return_periods, &levels);
	record_free(record);
	return levels;
}

static void expect_refused(const struct return_levels *levels, int period,
			   const char *reason)
{
	const struct return_level *level = &levels->level[period];

	assert_false(level->known);
	assert_string_equal(level->refused, reason);
}

/* Expect a run of 200 minutes to be refused for @reason. */
static void expect_day_refused(uint64_t (*maximum)(int block),
			       const char *reason)
{
	struct return_levels levels =
		levels_of(maximum, BLOCKS, MINUTE, CONTEXT_THREAD);

	expect_refused(&levels, 0, reason);
	assert_true(levels.level[0].within_reach);
}

static void test_day(void **state)
{
	struct return_levels levels =
		levels_of(usual, BLOCKS, MINUTE, CONTEXT_THREAD);
	const struct return_level *day = &levels.level[0];
	double level = 20000 + 3000 * log(24 * 60);

	(void)state;
	/* Three blocks are merged to one, and two minutes are left. */
	assert_int_equal(levels.blocks, 66);
	assert_int_equal(levels.block_ns, 3 * MINUTE);
	assert_true(levels.fitted && levels.chance > 0.05);
	assert_true(fabs(levels.shape) < 0.3);
	assert_true(fabs(levels.location_ns - (20000 + 3000 * log(3))) < 1000);
	assert_true(day->known && !*day->refused);
	assert_true(day->low_ns < level && level < day->high_ns);
	assert_true(day->low_ns < day->level_ns &&
		    day->level_ns < day->high_ns);
	expect_refused(&levels, 1,
		       "the run is too short to tell of a year: measure for at least 36 d 12 h");
	assert_false(levels.level[1].within_reach);
}

/* In a long run, a day is common and a year is not. */
static void test_year(void **state)
{
	struct return_levels levels =
		levels_of(usual, BLOCKS, DAY / 4, CONTEXT_THREAD);
	double day = 20000 + 3000 * log(4), year = 20000 + 3000 * log(4 * 365);

	(void)state;
	assert_true(levels.level[0].known && levels.level[1].known);
	assert_true(levels.level[0].low_ns < day &&
		    day < levels.level[0].high_ns);
	assert_true(levels.level[1].low_ns < year &&
		    year < levels.level[1].high_ns);
	assert_true(levels.level[0].high_ns < levels.level[1].level_ns);
	/* A level that is exceeded in almost each block is not among their maxima. */
	levels = levels_of(usual, BLOCKS, DAY, CONTEXT_THREAD);
	expect_refused(&levels, 0, "the blocks of so long a run are longer than a day");
	assert_true(levels.level[1].known);
}

static void test_reach(void **state)
{
	struct return_levels levels =
		levels_of(usual, 143, MINUTE, CONTEXT_THREAD);

	(void)state;
	expect_refused(&levels, 0,
		       "the run is too short to tell of a day: measure for at least 2 h 24 min");
	assert_false(levels.fitted);
	levels = levels_of(usual, 144, MINUTE, CONTEXT_THREAD);
	assert_true(levels.level[0].known);
	levels = levels_of(usual, 0, MINUTE, CONTEXT_THREAD);
	assert_false(levels.level[0].within_reach);
}

static uint64_t sparse(int block)
{
	return block % 5 ? 0 : usual(block);
}

static uint64_t none(int block)
{
	(void)block;
	return 0;
}

static uint64_t equal(int block)
{
	(void)block;
	return 20000;
}

/* A fifth of the blocks differs. */
static uint64_t mostly_equal(int block)
{
	return block % 15 ? 20000 : usual(block) + 50000;
}

static uint64_t growing(int block)
{
	return usual(block) + 100 * block;
}

/* For 15 minutes each, one of two levels. */
static uint64_t waves(int block)
{
	return usual(block) + (block / 15 % 2 ? 15000 : 0);
}

static uint64_t uniform(int block)
{
	(void)block;
	return 20000 + random() % 10000;
}

/* A third of three blocks together have another cause. */
static uint64_t two_causes(int block)
{
	return usual(block) + (random() % 9 ? 0 : 900000);
}

static uint64_t wild(int block)
{
	(void)block;
	return 1000 * pow((random() + 1.0) / (RAND_MAX + 2.0), -1.5);
}

static void test_refusals(void **state)
{
	(void)state;
	expect_day_refused(none, "there are no samples");
	expect_day_refused(equal, "the maxima of 66 blocks hardly vary, so that nothing can be fitted");
	expect_day_refused(mostly_equal,
			   "the maxima of 66 blocks hardly vary, so that nothing can be fitted");
	expect_day_refused(growing, "the run changed: warm up for longer, or find what changed");
	expect_day_refused(waves, "successive blocks are alike: measure for longer");
	expect_day_refused(uniform,
			   "the maxima crowd below an upper limit, where this method does not hold");
	expect_day_refused(two_causes,
			   "the maxima do not follow a distribution of extreme values: they may have several causes");
	expect_day_refused(wild, "the interval is too wide to be of use: measure for longer");
}

static void test_few(void **state)
{
	struct return_levels levels =
		levels_of(sparse, 119, 2 * MINUTE, CONTEXT_THREAD);

	(void)state;
	expect_refused(&levels, 0,
		       "24 blocks with samples are too few, 50 are needed: measure for at least 8 h 16 min");
}

/* With osnoise, a block without noise has the maximum 0. */
static void test_noise(void **state)
{
	struct return_levels levels =
		levels_of(none, BLOCKS, MINUTE, CONTEXT_TOTAL);

	(void)state;
	expect_refused(&levels, 0, "the maxima of 66 blocks hardly vary, so that nothing can be fitted");
	levels = levels_of(usual, BLOCKS, MINUTE, CONTEXT_TOTAL);
	assert_true(levels.level[0].known);
}

static uint64_t huge(int block)
{
	(void)block;
	return INT64_MAX - random() % 2 * (uint64_t)random();
}

static uint64_t anything(int block)
{
	(void)block;
	return ((uint64_t)random() << 32 | random()) >> (1 + random() % 63);
}

static void expect_sane(const struct return_levels *levels)
{
	assert_true(!levels->fitted ||
		    (isfinite(levels->location_ns) &&
		     isfinite(levels->scale_ns) && isfinite(levels->shape) &&
		     levels->chance >= 0 && levels->chance <= 1));
	for (int i = 0; i < RETURN_PERIODS; i++) {
		const struct return_level *level = &levels->level[i];

		assert_int_equal(level->known, !*level->refused);
		assert_true(strlen(level->refused) < RETURN_TEXT_LEN - 1);
		if (level->known)
			assert_true(level->low_ns <= level->level_ns &&
				    level->level_ns <= level->high_ns &&
				    level->high_ns < INT64_MAX);
	}
}

/*
 * Results that are read from files may have any values. In the short form,
 * maxima meet each length and each number of blocks, but not each pair of them.
 */
static void test_hostile(void **state)
{
	static uint64_t (*const maxima[])(int block) = {
		huge, anything, none, equal, wild, two_causes, uniform,
	};
	static const uint64_t block_ns[] = {
		1,   BLOCK_NS,	 MINUTE,     DAY / 300,
		DAY, 1ULL << 53, 1ULL << 54, INT64_MAX,
	};
	static const int blocks[] = { 0, 1, 2, 49, 119, 120, 1000, BLOCKS_MAX };
	struct return_levels levels;

	(void)state;
	for (size_t i = 0; i < 7; i++)
		for (size_t j = 0; j < 8; j++)
			for (size_t k = 0; k < 8; k++) {
				uint64_t began = time_now();

				if (!is_long() && (i + j + k) % 4)
					continue;
				levels = levels_of(maxima[i], blocks[k],
						   block_ns[j],
						   i % 2 ? CONTEXT_THREAD :
							   CONTEXT_SINGLE);
				expect_sane(&levels);
				assert_true(time_now() - began < 5000000000ULL);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_day),
		cmocka_unit_test(test_year),
		cmocka_unit_test(test_reach),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_few),
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
