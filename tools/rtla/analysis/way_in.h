/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The way in: how the kernel came to run a function of a stack. That is a
 * system call, a page fault, a softirq, or a function that the kernel was asked
 * to call later, as that of a work.
 */
#ifndef RTLA_WAY_IN_H
#define RTLA_WAY_IN_H

#include <stdbool.h>

#include "trace/symbols.h"

/*
 * struct way_in - the way in, which is looked for from inner functions to outer
 * ones
 * @text: "in write()", "in a page fault", "in the work vmstat_update"; "": not
 *	known
 * @handler: the function that a file or a socket has for the system call; "":
 *	not known
 * @called: the function of the system call, or that was called later; "": not
 *	known
 * @from_user: a program in user space wanted it
 * @ended: functions further out were interrupted, or call whatever they are
 *	asked to
 * @last: the function that was looked at last
 */
struct way_in {
	char text[SYMBOL_LEN + 32];
	char handler[SYMBOL_LEN];
	char called[SYMBOL_LEN];
	bool from_user;
	bool ended;
	char last[SYMBOL_LEN];
};

/*
 * way_in_look - look at the next outer function of a stack
 *
 * @way is zeroed before the first one.
 */
void way_in_look(struct way_in *way, const char *function);

#endif /* RTLA_WAY_IN_H */
