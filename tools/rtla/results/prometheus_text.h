/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results for monitoring in the text format of Prometheus, the older one, which
 * is the only one that the textfile collector of node_exporter reads.
 */
#ifndef RTLA_PROMETHEUS_TEXT_H
#define RTLA_PROMETHEUS_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/* prometheus_text_is_for - return whether a file of this name is in that format */
bool prometheus_text_is_for(const char *path);

/*
 * prometheus_text_print - print what openmetrics_print() has printed to @text
 * in the text format
 *
 * The samples are the same. In the text format, a family of counters has the
 * name of its samples; there are no infos, which are gauges, no units, and no
 * mark of the end. Lines of a family's head come in the order TYPE, UNIT, HELP.
 */
void prometheus_text_print(FILE *out, const char *text);

#endif /* RTLA_PROMETHEUS_TEXT_H */
