// SPDX-License-Identifier: GPL-2.0
/*
 * Noise accounting.
 *
 * Each CPU has a window for the running thread, one for the running softirq,
 * and a stack of windows for interrupt handlers; an NMI has two timestamps.
 * Contexts that nest in a window are discounted through one number,
 * noise_cpu.stolen: every NMI, interrupt and softirq adds its net time to that
 * number before it returns, so that
 *
 *	net = (end - start) - (stolen at the end - stolen at the start)
 *
 * holds for each window, whatever nested in it, how deep, or how often. A
 * writer adds with one instruction (this_cpu_add), which nothing can interrupt
 * in the middle; a reader pairs the number with the clock in
 * rtla_noise_stamp().
 *
 * An exit without an entry happens when the hooks attach, or the accounting of
 * the CPU begins, in the middle of a context; it finds no open window and is
 * ignored. An entry without an exit does not happen: exits are hooked first and
 * unhooked last.
 *
 * Each context is reported by a trace event, at once or later: see
 * rtla_noise_release().
 *
 * A CPU has one owner at most, the workload that measures there, and any number
 * of watchers, which are sessions that only want to know what ran. Both use the
 * same windows. To the owner, noise is what delays its thread, from its timer's
 * interrupt on, or while its loop runs. To watchers, all threads and softirqs
 * are noise all of the time, the owner's thread included; or they want no
 * reports, only the stolen time.
 *
 * Each entry of a context is also counted. Plain increments suffice: a context
 * that interrupts an increment increments another number. Only the number of
 * all entries is incremented by one instruction, like the stolen time.
 */
#include <linux/compiler.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>

#include <trace/events/rtla.h>

#include "noise/callbacks.h"
#include "noise/causes.h"
#include "noise/clock.h"
#include "noise/noise.h"
#include "noise/on_cpu.h"

/* ns; the exit of an interrupt wakes no thread so long after the interrupt. */
#define NOISE_LEAVE_MAX	50000

DEFINE_PER_CPU_ALIGNED(struct noise_cpu, rtla_noise_cpu);
DEFINE_STATIC_KEY_FALSE(rtla_noise_watched);
DEFINE_STATIC_KEY_FALSE(rtla_noise_probed);

/*
 * Guard the numbers of watchers. One of them is held until its CPU has taken an
 * interrupt, which may be long: so few CPUs have the same.
 */
static struct mutex noise_watchers_locks[16];

static struct mutex *noise_watchers_lock(int cpu)
{
	return &noise_watchers_locks[cpu % ARRAY_SIZE(noise_watchers_locks)];
}

/* ---- Events ------------------------------------------------------------- */

/* Count a noise of the owner by its name: see rtla_causes_count(). */
static __always_inline void noise_count_cause(const struct noise_cpu *noise,
					      enum rtla_cause kind, int id,
					      const void *name, u64 start,
					      u64 duration)
{
	struct causes_cpu *causes;

	if (!static_branch_unlikely(&rtla_causes_kept))
		return;
	/* The owner may end on another CPU; its causes stay for a while then. */
	causes = READ_ONCE(noise->causes);
	if (!causes)
		return;
	if (kind == RTLA_CAUSE_THREAD &&
	    static_branch_unlikely(&rtla_callbacks_kept))
		rtla_callbacks_tell_preempted(id, start, start + duration);
	rtla_causes_count(causes, kind, id, name, start, duration);
}

static void noise_record(const struct noise_cpu *noise,
			 const struct noise_held *held)
{
	const char *name = (const char *)held->name;

	switch (held->kind) {
	case NOISE_IRQ:
		trace_irq_noise(held->start, held->duration, name, held->id);
		noise_count_cause(noise, RTLA_CAUSE_IRQ, held->id, name,
				  held->start, held->duration);
		break;
	case NOISE_SOFTIRQ:
		trace_softirq_noise(held->start, held->duration, held->id);
		noise_count_cause(noise, RTLA_CAUSE_SOFTIRQ, held->id, NULL,
				  held->start, held->duration);
		break;
	case NOISE_THREAD:
		trace_thread_noise(name, held->id, held->prio, held->start,
				   held->duration);
		noise_count_cause(noise, RTLA_CAUSE_THREAD, held->id, name,
				  held->start, held->duration);
		break;
	}
}

/*
 * To record an event takes longer than many an interrupt. To those that watch
 * the windows of a bound, that is no part of what it interrupts, nor of the
 * softirq or interrupt around it. To the owner it is: there, no event would
 * tell of that time, and the parts of a latency have to add up to it.
 */
