// SPDX-License-Identifier: GPL-2.0
/*
 * Overheads: what the kernel itself needs for timers, wake-ups, the scheduler
 * and interrupts between CPUs.
 *
 *	release-latency	from when a timer was to expire until its callback is called
 *	release		the callback
 *	tick		the callback of the scheduler's periodic timer
 *	wake		from the attempt to wake a thread until it is on a queue
 *	sched		from the call of the scheduler until it has chosen the thread
 *	cxs		from there until that thread has the CPU
 *	sched2		from there until the scheduler returns
 *	ipi, xcall	from when a CPU sends an interrupt until another one is in it
 *
 * These are the pairs of timestamps of Feather-Trace, which LITMUS^RT compiles
 * into its kernel: F. Cerqueira and B. Brandenburg, "A Comparison of Scheduling
 * Latency in Linux, PREEMPT_RT, and LITMUS^RT", OSPERT 2013, and its slides.
 * Here they come from what stock kernels have: tracepoints; a preempt notifier,
 * which the kernel calls when a switch is over; and kprobes on
 * finish_task_switch(), with which the new thread begins, and before 6.4 on the
 * function that sends an interrupt.
 *
 * As there, what an interrupt or an NMI has disturbed is no overhead: the time
 * that those have stolen in between shows it, see noise.c.
 *
 * To count takes longer than some of these pairs. So the timestamps of a way
 * through the scheduler are only noted on the way, and counted at its end; and
 * a timer's callback is counted without the time in which its wake-ups were.
 * Still, a hook takes its timestamp in the middle of its own work, the rest of
 * which is in the next pair: RTLA_IOC_STATS tells how much that is, see
 * overheads_own.h.
 */
#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/sched.h>

#include <trace/events/rcu.h>
#include <trace/events/rtla.h>
#include <trace/events/sched.h>
#include <trace/events/timer.h>

#include "compat.h"
#include "noise/clock.h"
#include "noise/hooks.h"
#include "noise/noise.h"
#include "noise/scheduler_call.h"
#include "overheads/overheads.h"
#include "overheads/overheads_ipi.h"
#include "overheads/overheads_own.h"
#include "session/cpu_memory.h"
#include "session/hit.h"
#include "session/workload.h"
#include "stats/stats.h"

#ifdef CONFIG_PREEMPT_NOTIFIERS

/**
 * struct overhead_timer - the timer whose callback runs on a CPU
 * @called: when the callback was called; its start is 0: none runs
 * @own: ns; how long wake-ups have been counted since
 * @t_w: ns; when the timer was to expire
 * @task: the thread that runs the callback, or that is interrupted by it
 * @woken: id of a thread that it has woken; 0: none. One with a real-time
 *	priority takes precedence
 * @real_time: that thread has a real-time priority
 * @tick: it is the scheduler's periodic timer
 * @preempted: other threads have run since
 */
struct overhead_timer {
	struct noise_window called;
	u64 own;
	u64 t_w;
	const struct task_struct *task;
	pid_t woken;
	bool real_time;
	bool tick;
	bool preempted;
};

/**
 * struct overheads_cpu - what is known of a CPU
 * @sessions: those that count there; changed with rtla_sessions_lock held
 * @called: when the scheduler was called last. A start of 0 of this and the
 *	next two: that is over, or it has not come there
 * @chosen: when it has chosen the thread to switch to
 * @switched: when that thread had the CPU
 * @hard: in a hard interrupt
 * @soft: in a softirq, or in its thread
 * @waking: when @to_wake was to be woken
 * @to_wake: the thread that is being woken there; NULL: none
 * @notifier: is called when the switch is over that is under way
 */
struct overheads_cpu {
	struct hlist_head sessions;
	struct noise_window called;
	struct noise_window chosen;
	struct noise_window switched;
	struct overhead_timer hard;
	struct overhead_timer soft;
	struct noise_window waking;
	const struct task_struct *to_wake;
	struct preempt_notifier notifier;
};

