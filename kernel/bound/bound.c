// SPDX-License-Identifier: GPL-2.0
/*
 * The bound of the scheduling latency: the variables of the model of D. B. de
 * Oliveira, D. Casini, R. S. de Oliveira, T. Cucinotta, "Demystifying the
 * Real-Time Linux Scheduling Latency", ECRTS 2020, on kernels that do not tell
 * when preemption and interrupts are disabled.
 *
 * The scheduler's variables, PSD, DST and the PAIE that follows it, are
 * measured at each of its calls: from the tracepoint by which it tells RCU that
 * it begins, to the preempt notifier that is called when a switch is over, or
 * the tracepoint at its end.
 *
 * For the rest there is the probe, a timer that expires at random, at most a
 * period after it has expired last. At each expiry it sees whether the thread
 * that it interrupts can be preempted there:
 *
 *	It can. Then any window since the CPU was seen so before, at "free", is
 *	over, and was shorter than the time in between. If the probe was late,
 *	interrupts were disabled at least from when it was to expire.
 *
 *	It cannot. Then a window is open, since some time after "free". The
 *	probe wakes its thread, which has the highest priority, so that the
 *	scheduler is called as soon as that is possible. There the window ends,
 *	and its length is known up to the time from "free" to the probe.
 *
 * So of each window that the probe meets a lower and an upper end are known,
 * and one that it does not meet is shorter than the distance of two expiries.
 * Between both ends lies at most a period. Time of interrupts is never a part
 * of a window, the probe's own one included: see noise.c.
 *
 * A switch may be the last use of the memory of a process that has ended, which
 * is then freed after the notifier was called. Where no tracepoint tells of the
 * end, that is where the memory is given back; with PREEMPT_RT, RCU does it,
 * and no call of the scheduler.
 *
 * Before 7.0, nothing tells of a call of the scheduler that switches nothing
 * when it ends. What the probe meets after such a call may be the scheduler or
 * not, and is known at its upper end only, until the probe sees that the call
 * is over.
 *
 * An idle CPU has a variable of its own, as idle states take their time to
 * leave. The probe wakes its thread there, too.
 */
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/mm_types.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <asm/irq_regs.h>

#include <trace/events/kmem.h>
#include <trace/events/rcu.h>
#include <trace/events/rtla.h>
#include <trace/events/sched.h>
#include <trace/events/timer.h>

#include "bound/bound.h"
#include "bound/bound_calibration.h"
#include "bound/bound_checks.h"
#include "bound/bound_cpu.h"
#include "bound/bound_windows.h"
#include "compat.h"
#include "noise/clock.h"
#include "noise/hooks.h"
#include "noise/hooks_arch.h"
#include "noise/noise.h"
#include "noise/scheduler_call.h"
#include "session/cpu_memory.h"
#include "session/thread.h"
#include "session/workload.h"
#include "stats/stats.h"

#ifdef CONFIG_PREEMPT_NOTIFIERS

/* ns; a probe that is less late, beyond its floor, is as late as timers are. */
#define LATE_LEAST	500

/* SCHED_FIFO, of the probe's threads by default. */
#define BOUND_PRIORITY	99

/*
 * A call of the scheduler may free memory after the
 * last of its tracepoints and notifiers that each kernel has.
 */
#define CALLS_FREE_MEMORY	(!RTLA_SCHED_EXIT_IS_TOLD && !IS_ENABLED(CONFIG_PREEMPT_RT))

static struct bound_cpu __percpu *bound_cpu __read_mostly;
static struct cpu_memory bound_memory = CPU_MEMORY(bound_cpu);

/* The kernel tells when its scheduler returns, also without a switch. */
bool rtla_bound_sees_exit;

static struct noise_window bound_stamp(void)
{
	return rtla_noise_stamp(this_cpu_ptr(&rtla_noise_cpu));
}

static __always_inline bool bound_is_on(const struct bound_cpu *bound)
{
	return READ_ONCE(bound->on);
}