static bool noise_is_probed(const struct noise_cpu *noise)
{
	return static_branch_unlikely(&rtla_noise_probed) && !noise->on.owner;
}

/*
 * Return since when the event of what has just ended is being recorded; a start
 * of 0: that does not matter, or is not known, as the probe is too new.
 * Otherwise preemption is off until record_ends().
 */
static struct noise_window record_begins(struct noise_cpu *noise)
{
	struct noise_window from = { };

	if (!noise_is_probed(noise))
		return from;
	/*
	 * With PREEMPT_RT, softirqs are preempted: those threads steal nothing.
	 */
	preempt_disable_notrace();
	from = noise->left;
	if (unlikely(!from.start))
		preempt_enable_notrace();
	return from;
}

static void record_ends(const struct noise_window *from)
{
	if (!from->start)
		return;
	rtla_noise_steal_own(from);
	preempt_enable_notrace();
}

/*
 * Record noises at once: see noise_context.h. These functions are not a part of
 * it, so that what happens seldom takes no place, and no register, in the
 * hooks.
 */
noinline void rtla_noise_record_irq(struct noise_cpu *noise, u64 start,
				    u64 duration, const char *desc, int vector)
{
	struct noise_window from = record_begins(noise);

	trace_irq_noise(start, duration, desc, vector);
	noise_count_cause(noise, RTLA_CAUSE_IRQ, vector, desc, start, duration);
	record_ends(&from);
}

noinline void rtla_noise_record_softirq(struct noise_cpu *noise, u64 start,
					u64 duration, int vector)
{
	struct noise_window from = record_begins(noise);

	trace_softirq_noise(start, duration, vector);
	/* Else it is noise only to watchers; the owner may change that now. */
	if (data_race(noise->report.owner))
		noise_count_cause(noise, RTLA_CAUSE_SOFTIRQ, vector, NULL,
				  start, duration);
	record_ends(&from);
}

noinline void rtla_noise_record_thread(const struct noise_cpu *noise,
				       const struct task_struct *task,
				       u64 start, u64 duration)
{
	trace_thread_noise(task->comm, task->pid, task->prio, start, duration);
	/* Else it is noise only to watchers; the owner may change that now. */
	if (data_race(noise->report.owner) &&
	    task != READ_ONCE(noise->workload))
		noise_count_cause(noise, RTLA_CAUSE_THREAD, task->pid,
				  task->comm, start, duration);
}

/**
 * rtla_noise_take_probe - take the probe of a bound off an interrupt that ends
 * @noise: this CPU's accounting
 * @end: the stamp at its end
 * @net: ns; how long it was; set to that without the probe
 *
 * To those that watch, the probe does not exist: an interrupt in which nothing
 * else expired is none, and what is unseen of each is stolen, too. To the
 * owner, the probe is an interrupt of its own.
 *
 * Return: whether the interrupt was nothing but the probe. Context: hard
 * interrupt, at its end.
 */
bool rtla_noise_take_probe(struct noise_cpu *noise,
			   const struct noise_window *end, u64 *net)
{
	static const char desc[RTLA_DESC_LEN] = "rtla_probe";
	bool alone = noise->expired <= 1;
	u64 probe = min(noise->probe, *net);
	/*
	 * To the owner, all of the time belongs to a context that is reported.
	 */
	u64 unseen = noise->on.owner ? 0 : noise->unseen;

	if (noise->softirq_waits && unseen)
		unseen += noise->unseen_waits;
	noise->left = rtla_noise_after(end, *net + unseen);
	noise->expired = 0;
	rtla_noise_steal(unseen);
	if (!noise->probe)
		return false;
	noise->probe = 0;
	if (alone)
		probe = *net;
	this_cpu_add(rtla_noise_cpu.own, probe + (alone ? unseen : 0));
	*net -= probe;
	if (noise->on.owner)
		rtla_noise_record_irq(noise, end->start - probe, probe, desc,
				      0);
	return alone;
}

/*
 * Return since when this CPU is on the way out of an interrupt, whose windows
 * are closed; a start of 0: it is not, or there is no probe.
 */
static struct noise_window leaves_since(const struct noise_cpu *noise)
{
	struct noise_window none = { }, now = rtla_noise_stamp(noise);

	/*
	 * Only interrupts and what follows them use another stack than the
	 * thread.
	 */
	if (!noise_is_probed(noise) || noise->irq_depth || in_hardirq() ||
	    object_is_on_stack(&now))
		return none;
	/* That interrupt was not one whose events are seen. */
	if (now.start - noise->left.start > NOISE_LEAVE_MAX)
		return none;
	return noise->left;
}

