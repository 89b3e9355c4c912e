// SPDX-License-Identifier: GPL-2.0
/*
 * The definitions of the module's tracepoints, and the one print function that
 * their text needs.
 */
#include <linux/trace_seq.h>

#define CREATE_TRACE_POINTS
#include <trace/events/rtla.h>

/**
 * rtla_print_stack - text of the event "stack": a frame per line
 * @p: the line being printed
 * @caller: return addresses
 * @count: how many
 *
 * Return: the start of what it added to @p. Context: a reader of the trace.
 */
const char *rtla_print_stack(struct trace_seq *p, const unsigned long *caller,
			     size_t count)
{
	const char *text = trace_seq_buffer_ptr(p);
	size_t i;

	trace_seq_puts(p, "<stack trace>");
	for (i = 0; i < count; i++)
		trace_seq_printf(p, "\n => %ps", (void *)caller[i]);
	trace_seq_putc(p, 0);
	return text;
}