/* ---- Windows ------------------------------------------------------------- */

/*
 * Return how long a window was whose edges are known, but for the @unseen ns
 * that belong to it beyond them. Context: interrupts off.
 */
static u64 window_is_over(struct bound_cpu *bound, enum rtla_context context,
			  const struct noise_window *from,
			  const struct noise_window *end, u64 unseen)
{
	struct bound_window window = {
		.context = context,
		.start = from->start,
		.end = end->start,
		.lower = rtla_noise_net_time(from, end) + unseen,
	};

	window.upper = window.lower;
	rtla_bound_window(bound->config, bound->windows, &window);
	return window.lower;
}

/*
 * The window that the probe has met is over. It was open there, at least for a
 * moment.
 */
static void open_is_over(struct bound_cpu *bound,
			 const struct noise_window *end)
{
	struct bound_open *open = &bound->open;
	const struct bound_window window = {
		.context = open->idle ? RTLA_BOUND_IDLE : RTLA_BOUND_POID,
		.start = open->in_call ? open->free.start : open->from.start,
		.end = end->start,
		.lower = open->in_call ? 0 :
			 max(rtla_noise_net_time(&open->from, end), 1ULL),
		.upper = rtla_noise_net_time(&open->free, end),
		.place = &open->place,
	};

	open->from.start = 0;
	rtla_bound_window(bound->config, bound->windows, &window);
}

/* ---- The scheduler ------------------------------------------------------- */

/*
 * Look at a part of a call that is not seen: it has taken @ns. The time depends
 * on what the kernel does there, and is different with each configuration and
 * machine, so it is learnt from the calls of our own thread.
 */
static void learn_unseen(struct bound_unseen *unseen, u64 ns)
{
	if (!unseen->count || ns < unseen->least)
		WRITE_ONCE(unseen->least, ns);
	if (unseen->count < BOUND_UNSEEN_KNOWN)
		WRITE_ONCE(unseen->count, unseen->count + 1);
	else if (ns > unseen->most &&
		 ns / BOUND_TIME_SPREAD <= unseen->least)
		WRITE_ONCE(unseen->most, ns);
}

/*
 * Our thread has called the scheduler. No interrupt came on the way, if that is
 * looked at.
 */
static void learn_before(struct bound_cpu *bound)
{
	if (bound->irqs == rtla_noise_irqs_here())
		learn_unseen(&bound->windows->before,
			     rtla_noise_net_time(&bound->asleep,
						 &bound->called));
	bound->asleep.start = 0;
}

/*
 * A call of the scheduler has ended, nobody knows when: another one begins, or
 * the probe sees that this one is over.
 */
static void call_was_over(struct bound_cpu *bound,
			  const struct noise_window *now)
{
	if (bound->open.from.start)
		open_is_over(bound, bound->open.in_call ? now : &bound->called);
	bound_check_call(bound);
	bound->waits.start = 0;
	bound->called.start = 0;
	WRITE_ONCE(bound->windows->unmeasured, bound->windows->unmeasured + 1);
}

static noinline void call_begins(void)
{
	struct bound_cpu *bound = this_cpu_ptr(bound_cpu);
	struct noise_window now;

	if (!bound_is_on(bound))
		return;
	if (unlikely(bound->called.start)) {
		now = bound_stamp();
		call_was_over(bound, &now);
	}
	bound_check_rules(bound, BOUND_AT_CALL, RTLA_PROBE_PREEMPT, true);
	bound->needed = bound->wanted;
	bound->wanted = false;
	bound->switched = false;
	bound->frees = false;
	bound->memory = NULL;
	bound->called = bound_stamp();
}

/*
 * KVM tells RCU the same when it enters a guest; that is no call of the
 * scheduler.
 *
 * Context: scheduler, interrupts off, or others.
 */
static void bound_hook_schedule(void *data, const char *what)
{
	if (unlikely(rtla_noise_is_watched_here()) &&
	    rtla_scheduler_is_called(what) && !(current->flags & PF_VCPU))
		call_begins();
}

