// SPDX-License-Identifier: GPL-2.0
/*
 * The main loop: see loop.h.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/endable_output.h"
#include "base/parse.h"
#include "base/signals.h"
#include "run/loop.h"

#define BATCH	64

enum result loop_open(struct loop *loop)
{
	static const int endings[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

	loop->terminal = -1;
	loop->epoll = epoll_create1(EPOLL_CLOEXEC);
	loop->signals = signals_open(endings, 4);
	loop->phase = timerfd_create(CLOCK_MONOTONIC,
				     TFD_NONBLOCK | TFD_CLOEXEC);
	loop->refresh = timerfd_create(CLOCK_MONOTONIC,
				       TFD_NONBLOCK | TFD_CLOEXEC);
	loop->look =
		timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	if (loop->epoll < 0 || loop->signals < 0 || loop->phase < 0 ||
	    loop->refresh < 0 || loop->look < 0)
		return fail(RESULT_ERROR, "epoll: %s: too many open files?",
			    strerror(errno));
	if (loop_add(loop, loop->signals, LOOP_SIGNAL, 0) ||
	    loop_add(loop, loop->phase, LOOP_PHASE, 0) ||
	    loop_add(loop, loop->refresh, LOOP_REFRESH, 0) ||
	    loop_add(loop, loop->look, LOOP_LOOK, 0))
		return RESULT_ERROR;
	return RESULT_OK;
}

static void close_fd(int fd)
{
	if (fd >= 0)
		close(fd);
}

void loop_close(struct loop *loop)
{
	close_fd(loop->terminal);
	close_fd(loop->look);
	close_fd(loop->refresh);
	close_fd(loop->phase);
	close_fd(loop->signals);
	close_fd(loop->epoll);
}

enum result loop_add(struct loop *loop, int fd, enum loop_source source,
		     uint32_t index)
{
	struct epoll_event event = {
		.events = EPOLLIN,
		.data.u64 = (uint64_t)source << 32 | index,
	};

	if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event))
		return fail(RESULT_ERROR, "epoll: %s: cannot wait for events",
			    strerror(errno));
	return RESULT_OK;
}

enum result loop_add_terminal(struct loop *loop)
{
	static const int signals[] = { SIGWINCH, SIGTSTP };

	loop->terminal = signals_open(signals, 2);
	if (loop->terminal < 0)
		return fail(RESULT_ERROR, "signalfd: %s: too many open files?",
			    strerror(errno));
	if (loop_add(loop, loop->terminal, LOOP_RESIZE, 0))
		return RESULT_ERROR;
	return loop_add(loop, STDIN_FILENO, LOOP_KEY, 0);
}

static void loop_set_timer(int fd, uint64_t ns, bool again)
{
	struct itimerspec timer = {
		.it_value.tv_sec = ns / NS_PER_SEC,
		.it_value.tv_nsec = ns % NS_PER_SEC,
	};

	if (again)
		timer.it_interval = timer.it_value;
	timerfd_settime(fd, 0, &timer, NULL);
}

void loop_phase_in(struct loop *loop, uint64_t ns)
{
	loop_set_timer(loop->phase, ns, false);
}

void loop_refresh_every(struct loop *loop, uint64_t ns)
{
	loop_set_timer(loop->refresh, ns, true);
}

void loop_look_in(struct loop *loop, uint64_t ns)
{
	loop_set_timer(loop->look, ns, false);
}

/* Read the expiry of a timer: otherwise its descriptor would stay readable. */
static void take_expiry(int fd)
{
	uint64_t times;

	if (read(fd, &times, sizeof(times)) < 0)
		return;
}

/* Take the next signal, and return its number, or 0 if there is none. */
static int take_signal(int fd)
{
	struct signalfd_siginfo info;

	if (read(fd, &info, sizeof(info)) != sizeof(info))
		return 0;
	return info.ssi_signo;
}

int loop_wait(struct loop *loop, struct occurrence *what, int size)
{
	struct epoll_event event[BATCH];
	int count;

	do {
		count = epoll_wait(loop->epoll, event,
				   size < BATCH ? size : BATCH, -1);
	} while (count < 0 && errno == EINTR);
	for (int i = 0; i < count; i++) {
		what[i].source = event[i].data.u64 >> 32;
		what[i].index = event[i].data.u64;
		if (what[i].source == LOOP_PHASE)
			take_expiry(loop->phase);
		else if (what[i].source == LOOP_REFRESH)
			take_expiry(loop->refresh);
		else if (what[i].source == LOOP_LOOK)
			take_expiry(loop->look);
		else if (what[i].source == LOOP_RESIZE &&
			 take_signal(loop->terminal) == SIGTSTP)
			what[i].source = LOOP_STOP;
	}
	return count;
}

bool loop_signalled(struct loop *loop)
{
	if (!take_signal(loop->signals))
		return false;
	endable_hurry();
	return true;
}
