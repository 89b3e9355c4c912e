// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what BPF programs count, and of reading it: the same code as in the
 * programs counts samples here, and the rest of the command counts them, too.
 */
#include <stdint.h>
#include <string.h>

#include "base/times.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "test.h"
#include "tracer/bpf/bpf_figures.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_reading.h"
#include "tracer/tracer_config.h"
#include "tracer/tracer_figures.h"

static uint64_t counters[BPF_BUCKETS];

/* This takes the place of the helper of programs: the map has these counters. */
static void *bpf_map_lookup_elem(void *map, const __u32 *index)
{
	assert_ptr_equal(map, counters);
	return *index < BPF_BUCKETS ? &counters[*index] : NULL;
}

#include "tracer/bpf/programs/bpf_counting.h"

#define FROM	1000
#define BLOCK	500

static struct bpf_figures figures;
static struct bpf_block before;

static int clean(void **state)
{
	(void)state;
	memset(&figures, 0, sizeof(figures));
	memset(&before, 0, sizeof(before));
	memset(counters, 0, sizeof(counters));
	bpf_figures_init(&figures);
	return 0;
}

/* Return a number of any length; the next one is another. */
static uint64_t any_number(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return *seed >> (*seed >> 40) % 62;
}

static void count(uint64_t now, uint64_t value)
{
	figures.begun++;
	count_in_block(&figures, FROM, BLOCK, now, value);
	count_in_sums(&figures, value);
	figures.count++;
}

static void test_buckets(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		uint64_t value = any_number(&seed);
		uint64_t expected = time_min(distribution_bucket(value),
					     BPF_BUCKETS - 1);

		assert_int_equal(bucket_of(value), expected);
	}
}

static void test_map(void **state)
{
	(void)state;
	count_in_map(counters, 3);
	count_in_map(counters, 3);
	count_in_map(counters, BPF_BUCKETS);
	assert_int_equal(counters[3], 2);
}

static void test_equal_buckets(void **state)
{
	const struct bpf_counting how = { .bucket = 1000, .entries = 10 };

	(void)state;
	assert_int_equal(equal_bucket(&how, 999), 0);
	assert_int_equal(equal_bucket(&how, 9999), 9);
	assert_int_equal(equal_bucket(&how, 10000), 10);
	assert_int_equal(equal_bucket(&how, UINT64_MAX), 10);
}

static void test_sums(void **state)
{
	struct latency expected = { .count = 0 };
	struct tracer_stats stats;
	uint64_t seed = 2;

	(void)state;
	bpf_figures_read(&figures, &stats);
	assert_int_equal(stats.latency.count, 0);
	assert_int_equal(stats.latency.min, 0);
	for (int i = 0; i < 10000; i++) {
		uint64_t value = any_number(&seed) >> 2;

		count(FROM, value);
		latency_add(&expected, value);
	}
	bpf_figures_read(&figures, &stats);
	assert_memory_equal(&stats.latency, &expected, sizeof(expected));
}

static void test_window(void **state)
{
	const struct bpf_window window = { .from = 100, .length = 50 };
	const struct bpf_window none = { .from = 0 };

	(void)state;
	assert_false(is_counted(&window, 99));
	assert_true(is_counted(&window, 100));
	assert_true(is_counted(&window, 149));
	assert_false(is_counted(&window, 150));
	assert_false(is_counted(&none, 0));
}

static void expect_block(const struct tracer_block *block, uint64_t number,
			 uint64_t samples, uint64_t min, uint64_t max)
{
	assert_int_equal(block->number, number);
	assert_int_equal(block->latency.count, samples);
	assert_int_equal(block->latency.min, min);
	assert_int_equal(block->latency.max, max);
}

static void test_blocks(void **state)
{
	struct tracer_block blocks[TRACER_BLOCKS_MAX];

	(void)state;
	assert_int_equal(bpf_figures_blocks(&figures, &before, true, blocks), 0);
	count(FROM + 1, 10);
	count(FROM + 2, 30);
	assert_int_equal(bpf_figures_blocks(&figures, &before, false, blocks), 0);
	assert_int_equal(bpf_figures_blocks(&figures, &before, true, blocks), 1);
	expect_block(&blocks[0], 0, 2, 10, 30);
	count(FROM + 3 * BLOCK, 20);
	assert_int_equal(bpf_figures_blocks(&figures, &before, true, blocks), 2);
	expect_block(&blocks[0], 0, 2, 10, 30);
	assert_int_equal(blocks[0].latency.sum, 40);
	assert_int_equal(blocks[0].latency.squares.low, 1000);
	expect_block(&blocks[1], 3, 1, 20, 20);
	assert_int_equal(bpf_figures_blocks(&figures, &before, false, blocks), 0);
}

/* Blocks that nobody has read are not overwritten: the last one goes on. */
static void test_unread_blocks(void **state)
{
	struct tracer_block blocks[TRACER_BLOCKS_MAX];
	uint64_t samples = 0;
	int read;

	(void)state;
	for (int i = 0; i < BPF_BLOCKS_KEPT + 10; i++)
		count(FROM + i * BLOCK, i);
	read = bpf_figures_blocks(&figures, &before, true, blocks);
	assert_int_equal(read, BPF_BLOCKS_KEPT + 1);
	for (int i = 0; i < read; i++)
		samples += blocks[i].latency.count;
	assert_int_equal(samples, BPF_BLOCKS_KEPT + 10);
	expect_block(&blocks[read - 1], BPF_BLOCKS_KEPT, 10, BPF_BLOCKS_KEPT,
		     BPF_BLOCKS_KEPT + 9);
}

/* The begin of what is counted never moves, its end does. */
static void test_window_moves(void **state)
{
	struct bpf_window window = { .length = 0 };

	(void)state;
	bpf_window_set(&window, FROM, UINT64_MAX);
	assert_true(is_counted(&window, UINT64_MAX - 1));
	bpf_window_set(&window, 2 * FROM, 3 * FROM);
	assert_true(is_counted(&window, FROM));
	assert_true(is_counted(&window, 3 * FROM - 1));
	assert_false(is_counted(&window, 3 * FROM));
	assert_false(is_counted(&window, FROM - 1));
}

/* Maps of what is not wanted have one counter, as none cannot be made. */
static void test_counters_of_rows(void **state)
{
	struct tracer_stats_config stats = { .wanted = true };

	(void)state;
	assert_int_equal(bpf_count_buckets(&stats, 9), 1);
	assert_int_equal(bpf_count_histogram(&stats, 9), 1);
	stats.distribution = true;
	stats.entries = 100;
	assert_int_equal(bpf_count_buckets(&stats, 9), 9 * BPF_BUCKETS);
	assert_int_equal(bpf_count_histogram(&stats, 9), 9 * 101);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_buckets, clean),
		cmocka_unit_test_setup(test_map, clean),
		cmocka_unit_test_setup(test_equal_buckets, clean),
		cmocka_unit_test_setup(test_sums, clean),
		cmocka_unit_test_setup(test_window, clean),
		cmocka_unit_test_setup(test_blocks, clean),
		cmocka_unit_test_setup(test_unread_blocks, clean),
		cmocka_unit_test(test_window_moves),
		cmocka_unit_test(test_counters_of_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
