// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks at the callbacks that interrupts, softirqs and kworkers run: they carry
 * what somebody has asked for, and their own names do not tell what that is.
 *
 * The kernel has events of most callbacks. To record these takes several
 * hundred instructions each, that of a measuring thread's own timer before its
 * latency is taken; and to switch a dozen of them on and off takes seconds on
 * some machines. These hooks pass the own timer over, and record only callbacks
 * that took a time that can matter, when they end.
 *
 * A callback ends when the next one of its context begins, or the context ends.
 * So the interrupt in which the measuring thread is woken has one hook more,
 * not two, and one reading of the clock less.
 */
#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/hash.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/netdevice.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/timer.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#include <trace/events/irq.h>
#include <trace/events/napi.h>
#include <trace/events/rtla.h>
#include <trace/events/sched.h>
#include <trace/events/timer.h>
#include <trace/events/workqueue.h>

#include "compat.h"
#include "noise/callbacks.h"
#include "noise/causes.h"
#include "noise/clock.h"
#include "noise/hooks.h"
#include "noise/noise.h"

/* Shorter callbacks are not worth the time that recording them takes, in ns. */
#define CALLBACK_MIN_NS	5000

/**
 * struct callback_request - another CPU's request for a callback
 * @request: it; NULL: the rest changes
 * @time: ns; when it came
 * @pid: thread that has asked; 0: the idle thread
 * @cpu: CPU that has asked
 * @comm: name of the thread
 */
struct callback_request {
	const void *request;
	u64 time;
	pid_t pid;
	int cpu;
	char comm[TASK_COMM_LEN];
};

/* Works that a CPU has begun, as each may sleep while another one runs. */
#define CALLBACK_WORKS		4

/* So many requests to a CPU are remembered. */
#define CALLBACK_REQUESTS	8

/**
 * struct callbacks_cpu - what runs on a CPU, and what others have asked for
 * @irq: in an interrupt
 * @timers: in a softirq of timers
 * @softirq: in another softirq; with PREEMPT_RT, another thread may run it
 * @work: in kworkers, and other threads of the kernel that work likewise
 * @requests: number of requests that have come
 * @request: the last of them. Other CPUs write here, so that it shares no cache
 *	line with what this CPU reads
 */
struct callbacks_cpu {
	struct callback irq;
	struct callback timers;
	struct callback softirq;
	struct callback work[CALLBACK_WORKS];
	atomic_t requests ____cacheline_aligned;
	struct callback_request request[CALLBACK_REQUESTS];
};

static struct callbacks_cpu __percpu *callbacks_cpu;
struct callback __percpu *rtla_callbacks_irq;
DEFINE_STATIC_KEY_FALSE(rtla_callbacks_kept);

/* The timer of a CPU's measuring thread, which is passed over. */
static DEFINE_PER_CPU(const struct hrtimer *, callback_own_timer);

/*
 * The functions of the last callbacks that were reported, found by a hash. They
 * are asked for after a hit, when the hooks may be detached already.
 */
#define CALLBACK_NAMES_BITS	8
static void *callback_told[BIT(CALLBACK_NAMES_BITS)];

static void **callback_told_at(void *function)
{
	return &callback_told[hash_ptr(function, CALLBACK_NAMES_BITS)];
}

/* Other CPUs look there, too: so it is not written for nothing. */
static void callback_note_told(void *function)
{
	void **at = callback_told_at(function);

	if (READ_ONCE(*at) != function)
		WRITE_ONCE(*at, function);
}

/**
 * rtla_callbacks_told - return whether an event has told of the callback at an
 * address, so that it is no secret
 * @address: a number from user space
 *
 * If the events have told of another one since that has the same hash, it is
 * not known any more. Context: any.
 */
bool rtla_callbacks_told(unsigned long address)
{
	void *function = (void *)address;

	return function && READ_ONCE(*callback_told_at(function)) == function;
}

/* ---- Reporting ----------------------------------------------------------- */

/*
 * Find who has asked for @request on this CPU; false: it is not known, and
 * @found is as before.
 */
static bool callback_find_request(struct callback_request *found,
				  const void *request)
{
	struct callbacks_cpu *callbacks = this_cpu_ptr(callbacks_cpu);
	struct callback_request *at, copy;
	unsigned int i;

	for (i = 0; i < CALLBACK_REQUESTS; i++) {
		at = &callbacks->request[i];
		/* Pairs with the release in callback_note_request(). */
		if (smp_load_acquire(&at->request) != request)
			continue;
		/* Another CPU may replace it at the same time. */
		copy = data_race(*at);
		/* Pairs with the barrier in callback_note_request(). */
		smp_rmb();
		if (READ_ONCE(at->request) != request)
			continue;
		*found = copy;
		return true;
	}
	return false;
}

