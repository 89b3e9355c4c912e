// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of verify.c: which figures are enough for which load.
 */
#include "capture.h"
#include "load/verify.h"
#include "test.h"

static enum result judge(const struct load_effects *effects,
			 unsigned int wanted, const char *expected)
{
	const struct load_part part = {
		.effects = wanted, .needs = { "program" },
	};
	const struct load_plan plan = {
		.part = { &part }, .count = 1, .effects = wanted,
	};
	struct capture capture;
	enum result result;

	capture_begin(&capture);
	result = load_effects_judge(effects, &plan, "load");
	assert_string_equal(capture_end(&capture), expected);
	return result;
}

static void check_switches(double idle, double loaded, const char *expected)
{
	const struct load_effects effects = {
		.idle = { [ACTIVITY_SWITCHES] = idle },
		.loaded = { [ACTIVITY_SWITCHES] = loaded },
	};

	assert_int_equal(judge(&effects, EFFECT_SWITCHES, expected),
			 *expected ? RESULT_ERROR : RESULT_OK);
	assert_int_equal(judge(&effects, 0, ""), RESULT_OK);
}

#define TOO_FEW(loaded, idle, wanted) \
	"rtla: load: program: context switches: " loaded " per second under load, " idle \
	" without it: at least " wanted " are wanted, 10 times an idle machine's: see above what its programs print, and end what else runs\n"

static void test_ten_times(void **state)
{
	(void)state;
	check_switches(100, 1000, "");
	check_switches(100, 999, TOO_FEW("999", "100", "1000"));
	check_switches(100, 0, TOO_FEW("0", "100", "1000"));
	check_switches(0.5, 10, "");
	check_switches(0, 10, "");
	check_switches(0, 9, TOO_FEW("9", "0", "10"));
	check_switches(0, 0, TOO_FEW("0", "0", "10"));
}

/* Sectors that are read and those that are written count together. */
static void test_sectors(void **state)
{
	struct load_effects effects = {
		.idle = { [ACTIVITY_READ] = 10, [ACTIVITY_WRITTEN] = 90 },
		.loaded = { [ACTIVITY_READ] = 0, [ACTIVITY_WRITTEN] = 1000 },
	};

	(void)state;
	assert_int_equal(judge(&effects, EFFECT_SECTORS, ""), RESULT_OK);
	effects.loaded[ACTIVITY_WRITTEN] = 900;
	effects.loaded[ACTIVITY_READ] = 100;
	assert_int_equal(judge(&effects, EFFECT_SECTORS, ""), RESULT_OK);
}

/* A few packets are no download. */
static void test_network(void **state)
{
	struct load_effects effects = {
		.loaded = { [ACTIVITY_NETWORK] = 15000 },
	};

	(void)state;
	assert_int_equal(judge(&effects, EFFECT_NETWORK, ""), RESULT_OK);
	effects.loaded[ACTIVITY_NETWORK] = 119;
	assert_int_equal(judge(&effects, EFFECT_NETWORK,
			       "rtla: load: program: network bytes: 119 per second under load, 0 without it: at least 15000 are wanted, 10 times an idle machine's: see above what its programs print, and end what else runs\n"),
			 RESULT_ERROR);
}

static void test_memory(void **state)
{
	struct load_effects effects = {
		.working_set = 2 << 20, .l2_size = 2 << 20,
	};

	(void)state;
	assert_int_equal(judge(&effects, EFFECT_MEMORY,
			       "rtla: load: program: a worker has 2048 kB of memory, which is not more than the L2 cache, 2048 kB: end what else needs memory\n"),
			 RESULT_ERROR);
	effects.working_set++;
	assert_int_equal(judge(&effects, EFFECT_MEMORY, ""), RESULT_OK);
}

/* Only what is wanted can be missing. */
static void test_missing(void **state)
{
	const unsigned int all = EFFECT_SWITCHES | EFFECT_INTERRUPTS |
				 EFFECT_FORKS | EFFECT_SECTORS |
				 EFFECT_NETWORK | EFFECT_MEMORY;
	struct load_effects effects = { .l2_size = 1 << 20 };

	(void)state;
	assert_int_equal(load_effects_missing(&effects, all), all);
	assert_int_equal(load_effects_missing(&effects, EFFECT_FORKS),
			 EFFECT_FORKS);
	assert_int_equal(load_effects_missing(&effects, 0), 0);
	effects.loaded[ACTIVITY_NETWORK] = 15000;
	effects.loaded[ACTIVITY_READ] = 80;
	assert_int_equal(load_effects_missing(&effects, all),
			 all & ~(EFFECT_NETWORK | EFFECT_SECTORS));
	effects.working_set = effects.l2_size + 1;
	assert_int_equal(load_effects_missing(&effects, EFFECT_MEMORY), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ten_times),
		cmocka_unit_test(test_sectors),
		cmocka_unit_test(test_network),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_missing),
	};

	return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
