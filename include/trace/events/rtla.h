/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tracepoints of rtla.ko. They appear below events/rtla/ of every trace
 * instance when the module is loaded. Times are in nanoseconds of
 * CLOCK_MONOTONIC. The clock "mono" of a trace instance is the same clock, so
 * times in the events and timestamps of records can be compared.
 *
 * A timerlat session records the irq_noise, softirq_noise and thread_noise that
 * come between the timer's interrupt and the thread's sample after that sample,
 * so that recording them is no part of the latency. Their fields say when they
 * were; the timestamps of the records are later.
 *
 * Names and fields follow the in-tree osnoise events where they mean the same.
 * The fields t_w and prio, and the events stack and stop, exist in rtla only.
 *
 * The kernel's macros make the name in C, such as trace_stop(), and the name of
 * the event from the same word. So these names in C have no prefix.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM rtla

#if !defined(_TRACE_RTLA_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_RTLA_H

#include <linux/interrupt.h>
#include <linux/sched.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint.h>

#include <uapi/rtla.h>

#ifndef RTLA_DESC_LEN
/*
 * The name of an interrupt is copied as three words, independent of its length.
 * The names of the CPU's vectors are zero-padded in advance, so they need no
 * string functions on the measured CPU.
 */
#define RTLA_DESC_LEN	24

/* See kernel/stats/osnoise_period.h. */
struct osnoise_period;

const char *rtla_print_stack(struct trace_seq *p, const unsigned long *caller,
			     size_t count);

/*
 * The kernel makes two things of TP_printk() of the event "stack": a function,
 * in which __entry is "field", and the event's print format, in which it is
 * "REC", for programs that read binary traces. Such a program cannot call the
 * function above, and its formats have no loops. So the format has a %s and a
 * %ps for each of the first 24 frames. It cannot leave a %ps out: of a shorter
 * stack, "0x0" is printed for those that are not there. It has no more frames
 * because the kernel notes in the bits of a u64 which arguments are safe.
 *
 * libtraceevent takes "a > b ? c : d" as "a > (b ? c : d)", and only numbers in
 * brackets.
 */
#define RTLA_FRAMES_FORMAT(entry)	__PASTE(RTLA_FRAMES_FORMAT_, entry)
#define RTLA_FRAMES(entry)		__PASTE(RTLA_FRAMES_, entry)

#define RTLA_FRAMES_FORMAT_field	"%s"
#define RTLA_FRAMES_field \
	rtla_print_stack(p, __get_dynamic_array(caller), \
			 __get_dynamic_array_len(caller) / \
			 sizeof(unsigned long))

#define RTLA_FRAME_IF(n, yes, no) \
	((__get_dynamic_array_len(caller) > 8 * (n)) ? yes : no)
#define RTLA_FRAME(n) \
	RTLA_FRAME_IF(n, " => ", " "), RTLA_FRAME_IF(n, REC->frame[n], 0)
#define RTLA_FRAME_FORMAT_8		"%s%ps%s%ps%s%ps%s%ps%s%ps%s%ps%s%ps%s%ps"

#define RTLA_FRAMES_FORMAT_REC \
	RTLA_FRAME_FORMAT_8 RTLA_FRAME_FORMAT_8 RTLA_FRAME_FORMAT_8 "%s"
#define RTLA_FRAMES_REC \
	RTLA_FRAME(0), RTLA_FRAME(1), RTLA_FRAME(2), RTLA_FRAME(3), \
	RTLA_FRAME(4), RTLA_FRAME(5), RTLA_FRAME(6), RTLA_FRAME(7), \
	RTLA_FRAME(8), RTLA_FRAME(9), RTLA_FRAME(10), RTLA_FRAME(11), \
	RTLA_FRAME(12), RTLA_FRAME(13), RTLA_FRAME(14), RTLA_FRAME(15), \
	RTLA_FRAME(16), RTLA_FRAME(17), RTLA_FRAME(18), RTLA_FRAME(19), \
	RTLA_FRAME(20), RTLA_FRAME(21), RTLA_FRAME(22), RTLA_FRAME(23), \
	RTLA_FRAME_IF(24, " => ...", "")
#endif