/* Return the noise that runs a callback of this kind. */
static enum rtla_cause callback_cause(enum rtla_callback kind)
{
	switch (kind) {
	case RTLA_CALLBACK_CALL:
	case RTLA_CALLBACK_HRTIMER:
		return RTLA_CAUSE_IRQ;
	case RTLA_CALLBACK_WORK:
	case RTLA_CALLBACK_HANDLER:
		return RTLA_CAUSE_THREAD;
	default:
		return IS_ENABLED(CONFIG_PREEMPT_RT) ? RTLA_CAUSE_THREAD :
						       RTLA_CAUSE_SOFTIRQ;
	}
}

/* Return since when the noise that runs it has lasted; 0: it is not reported. */
static u64 callback_cause_since(const struct callback *callback)
{
	const struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	enum rtla_cause cause = callback_cause(callback->kind);
	u64 start = cause == RTLA_CAUSE_IRQ ? noise->irq[0].start :
		    cause == RTLA_CAUSE_SOFTIRQ ? noise->softirq.start :
						  noise->thread.start;

	return start > NOISE_UNKNOWN_START ? start : 0;
}

/* Let the noise that began @since be counted with what it runs. */
static void callback_tell_cause(const struct callback *callback, u64 since,
				u64 duration)
{
	/* The owner may end on another CPU; its causes stay for a while then. */
	struct causes_cpu *causes =
		READ_ONCE(this_cpu_ptr(&rtla_noise_cpu)->causes);

	if (causes && since)
		rtla_causes_carried(causes, callback_cause(callback->kind),
				    (unsigned long)callback->function, since,
				    callback->start, duration);
}

static noinline void callback_report(const struct callback *callback,
				     u64 duration)
{
	struct callback_request by = { .cpu = -1 };

	if (callback->kind == RTLA_CALLBACK_CALL)
		callback_find_request(&by, callback->request);
	if (static_branch_unlikely(&rtla_causes_kept))
		callback_tell_cause(callback, callback_cause_since(callback),
				    duration);
	callback_note_told(callback->function);
	trace_callback(callback->start, duration, callback->kind,
		       callback->function, callback->pid, by.time, by.pid,
		       by.cpu, by.comm);
}

/**
 * rtla_callbacks_end - a callback has ended
 * @callback: it; if it took long enough, it is reported
 * @now: ns
 *
 * Context: that of the callback, on its CPU; nothing that begins or ends
 * another one in the same place comes in between.
 */
void rtla_callbacks_end(struct callback *callback, u64 now)
{
	struct callback ended = *callback;

	/* From here on, a hit in an interrupt does not report it again. */
	WRITE_ONCE(callback->start, 0);
	if (ended.start && ended.function &&
	    (s64)(now - ended.start) >= CALLBACK_MIN_NS)
		callback_report(&ended, now - ended.start);
}

static void callback_release(struct callback *callback, u64 now)
{
	struct callback runs = *callback;

	if (!runs.start || !runs.function ||
	    (s64)(now - runs.start) < CALLBACK_MIN_NS)
		return;
	/* If it goes on, the rest is reported at its end. */
	WRITE_ONCE(callback->start, now);
	callback_report(&runs, now - runs.start);
}

/**
 * rtla_callbacks_release - report what runs, or was preempted, on this CPU
 *
 * Context: hard interrupt, or thread with interrupts off.
 */
void rtla_callbacks_release(void)
{
	struct callbacks_cpu *callbacks = this_cpu_ptr(callbacks_cpu);
	u64 now = rtla_clock();
	unsigned int i;

	callback_release(&callbacks->irq, now);
	callback_release(&callbacks->timers, now);
	callback_release(&callbacks->softirq, now);
	for (i = 0; i < CALLBACK_WORKS; i++)
		callback_release(&callbacks->work[i], now);
}

/*
 * A thread was preempted at @until: what it runs is not over, but the noise is.
 */
static void callback_tell_preempted(const struct callback *callback, int pid,
				    u64 since, u64 until)
{
	if (callback->start && callback->function && callback->pid == pid &&
	    (s64)(until - callback->start) >= CALLBACK_MIN_NS)
		callback_tell_cause(callback, since, until - callback->start);
}

/**
 * rtla_callbacks_tell_preempted - let the noise of a thread be counted with
 * what the thread was running
 * @pid: its id
 * @since: ns; the begin of the noise
 * @until: ns; its end
 *
 * Context: any with preemption off, on the CPU of the noise, before it is
 * counted; while rtla_callbacks_kept is set.
 */
