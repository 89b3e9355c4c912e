// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of command_line.c: what has to be changed on a command line, so that it
 * has the settings that are on, and is otherwise as it was.
 */
#include "test.h"
#include "tune/command_line.h"
#include "tune/course.h"
#include "tune/settings.h"

#define BEGUN	"BOOT_IMAGE=/a root=/dev/vda isolcpus=1 quiet"

static struct settings settings;
static struct candidate candidate[2];

static int begin_settings(void **state)
{
	(void)state;
	settings_begin(&settings, "/nowhere");
	settings_add_text(&settings, &(struct setting_text) {
		"one", "boot", "isolcpus=1-2 nohz_full=1-2", "" });
	settings_add_text(&settings, &(struct setting_text) {
		"two", "boot", "threadirqs", "" });
	candidate[0].on = candidate[1].on = false;
	return settings.count - 2;
}

static int end_settings(void **state)
{
	(void)state;
	settings_free(&settings);
	return 0;
}

static void changes(const char *now, const char *wanted, const char *instead,
		    const char *options)
{
	struct command_line_change change;

	assert_true(command_line_compare(&change, BEGUN, now, &settings,
					 candidate));
	assert_string_equal(change.wanted, wanted);
	assert_string_equal(change.instead, instead);
	assert_string_equal(change.options, options);
	assert_int_equal(command_line_fits(&change), !*wanted && !*instead);
	command_line_free(&change);
}

static void test_off(void **state)
{
	(void)state;
	changes(BEGUN, "", "", "");
	changes("root=/dev/vda isolcpus=1  quiet initrd=/b", "", "", "");
	changes("root=/dev/vda quiet", "isolcpus=1", "", "");
	changes("root=/dev/vda isolcpus=1-2 nohz_full=1-2 quiet", "isolcpus=1",
		"isolcpus=1-2 nohz_full=1-2", "");
	changes(BEGUN " isolcpus=1-2 debug", "", "isolcpus=1-2 debug", "");
}

/* An option that is on takes the place of one with its name. */
static void test_on(void **state)
{
	(void)state;
	candidate[0].on = true;
	changes(BEGUN, "isolcpus=1-2 nohz_full=1-2", "isolcpus=1",
		"isolcpus=1-2 nohz_full=1-2");
	changes("isolcpus=1-2 quiet root=/dev/vda nohz_full=1-2", "", "",
		"isolcpus=1-2 nohz_full=1-2");
	candidate[1].on = true;
	changes("isolcpus=1-2 quiet root=/dev/vda nohz_full=1-2", "threadirqs",
		"", "isolcpus=1-2 nohz_full=1-2 threadirqs");
}

static void test_common(void **state)
{
	(void)state;
	assert_true(command_line_common("a b=1", "b=2"));
	assert_true(command_line_common("a", "b a"));
	assert_false(command_line_common("ab=1 c", "a b"));
	assert_false(command_line_common("", "a"));
}

static void test_options(void **state)
{
	(void)state;
	assert_true(settings_boot(&settings));
	assert_string_equal(setting_options(&settings, 1), "threadirqs");
	settings_add_text(&settings, &(struct setting_text) {
		"three", "try", NULL, "" });
	assert_null(setting_options(&settings, 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_off, begin_settings,
						end_settings),
		cmocka_unit_test_setup_teardown(test_on, begin_settings,
						end_settings),
		cmocka_unit_test_setup_teardown(test_common, begin_settings,
						end_settings),
		cmocka_unit_test_setup_teardown(test_options, begin_settings,
						end_settings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
