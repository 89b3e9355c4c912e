/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of a hit that the tracer could not see, if they may explain it.
 */
#ifndef RTLA_UNSEEN_H
#define RTLA_UNSEEN_H

#include <stdio.h>

struct analysis;
struct machine;

/*
 * unseen_print - print a line about it, if there is something to say
 *
 * @machine is where the hit came; NULL: a trace that may be of another one, of
 * which only that is told which the tracer sees on none.
 */
void unseen_print(FILE *out, const struct analysis *analysis,
		  const struct machine *machine);

#endif /* RTLA_UNSEEN_H */
