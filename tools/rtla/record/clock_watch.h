/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Changes of the clocks while a recording goes on: the machine sleeps, or
 * somebody sets the time. No duration of a recording is taken from the clock
 * that can be set.
 */
#ifndef RTLA_CLOCK_WATCH_H
#define RTLA_CLOCK_WATCH_H

#include <stdint.h>

/* @set is readable when the clock was set, until clock_watch_look(); or -1 */
struct clock_watch {
	int set;
	int64_t asleep_ns;	/* since the boot */
	int64_t wall_ns;	/* the clock's time, less that since the boot */
};

/* clock_watch_begin - note how the clocks are; clock_watch_end() follows */
void clock_watch_begin(struct clock_watch *watch);
void clock_watch_end(struct clock_watch *watch);

/*
 * clock_watch_look - find out what has happened since the last call
 *
 * Sets *@slept to the time for which the machine slept, and *@step to how far
 * the clock was set forward, or back if it is negative; 0: neither. A clock
 * that is only made to run faster or slower is not set. In ns.
 */
void clock_watch_look(struct clock_watch *watch, int64_t *slept, int64_t *step);

/* clock_watch_running - return the time since the boot, with sleep, in ns */
int64_t clock_watch_running(void);

#endif /* RTLA_CLOCK_WATCH_H */
