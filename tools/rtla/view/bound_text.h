/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The bound of the scheduling latency, as text: a block of lines for each CPU.
 */
#ifndef RTLA_BOUND_TEXT_H
#define RTLA_BOUND_TEXT_H

#include <stdio.h>

#include "view/snapshot.h"

/* bound_text - print the bound of each CPU, with all that it is made from */
void bound_text(FILE *out, const struct snapshot *snapshot);

#endif /* RTLA_BOUND_TEXT_H */
