// SPDX-License-Identifier: GPL-2.0
/*
 * The events of tracers: see event_shapes.h.
 */
#include <string.h>

#include "trace/event_shapes.h"
#include "trace/noise_source.h"
#include "trace/recorder.h"

#define MEMBER(kind_, name_, newer_, member) \
	{ name_, newer_, kind_, offsetof(struct event, member), \
	  sizeof(((struct event *)NULL)->member) }
#define NUMBER(name, member)	MEMBER(FIELD_NUMBER, name, false, member)
#define NEWER(name, member)	MEMBER(FIELD_NUMBER, name, true, member)
#define US(name, member)	MEMBER(FIELD_US, name, false, member)
#define TEXT(name, member)	MEMBER(FIELD_TEXT, name, false, member)

/* The fields of events that are the same in all tracers. */
#define START		NUMBER("start", noise.start)
#define DURATION	NUMBER("duration", noise.duration)
#define GAP { \
	NUMBER("start", gap.start), \
	NUMBER("duration", gap.duration), \
	NUMBER("interference", gap.interference), \
}

#define POINTER(name, member)	MEMBER(FIELD_POINTER, name, false, member)

#define WAKING(name_, queued) \
	{ .name = name_, .system = "sched", .type = EVENT_WAKING, \
	  .ends = queued, .fields = { NUMBER("pid", waking.pid) } }
#define CALLBACK_BEGIN(system_, name_, kind_, object_, function_) \
	{ .name = name_, .system = system_, .type = EVENT_CALLBACK, \
	  .kind = kind_, .fields = { \
		POINTER(object_, callback.object), \
		POINTER(function_, callback.function), \
	} }
#define CALLBACK_END(system_, name_, kind_, object_) \
	{ .name = name_, .system = system_, .type = EVENT_CALLBACK, \
	  .kind = kind_, .ends = true, .fields = { \
		POINTER(object_, callback.object), \
	} }

/* The kernel's own events, which all tables share. */
static const struct event_shape shared_shapes[] = {
	{ .name = "cpu_idle", .system = "power", .type = EVENT_IDLE, .fields = {
		NUMBER("state", idle.state),
	} },
	{ .name = "sched_switch", .system = "sched", .type = EVENT_SWITCH, .fields = {
		NUMBER("prev_pid", switched.from),
		NUMBER("prev_prio", switched.from_prio),
		NUMBER("next_pid", switched.to),
		NUMBER("next_prio", switched.to_prio),
		TEXT("prev_comm", switched.from_comm),
		TEXT("next_comm", switched.to_comm),
	} },
	WAKING("sched_waking", false),
	WAKING("sched_wakeup", true),
	WAKING("sched_wakeup_new", true),
	CALLBACK_BEGIN("workqueue", "workqueue_execute_start", CALLBACK_WORK,
		       "work", "function"),
	CALLBACK_END("workqueue", "workqueue_execute_end", CALLBACK_WORK,
		     "work"),
	CALLBACK_BEGIN("sched", "sched_kthread_work_execute_start",
		       CALLBACK_WORK, "work", "function"),
	CALLBACK_END("sched", "sched_kthread_work_execute_end",
		     CALLBACK_WORK, "work"),
	CALLBACK_BEGIN("csd", "csd_function_entry", CALLBACK_CALL,
		       "csd", "func"),
	CALLBACK_END("csd", "csd_function_exit", CALLBACK_CALL, "csd"),
	CALLBACK_BEGIN("timer", "timer_expire_entry", CALLBACK_TIMER,
		       "timer", "function"),
	CALLBACK_END("timer", "timer_expire_exit", CALLBACK_TIMER, "timer"),
	CALLBACK_BEGIN("timer", "hrtimer_expire_entry", CALLBACK_HRTIMER,
		       "hrtimer", "function"),
	CALLBACK_END("timer", "hrtimer_expire_exit", CALLBACK_HRTIMER,
		     "hrtimer"),
	CALLBACK_BEGIN("irq", "tasklet_entry", CALLBACK_TASKLET,
		       "tasklet", "func"),
	CALLBACK_END("irq", "tasklet_exit", CALLBACK_TASKLET, "tasklet"),
	CALLBACK_BEGIN("rcu", "rcu_invoke_callback", CALLBACK_RCU,
		       "rhp", "func"),
	{ .name = "napi_poll", .system = "napi", .type = EVENT_CALLBACK,
	  .kind = CALLBACK_POLL, .ends = true, .fields = {
		POINTER("napi", callback.object),
		MEMBER(FIELD_STRING, "dev_name", false, callback.name),
	} },
	{ .name = "csd_queue_cpu", .system = "csd", .type = EVENT_IPI, .fields = {
		NUMBER("cpu", ipi.to),
		POINTER("csd", ipi.object),
		POINTER("func", ipi.function),
	} },
	{ .name = "ipi_send_cpu", .system = "ipi", .type = EVENT_IPI, .fields = {
		NUMBER("cpu", ipi.to),
		POINTER("callback", ipi.function),
	} },
	{ .name = "ipi_send_cpumask", .system = "ipi", .type = EVENT_IPI, .fields = {
		MEMBER(FIELD_MASK, "cpumask", false, ipi.mask),
		POINTER("callback", ipi.function),
	} },
	{ .name = NULL },
};

