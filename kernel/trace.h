/* SPDX-License-Identifier: GPL-2.0 */
/* The removal of all probes from the module's own tracepoints. */
#ifndef _RTLA_TRACE_EXIT_H
#define _RTLA_TRACE_EXIT_H

void rtla_trace_exit(void);

#endif /* _RTLA_TRACE_EXIT_H */
