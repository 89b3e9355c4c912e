// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of text with events about threads: see sched_text.h. Two forms differ
 * from that of all others, "FIELD=VALUE": that in which trace-cmd report prints
 * threads, "COMM:PID [PRIO]", and those of system calls, "NR 1 (2, 3)",
 * "sys_read(fd: 2, buf: 3)" and "fd: 0x2, buf: 0x3".
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/line_reader.h"
#include "base/scan.h"
#include "cycles/sched_fields.h"
#include "cycles/sched_text.h"
#include "cycles/sched_trace.h"
#include "input/line_cleaner.h"
#include "trace/event_names.h"
#include "trace/text_line.h"

/* A text that has no event in so many lines is another one, and may be endless. */
#define LINES_WITHOUT	100000

/* Longer than the name of any event. */
#define EVENT_NAME_LEN	64

/* ---- FIELD=VALUE --------------------------------------------------------- */

/* Return the value of @field in @text, or NULL. */
static const char *find_field_value(const char *text, const char *field)
{
	size_t length = strlen(field);

	for (const char *at = strstr(text, field); at;
	     at = strstr(at + 1, field))
		if ((at == text || at[-1] == ' ') &&
		    (at[length] == '=' || at[length] == ':'))
			return at + length + 1;
	return NULL;
}

/* Return whether the kernel prints the value of @field without "0x". */
static bool is_bare_address(const char *field)
{
	return !strcmp(field, "hrtimer");
}

static bool text_number(const void *source, const char *field, int64_t *number)
{
	const char *value = !strcmp(field, "id") ? strstr(source, "NR ") :
						   find_field_value(source, field);
	char *end;

	if (!value)
		return false;
	value += !strcmp(field, "id") ? strlen("NR ") : strspn(value, " ");
	*number = strtoull(value, &end, is_bare_address(field) ||
			   !strncmp(value, "0x", 2) ? 16 : 10);
	return end > value;
}

/* Copy what is from @from to @to, as far as it fits. */
static void copy_between(char *text, size_t size, const char *from,
			 const char *to)
{
	snprintf(text, size, "%.*s", (int)(to - from), from);
}

static bool text_text(const void *source, const char *field, const char *end,
		      char *text, size_t size)
{
	const char *value = *field ? find_field_value(source, field) : source, *to;

	if (!value)
		return false;
	to = strstr(value, end) ?: value + strlen(value);
	copy_between(text, size, value, to);
	/* trace-cmd report prints an offset after a function. */
	if (!strcmp(field, "function"))
		text[strcspn(text, "/+")] = '\0';
	return true;
}

static bool text_arguments(const void *source, uint64_t argument[2])
{
	const char *at = strchr(source, '(');

	at = at ? at + 1 : source;
	for (int i = 0; i < 2; i++) {
		size_t length = strcspn(at, ",)");
		const char *value = memchr(at, ':', length);
		char *end;

		value = value ? value + 1 : at;
		argument[i] = strtoull(value, &end, 16);
		if (end == value)
			return false;
		at += length + (at[length] == ',');
	}
	return true;
}

/* ---- COMM:PID [PRIO] ----------------------------------------------------- */

struct reported_thread {
	char comm[EVENT_COMM_LEN];
	int64_t pid;
	int64_t prio;
	const char *after;
};

static bool find_reported(struct reported_thread *thread, const char *text)
{
	const char *bracket = strstr(text, " ["), *colon = bracket;
	char *end;

	while (colon && colon > text && *colon != ':')
		colon--;
	if (!colon || colon == text)
		return false;
	thread->pid = strtol(colon + 1, &end, 10);
	if (end != bracket)
		return false;
	thread->prio = strtol(bracket + 2, &end, 10);
	if (*end != ']')
		return false;
	thread->after = end + 1 + strspn(end + 1, " ");
	copy_between(thread->comm, sizeof(thread->comm), text, colon);
	return true;
}

/*
 * Find the thread that @field, like "next_pid", is about, and set @field to
 * what is behind "prev_" and "next_".
 */
static bool find_reported_of(struct reported_thread *thread, const char *text,
			     const char **field)
{
	const char *arrow = strstr(text, " ==> ");

	if (!strncmp(*field, "next_", 5)) {
		text = arrow ? arrow + strlen(" ==> ") : text;
		*field += 5;
	} else if (!strncmp(*field, "prev_", 5)) {
		*field += 5;
	}
	return find_reported(thread, text);
}

static bool reported_number(const void *source, const char *field,
			    int64_t *number)
{
	struct reported_thread thread;
	int cpu;

	if (!find_reported_of(&thread, source, &field))
		return false;
	if (!strcmp(field, "pid")) {
		*number = thread.pid;
	} else if (!strcmp(field, "prio")) {
		*number = thread.prio;
	} else {
		if (!scan(thread.after, "CPU:%d", &cpu))
			return false;
		*number = cpu;
	}
	return true;
}