/**
 * struct overheads_sent - interrupts that others have sent to a CPU
 * @at: ns; when the first of each kind was sent that the CPU has not entered
 *	yet; 0: none. Senders set it, and the CPU takes it: see
 *	overheads_hook_ipi_send()
 */
struct overheads_sent {
	u64 at[OVERHEAD_IPIS];
} ____cacheline_aligned;

/**
 * struct overhead - one sample
 * @context: which overhead
 * @real_time: it is one of a thread with a real-time priority, or of no thread
 * @undisturbed: interrupts are a part of it
 * @preempted: other threads have run since; for how long is not known
 * @negative: it was over before it began, as the clocks of two CPUs say
 * @pid: the thread; 0: none
 * @own: ns; a part of it that is the module's own work
 * @from: its begin
 * @to: its end
 */
struct overhead {
	enum rtla_context context;
	bool real_time;
	bool undisturbed;
	bool preempted;
	bool negative;
	pid_t pid;
	u64 own;
	struct noise_window from;
	struct noise_window to;
};

static struct overheads_cpu __percpu *overheads_cpu __read_mostly;
static struct overheads_sent __percpu *overheads_sent __read_mostly;
static struct cpu_memory overheads_memory = CPU_MEMORY(overheads_cpu);
static struct cpu_memory sent_memory = CPU_MEMORY(overheads_sent);

#define FIRST_CONTEXT		RTLA_OVERHEAD_RELEASE_LATENCY
#define OVERHEADS_CONTEXTS	GENMASK(RTLA_OVERHEAD_WAKE, FIRST_CONTEXT)

/* ---- Counting ------------------------------------------------------------ */

static void overhead_report_hit(const struct workload_config *config,
				const struct overhead *of, u64 count,
				u64 latency)
{
	struct rtla_hit hit = {
		.context = of->context,
		.seqnum = count,
		.latency_ns = latency,
		.threshold_ns = READ_ONCE(config->stop[of->context]),
		.t_w_ns = of->from.start,
		.pid = of->pid,
	};

	rtla_hit_report(config->hit, &hit, of->from.start, of->to.start, NULL);
}

static void overhead_count_for(const struct overheads_session *session,
			       const struct overhead *of)
{
	const struct workload_config *config = session->config;
	struct stats_cpu *stats = session->stats;
	bool disturbed = of->preempted || (!of->undisturbed &&
					   of->from.stolen != of->to.stolen);
	u64 ns;

	if ((!of->real_time && !config->overheads.all_threads) ||
	    !rtla_stats_counts(stats, of->from.start))
		return;
	if (of->negative) {
		rtla_stats_overhead(stats, of->context)->negative++;
		return;
	}
	if (disturbed) {
		rtla_stats_overhead(stats, of->context)->disturbed++;
		if (!config->overheads.keep_disturbed || of->preempted)
			return;
	}
	ns = rtla_noise_net_time(&of->from, &of->to);
	/* An interrupt in the module's own work would be subtracted twice. */
	ns -= min(ns, of->own);
	rtla_stats_add(stats, of->context, of->to.start, ns);
	trace_overhead(config->hit->session, of->context, of->from.start, ns,
		       of->pid);
	if (unlikely(ns >= READ_ONCE(config->stop[of->context])))
		overhead_report_hit(config, of,
				    stats->line[of->context].count, ns);
}

/* Context: any but NMI, preemption off; samples of a context do not nest. */
static void overhead_count(const struct overhead *of)
{
	const struct overheads_session *session;

	lockdep_assert_preemption_disabled();
	hlist_for_each_entry_rcu(session, &this_cpu_ptr(overheads_cpu)->sessions,
				 others, true)
		overhead_count_for(session, of);
}

/*
 * Return what is known of this CPU, which is watched, or NULL if no session
 * counts its overheads.
 */
static __always_inline struct overheads_cpu *overheads_counted_here(void)
{
	struct overheads_cpu *overheads = this_cpu_ptr(overheads_cpu);

	return hlist_empty(&overheads->sessions) ? NULL : overheads;
}

