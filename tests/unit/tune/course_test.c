// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of course.c and trial.c on a made-up machine with planted settings: one
 * that helps, one that hurts, ten that do nothing, and two of which each helps
 * only without the other. The figures of blocks vary by chance, in three ways.
 */
#include <math.h>
#include <string.h>

#include "random.h"
#include "repetitions.h"
#include "test.h"
#include "tune/course.h"

#define NULLS		10
#define RUNS		1000
#define ALPHA		0.05

enum planted { GOOD, BAD, TWIN_A, TWIN_B, FIRST_NULL };
#define SETTINGS	(FIRST_NULL + NULLS)

/* Figures vary from block to block in one of these ways. */
enum shape {
	STEADY,			/* by 15 % */
	SPIKES,			/* and each tenth is twice as large */
	DRIFTING,		/* and the machine becomes slower and faster */
	SHAPES
};

struct made_machine {
	enum shape shape;
	struct random random;
	struct candidate candidate[SETTINGS];
	double slow;		/* the logarithm of what it is slower by */
	int measured;
	int fails;		/* this setting cannot be made, or -1 */
	int ends;		/* the experiment ends after so many blocks, or -1 */
};

static double normal(struct random *random)
{
	return sqrt(-2 * log(uniform(random))) *
	       cos(2 * M_PI * uniform(random));
}

/* The logarithm of what all settings change. */
static double effect(const struct candidate *candidate)
{
	double change = 0;

	if (candidate[GOOD].on)
		change += log(0.7);
	if (candidate[BAD].on)
		change += log(1.4);
	if (candidate[TWIN_A].on || candidate[TWIN_B].on)
		change += log(0.7);
	return change;
}

static enum course_measured made_measure(void *context, int tried,
					 double *figure)
{
	struct made_machine *machine = context;
	struct random *random = &machine->random;
	double noise = 0.15 * normal(random);

	if (machine->measured++ == machine->ends)
		return COURSE_ENDED;
	if (tried == machine->fails && machine->candidate[tried].on)
		return COURSE_FAILED;
	if (machine->shape == SPIKES && uniform(random) < 0.1)
		noise += log(2);
	if (machine->shape == DRIFTING) {
		machine->slow = 0.98 * machine->slow + 0.05 * normal(random);
		noise += machine->slow;
	}
	*figure = 50000 * exp(effect(machine->candidate) + noise);
	return COURSE_MEASURED;
}

static struct course made_course(struct made_machine *machine,
				 enum shape shape, int seed, int blocks)
{
	*machine = (struct made_machine) {
		.shape = shape, .random.state = 88172645463325252 + 977 * seed,
		.fails = -1, .ends = -1,
	};
	for (int i = 0; i < 20; i++)
		random_bits(&machine->random);
	return (struct course) {
		.candidate = machine->candidate, .count = SETTINGS,
		.demands = { .alpha = ALPHA, .within = 0.1, .same_alpha = 0.05 },
		.blocks = blocks, .measure = made_measure, .context = machine,
	};
}

struct tally {
	int runs, good, bad, nulls, both_twins, no_twin, told, wrong_same;
};

static void count_run(struct tally *tally, const struct made_machine *machine)
{
	const struct candidate *candidate = machine->candidate;
	bool null = false;

	tally->runs++;
	tally->good += candidate[GOOD].on;
	tally->bad += candidate[BAD].on;
	tally->wrong_same += candidate[GOOD].trial.verdict == TRIAL_SAME ||
			     candidate[BAD].trial.verdict == TRIAL_SAME;
	tally->both_twins += candidate[TWIN_A].on && candidate[TWIN_B].on;
	tally->no_twin += !candidate[TWIN_A].on && !candidate[TWIN_B].on;
	for (int i = FIRST_NULL; i < SETTINGS; i++) {
		null |= candidate[i].on;
		tally->told += candidate[i].trial.verdict == TRIAL_SAME;
	}
	tally->nulls += null;
}

static struct tally study(enum shape shape, int runs)
{
	struct tally tally = { .runs = 0 };
	struct made_machine machine;

	for (int seed = 0; seed < runs; seed++) {
		struct course course = made_course(&machine, shape, seed, 1800);

		assert_true(course_run(&course));
		assert_true(course.blocks >= 0);
		count_run(&tally, &machine);
	}
	print_message("# shape %d, %d runs: found %d, kept a null %d, bad %d; both twins %d, none %d; nulls told %d of %d; wrongly the same %d\n",
		      shape, tally.runs, tally.good, tally.nulls, tally.bad,
		      tally.both_twins, tally.no_twin, tally.told,
		      NULLS * tally.runs, tally.wrong_same);
	return tally;
}