static const struct event_shape module_shapes[] = {
	{ .name = "timerlat_sample", .type = EVENT_SAMPLE, .needed = true, .fields = {
		NUMBER("timer_latency", sample.latency),
		NUMBER("t_w", sample.t_w),
		NUMBER("seqnum", sample.seqnum),
		NUMBER("context", sample.context),
		NEWER("pid", sample.pid),
	} },
	{ .name = "nmi_noise", .type = EVENT_NMI, .needed = true, .fields = {
		START,
		DURATION,
	} },
	{ .name = "irq_noise", .type = EVENT_IRQ, .needed = true, .fields = {
		START,
		DURATION,
		NUMBER("vector", noise.id),
		TEXT("desc", noise.name),
	} },
	{ .name = "softirq_noise", .type = EVENT_SOFTIRQ, .needed = true, .fields = {
		START,
		DURATION,
		NUMBER("vector", noise.id),
	} },
	{ .name = "thread_noise", .type = EVENT_THREAD, .needed = true, .fields = {
		START,
		DURATION,
		NUMBER("pid", noise.id),
		NUMBER("prio", noise.prio),
		TEXT("comm", noise.name),
	} },
	{ .name = "stack", .type = EVENT_STACK, .needed = true, .fields = {
		NUMBER("t_w", stack.t_w),
		NEWER("time", stack.time),
		NEWER("cost", stack.cost),
		NEWER("pid", stack.pid),
		MEMBER(FIELD_ADDRESSES, "caller", false, stack.caller),
	} },
	{ .name = "stop", .type = EVENT_STOP, .needed = true, .fields = {
		NUMBER("latency", stop.latency),
		NUMBER("threshold", stop.threshold),
		NUMBER("t_w", stop.t_w),
		NUMBER("irq_start", stop.irq_start),
		NUMBER("thread_start", stop.thread_start),
		NUMBER("session", stop.session),
		NUMBER("seqnum", stop.seqnum),
		NUMBER("context", stop.context),
		NUMBER("pid", stop.pid),
		NUMBER("prio", stop.prio),
		TEXT("comm", stop.comm),
	} },
	{ .name = "osnoise_sample", .type = EVENT_PERIOD, .needed = true, .fields = {
		NUMBER("start", period.start),
		NUMBER("runtime_ns", period.runtime),
		NUMBER("noise_ns", period.noise),
		NUMBER("max_sample_ns", period.max_single),
		NUMBER("hw_count", period.from[NOISE_HARDWARE]),
		NUMBER("irq_count", period.from[NOISE_IRQ]),
		NUMBER("nmi_count", period.from[NOISE_NMI]),
		NUMBER("softirq_count", period.from[NOISE_SOFTIRQ]),
		NUMBER("thread_count", period.from[NOISE_THREAD]),
		NUMBER("seqnum", period.seqnum),
	} },
	{ .name = "sample_threshold", .type = EVENT_GAP, .needed = true, .fields = GAP },
	{ .name = "callback", .type = EVENT_CALLBACK, .ends = true, .fields = {
		NUMBER("start", callback.start),
		POINTER("function", callback.function),
		NUMBER("kind", callback.kind),
		NUMBER("pid", callback.thread),
		NUMBER("sent", callback.sent),
		NUMBER("sender_pid", callback.sender),
		NUMBER("sender_cpu", callback.sender_cpu),
		TEXT("sender", callback.sender_comm),
	} },
	{ .name = "counters", .type = EVENT_COUNTERS, .fields = {
		NUMBER("t_w", counters.t_w),
		NUMBER("start", counters.start),
		NUMBER("duration", counters.duration),
		NUMBER("cycles", counters.count[COUNTER_CYCLES]),
		NUMBER("instructions", counters.count[COUNTER_INSTRUCTIONS]),
		NUMBER("cache_misses", counters.count[COUNTER_CACHE_MISSES]),
		NUMBER("tlb_misses", counters.count[COUNTER_TLB_MISSES]),
		NUMBER("switches", counters.count[COUNTER_SWITCHES]),
		NUMBER("faults", counters.count[COUNTER_FAULTS]),
	} },
	{ .name = "wakeup", .type = EVENT_WAKEUP, .fields = {
		NUMBER("t_w", wakeup.point[0]),
		NUMBER("irq", wakeup.point[1]),
		NUMBER("waking", wakeup.point[WAKEUP_WAKING]),
		NUMBER("queued", wakeup.point[WAKEUP_QUEUED]),
		NUMBER("sched", wakeup.point[4]),
		NUMBER("switched", wakeup.point[5]),
		NUMBER("run", wakeup.point[WAKEUP_RUN]),
		NUMBER("session", wakeup.session),
		NUMBER("pid", wakeup.pid),
		NUMBER("kind", wakeup.kind),
		NUMBER("waker", wakeup.waker),
	} },
	{ .name = NULL },
};