static struct noise_window overhead_stamp(void)
{
	return rtla_noise_stamp(this_cpu_ptr(&rtla_noise_cpu));
}

static bool has_real_time(const struct task_struct *task)
{
	return task->prio < MAX_RT_PRIO;
}

/* ---- The scheduler ------------------------------------------------------- */

/* The kernel tells when its scheduler returns, also without a switch. */
static bool overheads_see_exit;

static noinline void schedule_begins(void)
{
	struct overheads_cpu *overheads = overheads_counted_here();

	if (!overheads)
		return;
	overheads->to_wake = NULL;
	overheads->chosen.start = 0;
	overheads->switched.start = 0;
	overheads->called = overhead_stamp();
}

/* Context: scheduler, interrupts off, or others. */
static void overheads_hook_schedule(void *data, const char *what)
{
	if (unlikely(rtla_noise_is_watched_here()) &&
	    rtla_scheduler_is_called(what))
		schedule_begins();
}

/* Count what the way through the scheduler took that ends at @end. */
static void schedule_ends(struct overheads_cpu *overheads,
			  const struct noise_window *end)
{
	struct overhead of = {
		.context = RTLA_OVERHEAD_SCHED,
		.real_time = has_real_time(current),
		.pid = current->pid,
		.from = overheads->called,
		.to = overheads->chosen.start ? overheads->chosen : *end,
	};

	overhead_count(&of);
	if (overheads->switched.start) {
		of.context = RTLA_OVERHEAD_CXS;
		of.from = overheads->chosen;
		of.to = overheads->switched;
		overhead_count(&of);
		of.context = RTLA_OVERHEAD_SCHED2;
		of.from = overheads->switched;
		of.to = *end;
		overhead_count(&of);
	}
	overheads->called.start = 0;
}

/* The switch is over: see rtla_notify_last(). */
static void overheads_switched(struct preempt_notifier *notifier, int cpu)
{
	struct overheads_cpu *overheads =
		container_of(notifier, struct overheads_cpu, notifier);
	struct noise_window end = overhead_stamp();

	rtla_notified(notifier);
	schedule_ends(overheads, &end);
}

static struct preempt_ops overheads_notifier = {
	.sched_in = overheads_switched,
	.sched_out = rtla_notify_never,
};

/* Context: scheduler, interrupts off, the lock of this CPU's queue held. */
static void overheads_on_switch(bool preempt, struct task_struct *prev,
				struct task_struct *next,
				unsigned int prev_state)
{
	struct overheads_cpu *overheads = overheads_counted_here();

	if (!overheads || !overheads->called.start)
		return;
	overheads->soft.preempted = true;
	if (!overheads_see_exit)
		rtla_notify_last(&overheads->notifier, &overheads_notifier,
				 next);
	overheads->chosen = overhead_stamp();
}

/* Context: scheduler, in the new thread, interrupts off. */
static int probe_finish_switch(struct kprobe *probe, struct pt_regs *regs)
{
	/* A session that has ended may have left a choice, which is no switch. */
	struct overheads_cpu *overheads = overheads_counted_here();

	if (overheads && overheads->chosen.start)
		overheads->switched = overhead_stamp();
	return 0;
}

static noinline void schedule_returns(void)
{
	struct overheads_cpu *overheads = this_cpu_ptr(overheads_cpu);
	struct noise_window end;

	if (!overheads->called.start)
		return;
	end = overhead_stamp();
	schedule_ends(overheads, &end);
}

/* Context: scheduler, in the thread to which it returns, preemption off. */
static void overheads_hook_exit(void *data, RTLA_SCHED_EXIT_ARGS)
{
	if (unlikely(rtla_noise_is_watched_here()))
		schedule_returns();
}

/* ---- Timers -------------------------------------------------------------- */

/* Where a probe on the callback of the tick would be; 0: it was not found. */
static unsigned long overheads_tick;