/*
 * timerlat_sample - one latency of one activation
 * @timer_latency: ns from t_w to the timestamp
 * @seqnum: number of the activation; counts from 1 on each CPU, and wraps: 0
 *	follows on 2^32 - 1, with a period of 100 us after five days. Numbers
 *	also begin anew when the CPU comes back online. What identifies an
 *	activation of a CPU is @t_w
 * @context: 0 in the timer's handler, 1 in the thread, 2 when a user-space
 *	workload asks for its next period
 * @t_w: when the timer was to expire
 * @pid: in context 0, the thread that the timer interrupted; else the measuring
 *	thread
 *
 * The latency in context 0 is recorded together with that in context 1, after
 * both were measured, so that the record is no part of a latency. So the
 * record's own timestamp is later than the timer's interrupt. Only a hit in
 * context 0 records it at once.
 *
 * Context: measuring thread; hard interrupt for a hit in context 0.
 */
TRACE_EVENT(timerlat_sample,

	TP_PROTO(u64 timer_latency, u32 seqnum, int context, u64 t_w, pid_t pid),

	TP_ARGS(timer_latency, seqnum, context, t_w, pid),

	TP_STRUCT__entry(
		__field(u64,		timer_latency)
		__field(u32,		seqnum)
		__field(int,		context)
		__field(u64,		t_w)
		__field(pid_t,		pid)
	),

	TP_fast_assign(
		__entry->timer_latency = timer_latency;
		__entry->t_w = t_w;
		__entry->seqnum = seqnum;
		__entry->context = context;
		__entry->pid = pid;
	),

	TP_printk("#%-5u context %6s timer_latency %9llu ns t_w=%llu pid=%d",
		  __entry->seqnum,
		  __print_symbolic(__entry->context,
				   { 0, "irq" }, { 1, "thread" }, { 2, "user" }),
		  __entry->timer_latency, __entry->t_w, __entry->pid)
);

/*
 * osnoise_sample - one period of an osnoise workload
 * @start: when it began
 * @runtime_ns: how long the loop ran
 * @noise_ns: sum of all noises in the period
 * @max_sample_ns: the longest of these noises
 * @hw_count: noises without interference, which only the hardware can explain
 * @irq_count: number of interrupts while the loop ran; @nmi_count,
 *	@softirq_count and @thread_count count the other contexts in the same
 *	way
 * @seqnum: number of the period; counts from 1 on each CPU, and wraps, as in
 *	timerlat_sample. What identifies a period of a CPU is @start
 *
 * Context: measuring thread.
 */
TRACE_EVENT(osnoise_sample,

	TP_PROTO(const struct osnoise_period *period),

	TP_ARGS(period),

	TP_STRUCT__entry(
		__field(u64,		start)
		__field(u64,		runtime_ns)
		__field(u64,		noise_ns)
		__field(u64,		max_sample_ns)
		__field(u32,		hw_count)
		__field(u32,		irq_count)
		__field(u32,		nmi_count)
		__field(u32,		softirq_count)
		__field(u32,		thread_count)
		__field(u32,		seqnum)
	),

	TP_fast_assign(
		__entry->start = period->start;
		__entry->runtime_ns = period->runtime;
		__entry->noise_ns = period->noise;
		__entry->max_sample_ns = period->max_single;
		__entry->hw_count = period->hardware;
		__entry->irq_count = period->irq_count;
		__entry->nmi_count = period->nmi_count;
		__entry->softirq_count = period->softirq_count;
		__entry->thread_count = period->thread_count;
		__entry->seqnum = period->seqnum;
	),

	TP_printk("runtime_ns=%llu noise_ns=%llu max_sample_ns=%llu hw_count=%u irq_count=%u nmi_count=%u softirq_count=%u thread_count=%u seqnum=%u start=%llu",
		  __entry->runtime_ns, __entry->noise_ns,
		  __entry->max_sample_ns, __entry->hw_count,
		  __entry->irq_count, __entry->nmi_count,
		  __entry->softirq_count, __entry->thread_count,
		  __entry->seqnum, __entry->start)
);

/*
 * sample_threshold - one noise: a gap that the loop of an osnoise workload saw
 * @start: when the gap began
 * @duration: ns
 * @interference: number of NMIs, interrupts, softirqs and threads in the gap;
 *	0: the hardware caused it
 *
 * Context: measuring thread.
 */