void rtla_callbacks_tell_preempted(int pid, u64 since, u64 until)
{
	struct callbacks_cpu *callbacks = this_cpu_ptr(callbacks_cpu);
	unsigned int i;

	for (i = 0; i < CALLBACK_WORKS; i++)
		callback_tell_preempted(&callbacks->work[i], pid, since, until);
	if (!IS_ENABLED(CONFIG_PREEMPT_RT))
		return;
	callback_tell_preempted(&callbacks->timers, pid, since, until);
	callback_tell_preempted(&callbacks->softirq, pid, since, until);
}

/* ---- Beginnings and ends ------------------------------------------------- */

/* A callback begins in @place. A hit in an interrupt may come at any point. */
static void callback_begin(struct callback *place, enum rtla_callback kind,
			   void *function, const void *request)
{
	WRITE_ONCE(place->start, 0);
	barrier();
	place->function = function;
	place->request = request;
	place->task = current;
	place->pid = current->pid;
	place->kind = kind;
	barrier();
	WRITE_ONCE(place->start, rtla_clock());
}

/* The hooks are attached before there is memory, and detached after the key. */
static __always_inline bool callbacks_are_on(void)
{
	return static_branch_likely(&rtla_callbacks_kept) &&
	       rtla_noise_is_on(this_cpu_ptr(&rtla_noise_cpu));
}

static __always_inline struct callback *
callback_place(struct callback __percpu *place)
{
	return static_branch_likely(&rtla_callbacks_kept) ?
	       this_cpu_ptr(place) : NULL;
}

/*
 * End what this interrupt ran before, if anything. What an earlier interrupt
 * ran, while the CPU was not accounted, has no end.
 */
static __always_inline void callback_end_irq(struct callback *callback)
{
	if (unlikely(callback->start))
		rtla_callbacks_end_irq(this_cpu_ptr(&rtla_noise_cpu)->irq[0].start,
				       rtla_clock());
}

static void callback_begin_irq(enum rtla_callback kind, void *function,
			       const void *request)
{
	struct callback *callback = this_cpu_ptr(rtla_callbacks_irq);

	callback_end_irq(callback);
	callback_begin(callback, kind, function, request);
}

static void callback_end_own(struct callback *callback)
{
	if (callback && callback->start && callback->task == current)
		rtla_callbacks_end(callback, rtla_clock());
}

/*
 * With PREEMPT_RT, threads run softirqs: another one may preempt this one, and
 * run a softirq of the other place.
 */
static void callback_begin_soft(struct callback __percpu *place,
				enum rtla_callback kind, void *function)
{
	preempt_disable_notrace();
	if (callbacks_are_on()) {
		callback_end_own(this_cpu_ptr(place));
		callback_begin(this_cpu_ptr(place), kind, function, NULL);
	}
	preempt_enable_notrace();
}

static void callback_end_soft(struct callback __percpu *place)
{
	preempt_disable_notrace();
	callback_end_own(callback_place(place));
	preempt_enable_notrace();
}

static void callback_hook_hrtimer(void *data, struct hrtimer *timer,
				  RTLA_HRTIMER_NOW now)
{
	if (timer == this_cpu_read(callback_own_timer)) {
		/* Another timer may have expired in the same interrupt. */
		if (static_branch_likely(&rtla_callbacks_kept))
			callback_end_irq(this_cpu_ptr(rtla_callbacks_irq));
		return;
	}
	if (!in_hardirq())
		callback_begin_soft(&callbacks_cpu->timers,
				    RTLA_CALLBACK_SOFT_HRTIMER,
				    ACCESS_PRIVATE(timer, function));
	else if (callbacks_are_on())
		callback_begin_irq(RTLA_CALLBACK_HRTIMER,
				   ACCESS_PRIVATE(timer, function), timer);
}

static void callback_hook_timer(void *data, struct timer_list *timer,
				unsigned long baseclk)
{
	callback_begin_soft(&callbacks_cpu->timers, RTLA_CALLBACK_TIMER,
			    timer->function);
}

static void callback_hook_tasklet(void *data, struct tasklet_struct *tasklet,
				  void *function)
{
	callback_begin_soft(&callbacks_cpu->softirq, RTLA_CALLBACK_TASKLET,
			    function);
}

/* The kernel tells only when the polling of a device has ended. */
static void callback_hook_softirq_entry(void *data, unsigned int vector)
{
	if (vector == NET_RX_SOFTIRQ)
		callback_begin_soft(&callbacks_cpu->softirq,
				    RTLA_CALLBACK_POLL, NULL);
}

