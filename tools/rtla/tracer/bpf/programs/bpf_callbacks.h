/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The programs that record callbacks: a kworker, a softirq or an interrupt only
 * carries them, and its own name does not tell what it did. It is what
 * kernel/noise/hooks_callbacks.c does.
 *
 * A callback ends when the next one of its place begins, or what runs it ends.
 * It is kept if it took a time that can matter; otherwise the next one of the
 * same place replaces it. Calls of one function that follow each other are one
 * callback: hundreds of timers may expire at once, of which each takes little,
 * and only the last callbacks are kept.
 */
#ifndef RTLA_BPF_CALLBACKS_H
#define RTLA_BPF_CALLBACKS_H

#include "trace/callback_kinds.h"
#include "tracer/bpf/programs/bpf_recording.h"

/* The numbers of softirqs, which the kernel does not change. */
#define SOFTIRQ_TIMER	1
#define SOFTIRQ_NET_RX	3
#define SOFTIRQ_HRTIMER	8

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct hrtimer {
	__s64 _softexpires;
	void *function;
	__u8 is_soft;
};

struct irqaction {
	struct irqaction *secondary;
};
#pragma clang attribute pop

struct timer_list;
struct work_struct;
struct napi_struct;
struct __call_single_data;

/* Return the function that one of the kernel's structures names. */
static __always_inline const void *function_of(const void *object,
					       enum bpf_function which)
{
	return *(const void *const *)(object + recorder.function[which]);
}

/* ---- Beginnings and ends ------------------------------------------------- */

static __always_inline __u32 running_thread(void)
{
	return bpf_get_current_pid_tgid();
}

/* Return the callback of a place that runs there, or is the next to do so. */
static __always_inline struct bpf_callback *
callback_at(struct bpf_cpu *cpu, enum bpf_place_of_callbacks place)
{
	struct bpf_callbacks *callbacks = &cpu->callbacks;
	__u32 count = callbacks->count[place];

	return &callbacks->callback[place][count & (BPF_CALLBACKS - 1)];
}

/* End what runs in a place, if it is a callback of this thread. */
static __always_inline void callback_ends(struct bpf_cpu *cpu,
					  enum bpf_place_of_callbacks place)
{
	struct bpf_callback *callback = callback_at(cpu, place);
	__u64 start = callback->start, now;

	if (!start || callback->thread != running_thread())
		return;
	now = bpf_ktime_get_ns();
	if (!callback->function || now - start < BPF_CALLBACK_MIN) {
		callback->start = 0;
		return;
	}
	callback->end = now;
	cpu->callbacks.count[place]++;
	callback_at(cpu, place)->start = 0;
}

/* Return whether the callback that runs is this function, and nobody's request. */
static __always_inline bool callback_goes_on(const struct bpf_callback *callback,
					     const void *function)
{
	return callback->start && callback->function &&
	       callback->function == (__u64)function &&
	       !callback->by.object && callback->thread == running_thread();
}

static __always_inline void callback_begins(struct bpf_cpu *cpu,
					    enum bpf_place_of_callbacks place,
					    enum callback_kind kind,
					    const void *function,
					    const struct bpf_asked *by)
{
	struct bpf_callback *callback = callback_at(cpu, place);

	if (!by && callback_goes_on(callback, function))
		return;
	callback_ends(cpu, place);
	callback = callback_at(cpu, place);
	callback->start = 0;
	callback->end = 0;
	callback->function = (__u64)function;
	callback->thread = running_thread();
	callback->kind = kind;
	if (by)
		callback->by = *by;
	else
		callback->by.object = 0;
	callback->start = bpf_ktime_get_ns();
}

/* The measuring thread's own timer is passed over, and ends what ran before. */
static __always_inline void timer_runs(struct bpf_cpu *cpu,
				       const struct hrtimer *timer, bool own)
{
	if (timer->is_soft)
		callback_begins(cpu, BPF_IN_TIMERS, CALLBACK_SOFT_HRTIMER,
				timer->function, NULL);
	else if (own)
		callback_ends(cpu, BPF_IN_IRQ);
	else if (is_in_interrupt(cpu))
		callback_begins(cpu, BPF_IN_IRQ, CALLBACK_HRTIMER,
				timer->function, NULL);
}

/* ---- Softirqs ------------------------------------------------------------ */

RECORDS_CARRIED SEC("tp_btf/timer_expire_entry")
int BPF_PROG(old_timer_runs, struct timer_list *timer)
{
	struct bpf_cpu *cpu = recording_cpu();

	if (cpu)
		callback_begins(cpu, BPF_IN_TIMERS, CALLBACK_TIMER,
				function_of(timer, BPF_TIMER_FUNCTION), NULL);
	return 0;
}

RECORDS_CARRIED SEC("tp_btf/tasklet_entry")
int BPF_PROG(tasklet_runs, void *tasklet, void *function)
{
	struct bpf_cpu *cpu = recording_cpu();

	if (cpu)
		callback_begins(cpu, BPF_IN_SOFTIRQ, CALLBACK_TASKLET,
				function, NULL);
	return 0;
}

/* The kernel tells only when the polling of a device has ended. */
static __always_inline void polling_begins(struct bpf_cpu *cpu)
{
	callback_begins(cpu, BPF_IN_SOFTIRQ, CALLBACK_POLL, NULL, NULL);
}