TRACE_EVENT(sample_threshold,

	TP_PROTO(u64 start, u64 duration, u64 interference),

	TP_ARGS(start, duration, interference),

	TP_STRUCT__entry(
		__field(u64,		start)
		__field(u64,		duration)
		__field(u64,		interference)
	),

	TP_fast_assign(
		__entry->start = start;
		__entry->duration = duration;
		__entry->interference = interference;
	),

	TP_printk("start %llu.%09u duration %llu ns interference %llu",
		  __print_ns_to_secs(__entry->start),
		  __print_ns_without_secs(__entry->start),
		  __entry->duration, __entry->interference)
);

/*
 * nmi_noise - one NMI
 * @start: when its first handler was called
 * @duration: ns until its last handler returned
 *
 * An NMI is reported at the exit of the next interrupt, at the next NMI, or
 * before the event "stop", so the record's own timestamp is later than the NMI.
 */
TRACE_EVENT(nmi_noise,

	TP_PROTO(u64 start, u64 duration),

	TP_ARGS(start, duration),

	TP_STRUCT__entry(
		__field(u64,		start)
		__field(u64,		duration)
	),

	TP_fast_assign(
		__entry->start = start;
		__entry->duration = duration;
	),

	TP_printk("start %llu.%09u duration %llu ns",
		  __print_ns_to_secs(__entry->start),
		  __print_ns_without_secs(__entry->start),
		  __entry->duration)
);

/*
 * irq_noise - one interrupt handler
 * @start: when it was entered
 * @duration: net ns, without NMIs and interrupts nested in it, and without the
 *	probe of a bound session
 * @vector: for a device the Linux interrupt number, else the CPU's vector
 * @desc: name of the device's handler, or of the vector
 *
 * An interrupt in which only the probe of a bound session has expired has no
 * event. But if another session measures on the CPU, to which the probe is
 * noise, the probe has an event of its own: its @desc is "rtla_probe", and its
 * @vector 0.
 *
 * Context: hard interrupt.
 */
TRACE_EVENT(irq_noise,

	TP_PROTO(u64 start, u64 duration, const char *desc, int vector),

	TP_ARGS(start, duration, desc, vector),

	TP_STRUCT__entry(
		__field(u64,		start)
		__field(u64,		duration)
		__array(char,		desc,	RTLA_DESC_LEN)
		__field(int,		vector)
	),

	TP_fast_assign(
		__entry->start = start;
		__entry->duration = duration;
		memcpy(__entry->desc, desc, RTLA_DESC_LEN);
		__entry->vector = vector;
	),

	TP_printk("%s:%d start %llu.%09u duration %llu ns",
		  __entry->desc, __entry->vector,
		  __print_ns_to_secs(__entry->start),
		  __print_ns_without_secs(__entry->start),
		  __entry->duration)
);

TRACE_DEFINE_ENUM(HI_SOFTIRQ);
TRACE_DEFINE_ENUM(TIMER_SOFTIRQ);
TRACE_DEFINE_ENUM(NET_TX_SOFTIRQ);
TRACE_DEFINE_ENUM(NET_RX_SOFTIRQ);
TRACE_DEFINE_ENUM(BLOCK_SOFTIRQ);
TRACE_DEFINE_ENUM(IRQ_POLL_SOFTIRQ);
TRACE_DEFINE_ENUM(TASKLET_SOFTIRQ);
TRACE_DEFINE_ENUM(SCHED_SOFTIRQ);
TRACE_DEFINE_ENUM(HRTIMER_SOFTIRQ);
TRACE_DEFINE_ENUM(RCU_SOFTIRQ);

TRACE_DEFINE_ENUM(RTLA_CALLBACK_WORK);
TRACE_DEFINE_ENUM(RTLA_CALLBACK_CALL);
TRACE_DEFINE_ENUM(RTLA_CALLBACK_TIMER);
TRACE_DEFINE_ENUM(RTLA_CALLBACK_HRTIMER);
TRACE_DEFINE_ENUM(RTLA_CALLBACK_SOFT_HRTIMER);
TRACE_DEFINE_ENUM(RTLA_CALLBACK_TASKLET);
TRACE_DEFINE_ENUM(RTLA_CALLBACK_POLL);
TRACE_DEFINE_ENUM(RTLA_CALLBACK_HANDLER);