/*
 * The address of a probe may be that of an instruction after the first one of a
 * function.
 */
#define BEGIN_MAX	4

static bool is_tick(const struct hrtimer *timer)
{
	unsigned long callback =
		(unsigned long)ACCESS_PRIVATE(timer, function);

	return overheads_tick - callback <= BEGIN_MAX;
}

static struct overhead_timer *timer_here(struct overheads_cpu *overheads)
{
	return in_hardirq() ? &overheads->hard : &overheads->soft;
}

static noinline void callback_begins(const struct hrtimer *timer)
{
	struct overheads_cpu *overheads = overheads_counted_here();
	struct overhead_timer *of;

	if (!overheads)
		return;
	of = timer_here(overheads);
	of->own = 0;
	of->t_w = ktime_sub(hrtimer_get_softexpires(timer),
			    READ_ONCE(timer->base->offset));
	of->task = current;
	of->woken = 0;
	of->real_time = false;
	of->tick = is_tick(timer);
	of->preempted = false;
	of->called = overhead_stamp();
}

static void overheads_hook_expire_entry(void *data, struct hrtimer *timer,
					RTLA_HRTIMER_NOW now)
{
	if (unlikely(rtla_noise_is_watched_here()))
		callback_begins(timer);
}

/* Count what a timer took whose callback has woken a thread. */
static void release_ends(const struct overhead_timer *timer,
			 const struct noise_window *end)
{
	struct overhead of = {
		.context = RTLA_OVERHEAD_RELEASE,
		.real_time = timer->real_time,
		.preempted = timer->preempted,
		.pid = timer->woken,
		.own = timer->own,
		.from = timer->called,
		.to = *end,
	};

	overhead_count(&of);
	of.context = RTLA_OVERHEAD_RELEASE_LATENCY;
	of.undisturbed = true;
	of.preempted = false;
	of.own = 0;
	of.to = timer->called;
	of.from = of.to;
	of.from.start = timer->t_w;
	overhead_count(&of);
}

static void tick_ends(const struct overhead_timer *timer,
		      const struct noise_window *end)
{
	const struct overhead of = {
		.context = RTLA_OVERHEAD_TICK,
		.real_time = true,
		.own = timer->own,
		.from = timer->called,
		.to = *end,
	};

	overhead_count(&of);
}

static noinline void callback_ends(void)
{
	struct overhead_timer *of = timer_here(this_cpu_ptr(overheads_cpu));
	struct noise_window end;
	unsigned long flags;

	if (!of->called.start)
		return;
	end = overhead_stamp();
	/* A hard interrupt may count the same. */
	local_irq_save(flags);
	if (of->tick)
		tick_ends(of, &end);
	else if (of->woken)
		release_ends(of, &end);
	local_irq_restore(flags);
	of->called.start = 0;
}

static void overheads_hook_expire_exit(void *data, struct hrtimer *timer)
{
	if (unlikely(rtla_noise_is_watched_here()))
		callback_ends();
}

/* ---- Wake-ups ------------------------------------------------------------ */

/* Return the timer whose callback runs, or NULL. */
static struct overhead_timer *running_timer(struct overheads_cpu *overheads)
{
	struct overhead_timer *of = timer_here(overheads);

	return of->called.start && of->task == current ? of : NULL;
}

/* Note that the callback that runs, if one does, wakes @task. */
static void timer_wakes(struct overheads_cpu *overheads,
			const struct task_struct *task)
{
	struct overhead_timer *of = running_timer(overheads);

	if (!of || of->real_time)
		return;
	of->real_time = has_real_time(task);
	of->woken = task->pid;
}

static noinline void waking_begins(struct task_struct *task)
{
	struct overheads_cpu *overheads = overheads_counted_here();

	if (!overheads)
		return;
	timer_wakes(overheads, task);
	overheads->to_wake = task;
	overheads->waking = overhead_stamp();
}

/*
 * Context: any but NMI, interrupts off, the lock of the thread's wake-ups held.
 */
