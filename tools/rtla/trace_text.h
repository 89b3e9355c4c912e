/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading of traces that were saved as text: what a file "trace" of tracefs has.
 */
#ifndef RTLA_TRACE_TEXT_H
#define RTLA_TRACE_TEXT_H

#include <stdio.h>

#include "saved_trace.h"

/*
 * trace_text_read - NULL, or the reason
 *
 * Lines that are no event of ours are passed over. What stacks have in it are
 * names instead of addresses: the addresses of its events stand for them.
 */
const char *trace_text_read(struct saved_trace *trace, FILE *in);

#endif /* RTLA_TRACE_TEXT_H */
