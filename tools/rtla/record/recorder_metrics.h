/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Figures of a recorder for monitoring. Their labels are bounded: there is a
 * series for each of the worst at most, and causes are words of fixed lists.
 */
#ifndef RTLA_RECORDER_METRICS_H
#define RTLA_RECORDER_METRICS_H

struct own_usage;
struct recording;

/*
 * recorder_metrics_write - write the figures to the file @path, in the format
 * for which its name is, see prometheus_text.h
 *
 * @running segments measure now; with the recorder they have taken @usage.
 * Returns 0 or an errno.
 */
int recorder_metrics_write(const char *path, const struct recording *recording,
			   int running, const struct own_usage *usage);

#endif /* RTLA_RECORDER_METRICS_H */