static void overheads_hook_waking(void *data, struct task_struct *task)
{
	if (unlikely(rtla_noise_is_watched_here()))
		waking_begins(task);
}

/*
 * A CPU may leave it to another one to put the thread on a queue. That one does
 * so in an interrupt, or when it leaves the idle loop. It may itself have left
 * the same thread to another one before, and then @to_wake is of that time: the
 * interrupt, and each call of the scheduler, reset it.
 */
static noinline void waking_ends(struct task_struct *task)
{
	struct overheads_cpu *overheads = overheads_counted_here();
	struct overhead of = {
		.context = RTLA_OVERHEAD_WAKE,
		.pid = task->pid,
	};
	struct overhead_timer *timer;

	if (!overheads)
		return;
	of.to = overhead_stamp();
	if (overheads->to_wake != task)
		return;
	overheads->to_wake = NULL;
	if (is_idle_task(current) && !in_interrupt())
		return;
	of.from = overheads->waking;
	of.real_time = has_real_time(task);
	overhead_count(&of);
	timer = running_timer(overheads);
	if (timer)
		timer->own += rtla_clock() - of.to.start;
}

/* Context: scheduler, the lock of the thread's queue held, on any CPU. */
static void overheads_hook_wakeup(void *data, struct task_struct *task)
{
	if (unlikely(rtla_noise_is_watched_here()))
		waking_ends(task);
}

/* ---- Interrupts between CPUs --------------------------------------------- */

/*
 * If several interrupts of a kind are under way to a CPU, it is interrupted
 * once, and the first of them counts. What is sent to a CPU on which nothing is
 * counted is not noted: it would be taken for an interrupt that is sent when
 * something is.
 */
static void send(int cpu, enum overhead_ipi ipi)
{
	u64 *at = &per_cpu_ptr(overheads_sent, cpu)->at[ipi];

	if (!hlist_empty(&per_cpu_ptr(overheads_cpu, cpu)->sessions) &&
	    !READ_ONCE(*at))
		WRITE_ONCE(*at, rtla_clock());
}

/**
 * rtla_overheads_received - count an interrupt that another CPU has sent
 * @ipi: its kind
 *
 * Context: hard interrupt, at its beginning.
 */
void rtla_overheads_received(enum overhead_ipi ipi)
{
	struct overheads_cpu *overheads = overheads_counted_here();
	struct overhead of = {
		.context = ipi == OVERHEAD_IPI_RESCHEDULE ?
			   RTLA_OVERHEAD_IPI : RTLA_OVERHEAD_XCALL,
		.real_time = true,
		.undisturbed = true,
	};

	if (!overheads)
		return;
	of.to.start = rtla_clock();
	of.from.start = xchg(&this_cpu_ptr(overheads_sent)->at[ipi], 0);
	/*
	 * It may be about to put threads on a queue: see waking_ends().
	 */
	overheads->to_wake = NULL;
	if (!of.from.start)
		return;
	of.negative = of.to.start < of.from.start;
	overhead_count(&of);
}

/*
 * The callback of the interrupt that asks for a call of the scheduler is NULL.
 * A CPU sends interrupts to itself for other purposes.
 *
 * Context: any, preemption off.
 */
static void overheads_hook_ipi_send(void *data, unsigned int cpu,
				    unsigned long callsite, void *callback)
{
	if (!callback)
		send(cpu, OVERHEAD_IPI_RESCHEDULE);
	else if (cpu != raw_smp_processor_id())
		send(cpu, OVERHEAD_IPI_CALL);
}

/* Before 6.4 there is no such tracepoint. */
static int probe_send_reschedule(struct kprobe *probe, struct pt_regs *regs)
{
	unsigned int cpu = regs_get_kernel_argument(regs, 0);

	if (cpu < nr_cpu_ids)
		send(cpu, OVERHEAD_IPI_RESCHEDULE);
	return 0;
}

/*
 * Forget what was sent to a CPU that comes online, or on which counting begins.
 */
