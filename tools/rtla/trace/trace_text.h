/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading of traces that were saved as text: copies of the file "trace" of
 * tracefs.
 */
#ifndef RTLA_TRACE_TEXT_H
#define RTLA_TRACE_TEXT_H

#include <stdio.h>

struct saved_trace;

/*
 * trace_text_read - read the text @in into @trace
 *
 * It may be what trace-cmd reports, too, a dump on a console, or a copy that a
 * log, grep or a mail program has changed: see text_line.c. Lines that are no
 * event of rtla.ko or of the kernel's own tracers timerlat and osnoise, nor
 * cpu_idle, are passed over. In a text, stacks have names of
 * functions instead of addresses: the addresses in @trace are made up, and
 * trace->symbols finds the names by them. Returns NULL, or the reason of a
 * failure.
 */
const char *trace_text_read(struct saved_trace *trace, FILE *in);

#endif /* RTLA_TRACE_TEXT_H */
