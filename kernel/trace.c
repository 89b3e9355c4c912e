// SPDX-License-Identifier: GPL-2.0
/*
 * The definitions of the module's tracepoints, the one print function that
 * their text needs, and what is to be done before they go.
 */
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint.h>

#include "compat.h"
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

/* A probe of @event that a trigger holds, of some instance; false: there is none. */
static bool find_held(const struct trace_event_call *event,
		      struct tracepoint_func *held)
{
	typeof(probes_read_lock()) lock = probes_read_lock();
	struct trace_event_file *file;
	struct tracepoint_func *func;
	bool found = false;

	/* Which of the locks it is depends on the kernel. */
	func = rcu_dereference_raw(event->tp->funcs);
	for (; func && func->func && !found; func++) {
		/* perf and BPF have other probes, and no such file. */
		if (func->func != event->class->probe)
			continue;
		file = func->data;
		found = atomic_read(&file->sm_ref);
		*held = *func;
	}
	probes_read_unlock(lock);
	return found;
}

/**
 * trace_exit - before the module goes: take the probes of triggers off
 *
 * Whoever is killed may leave a trace instance, and with it triggers on events of
 * the module. The kernel removes the events of a module that goes, but not the
 * probe of an event that a trigger holds, and warns of it then.
 */
void trace_exit(void)
{
	struct trace_event_call *event;
	struct tracepoint_func held;
	unsigned int i;

	for (i = 0; i < THIS_MODULE->num_trace_events; i++) {
		event = THIS_MODULE->trace_events[i];
		while (find_held(event, &held)) {
			if (tracepoint_probe_unregister(event->tp, held.func,
							held.data))
				break;
		}
	}
	tracepoint_synchronize_unregister();
}
