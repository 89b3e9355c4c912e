// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of kernel/noise/scheduler_call.c: how the module finds out that the
 * scheduler is called, and what it says on a kernel that does not tell.
 */
#include <stdbool.h>
#include <string.h>

#include <linux/percpu.h>

#include "test.h"

#include "noise/scheduler_call.c"

static int warnings;

void cpu_point(void)
{
}

void pr_warn(const char *text)
{
	assert_non_null(strstr(text, "does not tell when it calls its scheduler"));
	warnings++;
}

static void test_other_strings(void **state)
{
	for (int i = 0; i < 3 * OTHERS_MAX; i++) {
		assert_int_equal(warnings, i >= OTHERS_MAX);
		assert_false(rtla_scheduler_is_called("Start of something"));
	}
	assert_int_equal(warnings, 1);
}

static void test_known_string(void **state)
{
	static const char known[] = "Start context switch";
	static const char same[] = "Start context switch";

	assert_true(rtla_scheduler_is_called(known));
	assert_true(rtla_scheduler_is_called(known));
	/* From then on, only the address counts. */
	assert_false(rtla_scheduler_is_called(same));
	assert_int_equal(warnings, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_other_strings),
		cmocka_unit_test(test_known_string),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