/*
 * A call of the scheduler ends at @end. Only here, what was noted on the way is
 * counted: that takes longer than the way.
 *
 * Context: scheduler, preemption off.
 */
static void bound_call_ends(struct bound_cpu *bound,
			    const struct noise_window *end)
{
	u64 before = rtla_bound_unseen(&bound->windows->before);
	struct bound_open *open = &bound->open;
	unsigned long flags;
	u64 call;

	local_irq_save(flags);
	bound_check_call(bound);
	if (unlikely(bound->asleep.start))
		learn_before(bound);
	if (bound->waits.start)
		window_is_over(bound, RTLA_BOUND_PAIE, &bound->waits,
			       &bound->called, 0);
	call = window_is_over(bound, RTLA_BOUND_PSD, &bound->called, end,
			      before);
	bound->usual_call += (s64)(call - bound->usual_call) >> 3;
	if (bound->switched)
		window_is_over(bound, RTLA_BOUND_DST, &bound->called, end, 0);
	if (unlikely(bound->frees) && call > bound->windows->freeing)
		rtla_bound_keep(bound->config, &bound->windows->freeing,
				bound->called.start, call);
	/* A window that the probe met in the call is a part of the call. */
	if (open->from.start && open->in_call)
		open->from.start = 0;
	if (open->from.start)
		open_is_over(bound, &bound->called);
	bound->free = *end;
	bound->called.start = 0;
	bound->waits.start = 0;
	bound->irqs = rtla_noise_irqs_here();
	local_irq_restore(flags);
	rtla_noise_steal_own(end);
	if (tif_need_resched())
		bound->waits = bound_stamp();
}

/* Return whether nobody else uses the memory whose use the call gives back. */
static bool memory_is_freed(const struct bound_cpu *bound)
{
	return bound->memory && atomic_read(&bound->memory->mm_count) == 1;
}

/* The switch is over: see rtla_notify_last(). */
static void bound_switched(struct preempt_notifier *notifier, int cpu)
{
	struct bound_cpu *bound = container_of(notifier, struct bound_cpu,
					       notifier);
	struct noise_window end = bound_stamp();

	rtla_notified(notifier);
	if (!bound->called.start)
		return;
	bound_check_rules(bound, BOUND_AT_RETURN, 0, true);
	if (memory_is_freed(bound)) {
		bound->frees = true;
		if (CALLS_FREE_MEMORY)
			return;
	}
	bound_call_ends(bound, &end);
}

static noinline void call_ends_now(struct bound_cpu *bound)
{
	struct noise_window end;

	if (!bound_is_on(bound) || !bound->called.start)
		return;
	end = bound_stamp();
	bound_call_ends(bound, &end);
}

/* Context: any. */
static void bound_hook_free(void *data, unsigned long from, const void *object,
			    const struct kmem_cache *cache)
{
	struct bound_cpu *bound;

	if (!rtla_noise_is_watched_here())
		return;
	bound = this_cpu_ptr(bound_cpu);
	if (unlikely(object == bound->memory))
		call_ends_now(bound);
}

static struct preempt_ops bound_notifier = {
	.sched_in = bound_switched,
	.sched_out = rtla_notify_never,
};

/* Context: scheduler, interrupts off, the lock of this CPU's queue held. */
static void bound_on_switch(bool preempt, struct task_struct *prev,
			    struct task_struct *next, unsigned int prev_state)
{
	struct bound_cpu *bound = this_cpu_ptr(bound_cpu);

	if (!bound_is_on(bound))
		return;
	bound_check_rules(bound, BOUND_AT_SWITCH, RTLA_PROBE_PREEMPT,
			  bound->called.start);
	if (unlikely(!bound->called.start))
		return;
	bound->switched = true;
	if (next == this_cpu_read(rtla_noise_cpu.softirq_thread))
		this_cpu_write(rtla_noise_cpu.softirq_waits, false);
	if (rtla_bound_sees_exit)
		return;
	/* The notifier is called before that thread is freed. */
	bound->frees = prev_state & TASK_DEAD;
	/*
	 * A thread without memory of its own goes on to use that of the one
	 * before.
	 */
	if (!prev->mm && next->mm)
		bound->memory = prev->active_mm;
	rtla_notify_last(&bound->notifier, &bound_notifier, next);
}

