/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A saved trace of a host of virtual machines: its events, and for each thread
 * that runs a vCPU when it was in the guest.
 */
#ifndef RTLA_HOST_TRACE_H
#define RTLA_HOST_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/event_names.h"

struct host_event;

/* A vCPU was in the guest from an entry to an exit, in ns of the host's clock. */
struct guest_run {
	int64_t from;
	int64_t to;
};

/**
 * struct vcpu - a thread of the host that runs a vCPU
 * @tid: its id
 * @number: of the vCPU in its machine; -1: neither an event nor the thread's
 *	name tells
 * @comm: name of the thread; "": not known
 * @begin: of its first event; what was before is not known
 * @end: of the trace
 * @run: when it was in the guest, in the order of time; also what is not known
 *	is such a run
 */
struct vcpu {
	int tid;
	int number;
	char comm[EVENT_COMM_LEN];
	int64_t begin;
	int64_t end;
	struct guest_run *run;
	size_t runs;
};

/**
 * struct host_trace - the trace; a zeroed one is empty
 * @event: all of them, in the order of time
 * @resolution: the time of an event is wrong by so many ns at most
 * @lost: how often events were lost
 * @why: buffer for the text of a reason
 */
struct host_trace {
	struct host_event *event;
	size_t events;
	struct vcpu *vcpu;
	size_t vcpus;
	uint64_t resolution;
	unsigned long lost;
	char why[256];
};

/* host_trace_add - add a copy of @event; return false without memory */
bool host_trace_add(struct host_trace *trace, const struct host_event *event);

/*
 * host_trace_settle - put the events in order, and find the runs of the vCPUs
 *
 * All events were added. Returns NULL, or the reason of a failure.
 */
const char *host_trace_settle(struct host_trace *trace);

void host_trace_free(struct host_trace *trace);

#endif /* RTLA_HOST_TRACE_H */
