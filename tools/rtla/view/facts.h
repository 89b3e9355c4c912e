/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a table on a terminal says of its measurement, besides the figures.
 */
#ifndef RTLA_FACTS_H
#define RTLA_FACTS_H

#include <stdio.h>

struct snapshot;

/*
 * facts_title - print the title of a table on a terminal, as a line with
 * thresholds, period and priority, as far as there are some and the window has
 * room
 */
void facts_title(FILE *out, const struct snapshot *snapshot, const char *title);

#endif /* RTLA_FACTS_H */
