/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a terminal shows of one thread, CPU or waker, besides its line of the
 * table.
 */
#ifndef RTLA_WAKEUP_DETAILS_H
#define RTLA_WAKEUP_DETAILS_H

#include <stdio.h>

struct snapshot;

/* wakeup_details - print the details of a row of the tables of wake-ups */
void wakeup_details(FILE *out, const struct snapshot *snapshot, int row);

#endif /* RTLA_WAKEUP_DETAILS_H */
