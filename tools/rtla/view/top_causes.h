/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The causes that took the most time, as lines below a table.
 */
#ifndef RTLA_TOP_CAUSES_H
#define RTLA_TOP_CAUSES_H

#include <stdio.h>

struct snapshot;

/*
 * top_causes_print - print the causes with the largest sums, of all CPUs
 * together; nothing if there are none, or the tracer does not tell
 */
void top_causes_print(FILE *out, const struct snapshot *snapshot);

#endif /* RTLA_TOP_CAUSES_H */
