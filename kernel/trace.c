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

/* A probe of @event that is a trace's, of some instance; false: there is none. */
static bool find_probe(const struct trace_event_call *event,
		       struct tracepoint_func *found)
{
	typeof(probes_read_lock()) lock = probes_read_lock();
	struct tracepoint_func *func;

	/* Which of the locks it is depends on the kernel. */
	func = rcu_dereference_raw(event->tp->funcs);
	/* perf and BPF have other probes, and keep the module from going. */
	while (func && func->func && func->func != event->class->probe)
		func++;
	if (func)
		*found = *func;
	probes_read_unlock(lock);
	return func && found->func;
}

/*
 * From the module's exit on, the kernel calls this to set the probe of a trace on
 * an event, which fails, or to take it off, which has been done.
 */
static int reg_gone(struct trace_event_call *event, enum trace_reg type,
		    void *file)
{
	switch (type) {
	case TRACE_REG_REGISTER:
		return -ENODEV;
	case TRACE_REG_UNREGISTER:
		return 0;
	default:
		return trace_event_reg(event, type, file);
	}
}

/**
 * trace_exit - before the module goes: take the probes of all traces off its events
 *
 * Whoever is killed may leave a trace instance, and with it triggers on events of
 * the module; and others may set and remove some right now. The kernel removes the
 * events of a module that goes, but not the probe of an event that a trigger holds,
 * and warns of it then. So all of them are taken off here, and from then on there
 * are none: who comes until the events are gone gets an error.
 *
 * Context: may sleep; nothing calls the module's tracepoints any more.
 */
void trace_exit(void)
{
	struct trace_event_call *event;
	struct tracepoint_func probe;
	unsigned int i;

	for (i = 0; i < THIS_MODULE->num_trace_events; i++)
		WRITE_ONCE(THIS_MODULE->trace_events[i]->class->reg, reg_gone);
	/*
	 * Whoever still calls the former function has the mutex of the events: this
	 * waits for it, and does nothing else, as there is no such event.
	 */
	trace_set_clr_event("rtla", "none", 0);

	for (i = 0; i < THIS_MODULE->num_trace_events; i++) {
		event = THIS_MODULE->trace_events[i];
		while (find_probe(event, &probe)) {
			if (tracepoint_probe_unregister(event->tp, probe.func,
							probe.data))
				break;
		}
	}
	tracepoint_synchronize_unregister();
}
