/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Saving the text of a trace.
 */
#ifndef RTLA_TRACE_FILE_H
#define RTLA_TRACE_FILE_H

#include "instance.h"

/* trace_file_save - copy the trace to @path, which may exist */
enum result trace_file_save(struct instance *instance, const char *path);

#endif /* RTLA_TRACE_FILE_H */