/*
 * callback - a function that an interrupt, a softirq or a kworker ran because
 * somebody had asked for it
 * @start: when it was called
 * @duration: gross ns, with what interrupted or preempted it
 * @kind: one of enum rtla_callback
 * @function: its address
 * @pid: the thread in which it ran, or that it interrupted
 * @sent: of a call: when it was asked for; 0: that is not known
 * @sender_pid: of a call: the thread that has asked for it; 0: the idle thread
 * @sender_cpu: the CPU that has asked; -1: it is not known, or no call
 * @sender: name of that thread
 *
 * A session reports those that take 5 us or longer, with RTLA_START_CALLBACKS.
 * It is a part of the irq_noise, softirq_noise or thread_noise in which it ran.
 * What runs at a hit is reported there, and its rest when it ends: then @pid
 * tells in which thread it ran, not the record. Context: as the callback, or
 * that of the hit.
 */
TRACE_EVENT(callback,

	TP_PROTO(u64 start, u64 duration, u32 kind, void *function, pid_t pid,
		 u64 sent, pid_t sender_pid, int sender_cpu,
		 const char *sender),

	TP_ARGS(start, duration, kind, function, pid, sent, sender_pid,
		sender_cpu, sender),

	TP_STRUCT__entry(
		__field(u64,		start)
		__field(u64,		duration)
		__field(u64,		sent)
		__field(void *,		function)
		__field(u32,		kind)
		__field(pid_t,		pid)
		__field(pid_t,		sender_pid)
		__field(int,		sender_cpu)
		__array(char,		sender,	TASK_COMM_LEN)
	),

	TP_fast_assign(
		__entry->start = start;
		__entry->duration = duration;
		__entry->sent = sent;
		__entry->function = function;
		__entry->kind = kind;
		__entry->pid = pid;
		__entry->sender_pid = sender_pid;
		__entry->sender_cpu = sender_cpu;
		memcpy(__entry->sender, sender, TASK_COMM_LEN);
	),

	TP_printk("kind=%s function=%ps start %llu.%09u duration %llu ns pid=%d sent %llu.%09u sender_pid=%d sender_cpu=%d sender=%s",
		  __print_symbolic(__entry->kind,
				   { RTLA_CALLBACK_WORK, "work" },
				   { RTLA_CALLBACK_CALL, "call" },
				   { RTLA_CALLBACK_TIMER, "timer" },
				   { RTLA_CALLBACK_HRTIMER, "hrtimer" },
				   { RTLA_CALLBACK_SOFT_HRTIMER, "soft_hrtimer" },
				   { RTLA_CALLBACK_TASKLET, "tasklet" },
				   { RTLA_CALLBACK_POLL, "poll" },
				   { RTLA_CALLBACK_HANDLER, "handler" }),
		  __entry->function,
		  __print_ns_to_secs(__entry->start),
		  __print_ns_without_secs(__entry->start),
		  __entry->duration, __entry->pid,
		  __print_ns_to_secs(__entry->sent),
		  __print_ns_without_secs(__entry->sent),
		  __entry->sender_pid, __entry->sender_cpu, __entry->sender)
);

/*
 * softirq_noise - one softirq handler; on PREEMPT_RT a part of thread_noise
 * @start: when it was entered, or when the timer's interrupt was entered if
 *	that was later
 * @duration: net ns, without NMIs and interrupts
 * @vector: number of the softirq
 *
 * A timerlat session reports softirqs only from the timer's interrupt to the
 * last sample of the activation (of the thread, or of a user-space workload),
 * an osnoise session with measuring threads only while the loop runs, a wake-up
 * session all of the time. If there are both on a CPU, a softirq that a
 * timerlat session's timer interrupts has two events: up to the entry of the
 * timer's interrupt, recorded there, and from there on. Context: softirq.
 */