/* Context: scheduler, preemption off. */
static void bound_hook_exit(void *data, RTLA_SCHED_EXIT_ARGS)
{
	struct bound_cpu *bound;
	struct noise_window end;

	if (!rtla_noise_is_watched_here())
		return;
	bound = this_cpu_ptr(bound_cpu);
	if (!bound_is_on(bound) || !bound->called.start)
		return;
	end = bound_stamp();
	bound_check_rules(bound, BOUND_AT_RETURN, RTLA_PROBE_PREEMPT, true);
	bound_call_ends(bound, &end);
}

static noinline void wakes(struct task_struct *task)
{
	struct bound_cpu *bound = this_cpu_ptr(bound_cpu);

	if (bound_is_on(bound) && task != current)
		bound_check_rules(bound, BOUND_AT_WAKING, RTLA_PROBE_PREEMPT, true);
	if (rtla_hooks_arch_in_nmi())
		return;
	if (bound_is_on(bound))
		rtla_noise_leave_and_wake(this_cpu_ptr(&rtla_noise_cpu), task);
	else if (unlikely(rtla_bound_leaves_timers(&bound->calibration)))
		rtla_noise_learn_softirq_thread(this_cpu_ptr(&rtla_noise_cpu),
						task);
}

/* Context: any, interrupts off, at the end of the waking. */
static void bound_hook_wakeup(void *data, struct task_struct *task)
{
	if (unlikely(rtla_noise_is_watched_here()))
		wakes(task);
}

/* ---- The probe ----------------------------------------------------------- */

/* Timers that expire in an interrupt of which the probe is one: see noise.c. */
static void bound_hook_expire_entry(void *data, struct hrtimer *timer,
				    RTLA_HRTIMER_NOW now)
{
	if (in_hardirq())
		this_cpu_inc(rtla_noise_cpu.expired);
}

/*
 * Return the ns until the next expiry: from half a period to a whole one. On a
 * machine that is too slow for this period it is later, so that others get most
 * of the time: @cost is what this expiry has taken, and the thread that it has
 * woken, if it has, may take two calls of the scheduler.
 */
static u64 next_distance(struct bound_cpu *bound, u64 cost)
{
	u32 half = bound->period / 2;

	/*
	 * The generator of D. Knuth and H. Lewis: its high bits are random
	 * enough.
	 */
	bound->random = bound->random * 1664525 + 1013904223;
	return max(half + (((u64)bound->random * half) >> 32),
		   4 * cost + 3 * bound->usual_call);
}

/* Return whether the probe has interrupted what cannot be preempted there. */
static bool thread_is_held(const struct bound_cpu *bound)
{
	struct pt_regs *regs = get_irq_regs();

	return preempt_count() != HARDIRQ_OFFSET ||
	       (!bound->preempts && !(regs && user_mode(regs)));
}

/*
 * Return since when it is known that a window is open which the probe has met:
 * since it was to expire at @t_w, if it is late, else since its interrupt.
 *
 * How much of the time stolen since "free" was stolen before @t_w is known if
 * nothing was stolen later; otherwise, all of it is taken off.
 */
static struct noise_window known_from(const struct bound_cpu *bound,
				      const struct noise_cpu *noise,
				      const struct noise_window *irq, u64 t_w)
{
	struct noise_window from = { .start = t_w + bound->windows->floor };

	if (from.start < bound->free.start)
		from.start = bound->free.start;
	from.stolen = noise->left.start <= from.start ? irq->stolen :
						       bound->free.stolen;
	if ((s64)(irq->start - from.start) - (s64)(irq->stolen - from.stolen) <
	    LATE_LEAST)
		return *irq;
	return from;
}

