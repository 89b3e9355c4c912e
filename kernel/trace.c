// SPDX-License-Identifier: GPL-2.0
/*
 * The definitions of the module's tracepoints, the one print function that
 * their text needs, and what is to be done before they go.
 */
#include <linux/rcupdate.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint.h>

#include "osnoise.h"
#include "trace.h"

#define CREATE_TRACE_POINTS
#include <trace/events/rtla.h>

/**
 * rtla_print_stack - text of the event "stack": a frame per line
 * @p: the line being printed
 * @t_w: the activation it belongs to
 * @caller: return addresses
 * @count: how many
 *
 * Return: the start of what it added to @p. Context: a reader of the trace.
 */
const char *rtla_print_stack(struct trace_seq *p, u64 t_w,
			     const unsigned long *caller, size_t count)
{
	const char *text = trace_seq_buffer_ptr(p);
	size_t i;

	trace_seq_printf(p, "<stack trace> t_w=%llu", t_w);
	for (i = 0; i < count; i++)
		trace_seq_printf(p, "\n => %ps", (void *)caller[i]);
	trace_seq_putc(p, 0);
	return text;
}

/* A probe that a trigger holds, of some instance; false: there is none. */
static bool find_held(struct tracepoint_func *held)
{
	struct trace_event_file *file;
	struct tracepoint_func *func;
	bool found = false;

	rcu_read_lock();
	func = rcu_dereference(__tracepoint_stop.funcs);
	for (; func && func->func && !found; func++) {
		/* perf and BPF have other probes, and no such file. */
		if (func->func != event_stop.class->probe)
			continue;
		file = func->data;
		found = atomic_read(&file->sm_ref);
		*held = *func;
	}
	rcu_read_unlock();
	return found;
}

/**
 * trace_exit - before the module goes: take the probes of triggers off
 *
 * A run that was killed leaves its trace instance, and with it a trigger on the
 * event "stop". The kernel removes the events of a module that goes, but not the
 * probe of an event that a trigger holds, and warns of it then.
 */
void trace_exit(void)
{
	struct tracepoint_func held;

	while (find_held(&held)) {
		if (tracepoint_probe_unregister(&__tracepoint_stop, held.func,
						held.data))
			break;
	}
	tracepoint_synchronize_unregister();
}