static bool reported_text(const void *source, const char *field,
			  const char *end, char *text, size_t size)
{
	struct reported_thread thread;

	(void)end;
	if (!find_reported_of(&thread, source, &field))
		return false;
	if (!strcmp(field, "comm"))
		snprintf(text, size, "%s", thread.comm);
	else
		copy_between(text, size, thread.after, thread.after + 1);
	return true;
}

/* ---- Lines --------------------------------------------------------------- */

/*
 * Split "EVENT: FIELDS", also with "SYSTEM:" before it, or the forms of the
 * kernel for system calls, "sys_read(..." and "sys_read -> 0x1". Returns the
 * fields, or NULL.
 */
static const char *split_event(const char *text, char name[EVENT_NAME_LEN])
{
	size_t length = strcspn(text, ":( ");

	if (text[length] == ':' && text[length + 1] && text[length + 1] != ' ') {
		text += length + 1;
		length = strcspn(text, ":( ");
	}
	if (!length || length >= EVENT_NAME_LEN / 2)
		return NULL;
	if (text[length] == ':') {
		copy_between(name, EVENT_NAME_LEN, text, text + length);
		return text + length + 1;
	}
	if (strncmp(text, "sys_", 4))
		return NULL;
	snprintf(name, EVENT_NAME_LEN, "sys_%s_%.*s",
		 text[length] == '(' ? "enter" : "exit", (int)length - 4,
		 text + 4);
	return text + length;
}

/* Return what the CPU was in, by a state like "d.h3.". */
static enum span_kind find_inside(const char *state)
{
	for (; *state && *state != ' '; state++) {
		if (strchr("zZ", *state))
			return SPAN_NMI;
		if (strchr("hH", *state))
			return SPAN_IRQ;
		if (*state == 's')
			return SPAN_SOFTIRQ;
	}
	return SPAN_NONE;
}

static bool text_take(struct sched_trace *trace, const struct text_line *line,
		      bool *lost)
{
	struct sched_fields fields = {
		.number = text_number, .text = text_text,
		.arguments = text_arguments,
	};
	struct sched_event event = {
		.time = line->time, .cpu = line->cpu, .pid = line->pid,
		.kind = find_inside(line->state), .lost = *lost,
	};
	char name[EVENT_NAME_LEN], comm[EVENT_COMM_LEN];

	fields.source = split_event(line->rest, name);
	if (!fields.source)
		return true;
	fields.source += strspn(fields.source, " ");
	if (!strncmp(name, "sched_", 6) && !find_field_value(fields.source, "pid") &&
	    !find_field_value(fields.source, "prev_pid")) {
		fields.number = reported_number;
		fields.text = reported_text;
	}
	copy_between(comm, sizeof(comm), line->comm,
		     line->comm + line->comm_length);
	sched_trace_set_comm(trace, line->pid, comm);
	if (!sched_fields_take(trace, name, &fields, &event))
		return true;
	*lost = false;
	return sched_trace_add(trace, &event);
}

/* Take the line in which a trace of our own says what it was saved for. */
static void take_cycle_line(struct sched_trace *trace, const char *line)
{
	struct traced_cycle cycle = { .tid = 0 };

	if (scan(line, "# cycle: thread %d waits %n %n %u released %t%$",
		 &cycle.tid, &cycle.home.nr, &cycle.home.how,
		 &cycle.home.object, &cycle.release) && cycle.tid > 0)
		trace->cycle = cycle;
	if (!scan(line, "# cycle: thread %d between marks on CPU %d from %t to %t%$",
		  &cycle.tid, &cycle.cpu, &cycle.release, &cycle.completion))
		return;
	cycle.home.nr = CYCLE_WAIT_MARK;
	if (cycle.tid > 0)
		trace->cycle = cycle;
}

const char *sched_text_read(struct sched_trace *trace, FILE *in)
{
	struct line_reader reader = { .in = in };
	bool lost[CPUS_MAX] = { false }, memory = true;
	unsigned long lines = 0;
	struct text_line line;

	trace->resolution = TEXT_RESOLUTION_NS;
	while (memory && (trace->events || lines++ < LINES_WITHOUT) &&
	       line_read(&reader)) {
		line_clean(reader.line, reader.length);
		take_cycle_line(trace, reader.line);
		text_line_parse(&line, reader.line);
		if (line.kind == LINE_LOSS)
			lost[line.cpu] = true;
		if (line.kind != LINE_EVENT || line.when == TIME_WITHOUT_UNIT ||
		    line.cpu < 0 || line.cpu >= CPUS_MAX)
			continue;
		memory = text_take(trace, &line, &lost[line.cpu]);
	}
	line_reader_free(&reader);
	return !memory ? strerror(ENOMEM) :
	       reader.error ? strerror(reader.error) : NULL;
}
