// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what a probe sees: the formulas are compared with a simulated probe.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "repetitions.h"
#include "stats/probe_sampling.h"
#include "test.h"

#define PERIOD	50000

static double next_expiry;
static int trials;

/* Return a random number from 0 to 1. */
static double uniform(void)
{
	return random() / (double)RAND_MAX;
}

/*
 * Run a section at a random time, and return how much of it was after the
 * probe's first expiry in it; -1 without one. The longest distance is @longest
 * periods.
 */
static double run(double section, double longest)
{
	double begin = next_expiry + PERIOD * (10 + 10 * uniform()),
	       end = begin + section;
	double seen = -1;

	while (next_expiry < end) {
		if (next_expiry >= begin && seen < 0)
			seen = end - next_expiry;
		next_expiry += PERIOD * (0.5 + (longest - 0.5) * uniform());
	}
	return seen;
}

/* Assert that something that happened so many times has that chance, within 4 sigma. */
static void assert_chance(int times, double chance)
{
	assert_true(fabs(times - trials * chance) <
		    4 * sqrt(trials * chance * (1 - chance)) + 1e-6);
}

static void test_meets(void **state)
{
	static const int sections[] = { 1000,  10000, 25000, 30000,
					45000, 50000, 70000 };

	(void)state;
	srandom(1);
	for (int i = 0; i < 7; i++) {
		int met = 0;

		for (int j = 0; j < trials; j++)
			met += run(sections[i], 1) >= 0;
		assert_chance(met, probe_meets(sections[i], PERIOD));
	}
	assert_true(probe_meets(0, PERIOD) == 0);
	assert_true(fabs(probe_meets(PERIOD / 2, PERIOD) - 2.0 / 3) < 1e-12);
	assert_true(probe_meets(PERIOD, PERIOD) == 1);
	assert_true(probe_meets(UINT64_MAX, PERIOD) == 1);
}

/* Return in how many trials a section is met that runs as often as it should. */
static int met_in_trials(uint64_t section, double longest)
{
	int runs = probe_runs_needed(section, PERIOD), met = 0;

	for (int i = 0; i < trials; i++) {
		bool seen = false;

		for (int j = 0; j < runs; j++)
			seen |= run(section, longest) >= 0;
		met += seen;
	}
	return met;
}

/* Sections are met, also if the probe comes a third later than it should. */
static void test_runs(void **state)
{
	static const int sections[] = { 3000, 10000, 25000, 40000 };

	(void)state;
	srandom(2);
	assert_int_equal(probe_runs_needed(25000, PERIOD), 6);
	assert_int_equal(probe_runs_needed(10000, PERIOD), 15);
	assert_int_equal(probe_runs_needed(9999, PERIOD), 16);
	assert_int_equal(probe_runs_needed(UINT64_MAX, PERIOD), 1);
	assert_true(probe_runs_needed(1, UINT64_MAX / 2) == UINT64_MAX);
	for (int i = 0; i < 4; i++) {
		assert_true(met_in_trials(sections[i], 1) > 0.95 * trials);
		assert_true(met_in_trials(sections[i], 1.5) > 0.95 * trials);
	}
}

/* Return in how many trials @hits hits see the part of the section that they should. */
static int seen_in_trials(double section, int hits)
{
	double part = probe_part_seen(hits);
	int enough = 0;

	for (int i = 0; i < trials; i++) {
		double longest = 0;

		for (int left = hits; left;) {
			double seen = run(section, 1);

			longest = fmax(longest, seen);
			left -= seen >= 0;
		}
		enough += longest >= part * section;
	}
	return enough;
}

static void test_part_seen(void **state)
{
	(void)state;
	srandom(3);
	assert_true(probe_part_seen(0) == 0);
	assert_true(probe_part_seen(1) == 0.05);
	assert_true(probe_part_seen(1000) > 0.997);
	assert_true(probe_part_seen(UINT64_MAX) == 1);
	for (int hits = 1; hits <= 9; hits += 4) {
		assert_chance(seen_in_trials(20000, hits), 0.95);
		assert_chance(seen_in_trials(PERIOD / 2, hits), 0.95);
	}
	/*
	 * In a longer section, more is seen: nothing that is shorter than
	 * PERIOD / 2.
	 */
	assert_int_equal(seen_in_trials(2 * PERIOD, 1), trials);
	assert_true(seen_in_trials(0.8 * PERIOD, 5) > 0.95 * trials);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_meets),
		cmocka_unit_test(test_runs),
		cmocka_unit_test(test_part_seen),
	};

	trials = repetitions(40000);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
