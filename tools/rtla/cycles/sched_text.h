/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading events about threads from lines of text, as the kernel or trace-cmd
 * report prints them.
 */
#ifndef RTLA_SCHED_TEXT_H
#define RTLA_SCHED_TEXT_H

#include <stdio.h>

struct sched_trace;

/*
 * sched_text_read - add the events of a text to @trace
 *
 * Returns NULL, or the reason of a failure.
 */
const char *sched_text_read(struct sched_trace *trace, FILE *in);

#endif /* RTLA_SCHED_TEXT_H */
