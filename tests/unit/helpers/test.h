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

#endif /* TEST_H */