static void overheads_forget(int cpu)
{
	/* Without a session so far, there is nothing to forget. */
	struct overheads_sent __percpu *all = READ_ONCE(overheads_sent);
	unsigned int i;

	for (i = 0; all && i < OVERHEAD_IPIS; i++)
		WRITE_ONCE(per_cpu_ptr(all, cpu)->at[i], 0);
}

/* ---- The hooks ----------------------------------------------------------- */

/*
 * The compiler checks that the hooks have the prototypes of their tracepoints.
 */
static void __maybe_unused overheads_check_hooks(void)
{
	check_trace_callback_type_hrtimer_expire_entry(overheads_hook_expire_entry);
	check_trace_callback_type_hrtimer_expire_exit(overheads_hook_expire_exit);
	check_trace_callback_type_sched_waking(overheads_hook_waking);
	check_trace_callback_type_sched_wakeup(overheads_hook_wakeup);
	check_trace_callback_type_rcu_utilization(overheads_hook_schedule);
	rtla_check_sched_exit(overheads_hook_exit);
	rtla_check_ipi_send_cpu(overheads_hook_ipi_send);
}

/*
 * Where a pair begins, our hook is the last one of its tracepoint, and where a
 * pair ends, the first one: what others do there belongs to no pair. Only a
 * timer's callback ends with our hook as the last one.
 */
static struct hook overheads_hooks[] = {
	{ .name = "sched", .suffix = "_exit_tp", .probe = overheads_hook_exit,
	  .order = HOOK_FIRST, .optional = true },
	{ .name = "ipi", .suffix = "_send_cpu",
	  .probe = overheads_hook_ipi_send,
	  .order = HOOK_LAST, .optional = true },
	{ .name = "rcu", .suffix = "_utilization",
	  .probe = overheads_hook_schedule, .order = HOOK_LAST },
	{ .name = "sched", .suffix = "_wakeup", .probe = overheads_hook_wakeup,
	  .order = HOOK_FIRST },
	{ .name = "sched", .suffix = "_waking", .probe = overheads_hook_waking,
	  .order = HOOK_LAST },
	{ .name = "hrtimer", .suffix = "_expire_exit",
	  .probe = overheads_hook_expire_exit, .order = HOOK_LAST },
	{ .name = "hrtimer", .suffix = "_expire_entry",
	  .probe = overheads_hook_expire_entry, .order = HOOK_LAST },
};

static const struct hook *const exit_hook = &overheads_hooks[0];
static const struct hook *const send_hook = &overheads_hooks[1];

/* ---- The probes ---------------------------------------------------------- */

/* The names that the compiler gives to this function. */
static const char *const finish_names[] = {
	"finish_task_switch.isra.0", "finish_task_switch",
	"finish_task_switch.constprop.0", NULL
};

static const char *const send_names[] = { ARCH_SEND_RESCHEDULE, NULL };

/*
 * The name changed with 6.8; before that, the second one is of another
 * function.
 */
static const char *const tick_names[] = {
	"tick_sched_timer", "tick_nohz_handler", NULL
};

static struct kprobe finish_probe, send_probe;

/* All probes; the addr of one that was not found is NULL. */
static struct kprobe *overheads_probes[3] = { &finish_probe, &send_probe };

/*
 * Find the first of the functions that exists, for a probe that is not armed
 * yet; returns false if none does.
 */
static bool find_probe(struct kprobe *probe, const char *const *name,
		       kprobe_pre_handler_t handler)
{
	for (; *name; name++) {
		*probe = (struct kprobe) {
			.symbol_name = *name,
			.pre_handler = handler,
			.flags = KPROBE_FLAG_DISABLED,
		};
		if (!register_kprobe(probe))
			return true;
	}
	probe->addr = NULL;
	return false;
}

/*
 * A probe that is never armed changes nothing, but knows where its function is,
 * which the kernel tells modules in no other way.
 */
