/* SPDX-License-Identifier: GPL-2.0 */
/* The module's own tracepoints, as a whole. */
#ifndef _RTLA_TRACE_EXIT_H
#define _RTLA_TRACE_EXIT_H

void trace_exit(void);

#endif /* _RTLA_TRACE_EXIT_H */