static void callback_hook_poll(void *data, struct napi_struct *napi, int work,
			       int budget)
{
	struct callback *callback;

	preempt_disable_notrace();
	callback = callback_place(&callbacks_cpu->softirq);
	if (callback && callback->start && callback->task == current &&
	    callback->kind == RTLA_CALLBACK_POLL) {
		callback->function = napi->poll;
		callback_end_own(callback);
		callback_begin(callback, RTLA_CALLBACK_POLL, NULL, NULL);
	}
	preempt_enable_notrace();
}

static void callback_hook_softirq_exit(void *data, unsigned int vector)
{
	if (vector == TIMER_SOFTIRQ || vector == HRTIMER_SOFTIRQ)
		callback_end_soft(&callbacks_cpu->timers);
	else
		callback_end_soft(&callbacks_cpu->softirq);
}

/* ---- Works --------------------------------------------------------------- */

/*
 * Return where the work of the running thread is noted, or else a place for a
 * new one: a free one, or that of the work that has begun first. A worker may
 * leave the CPU before its work ends; nothing else frees its place.
 */
static struct callback *callback_find_work(struct callbacks_cpu *callbacks)
{
	struct callback *place = callbacks->work, *at;

	for (at = place; at < place + CALLBACK_WORKS; at++) {
		if (at->start && at->task == current)
			return at;
	}
	for (at = place + 1; at < callbacks->work + CALLBACK_WORKS; at++) {
		if (at->start < place->start)
			place = at;
	}
	return place;
}

static void callback_begin_work(void *function)
{
	preempt_disable_notrace();
	if (callbacks_are_on())
		callback_begin(callback_find_work(this_cpu_ptr(callbacks_cpu)),
			       RTLA_CALLBACK_WORK, function, NULL);
	preempt_enable_notrace();
}

static void callback_end_work(void)
{
	preempt_disable_notrace();
	if (static_branch_likely(&rtla_callbacks_kept))
		callback_end_own(callback_find_work(this_cpu_ptr(callbacks_cpu)));
	preempt_enable_notrace();
}

static void callback_hook_work_start(void *data, struct work_struct *work)
{
	callback_begin_work(work->func);
}

static void callback_hook_work_end(void *data, struct work_struct *work,
				   work_func_t function)
{
	callback_end_work();
}

static void callback_hook_kthread_start(void *data, struct kthread_work *work)
{
	callback_begin_work(work->func);
}

static void callback_hook_kthread_end(void *data, struct kthread_work *work,
				      kthread_work_func_t function)
{
	callback_end_work();
}

/* ---- Threads of interrupts ----------------------------------------------- */

/*
 * Return the handler of an interrupt's thread. Another thread may have such a
 * name, and then this is any number, or none.
 */
static void *callback_find_handler(struct task_struct *task)
{
	const struct irqaction *action = kthread_data(task);
	void *handler;

	return copy_from_kernel_nofault(&handler, &action->thread_fn,
					sizeof(handler)) ? NULL : handler;
}

/**
 * rtla_callbacks_end_thread - a thread leaves the CPU: if it is that of an
 * interrupt, report what it ran
 * @task: the thread
 * @start: ns; since when it had the CPU
 * @now: ns
 *
 * Context: scheduler, interrupts off, on the CPU; while rtla_callbacks_kept is
 * set.
 */
void rtla_callbacks_end_thread(struct task_struct *task, u64 start, u64 now)
{
	struct callback ran = {
		.start = start, .pid = task->pid, .kind = RTLA_CALLBACK_HANDLER,
	};

	if ((s64)(now - start) < CALLBACK_MIN_NS ||
	    !(task->flags & PF_KTHREAD) || strncmp(task->comm, "irq/", 4))
		return;
	ran.function = callback_find_handler(task);
	if (ran.function)
		callback_report(&ran, now - start);
}

/* ---- Calls from other CPUs ----------------------------------------------- */

#ifdef RTLA_HAS_csd_queue_cpu
/* Many CPUs may ask the same one at the same time: each has its own place. */
static void callback_note_request(int cpu, const void *request)
{
	struct callbacks_cpu *callbacks = per_cpu_ptr(callbacks_cpu, cpu);
	unsigned int number = atomic_inc_return(&callbacks->requests);
	struct callback_request *at =
		&callbacks->request[number % CALLBACK_REQUESTS];

	WRITE_ONCE(at->request, NULL);
	/* Pairs with the read barrier in callback_find_request(). */
	smp_wmb();
	at->time = rtla_clock();
	at->pid = current->pid;
	at->cpu = raw_smp_processor_id();
	memcpy(at->comm, current->comm, sizeof(at->comm));
	/* Pairs with the acquire in callback_find_request(). */
	smp_store_release(&at->request, request);
}