static unsigned long find_tick(void)
{
	struct kprobe probe;
	unsigned long address;

	if (!find_probe(&probe, tick_names, NULL))
		return 0;
	address = (unsigned long)probe.addr;
	unregister_kprobe(&probe);
	return address;
}

/*
 * Find what the kernel calls by name, once.
 *
 * To look for a name, the kernel goes through the symbols of all modules with
 * preemption off, which takes longer than many a latency. So sessions only arm
 * what was found.
 *
 * Context: see &struct workload.
 */
static void overheads_init(void)
{
	overheads_tick = find_tick();
	find_probe(&finish_probe, finish_names, probe_finish_switch);
	if (!send_hook->tracepoint)
		find_probe(&send_probe, send_names, probe_send_reschedule);
	overheads_probes[2] = rtla_overheads_own_probe();
}

/* Undo overheads_init(): no session is left. */
static void overheads_exit(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(overheads_probes); i++) {
		if (overheads_probes[i]->addr)
			unregister_kprobe(overheads_probes[i]);
	}
}

/*
 * Attach what is no hook. A probe that cannot be had means that some overheads
 * are not measured: see overheads_contexts().
 */
static int overheads_attach(void)
{
	unsigned int i;

	overheads_see_exit = exit_hook->attached;
	for (i = 0; i < ARRAY_SIZE(overheads_probes); i++) {
		if (overheads_probes[i]->addr)
			enable_kprobe(overheads_probes[i]);
	}
	preempt_notifier_inc();
	return 0;
}

/*
 * A probe may still run until the grace period of RCU is over that hooks are
 * waited for.
 */
static void overheads_detach(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(overheads_probes); i++) {
		if (rtla_overheads_is_armed(overheads_probes[i]))
			disable_kprobe(overheads_probes[i]);
	}
}

/* A notifier that is in use is called: that is a part of the switch. */
static void overheads_detached(void)
{
	preempt_notifier_dec();
}

struct hook_set rtla_overheads_hooks = {
	.hook = overheads_hooks,
	.count = ARRAY_SIZE(overheads_hooks),
	.on_switch = overheads_on_switch,
	.attach = overheads_attach,
	.detach = overheads_detach,
	.detached = overheads_detached,
};

/* ---- The workload -------------------------------------------------------- */

static unsigned int overheads_contexts(void)
{
	unsigned int contexts = OVERHEADS_CONTEXTS;
	bool sent = send_hook->attached;

	if (!rtla_overheads_is_armed(&finish_probe))
		contexts &= ~(BIT(RTLA_OVERHEAD_CXS) |
			      BIT(RTLA_OVERHEAD_SCHED2));
	if (!overheads_tick)
		contexts &= ~BIT(RTLA_OVERHEAD_TICK);
	if (!(sent || rtla_overheads_is_armed(&send_probe)) ||
	    !rtla_overheads_has_ipi(OVERHEAD_IPI_RESCHEDULE))
		contexts &= ~BIT(RTLA_OVERHEAD_IPI);
	if (!sent || !rtla_overheads_has_ipi(OVERHEAD_IPI_CALL))
		contexts &= ~BIT(RTLA_OVERHEAD_XCALL);
	return contexts;
}

/*
 * Note what the module itself adds to the overheads of the CPU that are
 * measured.
 */
