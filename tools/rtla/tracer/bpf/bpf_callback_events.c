// SPDX-License-Identifier: GPL-2.0
/*
 * Recorded callbacks as events: see bpf_callback_events.h.
 */
#include <stdio.h>
#include <string.h>

#include "base/times.h"
#include "trace/callback_kinds.h"
#include "trace/events.h"
#include "tracer/bpf/bpf_callback_events.h"
#include "tracer/bpf/bpf_layout.h"

static bool put_callback(struct event_list *list,
			 const struct bpf_callback *callback, uint64_t end)
{
	const struct bpf_asked *by = &callback->by;
	struct event event = {
		.type = EVENT_CALLBACK, .pid = callback->thread, .time = end,
	};

	event_set_defaults(&event);
	event.callback.function = callback->function;
	event.callback.start = callback->start;
	event.callback.kind = callback->kind;
	event.callback.ends = true;
	event.callback.thread = callback->thread;
	event.callback.sender_cpu = -1;
	if (by->object) {
		event.callback.sent = by->time;
		event.callback.sender = by->pid;
		event.callback.sender_cpu = by->cpu;
		memcpy(event.callback.sender_comm, by->comm, BPF_COMM_LEN);
	}
	return event_list_append(list, &event, false);
}

bool bpf_callback_events_put(struct event_list *list, const struct bpf_cpu *cpu,
			     uint64_t since, uint64_t until)
{
	const struct bpf_callbacks *callbacks = &cpu->callbacks;

	for (int place = 0; place < BPF_CALLBACK_PLACES; place++)
		for (int i = 0; i < BPF_CALLBACKS; i++) {
			const struct bpf_callback *callback =
				&callbacks->callback[place][i];
			uint64_t end = callback->end ?: until;

			if (!callback->function || callback->start < since ||
			    callback->start + BPF_CALLBACK_MIN > end)
				continue;
			if (!put_callback(list, callback, end))
				return false;
		}
	return true;
}

/* Find the handler of a thread with this name; NULL: it is none of an interrupt. */
static const struct bpf_handler *find_handler(const struct bpf_cpu *cpu,
					      const char *comm)
{
	const struct bpf_handler *handler;
	unsigned int irq;
	int end = 0;

	if (sscanf(comm, "irq/%u-%n", &irq, &end) != 1 || !end)
		return NULL;
	handler = &cpu->callbacks.handler[irq % BPF_HANDLERS]
			[strncmp(comm + end, "s-", 2) ? BPF_PRIMARY :
							BPF_SECONDARY];
	return handler->function && handler->irq == irq ? handler : NULL;
}

bool bpf_callback_events_handle(struct event_list *list,
				const struct bpf_cpu *cpu,
				const struct bpf_span *thread)
{
	const struct bpf_handler *handler;
	char comm[BPF_COMM_LEN + 1] = "";
	struct bpf_callback ran = {
		.start = thread->start, .thread = thread->id,
		.kind = CALLBACK_HANDLER,
	};

	memcpy(comm, thread->comm, BPF_COMM_LEN);
	handler = find_handler(cpu, comm);
	if (!handler || thread->end - thread->start < BPF_CALLBACK_MIN)
		return true;
	ran.function = handler->function;
	return put_callback(list, &ran, thread->end);
}