static void callback_hook_queue(void *data, const unsigned int cpu,
				unsigned long callsite, smp_call_func_t function,
				call_single_data_t *request)
{
	if (static_branch_likely(&rtla_callbacks_kept) &&
	    READ_ONCE(per_cpu(rtla_noise_cpu, cpu).on.any))
		callback_note_request(cpu, request);
}

/* The idle thread may look for calls, too, before it waits. */
static void callback_hook_call(void *data, smp_call_func_t function,
			       call_single_data_t *request)
{
	if (in_hardirq() && callbacks_are_on())
		callback_begin_irq(RTLA_CALLBACK_CALL, function, request);
}
#endif

/* ---- The hooks ----------------------------------------------------------- */

/* The compiler checks that the hooks have the prototypes of their tracepoints. */
static void __maybe_unused callbacks_check_hooks(void)
{
	check_trace_callback_type_hrtimer_expire_entry(callback_hook_hrtimer);
	check_trace_callback_type_timer_expire_entry(callback_hook_timer);
	check_trace_callback_type_softirq_entry(callback_hook_softirq_entry);
	check_trace_callback_type_softirq_exit(callback_hook_softirq_exit);
	check_trace_callback_type_napi_poll(callback_hook_poll);
	check_trace_callback_type_workqueue_execute_start(callback_hook_work_start);
	check_trace_callback_type_workqueue_execute_end(callback_hook_work_end);
	check_trace_callback_type_sched_kthread_work_execute_start(callback_hook_kthread_start);
	check_trace_callback_type_sched_kthread_work_execute_end(callback_hook_kthread_end);
	check_trace_callback_type_tasklet_entry(callback_hook_tasklet);
#ifdef RTLA_HAS_csd_queue_cpu
	check_trace_callback_type_csd_queue_cpu(callback_hook_queue);
	check_trace_callback_type_csd_function_entry(callback_hook_call);
#endif
}

#define CALLBACK_HOOK(name_, suffix_, probe_) \
	{ .name = name_, .suffix = suffix_, .probe = probe_, .optional = true }

static struct hook callbacks_hooks[] = {
	/* Before the softirq is accounted for, with the callback that it ran. */
	{ .name = "softirq", .suffix = "_exit",
	  .probe = callback_hook_softirq_exit, .order = HOOK_FIRST },
	CALLBACK_HOOK("softirq", "_entry", callback_hook_softirq_entry),
	CALLBACK_HOOK("workqueue_execute", "_end", callback_hook_work_end),
	CALLBACK_HOOK("workqueue_execute", "_start", callback_hook_work_start),
	CALLBACK_HOOK("sched_kthread_work_execute", "_end",
		      callback_hook_kthread_end),
	CALLBACK_HOOK("sched_kthread_work_execute", "_start",
		      callback_hook_kthread_start),
	CALLBACK_HOOK("hrtimer_expire", "_entry", callback_hook_hrtimer),
	CALLBACK_HOOK("timer_expire", "_entry", callback_hook_timer),
	CALLBACK_HOOK("napi", "_poll", callback_hook_poll),
	CALLBACK_HOOK("tasklet", "_entry", callback_hook_tasklet),
#ifdef RTLA_HAS_csd_queue_cpu
	CALLBACK_HOOK("csd_queue", "_cpu", callback_hook_queue),
	CALLBACK_HOOK("csd_function", "_entry", callback_hook_call),
#endif
};

static int callbacks_attach(void)
{
	callbacks_cpu = alloc_percpu(struct callbacks_cpu);
	rtla_callbacks_irq = &callbacks_cpu->irq;
	return callbacks_cpu ? 0 : -ENOMEM;
}

static void callbacks_detached(void)
{
	free_percpu(callbacks_cpu);
	callbacks_cpu = NULL;
}

struct hook_set rtla_hooks_callbacks = {
	.hook = callbacks_hooks,
	.count = ARRAY_SIZE(callbacks_hooks),
	.key = &rtla_callbacks_kept,
	.attach = callbacks_attach,
	.detached = callbacks_detached,
};

/**
 * rtla_callbacks_pass_over - record no callback of a CPU's measuring thread
 * @cpu: the CPU
 * @timer: the timer of its measuring thread; NULL: there is none any more
 *
 * Context: any; the timer is not active.
 */
void rtla_callbacks_pass_over(int cpu, const struct hrtimer *timer)
{
	WRITE_ONCE(per_cpu(callback_own_timer, cpu), timer);
}
