// SPDX-License-Identifier: GPL-2.0
/*
 * Tests how long an instrument that measures is waited for.
 */
#include <limits.h>
#include <poll.h>
#include <signal.h>

#include "agree/rounds.h"
#include "host/process.h"
#include "test.h"

/* The shortest and the longest time that was waited for an instrument. */
static int least_ms, most_ms;

/*
 * In place of libc's: notes the time of those who wait for an instrument or a
 * signal.
 */
int poll(struct pollfd *fds, nfds_t count, int timeout)
{
	const struct timespec time = {
		.tv_sec = timeout / 1000, .tv_nsec = timeout % 1000 * 1000000L,
	};

	if (count == 3) {
		least_ms = timeout < least_ms ? timeout : least_ms;
		most_ms = timeout > most_ms ? timeout : most_ms;
	}
	return ppoll(fds, count, timeout < 0 ? NULL : &time, NULL);
}

/* The three functions below let both instruments be programs that end at once. */
bool program_is_there(const char *name)
{
	(void)name;
	return true;
}

void instrument_call_make(struct instrument_call *call,
			  enum instrument instrument,
			  const struct measurement *measurement,
			  const char *program, const char *path)
{
	(void)instrument;
	(void)measurement;
	(void)program;
	(void)path;
	*call = (struct instrument_call) { .argv = { "true", NULL } };
}

enum result instrument_read(struct instrument_figures *figures,
			    enum instrument instrument,
			    const struct measurement *measurement,
			    const char *path,
			    char version[CYCLICTEST_VERSION_LEN])
{
	(void)figures;
	(void)instrument;
	(void)measurement;
	(void)path;
	*version = '\0';
	return RESULT_OK;
}

/* Run a round of two runs of @run_s seconds each. */
static void run_rounds(int64_t run_s)
{
	const struct rounds_plan plan = {
		.measurement = { .pair = &latency_pair, .run_s = run_s },
		.rounds = 1,
	};
	struct rounds rounds;

	least_ms = INT_MAX;
	most_ms = -1;
	assert_int_equal(rounds_run(&rounds, &plan), RESULT_OK);
	assert_int_equal(rounds.count, 1);
	rounds_free(&rounds);
}

static void test_wait(void **state)
{
	(void)state;
	/* A minute more than it measures. */
	run_rounds(60);
	assert_true(least_ms > 60000 && most_ms <= 120001);
	/* poll() cannot wait for as long as that, and would wait for ever. */
	run_rounds(30 * 86400);
	assert_int_equal(least_ms, INT_MAX);
	assert_int_equal(most_ms, INT_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wait),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
