/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How often tests repeat what they do with other random numbers. With LONG=1 in
 * the environment, which the Makefile sets with SANITIZE=1, they do all of it,
 * otherwise a tenth: with a fixed seed, the first ones of the same series.
 */
#ifndef REPETITIONS_H
#define REPETITIONS_H

#include <stdbool.h>

/* is_long - return whether tests are to do all that they can */
bool is_long(void);

/* repetitions - return @all, or a tenth of that, but at least 1, in the short form */
int repetitions(int all);

/*
 * alarms_most - return how many of @pairs may be called different: 5 %; in the
 * short form, 1
 */
int alarms_most(int pairs);

#endif /* REPETITIONS_H */