static void wake_thread(struct bound_cpu *bound, u64 t_w)
{
	bool waits = tif_need_resched();

	if (!bound->fired) {
		bound->woken_by = t_w;
		bound->own_before = this_cpu_read(rtla_noise_cpu.own);
	}
	WRITE_ONCE(bound->fired, true);
	wake_up_process(bound->thread);
	/* Another thread may be as urgent, or the last call not be over. */
	if (!waits && tif_need_resched())
		bound->wanted = true;
}

/* The CPU is idle: see how long it takes until the scheduler is called. */
static void meet_idle(struct bound_cpu *bound, const struct noise_window *irq,
		      const struct noise_window *from, u64 t_w)
{
	struct bound_open *open = &bound->open;

	bound->free = *irq;
	if (open->from.start || bound->called.start)
		return;
	open->from = *from;
	open->free = *from;
	if (t_w < irq->start)
		open->free.start = min(open->free.start, t_w);
	open->idle = true;
	open->in_call = false;
	rtla_bound_place_note(&open->place, bound->config->bound.owner,
			      RTLA_BOUND_CASE_II_A);
	wake_thread(bound, t_w);
}

/* The thread is held: the window ends where the scheduler is called. */
static void meet_held(struct bound_cpu *bound, const struct noise_window *irq,
		      const struct noise_window *from, u64 t_w)
{
	struct bound_open *open = &bound->open;

	if (!open->from.start) {
		open->from = *from;
		open->free = bound->free;
		open->idle = false;
		open->in_call = bound->called.start;
		rtla_bound_place_note(&open->place, bound->config->bound.owner,
				      RTLA_BOUND_CASE_II_B);
		wake_thread(bound, t_w);
		/* The thread of the session may wait for anything. */
		if (unlikely(open->place.own))
			bound->woken_by = 0;
	}
	if (unlikely(irq->start - open->from.start >= bound->stack_ns) &&
	    !open->place.stack_count)
		rtla_bound_place_take_stack(&open->place);
}

/*
 * Return whether the thread was woken, and the scheduler has chosen another
 * one.
 */
static bool thread_is_passed_over(const struct bound_cpu *bound)
{
	return bound->fired && !tif_need_resched() && current != bound->thread;
}

/*
 * Another thread is as urgent as the one that was woken, so that the scheduler
 * was not called for that. The window that the probe has met is over, nobody
 * knows since when, and the latency of the thread is none that the model
 * bounds.
 */
static void pass_over(struct bound_cpu *bound, const struct noise_window *irq)
{
	bound->woken_by = 0;
	if (!bound->open.from.start)
		return;
	bound->open.in_call = true;
	open_is_over(bound, irq);
}

/* The thread is not held: a window that made the probe late is over. */
static void meet_free(struct bound_cpu *bound, const struct noise_window *irq,
		      const struct noise_window *from)
{
	struct bound_cpu_windows *windows = bound->windows;
	u64 gap = rtla_noise_net_time(&bound->free, irq);

	if (unlikely(bound->called.start))
		call_was_over(bound, irq);
	if (unlikely(thread_is_passed_over(bound)))
		pass_over(bound, irq);
	/* Preemption is enabled, and the scheduler is about to be called. */
	if (unlikely(bound->open.from.start))
		return;
	if (from->start != irq->start) {
		struct bound_place place;
		const struct bound_window window = {
			.context = RTLA_BOUND_POID,
			.start = from->start,
			.end = irq->start,
			.lower = rtla_noise_net_time(from, irq),
			.upper = gap,
			.place = &place,
		};

		rtla_bound_place_note(&place, bound->config->bound.owner,
				      RTLA_BOUND_CASE_II_A);
		if (unlikely(window.lower >= bound->stack_ns))
			rtla_bound_place_take_stack(&place);
		rtla_bound_window(bound->config, windows, &window);
	} else if (unlikely(gap > windows->gap)) {
		rtla_bound_keep(bound->config, &windows->gap, bound->free.start,
				gap);
	}
	bound->free = *irq;
}

