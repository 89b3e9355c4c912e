/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tool waits for: one epoll over the hit, timers, signals and more.
 *
 * Not over ring buffers: one that is waited for wakes its reader from the measured
 * CPU, which costs time there; and under PREEMPT_RT by a thread of low priority,
 * that does not run beside a real-time thread that never sleeps. Until it has run,
 * the kernel does not free the ring buffer.
 */
#ifndef RTLA_LOOP_H
#define RTLA_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "message.h"

enum source {
	SOURCE_SIGNAL,		/* somebody wants us to stop */
	SOURCE_HIT,
	SOURCE_PHASE,		/* the end of the warm-up, or of all */
	SOURCE_REFRESH,
	SOURCE_LOOK,		/* time to look for samples */
	SOURCE_WORKLOAD,	/* one ended; index: which */
	SOURCE_LOAD,		/* it ended */
	SOURCE_KEY,		/* pressed on the terminal */
	SOURCE_RESIZE,		/* of the terminal's window */
	SOURCE_STOP,		/* SIGTSTP: others want the terminal */
};

struct loop {
	int epoll;
	int signals;
	int phase;
	int refresh;
	int look;
	int terminal;
};

/* One thing that has happened. */
struct occurrence {
	enum source source;
	uint32_t index;
};

/*
 * loop_open - block SIGINT, SIGTERM, SIGHUP and SIGQUIT, and wait for them
 *
 * They stay blocked: what is left to do when the loop is closed is cleaning
 * up, and that is to be finished.
 */
enum result loop_open(struct loop *loop);
void loop_close(struct loop *loop);

enum result loop_add(struct loop *loop, int fd, enum source source,
		     uint32_t index);

/*
 * loop_add_terminal - wait for keys, changes of the window's size, and SIGTSTP
 *
 * Who takes the terminal for more than printing has to give it back in time.
 */
enum result loop_add_terminal(struct loop *loop);

/* loop_phase_in - once, after @ns */
void loop_phase_in(struct loop *loop, uint64_t ns);

/* loop_refresh_every - again and again */
void loop_refresh_every(struct loop *loop, uint64_t ns);

/* loop_look_in - once, after @ns, look for samples and for a hit */
void loop_look_in(struct loop *loop, uint64_t ns);

/* loop_wait - fill @what with up to @size things; returns how many, or -1 */
int loop_wait(struct loop *loop, struct occurrence *what, int size);

/* loop_signalled - was there a signal since the last call? Does not wait. */
bool loop_signalled(struct loop *loop);

#endif /* RTLA_LOOP_H */