RECORDS_CARRIED SEC("tp_btf/napi_poll")
int BPF_PROG(device_polled, struct napi_struct *napi)
{
	struct bpf_cpu *cpu = recording_cpu();
	struct bpf_callback *callback =
		cpu ? callback_at(cpu, BPF_IN_SOFTIRQ) : NULL;

	if (!callback || !callback->start || callback->kind != CALLBACK_POLL ||
	    callback->thread != running_thread())
		return 0;
	callback->function = (__u64)function_of(napi, BPF_POLL_FUNCTION);
	polling_begins(cpu);
	return 0;
}

static __always_inline void softirq_carries(struct bpf_cpu *cpu,
					    unsigned int vector)
{
	if (vector == SOFTIRQ_NET_RX)
		polling_begins(cpu);
}

static __always_inline void softirq_carried(struct bpf_cpu *cpu,
					    unsigned int vector)
{
	if (vector == SOFTIRQ_TIMER || vector == SOFTIRQ_HRTIMER)
		callback_ends(cpu, BPF_IN_TIMERS);
	else
		callback_ends(cpu, BPF_IN_SOFTIRQ);
}

/* Under PREEMPT_RT these are loaded, where a softirq is a part of a thread. */
RECORDS_CARRIED SEC("tp_btf/softirq_entry")
int BPF_PROG(rt_softirq_begins, unsigned int vector)
{
	struct bpf_cpu *cpu = recording_cpu();

	if (cpu)
		softirq_carries(cpu, vector);
	return 0;
}

RECORDS_CARRIED SEC("tp_btf/softirq_exit")
int BPF_PROG(rt_softirq_ends, unsigned int vector)
{
	struct bpf_cpu *cpu = recording_cpu();

	if (cpu)
		softirq_carried(cpu, vector);
	return 0;
}

/* ---- Works --------------------------------------------------------------- */

/* Return the place of a thread's work, which may have another thread's. */
static __always_inline __u32 place_of_work(__u32 thread)
{
	return BPF_IN_WORK + (thread & (BPF_WORKS - 1));
}

RECORDS_CARRIED SEC("tp_btf/workqueue_execute_start")
int BPF_PROG(work_begins, struct work_struct *work)
{
	struct bpf_cpu *cpu = recording_cpu();

	if (cpu)
		callback_begins(cpu, place_of_work(running_thread()),
				CALLBACK_WORK,
				function_of(work, BPF_WORK_FUNCTION), NULL);
	return 0;
}

RECORDS_CARRIED SEC("tp_btf/workqueue_execute_end")
int BPF_PROG(work_ends)
{
	struct bpf_cpu *cpu = recording_cpu();

	if (cpu)
		callback_ends(cpu, place_of_work(running_thread()));
	return 0;
}

/* ---- Threads of interrupts ----------------------------------------------- */

/*
 * Note what the thread of an interrupt runs, whose name has the number. Devices
 * may share an interrupt, with a thread for each: then it is not known. To look
 * for the thread itself would make the kernel search all of its types when it
 * verifies that.
 */
static __always_inline void note_handler(struct bpf_handler *handler, int irq,
					 const void *function)
{
	if (!function)
		return;
	if (handler->irq == (__u32)irq && handler->function != (__u64)function)
		function = NULL;
	handler->irq = irq;
	handler->function = (__u64)function;
}

static __always_inline struct bpf_handler *
handlers_of(struct bpf_cpu *cpu, int irq)
{
	return cpu->callbacks.handler[irq & (BPF_HANDLERS - 1)];
}

/* PREEMPT_RT gives the first handler a thread, and the second one another. */
RECORDS_CARRIED SEC("tp_btf/irq_handler_entry")
int BPF_PROG(rt_device_begins, int irq, struct irqaction *action)
{
	struct bpf_cpu *cpu = recording_cpu();
	const struct irqaction *secondary = action->secondary;

	if (cpu && secondary)
		note_handler(&handlers_of(cpu, irq)[BPF_SECONDARY], irq,
			     function_of(secondary, BPF_THREAD_FUNCTION));
	return 0;
}

/* ---- Calls from other CPUs ----------------------------------------------- */

/* This runs on the CPU that asks. */
RECORDS_CARRIED SEC("tp_btf/csd_queue_cpu")
int BPF_PROG(call_is_asked, unsigned int number, unsigned long callsite,
	     void *function, struct __call_single_data *call)
{
	struct bpf_cpu *cpu = bpf_map_lookup_elem(&cpus, &number);
	__u32 from = bpf_get_smp_processor_id();
	struct bpf_asked *by;

	if (!cpu || !cpu->recording)
		return 0;
	by = &cpu->callbacks.asked[from & (BPF_ASKED - 1)];
	by->object = 0;
	by->time = bpf_ktime_get_ns();
	by->pid = running_thread();
	by->cpu = from;
	bpf_get_current_comm(by->comm, sizeof(by->comm));
	by->object = (__u64)call;
	return 0;
}

static __always_inline const struct bpf_asked *
find_asked(const struct bpf_cpu *cpu, const struct __call_single_data *call)
{
	const struct bpf_asked *asked = cpu->callbacks.asked;

#pragma unroll
	for (int i = 0; i < BPF_ASKED; i++)
		if (asked[i].object == (__u64)call)
			return &asked[i];
	return NULL;
}

/* The idle thread may look for calls, too, before it waits. */
RECORDS_CARRIED SEC("tp_btf/csd_function_entry")
int BPF_PROG(call_runs, void *function, struct __call_single_data *call)
{
	struct bpf_cpu *cpu = recording_cpu();

	if (cpu && call && is_in_interrupt(cpu))
		callback_begins(cpu, BPF_IN_IRQ, CALLBACK_CALL,
				function_of(call, BPF_CALL_TARGET),
				find_asked(cpu, call));
	return 0;
}

#endif /* RTLA_BPF_CALLBACKS_H */
