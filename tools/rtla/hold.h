/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Keeps back what is written on stderr, by whomever, while there is no place
 * for it.
 */
#ifndef RTLA_HOLD_H
#define RTLA_HOLD_H

struct hold {
	int terminal;		/* what stderr was; -1: nothing is kept back */
	int kept;		/* a file without name */
};

/* Nothing is kept back. */
#define HOLD_NONE	((struct hold) { -1, -1 })

/* hold_begin - from now on, if stderr is a terminal; again, it does nothing */
void hold_begin(struct hold *hold);

/* hold_end - write what was kept back; again, it does nothing */
void hold_end(struct hold *hold);

#endif /* RTLA_HOLD_H */