/**
 * rtla_noise_leave_and_wake - report that an interrupt wakes a thread when it
 * has ended
 * @noise: this CPU's accounting; it has watchers, and a probe
 * @task: the thread
 *
 * With PREEMPT_RT the exit of an interrupt wakes the thread that handles its
 * softirqs. That often takes longer than the interrupt, whose events do not
 * show it. So it is reported as an interrupt of its own, from the end of the
 * other one to that of the waking.
 *
 * Context: any, interrupts off, at the end of the waking, on the CPU that
 * wakes.
 */
void rtla_noise_leave_and_wake(struct noise_cpu *noise,
			       const struct task_struct *task)
{
	struct noise_window left = leaves_since(noise);
	char desc[RTLA_DESC_LEN] = "wakes ";

	if (task == noise->softirq_thread)
		noise->softirq_waits = true;
	if (!left.start || noise->softirq.start)
		return;
	strscpy(desc + strlen("wakes "), task->comm, TASK_COMM_LEN);
	rtla_noise_record_irq(noise, left.start, rtla_noise_steal_since(&left),
			      desc, task->pid);
}

/**
 * rtla_noise_learn_softirq_thread - note the thread that an interrupt wakes
 * when it has ended
 * @noise: this CPU's accounting; there is a probe
 * @task: the thread
 *
 * Context: as rtla_noise_leave_and_wake().
 */
void rtla_noise_learn_softirq_thread(struct noise_cpu *noise,
				     const struct task_struct *task)
{
	if (leaves_since(noise).start)
		noise->softirq_thread = task;
}

/**
 * rtla_noise_leave_to_softirq - let a softirq's window begin where the
 * interrupt has ended
 * @noise: this CPU's accounting; there is a probe
 *
 * What is between the events of an interrupt and those of the softirqs that
 * follow it belongs to no window of a bound, and so has to belong to the
 * softirqs.
 *
 * Context: softirq, at its beginning, interrupts off.
 */
void rtla_noise_leave_to_softirq(struct noise_cpu *noise)
{
	struct noise_window left = leaves_since(noise);

	if (left.start)
		noise->softirq = left;
}

/**
 * rtla_noise_release - record the events of the noises that are held
 * @noise: this CPU's accounting
 *
 * To record an event takes several hundred instructions. From the timer's
 * interrupt on, they would be a part of the latency that is being measured. So
 * noises are held from rtla_noise_open_workload() on, until this function is
 * called, and recorded after that; only if there are many, as when the latency
 * is long anyway, the events of the others are recorded at once. So are all of
 * them while the CPU is watched: watchers may want them at any time.
 *
 * Context: thread with preemption off, or the timer's hard interrupt; on the
 * CPU itself.
 */
void rtla_noise_release(struct noise_cpu *noise)
{
	/*
	 * Read first: if a watcher then empties
	 * the accounting, none is held.
	 */
	const struct noise_held *holds = READ_ONCE(noise->holds);
	unsigned int i, held;

	lockdep_assert_preemption_disabled();
	/* An interrupt that comes from here on records its event by itself. */
	WRITE_ONCE(noise->holds, NULL);
	barrier();
	held = noise->held;
	noise->held = 0;
	for (i = 0; holds && i < held && i < NOISE_HELD_MAX; i++)
		noise_record(noise, &holds[i]);
}

/* ---- Accounting --------------------------------------------------------- */

/* rtla_noise_init - called once, before all others */
void rtla_noise_init(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(noise_watchers_locks); i++)
		mutex_init(&noise_watchers_locks[i]);
}

/* A change of who uses the accounting of a CPU. */
struct noise_change {
	struct noise_cpu *noise;
	struct task_struct *workload;
	struct causes_cpu *causes;
};

/*
 * Make a change on the CPU itself, with interrupts off: no hook is in the
 * middle of its work then, not even one of a use that has just ended.
 */
static void noise_change_on(int cpu, void (*change)(void *data),
			    struct task_struct *workload,
			    struct causes_cpu *causes)
{
	struct noise_change data = {
		.noise = per_cpu_ptr(&rtla_noise_cpu, cpu),
		.workload = workload,
		.causes = causes,
	};

	/* On a CPU that is offline, there are no hooks. */
	if (rtla_on_cpu(cpu, change, &data))
		change(&data);
}

