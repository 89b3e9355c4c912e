// SPDX-License-Identifier: GPL-2.0
/*
 * Events that are made up: see made_events.h.
 */
#include <stdio.h>

#include "made_events.h"
#include "test.h"

static bool find_no_symbol(void *source, uint64_t address, char *name,
			   size_t size)
{
	(void)source;
	(void)address;
	(void)name;
	(void)size;
	return false;
}

const struct symbols made_no_symbols = { find_no_symbol, NULL };

struct event *made_event(struct event_list *list, enum event_type type,
			 uint64_t time, int pid)
{
	struct event *event = event_list_add(list);

	assert_non_null(event);
	event->type = type;
	event->time = time;
	event->pid = pid;
	return event;
}

void made_noise(struct event_list *list, enum event_type type, uint64_t start,
		uint64_t net, uint64_t end, int id, const char *name)
{
	struct event *event = made_event(list, type, end, 0);

	event->noise.start = start;
	event->noise.duration = net;
	event->noise.id = id;
	event->noise.prio = 120;
	snprintf(event->noise.name, sizeof(event->noise.name), "%s", name);
}

void made_sample(struct event_list *list, uint64_t t_w, int context,
		 uint64_t latency, int pid)
{
	struct event *event =
		made_event(list, EVENT_SAMPLE, t_w + latency, pid);

	event->sample.pid = pid;
	event->sample.context = context;
	event->sample.latency = latency;
	event->sample.t_w = t_w;
	event->sample.seqnum = MADE_SEQNUM;
}

void made_stop(struct event_list *list, uint64_t t_w, uint64_t latency,
	       uint64_t irq_start, uint64_t thread_start, int pid)
{
	struct event *stop = made_event(list, EVENT_STOP, t_w + latency + 10,
					pid);

	stop->stop.context = CONTEXT_THREAD;
	stop->stop.latency = latency;
	stop->stop.t_w = t_w;
	stop->stop.seqnum = MADE_SEQNUM;
	stop->stop.irq_start = irq_start;
	stop->stop.thread_start = thread_start;
	stop->stop.pid = pid;
}
