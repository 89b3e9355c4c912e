/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a table on a terminal says of its measurement, besides the figures.
 */
#ifndef RTLA_LIVE_TITLE_H
#define RTLA_LIVE_TITLE_H

#include <stdio.h>

struct snapshot;

/*
 * live_title_print - print the title of a table on a terminal, as a line with
 * thresholds, period and priority, as far as there are some and the window has
 * room
 */
void live_title_print(FILE *out, const struct snapshot *snapshot, const char *title);

#endif /* RTLA_LIVE_TITLE_H */