/*
 * @irq: when the interrupt began in which the probe expires, which was due at
 * @t_w
 */
static void bound_meet(struct bound_cpu *bound, const struct noise_cpu *noise,
		       const struct noise_window *irq, u64 t_w)
{
	struct bound_cpu_windows *windows = bound->windows;
	struct noise_window from;

	/*
	 * It may expire in an interrupt that has begun before, for another
	 * timer.
	 */
	if (unlikely(irq->start >= t_w && irq->start - t_w < windows->floor))
		WRITE_ONCE(windows->floor, irq->start - t_w);
	WRITE_ONCE(windows->probes, windows->probes + 1);
	bound_check_interrupted(bound);
	from = known_from(bound, noise, irq, t_w);
	if (is_idle_task(current))
		meet_idle(bound, irq, &from, t_w);
	else if (thread_is_held(bound))
		meet_held(bound, irq, &from, t_w);
	else
		meet_free(bound, irq, &from);
}

static enum hrtimer_restart bound_probe(struct hrtimer *timer)
{
	struct bound_cpu *bound = container_of(timer, struct bound_cpu, timer);
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	struct noise_window irq = rtla_noise_stamp(noise);
	u64 begin = irq.start, cost;

	/* In the calibration, it only has to expire, and to have no event. */
	noise->probe++;
	if (!bound_is_on(bound) || READ_ONCE(bound->ending))
		return HRTIMER_NORESTART;
	if (likely(noise->irq_depth - 1 < NOISE_IRQ_DEPTH))
		irq = noise->irq[noise->irq_depth - 1];
	bound_meet(bound, noise, &irq, ktime_to_ns(hrtimer_get_expires(timer)));
	cost = rtla_clock() - irq.start;
	hrtimer_set_expires(timer,
			    ns_to_ktime(begin + next_distance(bound, cost)));
	/* Another timer may have expired before, in the same interrupt. */
	noise->probe += irq.start + cost - begin;
	return HRTIMER_RESTART;
}

/* ---- The thread ---------------------------------------------------------- */

/* The CPU is free now. Its windows are looked for from here on. */
static void bound_begin(struct bound_cpu *bound)
{
	unsigned long flags;

	local_irq_save(flags);
	bound->free = bound_stamp();
	WRITE_ONCE(bound->on, true);
	hrtimer_start(&bound->timer,
		      ns_to_ktime(bound->free.start + next_distance(bound, 0)),
		      HRTIMER_MODE_ABS_PINNED_HARD);
	local_irq_restore(flags);
}

/*
 * Call the scheduler, and learn what it takes before its tracepoint shows
 * it, and after the end that is seen. The first is learnt before another thread
 * runs.
 */
static void bound_sleep(struct bound_cpu *bound)
{
	const u64 *calls = &bound->windows->rules.checks[BOUND_AT_CALL];
	struct noise_window back;
	u64 before = READ_ONCE(*calls);

	bound->irqs = rtla_noise_irqs_here();
	bound->asleep = bound_stamp();
	schedule();
	back = bound_stamp();
	/* Some kernels do not tell the end of a call without a switch. */
	if (!bound->asleep.start && bound->irqs == rtla_noise_irqs_here())
		learn_unseen(&bound->windows->after,
			     rtla_noise_net_time(&bound->free, &back));
	bound->asleep.start = 0;
	preempt_disable_notrace();
	bound_check_rules(bound, BOUND_AT_SLEEP, 0, READ_ONCE(*calls) != before);
	preempt_enable_notrace();
}

/*
 * Sleep until the probe wakes the thread, and count how long that took. The
 * module's own work is in no variable of the bound, and so not in what is
 * compared with that.
 */
