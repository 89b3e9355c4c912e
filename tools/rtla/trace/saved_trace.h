/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A saved trace in any of its formats: the events of rtla.ko, or of the
 * kernel's own tracers, on each CPU, and the names of the functions in their
 * stacks.
 */
#ifndef RTLA_SAVED_TRACE_H
#define RTLA_SAVED_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/recorder.h"
#include "trace/symbols.h"

struct event;
struct event_list;

/*
 * trace-cmd report prints no more functions of a stack than the kernel's format
 * of the event declares, whatever has been recorded.
 */
#define REPORTED_FRAMES	8

/**
 * struct saved_trace - a saved trace; a zeroed one is empty
 * @list: the events of each CPU, oldest first
 * @cpus: size of @list: one more than the last CPU with an event or a loss
 * @events: number of events of all CPUs
 * @symbols: finds the names of the addresses in stacks
 * @comm: finds the name of a thread, in the source of @symbols; NULL: there is
 *	none
 * @resolution: an event may have been recorded so many ns before its time
 * @recorder: who recorded it, see saved_trace_settle()
 * @noises: number of NMIs, interrupts, softirqs and threads of the kernel's own
 *	tracers
 * @impossible: number of those that were left out, as they cannot be
 * @free_source: frees the source of @symbols; NULL: there is nothing to free
 * @odd_line: text: the first line that names an event, but does not have its
 *	fields; 0: none
 * @damaged_lines: how many such lines there are: each counts as a loss of
 *	events on its CPU
 * @damaged_line: the first of the damaged lines
 * @cut_stacks: text: how many stacks are as long as those that trace-cmd report
 *	cuts
 * @form: text: the form of the file, which is why nothing was read; or NULL
 * @unitless_line: text: the first line of an event whose time has no unit
 * @unitless_module: one of these is an event of rtla.ko
 * @bare_line: text: the first line with the fields of a tracer's event, but
 *	without its thread, CPU and time
 * @event_lines: text: number of lines with these columns
 * @header: text: the name of the tracer in the header; "": there is none
 * @tainted: text: the header says that the tracer itself takes its figures for
 *	wrong
 * @lines: text: number of lines
 * @relative: text: times of events count from the begin of the trace
 * @shift: times of events were later by so many ns than those in their fields,
 *	everywhere; 0: they were not
 * @forgotten: what the events were that saved_trace_forget() was told of
 * @why: buffer for the text of a reason
 */
struct saved_trace {
	struct event_list *list;
	int cpus;
	size_t events;
	struct symbols symbols;
	void (*free_source)(void *source);
	comm_fn *comm;
	uint64_t resolution;
	enum recorder recorder;
	size_t noises;
	size_t impossible;
	unsigned long odd_line;
	unsigned long damaged_lines;
	unsigned long damaged_line;
	unsigned long cut_stacks;
	const char *form;
	unsigned long unitless_line;
	bool unitless_module;
	unsigned long bare_line;
	unsigned long event_lines;
	char header[32];
	bool tainted;
	unsigned long lines;
	bool relative;
	int64_t shift;
	struct forgotten_events {
		bool of_module;		/* only rtla.ko records such an event */
		bool of_kernel;		/* only the kernel's own tracers do */
		size_t impossible;
	} forgotten;
	char why[256];
};

/* saved_trace_free - free all of @trace, also after a failure */
void saved_trace_free(struct saved_trace *trace);

/*
 * saved_trace_list - return the event list of @cpu, for the readers of the
 * formats
 *
 * The list is made if needed. The pointer is valid until the next call. Returns
 * NULL if there is no memory.
 */
struct event_list *saved_trace_list(struct saved_trace *trace, int cpu);

/* saved_trace_is_of_module - return whether only rtla.ko writes such an event */
bool saved_trace_is_of_module(const struct event *event);

/*
 * saved_trace_forget - free what belongs to @event, which the caller then takes
 * out of its list
 *
 * What it tells about the whole trace is kept.
 */
void saved_trace_forget(struct saved_trace *trace, struct event *event);

/*
 * saved_trace_settle - find out who recorded @trace, after all events were read
 *
 * If there is any event that only rtla.ko records, events of the kernel's own
 * tracers are left out. Otherwise these are completed (kernel_events.h).
 * Returns NULL, or the reason of a failure.
 */
const char *saved_trace_settle(struct saved_trace *trace);

#endif /* RTLA_SAVED_TRACE_H */
