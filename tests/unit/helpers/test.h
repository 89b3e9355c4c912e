/* SPDX-License-Identifier: GPL-2.0 */
/*
 * cmocka.h, after the headers that it needs, in the order that it needs.
 */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* The command has a function fail(), which a macro of cmocka would hide. */
#undef fail
#undef fail_msg
#define fail_msg(...) \
	do { \
		print_error(__VA_ARGS__); \
		print_error("\n"); \
		_fail(__FILE__, __LINE__); \
	} while (0)

/*
 * group_run - run tests like cmocka, but under names like "unit/stats/ranks:
 * test_ties"
 *
 * After a failed test, it prints the command that runs this test alone. That
 * sets TEST to its name: the others are left out. @file is the file that has
 * the tests. Return: the number of tests that failed.
 */
int group_run(const char *file, const struct CMUnitTest *all, size_t count,
	      CMFixtureFunction group_set_up,
	      CMFixtureFunction group_tear_down);

#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, ...) \
	group_run(__FILE__, tests, sizeof(tests) / sizeof((tests)[0]), \
		  __VA_ARGS__)
#undef cmocka_run_group_tests_name
#define cmocka_run_group_tests_name(name, ...) \
	((void)(name), cmocka_run_group_tests(__VA_ARGS__))

/*
 * cmocka would print "not ok" for it, which prove takes for a failure. A test
 * that this machine does not allow says so by print_message(), and returns.
 */
#undef skip

#endif /* TEST_H */
