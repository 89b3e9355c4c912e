// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of keeping back stderr: it is kept back on a terminal only.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "capture.h"
#include "test.h"
#include "view/stderr_hold.h"

/* Read the text that has reached the other end of a terminal. */
static void see(int end, char *text, size_t size)
{
	size_t used = 0;
	ssize_t got;

	while ((got = read(end, text + used, size - used - 1)) > 0)
		used += got;
	text[used] = '\0';
}

/*
 * Replace stderr with a terminal, and return its other end. @before is set to a
 * copy of the old stderr.
 */
static int open_terminal(int *before)
{
	int end = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	struct termios settings;
	int terminal;

	assert_true(end >= 0 && !grantpt(end) && !unlockpt(end));
	terminal = open(ptsname(end), O_RDWR | O_NOCTTY);
	assert_true(terminal >= 0);
	tcgetattr(terminal, &settings);
	cfmakeraw(&settings);
	tcsetattr(terminal, TCSANOW, &settings);
	fflush(stderr);
	*before = dup(STDERR_FILENO);
	dup2(terminal, STDERR_FILENO);
	close(terminal);
	return end;
}

static void close_terminal(int end, int before)
{
	fflush(stderr);
	dup2(before, STDERR_FILENO);
	close(before);
	close(end);
}

static void test_terminal(void **state)
{
	struct stderr_hold hold = STDERR_HOLD_NONE;
	int before, end;
	char first[64], held[64], after[64];

	(void)state;
	end = open_terminal(&before);
	fprintf(stderr, "one\n");
	see(end, first, sizeof(first));
	stderr_hold_begin(&hold);
	stderr_hold_begin(&hold);
	fprintf(stderr, "two\n");
	if (write(STDERR_FILENO, "three\n", 6) != 6)
		abort();
	see(end, held, sizeof(held));
	stderr_hold_end(&hold);
	stderr_hold_end(&hold);
	fprintf(stderr, "four\n");
	see(end, after, sizeof(after));
	close_terminal(end, before);
	assert_string_equal(first, "one\n");
	assert_string_equal(held, "");
	assert_string_equal(after, "two\nthree\nfour\n");
}

/* Output can be kept back a second time, and more than what is read at once. */
static void test_again(void **state)
{
	struct stderr_hold hold = STDERR_HOLD_NONE;
	int before, end;
	char after[8192];

	(void)state;
	end = open_terminal(&before);
	for (int i = 0; i < 2; i++) {
		stderr_hold_begin(&hold);
		for (int line = 0; line < 200; line++)
			fprintf(stderr, "%0*d\n", 29, line);
		stderr_hold_end(&hold);
		see(end, after, sizeof(after));
	}
	close_terminal(end, before);
	assert_int_equal(strlen(after), 6000);
	assert_int_equal(atoi(after + 5970), 199);
}

/* On a file, output is not kept back: no screen covers it. */
static void test_file(void **state)
{
	struct stderr_hold hold = STDERR_HOLD_NONE;
	struct capture capture;

	(void)state;
	capture_begin(&capture);
	stderr_hold_begin(&hold);
	fprintf(stderr, "at once\n");
	assert_string_equal(capture_end(&capture), "at once\n");
	stderr_hold_end(&hold);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_terminal),
		cmocka_unit_test(test_again),
		cmocka_unit_test(test_file),
	};

	return cmocka_run_group_tests_name("hold", tests, NULL, NULL);
}
