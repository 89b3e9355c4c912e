/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The main loop waits with one epoll for the hit, timers, signals and more.
 *
 * It does not wait for ring buffers. The kernel would wake the reader of a ring
 * buffer from the measured CPU, which costs time there. Under PREEMPT_RT, a
 * thread of low priority would wake the reader. That thread does not run on a
 * CPU where a real-time thread never sleeps, and until it has run, the kernel
 * does not free the ring buffer.
 */
#ifndef RTLA_LOOP_H
#define RTLA_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"

enum loop_source {
	LOOP_SIGNAL,		/* a signal that ends the command */
	LOOP_HIT,		/* a hit can be read */
	LOOP_PHASE,		/* end of the warm-up, or of the measurement */
	LOOP_REFRESH,		/* time to update display and outputs */
	LOOP_LOOK,		/* time to read samples */
	LOOP_WORKLOAD,	/* workload process number @index ended */
	LOOP_LOAD,		/* the load ended */
	LOOP_PROGRAM,		/* the program whose threads are watched ended */
	LOOP_OUTPUT,		/* that program has printed something */
	LOOP_KEY,		/* a key was pressed on the terminal */
	LOOP_RESIZE,		/* the terminal's window has changed its size */
	LOOP_STOP,		/* SIGTSTP: the process is to be stopped */
};

struct loop {
	int epoll;
	int signals;
	int phase;
	int refresh;
	int look;
	int terminal;
};

/* One thing that has happened; @index is that of loop_add(). */
struct occurrence {
	enum loop_source source;
	uint32_t index;
};

/*
 * loop_open - block SIGINT, SIGTERM, SIGHUP and SIGQUIT, and wait for them
 *
 * These signals stay blocked after loop_close(), so that they do not interrupt
 * the cleaning up that follows. Prints an error if it fails. The caller calls
 * loop_close() in any case.
 */
enum result loop_open(struct loop *loop);
void loop_close(struct loop *loop);

/*
 * loop_add - let the loop report @source with @index when @fd is readable
 *
 * @fd leaves the loop when the caller closes it. Prints an error if it fails.
 */
enum result loop_add(struct loop *loop, int fd, enum loop_source source,
		     uint32_t index);

/*
 * loop_add_terminal - add keys, changes of the window's size, and SIGTSTP
 *
 * SIGTSTP is blocked: a caller that uses the terminal for more than printing
 * has to give it back before the process is stopped. Prints an error if it
 * fails.
 */
enum result loop_add_terminal(struct loop *loop);

/* loop_phase_in - report LOOP_PHASE once, after @ns; 0: never */
void loop_phase_in(struct loop *loop, uint64_t ns);

/* loop_refresh_every - report LOOP_REFRESH every @ns */
void loop_refresh_every(struct loop *loop, uint64_t ns);

/*
 * loop_look_in - report LOOP_LOOK once, after @ns; 0: never
 *
 * The caller reads samples then, and a hit if there is one.
 */
void loop_look_in(struct loop *loop, uint64_t ns);

/*
 * loop_wait - wait until something happens, and fill in @what
 *
 * @what has room for @size occurrences. Returns how many there are, or -1 with
 * errno.
 */
int loop_wait(struct loop *loop, struct occurrence *what, int size);

/*
 * loop_signalled - take one of the signals of loop_open(), without waiting
 *
 * Returns false if there is none.
 */
bool loop_signalled(struct loop *loop);

#endif /* RTLA_LOOP_H */