TRACE_EVENT(softirq_noise,

	TP_PROTO(u64 start, u64 duration, int vector),

	TP_ARGS(start, duration, vector),

	TP_STRUCT__entry(
		__field(u64,		start)
		__field(u64,		duration)
		__field(int,		vector)
	),

	TP_fast_assign(
		__entry->start = start;
		__entry->duration = duration;
		__entry->vector = vector;
	),

	TP_printk("%8s:%d start %llu.%09u duration %llu ns",
		  __print_symbolic(__entry->vector,
				   { HI_SOFTIRQ,	"HI" },
				   { TIMER_SOFTIRQ,	"TIMER" },
				   { NET_TX_SOFTIRQ,	"NET_TX" },
				   { NET_RX_SOFTIRQ,	"NET_RX" },
				   { BLOCK_SOFTIRQ,	"BLOCK" },
				   { IRQ_POLL_SOFTIRQ,	"IRQ_POLL" },
				   { TASKLET_SOFTIRQ,	"TASKLET" },
				   { SCHED_SOFTIRQ,	"SCHED" },
				   { HRTIMER_SOFTIRQ,	"HRTIMER" },
				   { RCU_SOFTIRQ,	"RCU" }),
		  __entry->vector,
		  __print_ns_to_secs(__entry->start),
		  __print_ns_without_secs(__entry->start),
		  __entry->duration)
);

/*
 * thread_noise - one stretch of a thread, from switched in to switched out
 * @comm: name of the thread
 * @start: when it was switched in, or when the timer's interrupt was entered if
 *	that was later
 * @duration: net ns, without NMIs, interrupts and softirqs
 * @pid: thread id
 * @prio: priority of the thread in the scheduler when it is switched out: lower
 *	is more urgent; SCHED_FIFO and SCHED_RR priority p is 99 - p
 *
 * Threads are reported in the same stretches of time as softirqs: see
 * softirq_noise. The measuring thread is one of them only for a wake-up
 * session. Context: scheduler, interrupts off; measuring thread.
 */
TRACE_EVENT(thread_noise,

	TP_PROTO(const char *comm, pid_t pid, int prio, u64 start, u64 duration),

	TP_ARGS(comm, pid, prio, start, duration),

	TP_STRUCT__entry(
		__array(char,		comm,	TASK_COMM_LEN)
		__field(u64,		start)
		__field(u64,		duration)
		__field(pid_t,		pid)
		__field(int,		prio)
	),

	TP_fast_assign(
		memcpy(__entry->comm, comm, TASK_COMM_LEN);
		__entry->start = start;
		__entry->duration = duration;
		__entry->pid = pid;
		__entry->prio = prio;
	),

	TP_printk("%8s:%d prio %d start %llu.%09u duration %llu ns",
		  __entry->comm, __entry->pid, __entry->prio,
		  __print_ns_to_secs(__entry->start),
		  __print_ns_without_secs(__entry->start),
		  __entry->duration)
);

/*
 * wakeup - one wake-up of a watched thread
 * @t_w: when the timer was to expire that woke it; 0: no timer did
 * @irq: when the interrupt began to look for timers that have expired, or 0
 * @waking: when the thread was to be woken
 * @queued: when it was on the queue of the CPU
 * @sched: when the scheduler was called that has chosen the thread
 * @switched: when the scheduler switched to it
 * @run: when that was over; the record's own timestamp is a little later
 * @session: number of the session that watches the thread
 * @pid: the thread
 * @kind: who woke it: &enum rtla_waker
 * @waker: the thread that was running there
 *
 * Context: scheduler, in the thread, preemption off.
 */
TRACE_EVENT(wakeup,

	TP_PROTO(u32 session, pid_t pid, int kind, pid_t waker,
		 const u64 *point, unsigned int first),

	TP_ARGS(session, pid, kind, waker, point, first),

	TP_STRUCT__entry(
		__field(u64,		t_w)
		__field(u64,		irq)
		__field(u64,		waking)
		__field(u64,		queued)
		__field(u64,		sched)
		__field(u64,		switched)
		__field(u64,		run)
		__field(u32,		session)
		__field(pid_t,		pid)
		__field(int,		kind)
		__field(pid_t,		waker)
	),

	TP_fast_assign(
		__entry->t_w = first ? 0 : point[0];
		__entry->irq = first ? 0 : point[1];
		__entry->waking = point[2];
		__entry->queued = point[3];
		__entry->sched = point[4];
		__entry->switched = point[5];
		__entry->run = point[6];
		__entry->session = session;
		__entry->pid = pid;
		__entry->kind = kind;
		__entry->waker = waker;
	),

	TP_printk("session=%u pid=%d kind=%d waker=%d t_w=%llu irq=%llu waking=%llu queued=%llu sched=%llu switched=%llu run=%llu",
		  __entry->session, __entry->pid, __entry->kind,
		  __entry->waker, __entry->t_w, __entry->irq, __entry->waking,
		  __entry->queued, __entry->sched, __entry->switched,
		  __entry->run)
);

