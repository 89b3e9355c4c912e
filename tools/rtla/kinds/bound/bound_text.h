/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The bound of the scheduling latency, as text: a block of lines for each CPU.
 * Lines have up to 80 columns, unless a figure or a name is longer than there
 * is room for.
 */
#ifndef RTLA_BOUND_TEXT_H
#define RTLA_BOUND_TEXT_H

#include <stdio.h>

struct snapshot;

/* bound_text - print the bound of each CPU, with all that it is made from */
void bound_text(FILE *out, const struct snapshot *snapshot);

/* bound_text_cpu - print that of one CPU, or nothing if it was not measured */
void bound_text_cpu(FILE *out, const struct snapshot *snapshot, int cpu);

#endif /* RTLA_BOUND_TEXT_H */