/* The accounting of a CPU is emptied only if nobody uses it yet. */
static void noise_begin(struct noise_cpu *noise)
{
	/* An owner that stops resets its own from any CPU. */
	if (!READ_ONCE(noise->on.any))
		memset(noise, 0, sizeof(*noise));
}

static void noise_begin_owner(void *data)
{
	const struct noise_change *change = data;
	struct noise_cpu *noise = change->noise;

	noise_begin(noise);
	noise->workload = change->workload;
	noise->workload_start = 0;
	noise->causes = change->causes;
	noise->report.owner = false;
	/*
	 * If the last owner ended beside watchers, its noises are still held.
	 */
	noise->holds = NULL;
	noise->held = 0;
	/* Pairs with the acquire in rtla_noise_is_on(): hooks see all of it. */
	smp_store_release(&noise->on.owner, true);
}

static void noise_begin_watchers(void *data)
{
	struct noise_cpu *noise = ((const struct noise_change *)data)->noise;

	noise_begin(noise);
	/* Pairs with the acquire in rtla_noise_is_on(): hooks see all of it. */
	smp_store_release(&noise->on.watchers, true);
}

static void noise_begin_reports(void *data)
{
	struct noise_cpu *noise = ((const struct noise_change *)data)->noise;

	rtla_noise_release(noise);
	noise->report.watchers = true;
}

/*
 * From here on, the owner has the accounting as if there had been no watchers:
 * its thread has no window, and while nothing is reported, none has a start.
 */
static void noise_end_reports(void *data)
{
	struct noise_cpu *noise = ((const struct noise_change *)data)->noise;

	noise->report.watchers = false;
	if (current == noise->workload)
		noise->thread.start = 0;
	if (noise->report.owner)
		return;
	if (noise->thread.start)
		noise->thread.start = NOISE_UNKNOWN_START;
	if (noise->softirq.start)
		noise->softirq.start = NOISE_UNKNOWN_START;
}

static void noise_end_watchers(void *data)
{
	struct noise_cpu *noise = ((const struct noise_change *)data)->noise;

	noise->on.watchers = false;
}

/**
 * rtla_noise_start - begin the accounting of a CPU for the workload that owns
 * it
 * @cpu: a CPU that has no owner
 * @workload: the thread that is no noise there; NULL: every thread is noise
 * @causes: where noises are counted by name; NULL: nowhere. See
 *	rtla_noise_end_causes()
 *
 * Context: process, before @workload runs for the first time; the CPU is
 * online, and the caller keeps it so. The hooks may be attached already.
 */
void rtla_noise_start(int cpu, struct task_struct *workload,
		      struct causes_cpu *causes)
{
	noise_change_on(cpu, noise_begin_owner, workload, causes);
}

/**
 * rtla_noise_end_causes - count no noise of the owner by name any more
 * @cpu: the CPU
 *
 * A grace period of RCU has to pass before the memory is freed: hooks that are
 * running may still count once. Context: process.
 */
void rtla_noise_end_causes(int cpu)
{
	WRITE_ONCE(per_cpu_ptr(&rtla_noise_cpu, cpu)->causes, NULL);
}

/**
 * rtla_noise_stop - end the accounting of a CPU for its owner
 * @cpu: the CPU
 *
 * Hooks that are running there may still report once. Context: process.
 */
void rtla_noise_stop(int cpu)
{
	struct noise_cpu *noise = per_cpu_ptr(&rtla_noise_cpu, cpu);

	rtla_noise_end_causes(cpu);
	WRITE_ONCE(noise->on.owner, false);
	WRITE_ONCE(noise->workload, NULL);
}

/**
 * rtla_noise_watch - account a CPU, from now on
 * @cpu: the CPU; rtla_noise_unwatch() has to follow
 * @report: all noise is to be reported
 *
 * What runs now is not reported: it is not known since when it does. The CPU
 * may go offline and come back: no interrupt or softirq runs then, and the idle
 * thread, in whose window that time is, is never what others wait for.
 *
 * It takes as long as the CPU has interrupts off. Context: process, may sleep;
 * the caller keeps the CPU from coming or going, and to report, has got
 * HOOKS_WATCHED.
 */
void rtla_noise_watch(int cpu, bool report)
{
	struct noise_cpu *noise = per_cpu_ptr(&rtla_noise_cpu, cpu);
	struct mutex *lock = noise_watchers_lock(cpu);

	mutex_lock(lock);
	if (!noise->watchers)
		noise_change_on(cpu, noise_begin_watchers, NULL, NULL);
	noise->watchers++;
	if (report) {
		if (!noise->reporters)
			noise_change_on(cpu, noise_begin_reports, NULL, NULL);
		noise->reporters++;
	}
	mutex_unlock(lock);
}

