// SPDX-License-Identifier: GPL-2.0
/*
 * Tests how long a load that runs is waited for.
 */
#include <limits.h>
#include <poll.h>

#include "base/parse.h"
#include "load/running_load.h"
#include "test.h"

static int timeout_ms;

/* In place of libc's: a signal comes at once. */
int poll(struct pollfd *fds, nfds_t count, int timeout)
{
	timeout_ms = timeout;
	fds[count - 1].revents = POLLIN;
	return 1;
}

/* Return for how many ms poll() is to wait for a load that runs for @ns. */
static int waited(uint64_t ns)
{
	const struct load_plan plan = { .count = 0 };
	struct running_load load = { .plan = &plan };
	bool signalled = false;

	timeout_ms = INT_MIN;
	assert_int_equal(running_load_wait(&load, ns, &signalled), RESULT_OK);
	assert_true(signalled);
	return timeout_ms;
}

static void test_wait(void **state)
{
	int ms;

	(void)state;
	assert_int_equal(waited(0), -1);
	ms = waited(20 * NS_PER_SEC);
	assert_true(ms > 10000 && ms <= 20001);
	/* poll() cannot wait for as long as that, and would wait for ever. */
	assert_int_equal(waited(30 * 86400 * NS_PER_SEC), INT_MAX);
	assert_int_equal(waited(UINT64_MAX), INT_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wait),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
