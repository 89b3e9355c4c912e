/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The choice of the thread whose cycles are looked at, and of its home wait.
 */
#ifndef RTLA_HOME_WAIT_H
#define RTLA_HOME_WAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/cycle_wait.h"

struct thread_line;
struct whereabouts;

/**
 * struct home_wait - the wait in which a thread waits for its next period
 * @wait: the wait
 * @any: every descriptor and object of this system call
 * @by_timer: nothing tells where the thread sleeps: it is any sleep that a
 *	timer ends
 */
struct home_wait {
	struct cycle_wait wait;
	bool any;
	bool by_timer;
};

/*
 * home_wait_has - return whether the stretch number @i is in that wait: it
 * sleeps there, or passes it
 */
bool home_wait_has(const struct home_wait *home,
		   const struct thread_line *thread, size_t i);

/**
 * struct thread_choice - which thread is asked for
 * @comm: one with this name; NULL: of any name
 * @tid: the one with this id; 0: any
 * @home: its home wait, if @given
 */
struct thread_choice {
	const char *comm;
	int tid;
	bool given;
	const struct home_wait *home;
};

/*
 * home_wait_thread - choose a thread, and its home wait
 *
 * It is the real-time thread, or if there is none the thread, whose home wait
 * timers ended most often. Returns NULL if there is none.
 */
const struct thread_line *home_wait_thread(struct home_wait *home,
					   const struct whereabouts *where,
					   const struct thread_choice *choice);

#endif /* RTLA_HOME_WAIT_H */
