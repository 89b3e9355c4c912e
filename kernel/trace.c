// SPDX-License-Identifier: GPL-2.0
/*
 * The definitions of the module's tracepoints, the one print function that
 * their text needs, and the removal of all probes before the module goes.
 */
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint.h>

#include "compat.h"
#include "stats/osnoise_period.h"
#include "trace.h"

#define CREATE_TRACE_POINTS
#include <trace/events/rtla.h>

/**
 * rtla_print_stack - print the frames of the event "stack": one per line
 * @p: where the text is put
 * @caller: return addresses
 * @count: number of return addresses
 *
 * Return: the start of the text added to @p. Context: a reader of the trace.
 */
const char *rtla_print_stack(struct trace_seq *p, const unsigned long *caller,
			     size_t count)
{
	const char *text = trace_seq_buffer_ptr(p);
	size_t i;

	for (i = 0; i < count; i++)
		trace_seq_printf(p, "\n => %ps", (void *)caller[i]);
	trace_seq_putc(p, 0);
	return text;
}

/* Find a probe that a trace instance has set on @event; false: none. */
static bool event_find_probe(const struct trace_event_call *event,
			     struct tracepoint_func *found)
{
	typeof(rtla_probes_read_lock()) lock = rtla_probes_read_lock();
	struct tracepoint_func *func;

	/* Raw, because the kernel version decides which lock protects it. */
	func = rcu_dereference_raw(event->tp->funcs);
	/* perf and BPF use other probes, and hold a reference to the module. */
	while (func && func->func && func->func != event->class->probe)
		func++;
	if (func)
		*found = *func;
	rtla_probes_read_unlock(lock);
	return func && found->func;
}

/*
 * Once the module exits, the kernel calls this function to set the probe of a
 * trace on an event, which fails, or to take a probe off, which
 * rtla_trace_exit() has done or will do.
 */
static int event_reg_gone(struct trace_event_call *event, enum trace_reg type,
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
 * rtla_trace_exit - take the probes of all traces off the module's events
 *
 * A process that is killed may leave a trace instance behind, with triggers on
 * events of the module; and other processes may be setting and removing
 * triggers right now. When a module is unloaded, the kernel removes its events,
 * but not the probe of an event that a trigger holds, and then warns of that
 * probe. So this function takes off all probes, and prevents new ones: until
 * the events are removed, setting a probe fails.
 *
 * Context: process, may sleep, before the module goes; nothing calls the
 * module's tracepoints any more.
 */
void rtla_trace_exit(void)
{
	struct trace_event_call *event;
	struct tracepoint_func probe;
	unsigned int i;

	for (i = 0; i < THIS_MODULE->num_trace_events; i++)
		WRITE_ONCE(THIS_MODULE->trace_events[i]->class->reg,
			   event_reg_gone);
	/*
	 * A caller of the former reg function holds the mutex of the events.
	 * trace_set_clr_event() takes that mutex, and so waits for such a
	 * caller; it does nothing else, because no event is called "none".
	 */
	trace_set_clr_event("rtla", "none", 0);

	for (i = 0; i < THIS_MODULE->num_trace_events; i++) {
		event = THIS_MODULE->trace_events[i];
		while (event_find_probe(event, &probe)) {
			if (tracepoint_probe_unregister(event->tp, probe.func,
							probe.data))
				break;
		}
	}
	tracepoint_synchronize_unregister();
}