#define KERNEL_SAMPLE { \
	NUMBER("timer_latency", sample.latency), \
	NUMBER("seqnum", sample.seqnum), \
	NUMBER("context", sample.context), \
}
#define KERNEL_PERIOD { \
	US("runtime", period.runtime), \
	US("noise", period.noise), \
	US("max_sample", period.max_single), \
	NUMBER("hw_count", period.from[NOISE_HARDWARE]), \
	NUMBER("irq_count", period.from[NOISE_IRQ]), \
	NUMBER("nmi_count", period.from[NOISE_NMI]), \
	NUMBER("softirq_count", period.from[NOISE_SOFTIRQ]), \
	NUMBER("thread_count", period.from[NOISE_THREAD]), \
}

/*
 * The tracers write each sample as an entry of their own, in the system ftrace,
 * and since Linux 6.15 as an event, too.
 */
static const struct event_shape kernel_shapes[] = {
	{ .name = "timerlat_sample", .type = EVENT_SAMPLE, .fields = KERNEL_SAMPLE },
	{ .name = "timerlat", .system = "ftrace", .type = EVENT_SAMPLE,
	  .fields = KERNEL_SAMPLE },
	{ .name = "osnoise_sample", .type = EVENT_PERIOD, .fields = KERNEL_PERIOD },
	{ .name = "osnoise", .system = "ftrace", .type = EVENT_PERIOD, .needed = true,
	  .fields = KERNEL_PERIOD },
	{ .name = "nmi_noise", .type = EVENT_NMI, .fields = { START, DURATION } },
	{ .name = "irq_noise", .type = EVENT_IRQ, .fields = {
		START,
		DURATION,
		NUMBER("vector", noise.id),
		MEMBER(FIELD_STRING, "desc", false, noise.name),
	} },
	{ .name = "softirq_noise", .type = EVENT_SOFTIRQ, .fields = {
		START,
		DURATION,
		NUMBER("vector", noise.id),
	} },
	{ .name = "thread_noise", .type = EVENT_THREAD, .fields = {
		START,
		DURATION,
		NUMBER("pid", noise.id),
		TEXT("comm", noise.name),
	} },
	{ .name = "sample_threshold", .type = EVENT_GAP, .fields = GAP },
	{ .name = "kernel_stack", .system = "ftrace", .type = EVENT_STACK, .fields = {
		MEMBER(FIELD_COUNT, "size", false, stack.count),
		MEMBER(FIELD_FRAMES, "caller", false, stack.caller),
	} },
	{ .name = "print", .system = "ftrace", .type = EVENT_STOP, .fields = {
		MEMBER(FIELD_MARK, "buf", false, stop.comm),
	} },
	{ .name = NULL },
};

const struct event_shape *event_table_shape(const struct event_table *table,
					    int number)
{
	const struct event_shape *shape = table->shapes;

	for (; shape->name && number; shape++)
		number--;
	return shape->name ? shape : &shared_shapes[number];
}

const struct event_table *event_table_find(const char *system)
{
	static const struct event_table tables[] = {
		{ MODULE_SYSTEM, "load the module that belongs to this tool",
		  module_shapes },
		{ KERNEL_SYSTEM, "this kernel's own tracers are not those that this tool knows",
		  kernel_shapes },
	};

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		if (!strcmp(tables[i].system, system))
			return &tables[i];
	return NULL;
}

bool stop_mark_is(const char *text)
{
	static const char mark[] = "stop tracing hit on cpu ";
	size_t digits;

	if (strncmp(text, mark, strlen(mark)))
		return false;
	text += strlen(mark);
	digits = strspn(text, "0123456789");
	/* A stop for another reason says more. */
	return digits && (!text[digits] || text[digits] == '\n');
}