static void bound_wait(struct bound_cpu *bound)
{
	unsigned long flags;
	u64 now;

	set_current_state(TASK_INTERRUPTIBLE);
	if (!READ_ONCE(bound->fired) && !rtla_thread_is_ending(PLACE_PROBE))
		bound_sleep(bound);
	__set_current_state(TASK_RUNNING);
	local_irq_save(flags);
	now = rtla_clock() -
	      (this_cpu_read(rtla_noise_cpu.own) - bound->own_before);
	if (bound->fired && bound->woken_by)
		rtla_bound_observed(bound->config, bound->woken_by, now);
	bound->fired = false;
	local_irq_restore(flags);
}

static void bound_thread(int cpu, const void *data)
{
	struct bound_cpu *bound = this_cpu_ptr(bound_cpu);

	rtla_bound_calibrate(&bound->calibration, &bound->timer,
			     bound->windows);
	bound_begin(bound);
	while (!rtla_thread_is_ending(PLACE_PROBE)) {
		bound_wait(bound);
		if (likely(!rtla_thread_is_wanted_elsewhere()))
			continue;
		WRITE_ONCE(bound->ending, true);
		WRITE_ONCE(bound->lost, true);
		WRITE_ONCE(bound->on, false);
		hrtimer_cancel(&bound->timer);
		rtla_thread_give_way(PLACE_PROBE);
		return;
	}
	/* No window is looked for any more. */
	WRITE_ONCE(bound->on, false);
	hrtimer_cancel(&bound->timer);
}

/* ---- The hooks ----------------------------------------------------------- */

/*
 * The compiler checks that the hooks have the prototypes of their tracepoints.
 */
static void __maybe_unused bound_check_hooks(void)
{
	check_trace_callback_type_hrtimer_expire_entry(bound_hook_expire_entry);
	check_trace_callback_type_rcu_utilization(bound_hook_schedule);
	check_trace_callback_type_kmem_cache_free(bound_hook_free);
	check_trace_callback_type_sched_wakeup(bound_hook_wakeup);
	rtla_check_sched_exit(bound_hook_exit);
}

/*
 * Where a call of the scheduler begins, our hook is the last one of its
 * tracepoint, and where it ends, the first one: what others do there belongs to
 * no window.
 */
static struct hook bound_hooks[] = {
	{ .name = "sched", .suffix = "_exit_tp", .probe = bound_hook_exit,
	  .order = HOOK_FIRST, .optional = true },
	{ .name = "rcu", .suffix = "_utilization", .probe = bound_hook_schedule,
	  .order = HOOK_LAST },
	{ .name = "sched", .suffix = "_wakeup", .probe = bound_hook_wakeup },
	{ .name = "hrtimer", .suffix = "_expire_entry",
	  .probe = bound_hook_expire_entry },
	{ .name = "kmem", .suffix = "_cache_free", .probe = bound_hook_free,
	  .order = HOOK_FIRST, .optional = true },
};

/* Attach what is no hook. */
static int bound_attach(void)
{
	int cpu;

	rtla_bound_sees_exit = bound_hooks[0].attached;
	/* Nothing has ended since the last probe that was there. */
	for_each_possible_cpu(cpu)
		WRITE_ONCE(per_cpu(rtla_noise_cpu, cpu).left.start, 0);
	static_branch_enable(&rtla_noise_probed);
	preempt_notifier_inc();
	return 0;
}

static void bound_detach(void)
{
	static_branch_disable(&rtla_noise_probed);
}

/* A notifier that is in use is called: that is a part of the switch. */
static void bound_detached(void)
{
	preempt_notifier_dec();
}

/* The last hook is for kernels whose scheduler frees memory. */
struct hook_set rtla_bound_hooks = {
	.hook = bound_hooks,
	.count = ARRAY_SIZE(bound_hooks) - !CALLS_FREE_MEMORY,
	.on_switch = bound_on_switch,
	.attach = bound_attach,
	.detach = bound_detach,
	.detached = bound_detached,
};

/* ---- The workload -------------------------------------------------------- */

