// SPDX-License-Identifier: GPL-2.0
/*
 * Outputs that a signal can end: see endable_output.h.
 *
 * A timer interrupts what waits, again and again: a single signal could come
 * just before the wait begins.
 */
#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/endable_output.h"

#define TICK_NS		100000000
#define TICKS		10

/* A screen is written as a whole, which takes so long where the line is slow. */
#define SCREEN_TICKS	20

struct stream {
	int fd;
	bool given_up;
};

/* That of standard error, which is never closed. */
static struct stream messages;

static bool hurry;

/* Standard output is /dev/null because the terminal took nothing. */
static atomic_bool screen_lost;
static int screen_ticks;

void endable_hurry(void)
{
	hurry = true;
}

/* Return whether the command is to end. A handler may call this. */
static bool has_to_end(void)
{
	static const int endings[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t pending;
	bool is = hurry;

	sigpending(&pending);
	for (int i = 0; i < 4; i++)
		is = is || sigismember(&pending, endings[i]);
	return is;
}

/* Let the timer expire every @ns; 0: never. SIGALRM and alarm() may be the caller's. */
static void endable_output_set_timer(long ns)
{
	const struct itimerspec interval = {
		.it_interval.tv_nsec = ns, .it_value.tv_nsec = ns,
	};
	struct sigevent event = {
		.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN,
	};
	static timer_t timer;
	static bool made;

	if (!made)
		made = !timer_create(CLOCK_MONOTONIC, &event, &timer);
	if (made)
		timer_settime(timer, 0, &interval, NULL);
}

static void begin_ticks(void (*handler)(int number), int flags)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
	sigset_t ticks;

	sigaction(SIGRTMIN, &action, NULL);
	sigemptyset(&ticks);
	sigaddset(&ticks, SIGRTMIN);
	sigprocmask(SIG_UNBLOCK, &ticks, NULL);
	endable_output_set_timer(TICK_NS);
}

static void end_ticks(void)
{
	int error = errno;

	endable_output_set_timer(0);
	errno = error;
}

/* A system call is interrupted only if there is a handler. */
static void interrupt(int number)
{
	(void)number;
}

/* Return whether a call that has failed with errno is to be tried again. */
static bool again(int *ticks)
{
	return errno == EINTR && (!has_to_end() || ++*ticks < TICKS);
}

int endable_open(const char *path, int flags)
{
	int fd, ticks = 0;

	begin_ticks(interrupt, 0);
	do {
		fd = open(path, flags, 0666);
	} while (fd < 0 && again(&ticks));
	end_ticks();
	return fd;
}

int endable_write(int fd, const char *text, size_t size)
{
	int error = screen_lost && fd == STDOUT_FILENO ? EINTR : 0;
	int ticks = 0;
	ssize_t put;

	begin_ticks(interrupt, 0);
	while (size && !error) {
		put = write(fd, text, size);
		if (put >= 0) {
			ticks = 0;
			text += put;
			size -= put;
		} else if (!again(&ticks)) {
			error = errno;
		}
	}
	end_ticks();
	return error;
}

/* An error is reported by 0, not by -1: see fopencookie(3). */
static ssize_t write_endable(void *cookie, const char *text, size_t size)
{
	struct stream *stream = cookie;

	errno = stream->given_up ? EINTR :
				   endable_write(stream->fd, text, size);
	stream->given_up = errno == EINTR;
	return errno ? 0 : size;
}

static int close_stream(void *cookie)
{
	struct stream *stream = cookie;
	int fd = stream->fd;

	if (stream != &messages)
		free(stream);
	return close(fd);
}

FILE *endable_stream(int fd)
{
	const cookie_io_functions_t functions = {
		.write = write_endable, .close = close_stream,
	};
	struct stream *stream;
	FILE *file = NULL;

	if (fd < 0)
		return NULL;
	stream = fd == STDERR_FILENO ? &messages : malloc(sizeof(*stream));
	if (stream) {
		*stream = (struct stream) { .fd = fd };
		file = fopencookie(stream, "w", functions);
	}
	if (stream == &messages && file)
		setvbuf(file, NULL, _IONBF, 0);
	else if (stream != &messages && !file)
		free(stream);
	return file;
}

/* The call that waits is restarted, and writes to /dev/null. */
static void drop_screen(int number)
{
	int null, error = errno;

	(void)number;
	if (!has_to_end() || ++screen_ticks < SCREEN_TICKS)
		return;
	null = open(_PATH_DEVNULL, O_WRONLY | O_CLOEXEC);
	dup2(null, STDOUT_FILENO);
	close(null);
	screen_lost = true;
	errno = error;
}

void endable_screen_begin(void)
{
	screen_ticks = 0;
	begin_ticks(drop_screen, SA_RESTART);
}

void endable_screen_end(void)
{
	end_ticks();
}

const char *endable_error(int error)
{
	return error == EINTR ? "a signal ended the command, and nobody read this" :
				strerror(error);
}
