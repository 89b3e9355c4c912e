/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Keeps back all output on stderr while a screen covers the terminal. The file
 * descriptor itself is redirected: so the output of libraries, and of processes
 * started meanwhile, is kept back, too.
 */
#ifndef RTLA_STDERR_HOLD_H
#define RTLA_STDERR_HOLD_H

struct hold {
	int terminal;		/* original stderr; -1: nothing is kept back */
	int kept;		/* unnamed file that stderr is written to */
};

/* The initial value: nothing is kept back. */
#define HOLD_NONE	((struct hold) { -1, -1 })

/*
 * hold_begin - keep back output on stderr from now on, if that is a terminal
 *
 * Does nothing if output is kept back already, or if that is not possible.
 */
void hold_begin(struct hold *hold);

/*
 * hold_end - write the kept output to stderr, and keep back nothing from now on
 *
 * Does nothing if nothing is kept back.
 */
void hold_end(struct hold *hold);

#endif /* RTLA_STDERR_HOLD_H */
