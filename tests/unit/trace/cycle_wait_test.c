// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the names of waits.
 */
#include <sys/syscall.h>

#include "test.h"
#include "trace/cycle_wait.h"

static void expect_name(struct cycle_wait wait, const char *expected)
{
	char text[CYCLE_WAIT_NAME_LEN];

	assert_string_equal(cycle_wait_name(&wait, text, sizeof(text)),
			    expected);
}

static void test_names(void **state)
{
	(void)state;
	expect_name((struct cycle_wait) { SYS_clock_nanosleep, 1, 0 },
		    "clock_nanosleep");
	expect_name((struct cycle_wait) { SYS_clock_nanosleep, 0, 0 },
		    "clock_nanosleep (relative time)");
	expect_name((struct cycle_wait) { SYS_read, 5, 0 },
		    "read of descriptor 5");
	expect_name((struct cycle_wait) { SYS_epoll_pwait, 0, 0 },
		    "epoll_pwait of descriptor 0");
	expect_name((struct cycle_wait) { SYS_ppoll, 0, 0 }, "ppoll");
	expect_name((struct cycle_wait) { 99999, 0, 0 }, "system call 99999");
	expect_name((struct cycle_wait) { CYCLE_WAIT_NO_CALL, 0, 0 },
		    "page fault or kernel");
}

/* The commands of futex are a part of the kernel's interface. */
static void test_futex(void **state)
{
	(void)state;
	expect_name((struct cycle_wait) { SYS_futex, 0, 0x1000 },
		    "futex (mutex)");
	expect_name((struct cycle_wait) { SYS_futex, 9, 0x1000 },
		    "futex (condition variable or lock)");
	expect_name((struct cycle_wait) { SYS_futex, 6, 0x1000 },
		    "futex (mutex with priority inheritance)");
	expect_name((struct cycle_wait) { SYS_futex, 13, 0x1000 },
		    "futex (mutex with priority inheritance)");
	expect_name((struct cycle_wait) { SYS_futex, 11, 0x1000 },
		    "futex (condition variable, mutex with priority inheritance)");
	expect_name((struct cycle_wait) { SYS_futex, 77, 0x1000 }, "futex");
}

static void test_find(void **state)
{
	(void)state;
	assert_int_equal(cycle_wait_find("futex"), SYS_futex);
	assert_int_equal(cycle_wait_find("clock_nanosleep"),
			 SYS_clock_nanosleep);
	assert_int_equal(cycle_wait_find("clock"), -1);
	assert_int_equal(cycle_wait_find(""), -1);
	assert_string_equal(cycle_wait_call(SYS_read), "read");
	assert_null(cycle_wait_call(99999));
	assert_true(cycle_wait_has_descriptor(SYS_read));
	assert_false(cycle_wait_has_descriptor(SYS_futex));
	assert_false(cycle_wait_has_descriptor(CYCLE_WAIT_NO_CALL));
}

static void test_same(void **state)
{
	const struct cycle_wait wait = { SYS_futex, 9, 0x1000 };
	struct cycle_wait other = wait;

	(void)state;
	assert_true(cycle_wait_same(&wait, &other));
	other.object = 0x1008;
	assert_false(cycle_wait_same(&wait, &other));
	other = wait;
	other.how = 0;
	assert_false(cycle_wait_same(&wait, &other));
	other = wait;
	other.nr = SYS_read;
	assert_false(cycle_wait_same(&wait, &other));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_futex),
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_same),
	};

	return cmocka_run_group_tests_name("waits", tests, NULL, NULL);
}
