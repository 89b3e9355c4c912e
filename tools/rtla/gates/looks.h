/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Looks at a measurement that goes on until its gates are decided: when they
 * are, and how sure a verdict has to be at each of them.
 *
 * Whoever looks ten times for an unlikely result finds it more often than
 * whoever looks once. So the number of looks is fixed before the measurement,
 * and the chance of a wrong verdict is divided among them (C. E. Bonferroni):
 * it is right whatever the looks have to do with each other, and a verdict may
 * be given at any of them. Each look is at about twice the time of the one
 * before, so that there are few of them: C. Jennison, B. W. Turnbull, "Group
 * Sequential Methods with Applications to Clinical Trials" (2000), chapter 7,
 * on spending the chance of an error.
 */
#ifndef RTLA_LOOKS_H
#define RTLA_LOOKS_H

#include <stdint.h>

/*
 * looks_next - return the time of the first look after @elapsed_ns
 *
 * Looks are at @least_ns, at 2, 4, 8 ... times that, and at @most_ns, which is
 * the last one. @least_ns is above 0, and up to @most_ns. Returns 0 if no look
 * is left.
 */
uint64_t looks_next(uint64_t least_ns, uint64_t most_ns, uint64_t elapsed_ns);

/* looks_count - return how many looks there are, at least 1 */
int looks_count(uint64_t least_ns, uint64_t most_ns);

/*
 * looks_confidence - return how sure a verdict has to be at each of @looks
 * looks, if it is to be right with @confidence, 0 to 1, at all of them
 * together; 0 looks are one
 */
double looks_confidence(double confidence, int looks);

#endif /* RTLA_LOOKS_H */
