/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What cmocka.h needs before it, in the order it needs it.
 */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* The tool has a function fail() of its own, which that of cmocka would hide. */
#undef fail
#undef fail_msg
#define fail_msg(...) \
	do { \
		print_error(__VA_ARGS__); \
		print_error("\n"); \
		_fail(__FILE__, __LINE__); \
	} while (0)

#endif /* TEST_H */
