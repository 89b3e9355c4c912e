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

static void check_effect(enum load_effect effect, enum activity_kind kind,
			 double enough, const char *expected)
{
	struct load_effects effects = { .l2_size = 0 };

	effects.loaded[kind] = enough;
	assert_int_equal(judge(&effects, effect, ""), RESULT_OK);
	effects.loaded[kind] = enough - 1;
	assert_int_equal(judge(&effects, effect, expected), RESULT_ERROR);
}

#define WANTED(seen, wanted, remedy) \
	seen " per second under load, 0 without it: at least " wanted " are wanted, 10 times an idle machine's: " remedy "see above what its programs print, and end what else runs\n"

/* A few packets are no download, and a note in a log is no build. */
static void test_least(void **state)
{
	(void)state;
	check_effect(EFFECT_PACKETS, ACTIVITY_PACKETS, 100,
		     "rtla: load: program: device packets: " WANTED("99", "100", ""));
	check_effect(EFFECT_NET_SOFTIRQS, ACTIVITY_NET_SOFTIRQS, 100,
		     "rtla: load: program: network softirqs: " WANTED("99", "100", ""));
	check_effect(EFFECT_SECTORS, ACTIVITY_WRITTEN, 80,
		     "rtla: load: program: sectors written: " WANTED("79", "80", "set TMPDIR to a folder on a disk, "));
	check_effect(EFFECT_OUTPUT, ACTIVITY_OUTPUT, 163840,
		     "rtla: load: program: its written bytes: " WANTED("163839", "163840", "set TMPDIR to a folder on a disk, "));
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
				 EFFECT_PACKETS | EFFECT_NET_SOFTIRQS |
				 EFFECT_OUTPUT | EFFECT_MEMORY;
	struct load_effects effects = { .l2_size = 1 << 20 };

	(void)state;
	assert_int_equal(load_effects_missing(&effects, all), all);
	assert_int_equal(load_effects_missing(&effects, EFFECT_FORKS),
			 EFFECT_FORKS);
	assert_int_equal(load_effects_missing(&effects, 0), 0);
	effects.loaded[ACTIVITY_PACKETS] = 100;
	effects.loaded[ACTIVITY_WRITTEN] = 80;
	assert_int_equal(load_effects_missing(&effects, all),
			 all & ~(EFFECT_PACKETS | EFFECT_SECTORS));
	effects.working_set = effects.l2_size + 1;
	assert_int_equal(load_effects_missing(&effects, EFFECT_MEMORY), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ten_times),
		cmocka_unit_test(test_least),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_missing),
	};

	return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