static int bound_create(int cpu, const struct workload_config *config)
{
	struct bound_cpu *bound = per_cpu_ptr(bound_cpu, cpu);
	int ret;

	ret = rtla_thread_create(PLACE_PROBE, cpu, bound_thread, NULL, "bound");
	if (ret)
		return ret;
	memset(bound, 0, sizeof(*bound));
	bound->preempts = !preempt_model_none() && !preempt_model_voluntary();
	bound->period = config->period;
	bound->random = get_random_u32();
	bound->stack_ns = config->stack;
	bound->thread = rtla_thread_of(PLACE_PROBE, cpu)->task;
	bound->config = config;
	bound->windows = per_cpu_ptr(config->bound.windows, cpu);
	hrtimer_setup(&bound->timer, bound_probe, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
	rtla_bound_calibration_init(&bound->calibration);
	rtla_noise_watch(cpu, config->report_noise);
	return 0;
}

static void bound_halt(int cpu)
{
	struct bound_cpu *bound = per_cpu_ptr(bound_cpu, cpu);

	WRITE_ONCE(bound->ending, true);
	rtla_thread_halt(PLACE_PROBE, cpu);
}

static void bound_destroy(int cpu)
{
	struct noise_cpu *noise = per_cpu_ptr(&rtla_noise_cpu, cpu);

	WRITE_ONCE(noise->unseen, 0);
	WRITE_ONCE(noise->unseen_waits, 0);
	WRITE_ONCE(noise->softirq_thread, NULL);
	WRITE_ONCE(noise->softirq_waits, false);
	rtla_noise_unwatch(cpu,
			   per_cpu_ptr(bound_cpu, cpu)->config->report_noise);
}

/* The thresholds are those of the configuration, which all windows read. */
static void bound_arm(int cpu, const u64 *stop)
{
}

static void bound_status(int cpu, struct workload_status *status)
{
	const struct bound_cpu *bound = per_cpu_ptr(bound_cpu, cpu);

	*status = (struct workload_status) {
		.state = READ_ONCE(bound->lost) ? RTLA_CPU_LOST :
						  RTLA_CPU_MEASURED,
		.pid = bound->thread->pid,
	};
}

const struct workload rtla_bound = {
	.id = RTLA_BOUND,
	.flags = BOUND_FLAGS,
	.measures = GENMASK(RTLA_BOUND_OBSERVED, RTLA_BOUND_POID),
	.priority = BOUND_PRIORITY,
	.start_size = sizeof(struct rtla_start_bound),
	.stops_at = offsetof(struct rtla_start_bound, stop_ns),
	.first = RTLA_BOUND_POID,
	.stops = RTLA_BOUND_COUNT,
	.configure = rtla_bound_configure,
	.free = rtla_bound_free,
	.requests = BIT(_IOC_NR(RTLA_IOC_BOUND)),
	.read = rtla_bound_read,
	.find_address = rtla_bound_find_address,
	.place = PLACE_PROBE,
	.memory = { &bound_memory },
	.hooks = { &rtla_bound_hooks },
	.in_scheduler = true,
	.watches_noise = true,
	.has_threads = true,
	.create = bound_create,
	.halt = bound_halt,
	.destroy = bound_destroy,
	.arm = bound_arm,
	.status = bound_status,
};

#else /* CONFIG_PREEMPT_NOTIFIERS */

/* RTLA_IOC_START refuses such sessions. */
struct hook_set rtla_bound_hooks;
const struct workload rtla_bound = {
	.id = RTLA_BOUND,
	.flags = BOUND_FLAGS,
	.start_size = sizeof(struct rtla_start_bound),
	.stops_at = offsetof(struct rtla_start_bound, stop_ns),
	.first = RTLA_BOUND_POID,
	.stops = RTLA_BOUND_COUNT,
	.configure = rtla_bound_configure,
	.requests = BIT(_IOC_NR(RTLA_IOC_BOUND)),
	.read = rtla_bound_read,
};

#endif /* CONFIG_PREEMPT_NOTIFIERS */