/*
 * overhead - one sample of what the kernel itself needs
 * @start: when it began
 * @duration: ns; without the time of interrupts, if those were to be counted
 *	that were disturbed
 * @session: number of the session that counts it
 * @context: which overhead: &enum rtla_context
 * @pid: the thread that was woken, or to which the scheduler returned; 0: none
 *
 * Context: where the overhead ends: scheduler, hard interrupt or softirq.
 */
TRACE_EVENT(overhead,

	TP_PROTO(u32 session, int context, u64 start, u64 duration, pid_t pid),

	TP_ARGS(session, context, start, duration, pid),

	TP_STRUCT__entry(
		__field(u64,		start)
		__field(u64,		duration)
		__field(u32,		session)
		__field(int,		context)
		__field(pid_t,		pid)
	),

	TP_fast_assign(
		__entry->start = start;
		__entry->duration = duration;
		__entry->session = session;
		__entry->context = context;
		__entry->pid = pid;
	),

	TP_printk("session=%u %s start=%llu duration=%llu pid=%d",
		  __entry->session,
		  __print_symbolic(__entry->context,
				   { 12, "release-latency" },
				   { 13, "release" }, { 14, "sched" },
				   { 15, "cxs" }, { 16, "sched2" },
				   { 17, "tick" }, { 18, "ipi" },
				   { 19, "xcall" }, { 20, "wake" }),
		  __entry->start, __entry->duration, __entry->pid)
);

/*
 * bound_window - one window of a variable of the bound
 * @start: when it began, at the earliest if it is a bracket
 * @lower: ns; how long it was, at least; net
 * @upper: ns; at most; 0: not known
 * @session: number of the session
 * @context: which variable: &enum rtla_context
 * @pid: the thread that ran there, as far as it is known: that which the probe
 *	has interrupted, or to which the scheduler returned
 *
 * Context: where the window is known to have ended: scheduler, or hard
 * interrupt.
 */
TRACE_EVENT(bound_window,

	TP_PROTO(u32 session, int context, u64 start, u64 lower, u64 upper,
		 pid_t pid),

	TP_ARGS(session, context, start, lower, upper, pid),

	TP_STRUCT__entry(
		__field(u64,		start)
		__field(u64,		lower)
		__field(u64,		upper)
		__field(u32,		session)
		__field(int,		context)
		__field(pid_t,		pid)
	),

	TP_fast_assign(
		__entry->start = start;
		__entry->lower = lower;
		__entry->upper = upper;
		__entry->session = session;
		__entry->context = context;
		__entry->pid = pid;
	),

	TP_printk("session=%u %s start=%llu lower=%llu upper=%llu pid=%d",
		  __entry->session,
		  __print_symbolic(__entry->context,
				   { 21, "poid" }, { 22, "paie" },
				   { 23, "dst" }, { 24, "psd" },
				   { 25, "idle" }, { 26, "observed" }),
		  __entry->start, __entry->lower, __entry->upper,
		  __entry->pid)
);

/*
 * bound_rule - a rule of the bound's model was broken
 * @session: number of the session
 * @rule: its number: 8 for R8
 * @preempt: preempt_count() there, without what the tracepoint adds
 * @irqs_off: interrupts were disabled there
 * @pid: the thread that ran there
 *
 * Context: any.
 */
TRACE_EVENT(bound_rule,

	TP_PROTO(u32 session, int rule, unsigned int preempt,
		 bool irqs_off, pid_t pid),

	TP_ARGS(session, rule, preempt, irqs_off, pid),

	TP_STRUCT__entry(
		__field(u32,		session)
		__field(int,		rule)
		__field(unsigned int,	preempt)
		__field(int,		irqs_off)
		__field(pid_t,		pid)
	),

	TP_fast_assign(
		__entry->session = session;
		__entry->rule = rule;
		__entry->preempt = preempt;
		__entry->irqs_off = irqs_off;
		__entry->pid = pid;
	),

	TP_printk("session=%u R%d preempt=%x irqs_off=%d pid=%d",
		  __entry->session, __entry->rule, __entry->preempt,
		  __entry->irqs_off, __entry->pid)
);

