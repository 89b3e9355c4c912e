// SPDX-License-Identifier: GPL-2.0
/*
 * Reading of a trace.dat: see trace_dat.h.
 *
 * Only the first buffer with events of rtla.ko is read, or, if there is none,
 * that with events of the kernel's own tracers.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "trace/dat_file.h"
#include "trace/decode.h"
#include "trace/events.h"
#include "trace/recorder.h"
#include "trace/saved_trace.h"
#include "trace/trace_dat.h"

struct dat {
	struct saved_trace *trace;
	struct decoder *decoder;
	bool no_memory;
};

static int trace_dat_take(struct tracecmd_input *input,
			  struct tep_record *record, int cpu, void *context)
{
	struct dat *dat = context;
	struct event_list *list;
	struct event event;

	(void)input;
	if (cpu < 0 || cpu >= CPUS_MAX ||
	    !decode(dat->decoder, record->data, record->size, &event))
		return 0;
	event.time = record->ts;
	list = saved_trace_list(dat->trace, cpu);
	if (!list || !event_list_append(list, &event, record->missed_events)) {
		dat->no_memory = true;
		return -1;
	}
	dat->trace->events += event_is_measured(&event);
	return 0;
}

static bool dat_has_events(const void *context)
{
	const struct dat *dat = context;

	return dat->trace->events;
}

static bool trace_dat_find_function(void *source, uint64_t address, char *name,
				    size_t size)
{
	const char *function = tep_find_function(tracecmd_get_tep(source),
						 address);

	if (function)
		snprintf(name, size, "%s", function);
	return function;
}

static bool trace_dat_find_comm(void *source, int pid, char *comm)
{
	const char *name =
		tep_data_comm_from_pid(tracecmd_get_tep(source), pid);

	if (!name || *name == '<')
		return false;
	snprintf(comm, EVENT_COMM_LEN, "%.*s", EVENT_COMM_LEN - 1, name);
	return true;
}

static void close_input(void *source)
{
	tracecmd_close(source);
}

static const char *read_events(struct dat *dat, struct tracecmd_input *input,
			       const char *system)
{
	bool damaged;

	if (decoder_new(&dat->decoder, tracecmd_get_tep(input), system))
		return "saved with another version of the tracer: use the command that belongs to it";
	damaged = dat_file_take(input, trace_dat_take, dat_has_events, dat);
	decoder_free(dat->decoder);
	if (dat->no_memory)
		return strerror(ENOMEM);
	return damaged ? DAT_DAMAGED : NULL;
}

const char *trace_dat_read(struct saved_trace *trace, const char *path)
{
	struct dat dat = { .trace = trace };
	struct tracecmd_input *input;
	const char *why;

	input = dat_file_open(path);
	if (!input)
		return DAT_REFUSED;
	trace->symbols = (struct symbols) { trace_dat_find_function, input };
	trace->free_source = close_input;
	trace->comm = trace_dat_find_comm;
	if (tep_find_event_by_name(tracecmd_get_tep(input), MODULE_SYSTEM, "stop")) {
		why = read_events(&dat, input, MODULE_SYSTEM);
		if (why || trace->events)
			return why;
	}
	/* A kernel without these tracers may save the formats of their events, too. */
	if (!tep_find_event_by_name(tracecmd_get_tep(input), "ftrace", "osnoise"))
		return NULL;
	trace->recorder = RECORDED_BY_KERNEL;
	return read_events(&dat, input, KERNEL_SYSTEM);
}
