/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The time line of a latency or a noise: its segments in the order of time, as
 * a list, and as a drawing to scale with a row for each cause. The drawing is
 * like figure 9 of "Timerlat: Real-time Linux Scheduling Latency Measurements,
 * Tracing, and Analysis".
 */
#ifndef RTLA_TIMELINE_H
#define RTLA_TIMELINE_H

#include <stdio.h>

#include "analysis/analysis.h"

/* timeline_print - print list and drawing, or nothing if there is no segment */
void timeline_print(FILE *out, const struct analysis *analysis);

#endif /* RTLA_TIMELINE_H */