/*
 * stack - stack of what an activation or a wake-up that is late waits for
 * @t_w: the activation that the stack belongs to, as in timerlat_sample; or the
 *	wake-up's t_w, or its waking if no timer woke the thread
 * @time: when the stack was taken
 * @cost: how long that took; no context's noise includes it
 * @pid: the thread that the stack is of
 * @caller: return addresses, innermost first; without the functions of the
 *	timer's interrupt
 * @frame: where they are in the record, which is what the format can tell
 *
 * If the thread has not run at t_w plus &rtla_start.stack_ns, nor 10 us after
 * the timer's interrupt, a second timer expires: what it interrupts then is
 * what the activation waits for. At a hit of the IRQ latency the stack is taken
 * at once. If the thread is late and has run before that, the thread that the
 * timer interrupted has its stack taken after the measuring thread's sample,
 * when it waits where it was preempted; then @cost is 0. Of an idle CPU without
 * a softirq, @caller is one address. There is no event if user space was
 * interrupted. If the stack is deep and the latency short, the outer functions
 * are missing, so that @cost is not the largest part of the latency.
 *
 * With a wake-up, it is the stack of the thread that had the CPU until the
 * scheduler switched to the woken thread, where it has called the scheduler or
 * was preempted; @time is the wake-up's run, and @cost is 0. There is no event
 * if the CPU was idle, or that thread has ended.
 */
TRACE_EVENT(stack,

	TP_PROTO(u64 t_w, u64 time, u64 cost, pid_t pid,
		 const unsigned long *caller, unsigned int count),

	TP_ARGS(t_w, time, cost, pid, caller, count),

	TP_STRUCT__entry(
		__field(u64,		t_w)
		__field(u64,		time)
		__field(u64,		cost)
		__field(pid_t,		pid)
		__dynamic_array(unsigned long,	caller,	count)
		__array(unsigned long,	frame,	0)
	),

	TP_fast_assign(
		__entry->t_w = t_w;
		__entry->time = time;
		__entry->cost = cost;
		__entry->pid = pid;
		memcpy(__get_dynamic_array(caller), caller,
		       count * sizeof(*caller));
	),

	TP_printk("<stack trace> t_w=%llu time=%llu cost=%llu pid=%d"
		  RTLA_FRAMES_FORMAT(__entry),
		  __entry->t_w, __entry->time, __entry->cost, __entry->pid,
		  RTLA_FRAMES(__entry))
);

/*
 * counters - what the CPU did from the timer's interrupt to the sample of a hit
 * @t_w: the activation, as in timerlat_sample
 * @start: when the counters were read in the timer's interrupt
 * @duration: ns until they were read at the sample
 * @cycles, @instructions, @cache_misses, @tlb_misses: counts of the hardware:
 *	&enum rtla_counter; -1: the CPU has no such counter, or others use it
 * @switches, @faults: counts of the kernel
 *
 * With RTLA_START_COUNTERS, at a hit of a thread or user latency. The counters
 * go on in whatever runs on the CPU, in interrupts, and in what the module does
 * for the hit. Context: as the event "stop".
 */
TRACE_EVENT(counters,

	TP_PROTO(u64 t_w, u64 start, u64 duration, const u64 *count),

	TP_ARGS(t_w, start, duration, count),

	TP_STRUCT__entry(
		__field(u64,		t_w)
		__field(u64,		start)
		__field(u64,		duration)
		__field(s64,		cycles)
		__field(s64,		instructions)
		__field(s64,		cache_misses)
		__field(s64,		tlb_misses)
		__field(s64,		switches)
		__field(s64,		faults)
	),

	TP_fast_assign(
		__entry->t_w = t_w;
		__entry->start = start;
		__entry->duration = duration;
		__entry->cycles = count[RTLA_COUNTER_CYCLES];
		__entry->instructions = count[RTLA_COUNTER_INSTRUCTIONS];
		__entry->cache_misses = count[RTLA_COUNTER_CACHE_MISSES];
		__entry->tlb_misses = count[RTLA_COUNTER_TLB_MISSES];
		__entry->switches = count[RTLA_COUNTER_SWITCHES];
		__entry->faults = count[RTLA_COUNTER_FAULTS];
	),

	TP_printk("t_w=%llu start=%llu duration=%llu cycles=%lld instructions=%lld cache_misses=%lld tlb_misses=%lld switches=%lld faults=%lld",
		  __entry->t_w, __entry->start, __entry->duration,
		  __entry->cycles, __entry->instructions,
		  __entry->cache_misses, __entry->tlb_misses,
		  __entry->switches, __entry->faults)
);

