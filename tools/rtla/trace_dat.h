/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading of a trace.dat, the format of trace-cmd and KernelShark.
 */
#ifndef RTLA_TRACE_DAT_H
#define RTLA_TRACE_DAT_H

#include "saved_trace.h"

/*
 * trace_dat_read - of @path; NULL, or the reason
 *
 * Functions have no "[module]" behind their names, which trace-cmd leaves out.
 */
const char *trace_dat_read(struct saved_trace *trace, const char *path);

#endif /* RTLA_TRACE_DAT_H */
