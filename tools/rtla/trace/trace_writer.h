/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events as the text that the kernel makes of those of rtla.ko: for the tracer
 * by BPF programs, whose events are in no trace instance. trace_text.h reads it
 * again.
 */
#ifndef RTLA_TRACE_WRITER_H
#define RTLA_TRACE_WRITER_H

#include <stdbool.h>
#include <stdio.h>

struct event_list;
struct symbols;

/* struct trace_writer_cpu - the events of a CPU, in the order of time */
struct trace_writer_cpu {
	int cpu;
	const struct event_list *list;
};

/*
 * trace_writer_print - print the events of @count CPUs in the order of time
 *
 * Events of a kind that no tracer records by itself are left out. Returns false
 * if there is no memory.
 */
bool trace_writer_print(FILE *out, const struct trace_writer_cpu *cpus,
			int count,
			const struct symbols *symbols);

#endif /* RTLA_TRACE_WRITER_H */
