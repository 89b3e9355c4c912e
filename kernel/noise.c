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
 * rtla_noise_hold().
 *
 * Each entry of a context is also counted. Plain increments suffice: a context
 * that interrupts an increment increments another number. Only the number of
 * all entries is incremented by one instruction, like the stolen time.
 */
#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/string.h>

#include <trace/events/rtla.h>

#include "noise.h"

DEFINE_PER_CPU_ALIGNED(struct noise_cpu, rtla_noise_cpu);

/* ---- Events ------------------------------------------------------------- */

static void noise_record(const struct noise_held *held)
{
	const char *name = (const char *)held->name;

	switch (held->kind) {
	case NOISE_IRQ:
		trace_irq_noise(held->start, held->duration, name, held->id);
		break;
	case NOISE_SOFTIRQ:
		trace_softirq_noise(held->start, held->duration, held->id);
		break;
	case NOISE_THREAD:
		trace_thread_noise(name, held->id, held->prio, held->start,
				   held->duration);
		break;
	}
}

/*
 * Return the place for a noise that is to be held, or NULL if its event is to
 * be recorded at once. An interrupt in between takes another place.
 */
static __always_inline struct noise_held *noise_place(struct noise_cpu *noise)
{
	unsigned int place;

	if (!READ_ONCE(noise->hold))
		return NULL;
	place = this_cpu_inc_return(rtla_noise_cpu.held) - 1;
	return likely(place < NOISE_HELD_MAX) ? &noise->holds[place] : NULL;
}

static __always_inline void noise_report_irq(struct noise_cpu *noise, u64 start,
					     u64 duration, const char *desc,
					     int vector)
{
	struct noise_held *held = noise_place(noise);

	if (!held) {
		trace_irq_noise(start, duration, desc, vector);
		return;
	}
	held->start = start;
	held->duration = duration;
	memcpy(held->name, desc, sizeof(held->name));
	held->id = vector;
	held->kind = NOISE_IRQ;
}

static __always_inline void noise_report_softirq(struct noise_cpu *noise,
						 u64 start, u64 duration,
						 int vector)
{
	struct noise_held *held = noise_place(noise);

	if (!held) {
		trace_softirq_noise(start, duration, vector);
		return;
	}
	held->start = start;
	held->duration = duration;
	held->id = vector;
	held->kind = NOISE_SOFTIRQ;
}

static __always_inline void noise_report_thread(struct noise_cpu *noise,
						const struct task_struct *task,
						u64 start, u64 duration)
{
	struct noise_held *held = noise_place(noise);

	if (!held) {
		trace_thread_noise(task->comm, task->pid, task->prio, start,
				   duration);
		return;
	}
	held->start = start;
	held->duration = duration;
	memcpy(held->name, task->comm, TASK_COMM_LEN);
	held->id = task->pid;
	held->prio = task->prio;
	held->kind = NOISE_THREAD;
}

/**
 * rtla_noise_release - record the events of the noises that are held
 * @noise: this CPU's accounting
 *
 * From here on, events are recorded at once, until the next rtla_noise_hold().
 *
 * Context: thread with preemption off, or the hard interrupt that called
 * rtla_noise_hold(); on the CPU itself.
 */
void rtla_noise_release(struct noise_cpu *noise)
{
	unsigned int i, held;

	lockdep_assert_preemption_disabled();
	/* An interrupt that comes from here on records its event by itself. */
	WRITE_ONCE(noise->hold, false);
	barrier();
	held = noise->held;
	noise->held = 0;
	for (i = 0; i < held && i < NOISE_HELD_MAX; i++)
		noise_record(&noise->holds[i]);
}

/* ---- Accounting --------------------------------------------------------- */

/* Count an entry of the context whose number is @count. */
static __always_inline void noise_count_entry(u64 *count)
{
	(*count)++;
	this_cpu_inc(rtla_noise_cpu.count.all);
}

/**
 * rtla_noise_start - begin the accounting of a CPU
 * @cpu: a CPU that is not accounted
 * @workload: the thread that is no noise there; NULL: every thread is noise
 *
 * Context: process, before @workload runs for the first time; the hooks may be
 * attached already.
 */
void rtla_noise_start(int cpu, struct task_struct *workload)
{
	struct noise_cpu *noise = per_cpu_ptr(&rtla_noise_cpu, cpu);

	memset(noise, 0, sizeof(*noise));
	noise->workload = workload;
	/* Pairs with the acquire in rtla_noise_is_on(): hooks see all of it. */
	smp_store_release(&noise->on, true);
}

/**
 * rtla_noise_stop - end the accounting of a CPU
 * @cpu: the CPU
 *
 * Hooks that are running there may still report once. Context: process.
 */
void rtla_noise_stop(int cpu)
{
	WRITE_ONCE(per_cpu_ptr(&rtla_noise_cpu, cpu)->on, false);
}