/**
 * rtla_noise_unwatch - undo one rtla_noise_watch()
 * @cpu: the CPU
 * @report: as there
 *
 * Context: as rtla_noise_watch().
 */
void rtla_noise_unwatch(int cpu, bool report)
{
	struct noise_cpu *noise = per_cpu_ptr(&rtla_noise_cpu, cpu);
	struct mutex *lock = noise_watchers_lock(cpu);

	mutex_lock(lock);
	if (report) {
		noise->reporters--;
		if (!noise->reporters)
			noise_change_on(cpu, noise_end_reports, NULL, NULL);
	}
	noise->watchers--;
	if (!noise->watchers)
		noise_change_on(cpu, noise_end_watchers, NULL, NULL);
	mutex_unlock(lock);
}

/*
 * rtla_noise_forget - close all windows: nobody sees any more when they end
 *
 * CPUs of which only the NMIs are wanted are still accounted. Context: process;
 * HOOKS_NOISE are detached, and none of them runs.
 */
void rtla_noise_forget(void)
{
	struct noise_cpu *noise;
	int cpu;

	for_each_possible_cpu(cpu) {
		noise = per_cpu_ptr(&rtla_noise_cpu, cpu);
		noise->irq_depth = 0;
		noise->softirq.start = 0;
		noise->thread.start = 0;
	}
}

/**
 * rtla_noise_split - report the part of open windows before the workload is due
 * @noise: this CPU's accounting
 * @due: where rtla_noise_open_workload() is about to move the open windows
 *
 * To the owner, a context is a delay only from @due on. To watchers, it is
 * noise from its start on: so that part becomes an event of its own, and is not
 * counted among the causes of the owner.
 *
 * Context: hard interrupt, that of the timer; noise is reported to watchers.
 */
void rtla_noise_split(struct noise_cpu *noise, struct noise_window due)
{
	u64 softirq = 0;

	noise->holds = NULL;
	if (noise->softirq.start > NOISE_UNKNOWN_START) {
		softirq = rtla_noise_net_time(&noise->softirq, &due);
		trace_softirq_noise(noise->softirq.start, softirq,
				    noise->softirq_vector);
	}
	if (noise->thread.start <= NOISE_UNKNOWN_START)
		return;
	/* The softirq has added nothing yet to the stolen time. */
	due.stolen += softirq;
	trace_thread_noise(current->comm, current->pid, current->prio,
			   noise->thread.start,
			   rtla_noise_net_time(&noise->thread, &due));
}

/*
 * The module sees an NMI at its first handler and after each of its handlers,
 * and cannot know which handler is the last. So the time of the NMI is added to
 * the stolen time after each handler. The NMI is reported later, as a whole, by
 * the first of these: the exit of the next interrupt, a hit, or the next NMI.
 */
void rtla_noise_nmi_entry(struct noise_cpu *noise)
{
	u64 now = rtla_clock();

	rtla_noise_count_entry(&noise->count.nmi);
	if (unlikely(noise->nmi.start))
		rtla_noise_report_nmi(noise);
	noise->nmi.end = now;
	WRITE_ONCE(noise->nmi.start, now);
}

void rtla_noise_nmi_progress(struct noise_cpu *noise)
{
	u64 now;

	if (unlikely(!noise->nmi.start))
		return;
	now = rtla_clock();
	if (likely(now > noise->nmi.end)) {
		this_cpu_add(rtla_noise_cpu.stolen, now - noise->nmi.end);
		noise->nmi.end = now;
	}
}

/**
 * rtla_noise_report_nmi - report the last NMI, unless that has been done
 * @noise: this CPU's accounting
 *
 * Another NMI may come at any point of this function, and itself reports the
 * one before it. Start times are unique, so the exchange fails then, and the
 * loop reports the new NMI.
 *
 * Context: any, on the CPU itself, with preemption off.
 */
void rtla_noise_report_nmi(struct noise_cpu *noise)
{
	u64 start, end;

	lockdep_assert_preemption_disabled();
	while ((start = READ_ONCE(noise->nmi.start))) {
		end = READ_ONCE(noise->nmi.end);
		if (this_cpu_cmpxchg(rtla_noise_cpu.nmi.start, start,
				     0) != start)
			continue;
		trace_nmi_noise(start, end - start);
		noise_count_cause(noise, RTLA_CAUSE_NMI, 0, NULL, start,
				  end - start);
	}
}