/*
 * stop - the hit: a latency or a noise that reached its threshold
 * @latency: ns; for a noise, its length, or the total of the period
 * @threshold: ns; a latency is at or over it, a noise is over it
 * @t_w: when the timer was to expire; for a noise, when the noise began, or for
 *	the total of a period when the period began; or a wake-up's waking, if
 *	no timer woke the thread
 * @irq_start: when the timer's interrupt was entered; 0 for a noise. It may be
 *	before t_w, if the handler of an earlier timer in the same interrupt
 *	took long. Of a wake-up its irq, or its waking if no timer woke the
 *	thread
 * @thread_start: when the scheduler switched to the measuring thread for its
 *	sample in context 1; @irq_start, if the timer's interrupt came while the
 *	thread ran; 0 in context 0, for a noise, and with RTLA_START_NO_NOISE.
 *	Of a wake-up its run, which is its end whatever @context is
 * @session: number of the session, as RTLA_IOC_START returned it
 * @seqnum: number of the activation, or of the period; else how many of them
 *	the CPU, or the thread that was woken, has had. It wraps: what
 *	identifies a hit is @t_w
 * @context: as in timerlat_sample; 3 for a single noise, 4 for the total of a
 *	period; 5 to 11 for a part of a wake-up, or the whole; 12 to 20 for an
 *	overhead: &enum rtla_context
 * @pid: in context 0, the thread that the timer interrupted; else the measuring
 *	thread, or the one that was woken
 * @prio: priority of the thread @pid: see thread_noise
 * @comm: name of the thread @pid
 *
 * The record begins with the same fields as timerlat_sample, so that a BPF
 * program that reads the one can read the other: the command runs the program
 * that is the action at a threshold on this event.
 *
 * The event is written once per hit, after all events that led to the hit: with
 * a trigger "traceoff if session == N" on it, it is the last event of the
 * instance.
 */
TRACE_EVENT(stop,

	TP_PROTO(u32 session, int context, u32 seqnum, u64 latency,
		 u64 threshold, u64 t_w, u64 irq_start, u64 thread_start),

	TP_ARGS(session, context, seqnum, latency, threshold, t_w, irq_start,
		thread_start),

	TP_STRUCT__entry(
		__field(u64,		latency)
		__field(u32,		seqnum)
		__field(int,		context)
		__field(u64,		threshold)
		__field(u64,		t_w)
		__field(u64,		irq_start)
		__field(u64,		thread_start)
		__field(u32,		session)
		__field(pid_t,		pid)
		__field(int,		prio)
		__array(char,		comm,	TASK_COMM_LEN)
	),

	TP_fast_assign(
		__entry->latency = latency;
		__entry->threshold = threshold;
		__entry->t_w = t_w;
		__entry->irq_start = irq_start;
		__entry->thread_start = thread_start;
		__entry->session = session;
		__entry->seqnum = seqnum;
		__entry->context = context;
		__entry->pid = current->pid;
		__entry->prio = current->prio;
		memcpy(__entry->comm, current->comm, TASK_COMM_LEN);
	),

	TP_printk("session %u #%u context %d latency %llu ns threshold %llu ns t_w %llu irq_start %llu thread_start %llu %s:%d prio %d",
		  __entry->session, __entry->seqnum, __entry->context,
		  __entry->latency, __entry->threshold, __entry->t_w,
		  __entry->irq_start, __entry->thread_start, __entry->comm,
		  __entry->pid, __entry->prio)
);

#endif /* _TRACE_RTLA_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH trace/events
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE rtla
#include <trace/define_trace.h>
