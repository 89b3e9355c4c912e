/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Saving what an instance has as text. What fails is an errno, and not said:
 * when to say it is the caller's.
 */
#ifndef RTLA_TRACE_FILE_H
#define RTLA_TRACE_FILE_H

#include "instance.h"

/* trace_file_save - copy the trace to @path, which may exist; 0 or an errno */
int trace_file_save(struct instance *instance, const char *path);

/* trace_file_save_hist - likewise the histograms of an event's triggers */
int trace_file_save_hist(struct instance *instance, const char *system,
			 const char *event, const char *path);

#endif /* RTLA_TRACE_FILE_H */
