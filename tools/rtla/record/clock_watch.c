// SPDX-License-Identifier: GPL-2.0
/*
 * Clocks that are set, and sleep: see clock_watch.h.
 */
#include <stdlib.h>
#include <time.h>

#include "base/amount.h"
#include "record/clock_watch.h"

/* NTP, and reading the clocks, do far less than that between two looks. */
#define NOTABLE_NS	(NS_PER_SEC / 2)

static int64_t time_of(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * NS_PER_SEC + now.tv_nsec;
}

int64_t clock_watch_running(void)
{
	return time_of(CLOCK_BOOTTIME);
}

void clock_watch_begin(struct clock_watch *watch)
{
	int64_t boot = time_of(CLOCK_BOOTTIME);

	watch->asleep_ns = boot - time_of(CLOCK_MONOTONIC);
	watch->wall_ns = time_of(CLOCK_REALTIME) - boot;
}

static int64_t notable(int64_t ns)
{
	return llabs(ns) >= NOTABLE_NS ? ns : 0;
}

void clock_watch_look(struct clock_watch *watch, int64_t *slept, int64_t *step)
{
	struct clock_watch now;

	clock_watch_begin(&now);
	*slept = notable(now.asleep_ns - watch->asleep_ns);
	*step = notable(now.wall_ns - watch->wall_ns);
	/* Small ones do not add up to a large one: they are the drift of a clock. */
	*watch = now;
}
