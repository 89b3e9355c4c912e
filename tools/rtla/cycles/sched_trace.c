// SPDX-License-Identifier: GPL-2.0
/*
 * Events about where threads are: see sched_trace.h.
 */
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/array.h"
#include "base/printable.h"
#include "cycles/sched_trace.h"
#include "trace/event_names.h"

/* No machine has a system call with such a number. */
#define UNKNOWN_CALLS	1000000

bool sched_trace_add(struct sched_trace *trace, const struct sched_event *event)
{
	struct sched_event *grown = array_grow(trace->event, trace->events,
					       sizeof(*grown));

	if (!grown)
		return false;
	trace->event = grown;
	grown[trace->events] = *event;
	grown[trace->events].order = trace->events;
	trace->events++;
	trace->has |= SCHED_HAS(event->type);
	return true;
}

/* ---- Names --------------------------------------------------------------- */

/* Append @text; return its number, or 0 without memory. */
static uint32_t append_name(struct sched_names *names, uint64_t key,
			 const char *text)
{
	char **grown = array_grow(names->text, names->count, sizeof(*grown));
	char *copy = strdup(text);

	if (grown)
		names->text = grown;
	if (!grown || !copy || !number_map_put(&names->place, key, names->count)) {
		free(copy);
		return 0;
	}
	grown[names->count] = copy;
	return names->count++;
}

uint32_t sched_trace_number(struct sched_trace *trace, const char *name)
{
	struct sched_names *names = &trace->names;
	uint64_t key = number_of_text(name);
	int64_t number;

	if (!names->count)
		append_name(names, number_of_text(""), "");
	/* Two texts may have one number: the next one is taken then. */
	for (; number_map_find(&names->place, key, &number); key++)
		if (!strcmp(names->text[number], name))
			return number;
	return names->count ? append_name(names, key, name) : 0;
}

const char *sched_trace_name(const struct sched_trace *trace, uint32_t number)
{
	return number < trace->names.count ? trace->names.text[number] : "";
}

const char *sched_trace_comm(const struct sched_trace *trace, int pid)
{
	int64_t number;

	return number_map_find(&trace->comms, pid, &number) ?
	       sched_trace_name(trace, number) : "";
}

void sched_trace_set_comm(struct sched_trace *trace, int pid, const char *comm)
{
	char name[EVENT_COMM_LEN];
	int64_t number;

	snprintf(name, sizeof(name), "%s", comm);
	/* A name is shown within a line. */
	printable_join(name);
	/* Most events name a thread as the one before did. */
	if (!*name || *name == '<' ||
	    (number_map_find(&trace->comms, pid, &number) &&
	     !strcmp(sched_trace_name(trace, number), name)))
		return;
	number_map_put(&trace->comms, pid, sched_trace_number(trace, name));
}

/* ---- Waits --------------------------------------------------------------- */

uint32_t sched_trace_call(struct sched_trace *trace, const char *name)
{
	int nr = cycle_wait_find(name);
	uint32_t number;

	if (nr >= 0)
		return nr;
	number = sched_trace_number(trace, name);
	number_map_put(&trace->calls, UNKNOWN_CALLS + number, number);
	return UNKNOWN_CALLS + number;
}

struct cycle_wait sched_trace_wait(uint32_t nr, const uint64_t argument[2])
{
	struct cycle_wait wait = { .nr = nr };

	if (cycle_wait_has_descriptor(nr)) {
		wait.how = argument[0];
	} else if (nr == SYS_clock_nanosleep) {
		wait.how = argument[1];
	} else if (nr == SYS_futex) {
		wait.how = argument[1] & FUTEX_CMD_MASK & 0x7f;
		wait.object = argument[0] & ~7ULL;
	}
	return wait;
}

const char *sched_trace_wait_name(const struct sched_trace *trace,
				  const struct cycle_wait *wait, char *text)
{
	int64_t number;

	if (number_map_find(&trace->calls, wait->nr, &number))
		snprintf(text, SCHED_WAIT_LEN, "%s",
			 sched_trace_name(trace, number));
	else
		cycle_wait_name(wait, text, SCHED_WAIT_LEN);
	return text;
}

/* ---- All of it ----------------------------------------------------------- */

static int sched_event_compare(const void *a, const void *b)
{
	const struct sched_event *one = a, *two = b;

	if (one->time != two->time)
		return one->time < two->time ? -1 : 1;
	return one->order < two->order ? -1 : one->order > two->order;
}

void sched_trace_settle(struct sched_trace *trace)
{
	if (trace->events)
		qsort(trace->event, trace->events, sizeof(*trace->event),
		      sched_event_compare);
}

void sched_trace_free(struct sched_trace *trace)
{
	for (size_t i = 0; i < trace->names.count; i++)
		free(trace->names.text[i]);
	free(trace->names.text);
	number_map_free(&trace->names.place);
	number_map_free(&trace->comms);
	number_map_free(&trace->calls);
	free(trace->event);
	*trace = (struct sched_trace) { .events = 0 };
}
