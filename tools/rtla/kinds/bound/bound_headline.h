/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The result of a bound in one sentence.
 */
#ifndef RTLA_BOUND_HEADLINE_H
#define RTLA_BOUND_HEADLINE_H

#include <stdio.h>

struct snapshot;

/*
 * bound_headline_print - print what the bound of the worst CPU is, and which
 * part of it is the longest
 *
 * It is that by the sliding window. Without a CPU whose bound is known, nothing
 * is printed.
 */
void bound_headline_print(FILE *out, const struct snapshot *snapshot);

#endif /* RTLA_BOUND_HEADLINE_H */
