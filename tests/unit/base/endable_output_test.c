// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of outputs whose waiting a signal ends. In each test a signal that is
 * blocked, as in a command that measures, is pending.
 */
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/endable_output.h"
#include "files.h"
#include "test.h"

#define SIZE	300000		/* more than fits into a pipe or a terminal */

static char text[SIZE];
static sigset_t endings;

static int set_up(void **state)
{
	sigemptyset(&endings);
	sigaddset(&endings, SIGTERM);
	sigprocmask(SIG_BLOCK, &endings, NULL);
	raise(SIGTERM);
	return files_begin(state);
}

static int tear_down(void **state)
{
	const struct timespec now = { .tv_sec = 0 };

	sigtimedwait(&endings, NULL, &now);
	return files_end(state);
}

static void test_pipe(void **state)
{
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(endable_write(ends[1], text, 100), 0);
	assert_int_equal(endable_write(ends[1], text, SIZE), EINTR);
	close(ends[0]);
	assert_int_equal(endable_write(ends[1], text, 100), EPIPE);
	close(ends[1]);
}

/* A reader that takes some bytes before each second is over gets all of them. */
static void test_slow(void **state)
{
	int ends[2], status, count = 0;
	ssize_t got;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (!pid) {
		close(ends[1]);
		do {
			usleep(300000);
			got = read(ends[0], text, 65536);
			count += got;
		} while (got > 0);
		_exit(count != SIZE);
	}
	close(ends[0]);
	assert_int_equal(endable_write(ends[1], text, SIZE), 0);
	close(ends[1]);
	waitpid(pid, &status, 0);
	assert_int_equal(status, 0);
}

static void test_fifo(void **state)
{
	const char *path = files_path("fifo");
	int reader, writer;

	(void)state;
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(endable_open(path, O_WRONLY), -1);
	assert_int_equal(errno, EINTR);
	reader = open(path, O_RDONLY | O_NONBLOCK);
	writer = endable_open(path, O_WRONLY);
	assert_true(writer >= 0);
	close(writer);
	close(reader);
}

/* A stream that was given up does not wait again. */
static void test_stream(void **state)
{
	int ends[2];
	FILE *out;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	out = endable_stream(ends[1]);
	assert_non_null(out);
	assert_true(fprintf(out, "%d", 5) == 1 && !fflush(out));
	assert_int_equal(read(ends[0], text, sizeof(text)), 1);
	assert_true(fwrite(text, 1, SIZE, out) < SIZE);
	assert_int_equal(errno, EINTR);
	assert_true(read(ends[0], text, sizeof(text)) > 0);
	fputs("more", out);
	assert_true(fflush(out));
	fclose(out);
	close(ends[0]);
}

/* ncurses tries again and again. */
static void test_screen(void **state)
{
	int kept = dup(STDOUT_FILENO), master, slave, error;
	size_t done = 0;
	ssize_t put;

	(void)state;
	assert_int_equal(openpty(&master, &slave, NULL, NULL, NULL), 0);
	fflush(stdout);
	dup2(slave, STDOUT_FILENO);
	endable_screen_begin();
	while (done < SIZE) {
		put = write(STDOUT_FILENO, text, SIZE - done);
		if (put > 0)
			done += put;
	}
	endable_screen_end();
	error = endable_write(STDOUT_FILENO, text, SIZE);
	dup2(kept, STDOUT_FILENO);
	close(kept);
	close(master);
	close(slave);
	assert_int_equal(error, EINTR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_pipe, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_slow, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_fifo, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_stream, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_screen, set_up, tear_down),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
