/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A latency or a noise in the order of time: as a list, and as a picture with a
 * line for each context, to scale, as figure 9 of "Timerlat: Real-time Linux
 * Scheduling Latency Measurements, Tracing, and Analysis".
 */
#ifndef RTLA_TIMELINE_H
#define RTLA_TIMELINE_H

#include <stdio.h>

#include "analysis.h"

/* timeline_print - nothing where there are no segments */
void timeline_print(FILE *out, const struct analysis *analysis);

#endif /* RTLA_TIMELINE_H */
