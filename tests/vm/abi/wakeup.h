/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tests share of sessions that measure nothing by themselves: see
 * wakeup.c.
 */
#ifndef RTLA_ABI_WAKEUP_H
#define RTLA_ABI_WAKEUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "uapi/rtla.h"

#define SLEEPS		200
#define FIFO		80
#define TOTAL		(RTLA_WAKEUP_TOTAL - RTLA_WAKEUP_TIMER)
#define INJECTED_NS	5000000
#define AHEAD_NS	2000000	/* the cause begins so long before the timer expires */

/* A process that waits for a byte of its parent, and then does something. */
struct child {
	pid_t pid;
	int begin;	/* the byte is written here */
	int done;	/* a struct told is read from here */
};

/* The counts that a process takes of itself. */
struct told {
	uint64_t latency_sum;	/* from each expiry to what it did next */
	uint64_t switches;	/* of its own will, while it slept often */
	uint64_t all_switches;	/* from sleeping before the begin to sleeping after it */
};

/* The time at which a cause of latency begins that sleep_under() sleeps under. */
extern uint64_t injected_at;

/* sleep_often - sleep SLEEPS times until an absolute time */
void sleep_often(struct told *told);
/* sleep_in_child - let a new process do that; its id is what it tells as @switches */
void sleep_in_child(struct told *told);
/* sleep_under - sleep until a time in the middle of the cause */
void sleep_under(struct told *told);

/* make_child - make a process on CPU 1 that will do something; @fifo: 0: SCHED_OTHER */
struct child make_child(int fifo, void (*what)(struct told *));
struct told run_child(const struct child *child);
void end_child(const struct child *child);

/* watching - return a configuration, without noise, for both CPUs; @id: NULL: none */
struct rtla_start watching(uint32_t watch, const int32_t *id);
/* watch - start it, and count from now on; returns the descriptor, or -1 */
int watch(struct rtla_start *start);

/*
 * ends_when_killed - return whether sessions end whose processes are killed, 20
 * times, whatever is being switched then
 */
bool ends_when_killed(struct rtla_start *start);

/* thread_of - return what is known of a watched thread; pid is 0 if it is not */
struct rtla_thread thread_of(int fd, pid_t pid);

/* stats_of - return the samples of both CPUs in a context together */
struct rtla_stats stats_of(int fd, unsigned int context);

/* inject - hold CPU 1 with a cause of @kind; returns when it was over, or 0 */
uint64_t inject(const char *kind);

#endif /* RTLA_ABI_WAKEUP_H */
