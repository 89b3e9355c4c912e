// SPDX-License-Identifier: GPL-2.0
/*
 * Clocks that are set, and sleep: see clock_watch.h.
 */
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/amount.h"
#include "base/times.h"
#include "record/clock_watch.h"

/* NTP, and reading the clocks, do far less than that between two looks. */
#define NOTABLE_NS	(NS_PER_SEC / 2)

int64_t clock_watch_running(void)
{
	return time_of_clock(CLOCK_BOOTTIME);
}

/* The timer never expires; but the kernel cancels it when the clock is set. */
static void wait_for_set(int fd)
{
	const struct itimerspec never = { .it_value.tv_sec = INT32_MAX };
	uint64_t times;

	if (fd < 0)
		return;
	/* A timer that was cancelled tells that once. */
	if (read(fd, &times, sizeof(times)) < 0)
		timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET,
				&never, NULL);
}

/*
 * Where real-time threads have the CPU, this one may lose it between two
 * clocks: then their difference says nothing, and they are read again.
 */
static void note_clocks(struct clock_watch *watch)
{
	uint64_t before, boot;

	do {
		before = time_now();
		boot = time_of_clock(CLOCK_BOOTTIME);
		watch->asleep_ns = boot - before;
		watch->wall_ns = time_of_clock(CLOCK_REALTIME) - boot;
	} while (time_now() - before > NOTABLE_NS / 2);
}

void clock_watch_begin(struct clock_watch *watch)
{
	watch->set = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
	wait_for_set(watch->set);
	note_clocks(watch);
}

void clock_watch_end(struct clock_watch *watch)
{
	if (watch->set >= 0)
		close(watch->set);
	watch->set = -1;
}

static int64_t notable(int64_t ns)
{
	return llabs(ns) >= NOTABLE_NS ? ns : 0;
}

void clock_watch_look(struct clock_watch *watch, int64_t *slept, int64_t *step)
{
	struct clock_watch now = { .set = watch->set };

	wait_for_set(watch->set);
	note_clocks(&now);
	*slept = notable(now.asleep_ns - watch->asleep_ns);
	*step = notable(now.wall_ns - watch->wall_ns);
	/* Small ones do not add up to a large one: they are the drift of a clock. */
	*watch = now;
}