/**
 * rtla_noise_open_workload - begin to report delays: the workload is due
 * @noise: this CPU's accounting
 *
 * The thread and the softirq that the timer interrupted have delayed the
 * workload only since the timer's interrupt. So their open windows are moved to
 * its start.
 *
 * Return: the start of the timer's interrupt; or the current time, if that
 * interrupt has no window. Context: hard interrupt, that of the timer.
 */
u64 rtla_noise_open_workload(struct noise_cpu *noise)
{
	struct noise_window irq, due;

	lockdep_assert_in_irq();
	if (likely(noise->irq_depth - 1 < NOISE_IRQ_DEPTH))
		irq = noise->irq[noise->irq_depth - 1];
	else
		irq = rtla_noise_stamp(noise);
	due = irq;
	/*
	 * Outer interrupts will add all of their net time to the stolen time,
	 * also that from before the timer's interrupt, which is not in the
	 * moved windows. So it is discounted here in advance.
	 */
	if (unlikely(noise->irq_depth > 1))
		due.stolen += rtla_noise_net_time(&noise->irq[0], &irq);
	if (noise->softirq.start)
		noise->softirq = due;
	if (noise->thread.start)
		noise->thread = due;
	noise->report = true;
	return irq.start;
}

void rtla_noise_irq_entry(struct noise_cpu *noise)
{
	unsigned int depth = noise->irq_depth++;

	noise_count_entry(&noise->count.irq);
	if (likely(depth < NOISE_IRQ_DEPTH))
		noise->irq[depth] = rtla_noise_stamp(noise);
}

/* @desc: the name of the interrupt, RTLA_DESC_LEN bytes, zero-padded */
void rtla_noise_irq_exit(struct noise_cpu *noise, const char *desc, int vector)
{
	unsigned int depth = noise->irq_depth;
	struct noise_window begin, end;
	u64 net;

	if (unlikely(!depth))
		return;
	depth--;
	if (likely(depth < NOISE_IRQ_DEPTH))
		begin = noise->irq[depth];
	/*
	 * From here on an interrupt that nests may reuse the window, which has
	 * been copied to @begin.
	 */
	barrier();
	WRITE_ONCE(noise->irq_depth, depth);
	if (unlikely(depth >= NOISE_IRQ_DEPTH))
		return;
	if (unlikely(READ_ONCE(noise->nmi.start)))
		rtla_noise_report_nmi(noise);
	end = rtla_noise_stamp(noise);
	net = rtla_noise_net_time(&begin, &end);
	this_cpu_add(rtla_noise_cpu.stolen, net);
	noise_report_irq(noise, begin.start, net, desc, vector);
}

/*
 * The timer's interrupt moves the start of an open window
 * (rtla_noise_open_workload()). If it came between a stamp and the opening or
 * closing of the window, it would move a window that is not open yet, or is
 * over. So interrupts are off there.
 */
void rtla_noise_softirq_entry(struct noise_cpu *noise)
{
	unsigned long flags;

	noise_count_entry(&noise->count.softirq);
	local_irq_save(flags);
	noise->softirq = rtla_noise_stamp(noise);
	local_irq_restore(flags);
}

void rtla_noise_softirq_exit(struct noise_cpu *noise, int vector)
{
	struct noise_window end;
	unsigned long flags;
	u64 net, start;
	bool report;

	if (unlikely(!noise->softirq.start))
		return;
	local_irq_save(flags);
	end = rtla_noise_stamp(noise);
	net = rtla_noise_net_time(&noise->softirq, &end);
	start = noise->softirq.start;
	noise->softirq.start = 0;
	this_cpu_add(rtla_noise_cpu.stolen, net);
	report = noise->report;
	local_irq_restore(flags);
	if (report)
		noise_report_softirq(noise, start, net, vector);
}

void rtla_noise_switch(struct noise_cpu *noise, struct task_struct *prev,
		       struct task_struct *next)
{
	struct noise_window now = rtla_noise_stamp(noise);

	if (noise->report && noise->thread.start)
		noise_report_thread(noise, prev, noise->thread.start,
				    rtla_noise_net_time(&noise->thread, &now));
	if (next != noise->workload) {
		noise_count_entry(&noise->count.thread);
		noise->thread = now;
	} else {
		noise->thread.start = 0;
		noise->workload_start = now.start;
	}
}

/*
 * The module sees an NMI at its first handler and after each of its handlers,
 * and cannot know which handler is the last. So the time of the NMI is added to
 * the stolen time after each handler. The NMI is reported later, as a whole, by
 * the first of these: the exit of the next interrupt, a hit, or the next NMI.
 */
void rtla_noise_nmi_entry(struct noise_cpu *noise)
{
	u64 now = rtla_noise_clock();

	noise_count_entry(&noise->count.nmi);
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
	now = rtla_noise_clock();
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
	}
}