static void note_own(const struct workload_config *config, int cpu)
{
	struct overheads_own own = rtla_overheads_own(cpu);
	struct stats_cpu *stats = rtla_stats_of(config->stats, cpu);
	const u64 of[RTLA_OVERHEADS_COUNT] = {
		/* It begins when a timer is due, without a hook. */
		[RTLA_OVERHEAD_RELEASE_LATENCY - FIRST_CONTEXT] = 0,
		/* The timestamps of a wake-up are in it, too. */
		[RTLA_OVERHEAD_RELEASE - FIRST_CONTEXT] = 3 * own.stamp,
		[RTLA_OVERHEAD_SCHED - FIRST_CONTEXT] = own.stamp,
		[RTLA_OVERHEAD_CXS - FIRST_CONTEXT] = own.to_probe,
		[RTLA_OVERHEAD_SCHED2 - FIRST_CONTEXT] = own.from_probe,
		[RTLA_OVERHEAD_TICK - FIRST_CONTEXT] = own.stamp,
		[RTLA_OVERHEAD_IPI - FIRST_CONTEXT] = own.stamp,
		[RTLA_OVERHEAD_XCALL - FIRST_CONTEXT] = own.stamp,
		[RTLA_OVERHEAD_WAKE - FIRST_CONTEXT] = own.stamp,
	};
	unsigned int contexts = overheads_contexts();
	enum rtla_context i;

	for (i = FIRST_CONTEXT; i <= RTLA_OVERHEAD_WAKE; i++) {
		if (contexts & BIT(i))
			rtla_stats_overhead(stats, i)->own =
				of[i - FIRST_CONTEXT];
	}
}

static void overheads_watch(struct workload_config *config)
{
	int cpu;

	for_each_cpu(cpu, config->cpus) {
		rtla_noise_watch(cpu, false);
		note_own(config, cpu);
	}
}

static int overheads_begin(struct workload_config *config)
{
	struct overheads_session *on;
	int cpu;

	for_each_cpu(cpu, config->cpus) {
		on = per_cpu_ptr(config->overheads.on, cpu);
		on->config = config;
		on->stats = rtla_stats_of(config->stats, cpu);
		overheads_forget(cpu);
		hlist_add_head_rcu(&on->others,
				   &per_cpu_ptr(overheads_cpu, cpu)->sessions);
	}
	return 0;
}

static void overheads_end(struct workload_config *config)
{
	int cpu;

	/* A repeated call does nothing. */
	for_each_cpu(cpu, config->cpus)
		hlist_del_init_rcu(&per_cpu_ptr(config->overheads.on,
						cpu)->others);
}

static void overheads_finish(struct workload_config *config)
{
	int cpu;

	for_each_cpu(cpu, config->cpus)
		rtla_noise_unwatch(cpu, false);
}

const struct workload rtla_overheads = {
	.id = RTLA_OVERHEADS,
	.flags = OVERHEADS_FLAGS,
	.observes = ~RTLA_START_PANIC,
	.measures = OVERHEADS_CONTEXTS,
	.start_size = sizeof(struct rtla_start_overheads),
	.stops_at = offsetof(struct rtla_start_overheads, stop_ns),
	.first = RTLA_OVERHEAD_RELEASE_LATENCY,
	.stops = RTLA_OVERHEADS_COUNT,
	.configure = rtla_overheads_configure,
	.free = rtla_overheads_free,
	.memory = { &overheads_memory, &sent_memory },
	.hooks = { &rtla_overheads_ipi_hooks, &rtla_overheads_hooks },
	.init = overheads_init,
	.exit = overheads_exit,
	.cpu_prepare = overheads_forget,
	.in_scheduler = true,
	.watch = overheads_watch,
	.begin = overheads_begin,
	.end = overheads_end,
	.finish = overheads_finish,
	.contexts = overheads_contexts,
};

#else /* CONFIG_PREEMPT_NOTIFIERS */

/* RTLA_IOC_START refuses such sessions. */
/* Its sessions are refused. */
struct hook_set rtla_overheads_hooks, rtla_overheads_ipi_hooks;
const struct workload rtla_overheads = {
	.id = RTLA_OVERHEADS,
	.flags = OVERHEADS_FLAGS,
	.observes = ~RTLA_START_PANIC,
	.start_size = sizeof(struct rtla_start_overheads),
	.stops_at = offsetof(struct rtla_start_overheads, stop_ns),
	.first = RTLA_OVERHEAD_RELEASE_LATENCY,
	.stops = RTLA_OVERHEADS_COUNT,
	.configure = rtla_overheads_configure,
};

#endif /* CONFIG_PREEMPT_NOTIFIERS */
