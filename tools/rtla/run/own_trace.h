/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The trace of a tracer that keeps its events itself, without a trace instance.
 */
#ifndef RTLA_OWN_TRACE_H
#define RTLA_OWN_TRACE_H

#include <stdbool.h>
#include <stdio.h>

/**
 * struct own_trace - what such a trace is printed from
 * @measurement: whose it is
 * @cpus: the measured CPUs
 */
struct own_trace {
	struct measurement *measurement;
	const struct cpus *cpus;
};

/*
 * own_trace_print - print the trace as text: see &struct trace_saver.write
 *
 * @source is a struct own_trace.
 */
bool own_trace_print(void *source, FILE *out);

#endif /* RTLA_OWN_TRACE_H */