/* The good one is found in 95 of 100 runs, and a null is kept in 5 at most. */
static void test_planted(void **state)
{
	int runs = repetitions(RUNS);

	(void)state;
	for (int shape = 0; shape < SHAPES; shape++) {
		struct tally tally = study(shape, runs);

		assert_true(tally.good >= 0.95 * runs);
		assert_true(tally.nulls <= ALPHA * runs);
		assert_int_equal(tally.bad, 0);
		assert_true(tally.wrong_same <= 2 * ALPHA * runs);
		if (shape == STEADY)
			assert_true(tally.told >= 0.7 * NULLS * runs);
	}
}

/* One of two settings that do the same is kept. */
static void test_twins(void **state)
{
	int runs = repetitions(RUNS);
	struct tally tally = study(STEADY, runs);

	(void)state;
	assert_true(tally.no_twin <= 0.05 * runs);
	assert_true(tally.both_twins <= 0.05 * runs);
}

static void test_failed(void **state)
{
	struct made_machine machine;
	struct course course = made_course(&machine, STEADY, 1, 1800);

	(void)state;
	machine.fails = BAD;
	assert_true(course_run(&course));
	assert_int_equal(machine.candidate[BAD].trial.verdict, TRIAL_FAILED);
	assert_false(machine.candidate[BAD].on);
	assert_true(machine.candidate[GOOD].on);
}

/* Wherever it ends, the setting that is tried just then is not on. */
static void test_ended(void **state)
{
	struct made_machine machine;

	(void)state;
	for (int ends = 0; ends < 40; ends++) {
		struct course course = made_course(&machine, STEADY, 1, 1800);

		machine.ends = ends;
		assert_false(course_run(&course));
		assert_int_equal(machine.measured, ends + 1);
		for (int i = 0; i < SETTINGS; i++)
			assert_int_equal(machine.candidate[i].on,
					 machine.candidate[i].gained);
	}
}

static void test_no_time(void **state)
{
	struct made_machine machine;
	struct course course = made_course(&machine, STEADY, 1,
					   TRIAL_LEAST * TRIAL_BLOCKS);

	(void)state;
	assert_true(course_run(&course));
	assert_int_equal(machine.measured, TRIAL_LEAST * TRIAL_BLOCKS);
	assert_int_equal(machine.candidate[0].trial.count, TRIAL_LEAST);
	assert_int_equal(machine.candidate[1].trial.count, 0);
	assert_int_equal(course_kept(&course), 0);
}

/* The same drift in all blocks is no change, and neither is noise without end. */
static void test_trial(void **state)
{
	const struct trial_demands demands = {
		.alpha = ALPHA, .within = 0.1, .same_alpha = 0.05,
	};
	struct trial trial = { .count = 0 };

	(void)state;
	assert_int_equal(trial_look(&trial), TRIAL_LEAST);
	for (int i = 0; i < TRIAL_LEAST; i++)
		trial_add(&trial, (const double []) { 1000, 1100, 1210, 1331 });
	trial_judge(&trial, &demands, 1);
	assert_int_equal(trial.verdict, TRIAL_SAME);
	assert_true(fabs(trial.change) < 1e-9);
	assert_int_equal(trial_look(&trial), 2 * TRIAL_LEAST);

	trial = (struct trial) { .count = 0 };
	for (int i = 0; i < TRIAL_LEAST; i++)
		trial_add(&trial, (const double []) { 100, 50 + i, 51, 100 });
	trial_judge(&trial, &demands, 1);
	assert_int_equal(trial.verdict, TRIAL_GAIN);
	assert_true(trial.low < trial.change && trial.change < trial.high);
	assert_true(trial.high < 0);
	/* The more settings share the chance, the more it takes. */
	trial.ratio[0] = 0.9;
	trial.ratio[1] = 0.4;
	trial_judge(&trial, &demands, 100);
	assert_int_equal(trial.verdict, TRIAL_UNTOLD);
	while (trial_look(&trial))
		trial_add(&trial, (const double []) { 100, 90, 400, 300 });
	assert_int_equal(trial.count, TRIAL_MOST);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_planted),
		cmocka_unit_test(test_twins),
		cmocka_unit_test(test_failed),
		cmocka_unit_test(test_ended),
		cmocka_unit_test(test_no_time),
		cmocka_unit_test(test_trial),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
