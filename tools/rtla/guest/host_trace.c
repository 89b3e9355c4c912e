// SPDX-License-Identifier: GPL-2.0
/*
 * The trace of a host: see host_trace.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number_map.h"
#include "base/scan.h"
#include "guest/host_events.h"
#include "guest/host_trace.h"

/* Times before and after all of a trace, of which differences fit as well. */
#define LONG_AGO	(INT64_MIN / 4)
#define NEVER		(INT64_MAX / 4)

#define RECORDED_WITH	"trace-cmd record -e kvm -e sched -e irq -e irq_vectors"

bool host_trace_add(struct host_trace *trace, const struct host_event *event)
{
	struct host_event *grown = array_grow(trace->event, trace->events,
					      sizeof(*grown));

	if (!grown)
		return false;
	trace->event = grown;
	grown[trace->events] = *event;
	grown[trace->events].order = trace->events;
	trace->events++;
	return true;
}

/* ---- vCPUs --------------------------------------------------------------- */

static int host_event_compare(const void *a, const void *b)
{
	const struct host_event *one = a, *two = b;

	if (one->time != two->time)
		return one->time < two->time ? -1 : 1;
	return one->order < two->order ? -1 : one->order > two->order;
}

static bool add_guest_run(struct vcpu *vcpu, int64_t from, int64_t to)
{
	struct guest_run *grown = array_grow(vcpu->run, vcpu->runs,
					     sizeof(*grown));

	if (!grown)
		return false;
	vcpu->run = grown;
	grown[vcpu->runs++] = (struct guest_run) { from, to };
	return true;
}

/* Return the vCPU of the thread @tid, which is made if needed, or NULL. */
static struct vcpu *find_vcpu(struct host_trace *trace, struct number_map *place,
			      int tid)
{
	struct vcpu *grown;
	int64_t i;

	if (number_map_find(place, tid, &i))
		return &trace->vcpu[i];
	grown = array_grow(trace->vcpu, trace->vcpus, sizeof(*grown));
	if (!grown || !number_map_put(place, tid, trace->vcpus)) {
		trace->vcpu = grown ?: trace->vcpu;
		return NULL;
	}
	trace->vcpu = grown;
	grown += trace->vcpus++;
	*grown = (struct vcpu) { .tid = tid, .number = -1 };
	return grown;
}

/*
 * Take an entry or an exit. An open run ends at NEVER: that of an entry whose
 * exit is missing goes on until the next one, as nobody knows better.
 */
static bool take_guest_run(struct vcpu *vcpu, const struct host_event *event)
{
	int64_t time = event->time;
	struct guest_run *last = vcpu->runs ? &vcpu->run[vcpu->runs - 1] : NULL;
	bool open = last && last->to == NEVER;

	if (event->other >= 0)
		vcpu->number = event->other;
	if (event->type == HOST_ENTRY) {
		snprintf(vcpu->comm, sizeof(vcpu->comm), "%.15s", event->name);
		if (vcpu->number < 0)
			scan(vcpu->comm, "CPU %d/KVM", &vcpu->number);
	}
	if (!last && !add_guest_run(vcpu, LONG_AGO, time))
		return false;
	if (open)
		last->to = time;
	return event->type != HOST_ENTRY || add_guest_run(vcpu, time, NEVER);
}

/* Find the runs of all vCPUs. Return false without memory. */
static bool find_runs(struct host_trace *trace)
{
	struct number_map place = { .count = 0 };
	int64_t end = 0;
	bool memory = true;

	for (size_t i = 0; i < trace->events && memory; i++) {
		const struct host_event *event = &trace->event[i];
		struct vcpu *vcpu;

		if (event->type != HOST_ENTRY && event->type != HOST_EXIT)
			continue;
		vcpu = find_vcpu(trace, &place, event->pid);
		memory = vcpu && take_guest_run(vcpu, event);
	}
	number_map_free(&place);
	if (trace->events)
		end = trace->event[trace->events - 1].time;
	for (size_t i = 0; i < trace->vcpus && memory; i++) {
		struct vcpu *vcpu = &trace->vcpu[i];
		struct guest_run *last = &vcpu->run[vcpu->runs - 1];

		vcpu->begin = vcpu->run[0].to;
		vcpu->end = end;
		if (last->to != NEVER)
			memory = add_guest_run(vcpu, end, NEVER);
	}
	return memory;
}

static bool has_switch(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->events; i++)
		if (trace->event[i].type == HOST_SWITCH)
			return true;
	return false;
}

const char *host_trace_settle(struct host_trace *trace)
{
	if (trace->events)
		qsort(trace->event, trace->events, sizeof(*trace->event),
		      host_event_compare);
	if (!find_runs(trace))
		return strerror(ENOMEM);
	if (!trace->vcpus)
		return "it has no kvm_entry and no kvm_exit: give a trace of the host, recorded with " RECORDED_WITH;
	/* Without switches, a thread that lost its CPU seems to have it. */
	return has_switch(trace) ? NULL : "it has no sched_switch, so that nobody knows which thread had a CPU: record it with " RECORDED_WITH;
}

void host_trace_free(struct host_trace *trace)
{
	for (size_t i = 0; i < trace->vcpus; i++)
		free(trace->vcpu[i].run);
	free(trace->vcpu);
	free(trace->event);
	*trace = (struct host_trace) { .events = 0 };
}
