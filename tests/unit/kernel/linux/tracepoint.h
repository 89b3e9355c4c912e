/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_TRACEPOINT_H
#define SIMULATED_TRACEPOINT_H

/*
 * The files that are tested use no tracepoints. kernel/compat.h includes this,
 * and so does the header of events, which trace/define_trace.h reads again.
 */
#define TRACE_EVENT(...)
#define TRACE_DEFINE_ENUM(...)

#endif /* SIMULATED_TRACEPOINT_H */
