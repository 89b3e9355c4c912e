// SPDX-License-Identifier: GPL-2.0
/*
 * Events about threads in a trace.dat: see sched_dat.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/cpus.h"
#include "cycles/sched_dat.h"
#include "cycles/sched_fields.h"
#include "cycles/sched_trace.h"
#include "trace/dat_file.h"

/* Bits of common_flags: the kernel's enum trace_flag_type. */
#define IN_IRQ		0x08
#define IN_SOFTIRQ	0x10
#define IN_NMI		0x40

/*
 * States of a thread that leaves its CPU: none of the bits below is that of one
 * that wants to go on, and that one was preempted.
 */
#define STATES		0xff
#define PREEMPTED	0x100

struct sched_dat {
	struct sched_trace *trace;
	bool no_memory;
	bool lost[CPUS_MAX];
};

/* A record, and how it is read. */
struct sched_record {
	struct tep_handle *tep;
	struct tep_event *event;
	struct tep_record *record;
};

static bool dat_number(const void *source, const char *field, int64_t *number)
{
	const struct sched_record *from = source;
	unsigned long long value;

	if (tep_get_field_val(NULL, from->event, field, from->record, &value, 0))
		return false;
	*number = value;
	return true;
}

/* Copy all that the library prints of an event. */
static void copy_printed(const struct sched_record *from, char *text,
			 size_t size)
{
	struct trace_seq printed;

	trace_seq_init(&printed);
	tep_print_event(from->tep, &printed, from->record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&printed);
	snprintf(text, size, "%s", printed.buffer ?: "");
	trace_seq_destroy(&printed);
}

static bool dat_text(const void *source, const char *field, const char *end,
		     char *text, size_t size)
{
	const struct sched_record *from = source;
	const char *bytes, *function;
	int64_t number;
	int length;

	(void)end;
	if (!*field) {
		copy_printed(from, text, size);
		return true;
	}
	if (!strcmp(field, "prev_state")) {
		if (!dat_number(source, field, &number))
			return false;
		snprintf(text, size, "%s", number & STATES &&
			 !(number & PREEMPTED) ? "S" : "R");
		return true;
	}
	if (!strcmp(field, "function")) {
		if (!dat_number(source, field, &number))
			return false;
		function = tep_find_function(from->tep, number);
		snprintf(text, size, "%s", function ?: "a timer");
		return true;
	}
	bytes = tep_get_field_raw(NULL, from->event, field, from->record,
				  &length, 0);
	if (bytes)
		snprintf(text, size, "%.*s", length, bytes);
	return bytes;
}

/* Find the arguments of raw_syscalls:sys_enter, in an array. */
static bool raw_arguments(const struct sched_record *from, uint64_t argument[2])
{
	int size = tep_get_long_size(from->tep), length;
	const char *bytes = tep_get_field_raw(NULL, from->event, "args",
					      from->record, &length, 0);

	if (!bytes || length < 2 * size)
		return false;
	for (int i = 0; i < 2; i++)
		argument[i] = tep_read_number(from->tep, bytes + i * size, size);
	return true;
}

static bool dat_arguments(const void *source, uint64_t argument[2])
{
	const struct sched_record *from = source;
	struct tep_format_field *field = from->event->format.fields;
	int found = 0;

	if (raw_arguments(from, argument))
		return true;
	for (; field && found < 2; field = field->next) {
		unsigned long long value;

		if (!strcmp(field->name, "__syscall_nr") || !strcmp(field->name, "nr"))
			continue;
		if (tep_read_number_field(field, from->record->data, &value))
			return false;
		argument[found++] = value;
	}
	return found == 2;
}

static enum span_kind dat_inside(struct tep_handle *tep,
				 struct tep_record *record)
{
	int flags = tep_data_flags(tep, record);

	return flags & IN_NMI ? SPAN_NMI : flags & IN_IRQ ? SPAN_IRQ :
	       flags & IN_SOFTIRQ ? SPAN_SOFTIRQ : SPAN_NONE;
}

static int sched_dat_take(struct tracecmd_input *input,
			  struct tep_record *record, int cpu, void *context)
{
	struct sched_dat *dat = context;
	struct tep_handle *tep = tracecmd_get_tep(input);
	const struct sched_record from = {
		tep, tep_find_event_by_record(tep, record), record,
	};
	const struct sched_fields fields = {
		dat_number, dat_text, dat_arguments, &from,
	};
	struct sched_event event = {
		.time = record->ts, .cpu = cpu, .pid = tep_data_pid(tep, record),
	};

	if (cpu < 0 || cpu >= CPUS_MAX)
		return 0;
	dat->lost[cpu] |= record->missed_events != 0;
	if (!from.event || !sched_fields_known(from.event->name))
		return 0;
	event.kind = dat_inside(tep, record);
	event.lost = dat->lost[cpu];
	if (!sched_fields_take(dat->trace, from.event->name, &fields, &event))
		return 0;
	sched_trace_set_comm(dat->trace, event.pid,
			     tep_data_comm_from_pid(tep, event.pid) ?: "");
	dat->lost[cpu] = false;
	dat->no_memory |= !sched_trace_add(dat->trace, &event);
	return dat->no_memory ? -1 : 0;
}

const char *sched_dat_read(struct sched_trace *trace, const char *path)
{
	struct sched_dat dat = { .trace = trace };
	struct tracecmd_input *input = dat_file_open(path);
	bool damaged;

	if (!input)
		return DAT_REFUSED;
	damaged = dat_file_take(input, sched_dat_take, NULL, &dat);
	tracecmd_close(input);
	return dat.no_memory ? strerror(ENOMEM) :
	       damaged ? DAT_DAMAGED : NULL;
}
