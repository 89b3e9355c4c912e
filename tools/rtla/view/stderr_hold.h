/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Keeps back all output on stderr while a screen covers the terminal. The file
 * descriptor itself is redirected: so the output of libraries, and of processes
 * started in that time, is kept back, too.
 */
#ifndef RTLA_STDERR_HOLD_H
#define RTLA_STDERR_HOLD_H

struct stderr_hold {
	int terminal;		/* original stderr; -1: nothing is kept back */
	int kept;		/* unnamed file that stderr is written to */
};

/* The initial value: nothing is kept back. */
#define STDERR_HOLD_NONE	((struct stderr_hold) { -1, -1 })

/*
 * stderr_hold_begin - keep back output on stderr, if that is a terminal
 *
 * Does nothing if output is kept back already, or if that is not possible.
 */
void stderr_hold_begin(struct stderr_hold *hold);

/*
 * stderr_hold_end - write the kept output to stderr, and keep back no more
 *
 * Does nothing if nothing is kept back.
 */
void stderr_hold_end(struct stderr_hold *hold);

#endif /* RTLA_STDERR_HOLD_H */
