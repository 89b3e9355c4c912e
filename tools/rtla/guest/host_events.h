/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events of a host of virtual machines that tell where its vCPUs are: in
 * the guest, in the host's kernel, in the hypervisor's program, or waiting for
 * a CPU of the host, and who has that.
 */
#ifndef RTLA_HOST_EVENTS_H
#define RTLA_HOST_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/event_names.h"

enum host_event_type {
	HOST_ENTRY,		/* kvm_entry: the vCPU goes on in the guest */
	HOST_EXIT,		/* kvm_exit: it has left the guest */
	HOST_USER,		/* kvm_userspace_exit: to the hypervisor's program */
	HOST_SWITCH,
	HOST_WAKING,		/* sched_waking, sched_wakeup */
	HOST_MIGRATE,		/* sched_migrate_task */
	HOST_IRQ_BEGIN,
	HOST_IRQ_END,
	HOST_SOFTIRQ_BEGIN,
	HOST_SOFTIRQ_END,
};

/**
 * struct host_event - one event of the host
 * @time: ns of the host's trace clock
 * @order: its place in the file, which counts between equal times
 * @cpu: of the host
 * @pid: the thread that ran; of a switch, that which leaves the CPU
 * @other: the thread that is switched to, woken or moved; the vCPU that is
 *	entered or left, -1: not said; the number of an interrupt or a softirq
 * @to: the CPU to which a thread is woken or moved; -1: not said
 * @prio: of the thread that is switched to, on the kernel's scale
 * @ready: of a switch: the thread that leaves wants to go on
 * @name: the thread that ran when a vCPU is entered; the reason of an exit; the
 *	thread that is switched to; the interrupt, the softirq
 */
struct host_event {
	uint64_t time;
	uint64_t order;
	enum host_event_type type;
	int cpu;
	int pid;
	int other;
	int to;
	int prio;
	bool ready;
	char name[EVENT_DESC_LEN];
};

/*
 * host_event_parse - read "EVENT: FIELDS", also with "SYSTEM:" before it
 *
 * The fields are as the kernel or trace-cmd report prints them. Returns false
 * if it is an event that nobody asks for. Time, CPU and thread are left alone.
 */
bool host_event_parse(struct host_event *event, const char *text);

/* host_event_is_known - return whether an event of this name may be asked for */
bool host_event_is_known(const char *name);

#endif /* RTLA_HOST_EVENTS_H */
