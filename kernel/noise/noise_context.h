/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Noise accounting at the entries and exits of contexts: see noise.c.
 *
 * The hooks call these functions, on the CPU itself. They are a part of each
 * latency that is measured while noises are reported, and so are inlined in the
 * hooks, and short: what happens seldom is in noise.c.
 */
#ifndef _RTLA_NOISE_CONTEXT_H
#define _RTLA_NOISE_CONTEXT_H

#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/string.h>

#include "noise/callbacks.h"
#include "noise/noise.h"

/*
 * Return the place for a noise that is to be held, or NULL if its event is to
 * be recorded at once. Interrupts are off, so that no other noise takes it.
 */
static __always_inline struct noise_held *noise_place(struct noise_cpu *noise)
{
	struct noise_held *holds = noise->holds;
	unsigned int place = noise->held;

	if (!holds)
		return NULL;
	noise->held = place + 1;
	return likely(place < NOISE_HELD_MAX) ? &holds[place] : NULL;
}

/**
 * rtla_noise_open_workload - begin to report delays: the workload is due
 * @noise: this CPU's accounting
 * @holds: NOISE_HELD_MAX places for noises, for as long as the module is loaded
 *
 * The thread and the softirq that the timer interrupted have delayed the
 * workload only since the timer's interrupt. So their open windows are moved to
 * its start; watchers get the part before that as an event of its own. From
 * here on, noises are held: see rtla_noise_release().
 *
 * Return: the start of the timer's interrupt; or the current time, if that
 * interrupt has no window. Context: hard interrupt, that of the timer.
 */
static __always_inline u64 rtla_noise_open_workload(struct noise_cpu *noise,
						    struct noise_held *holds)
{
	unsigned int depth = noise->irq_depth;
	struct noise_window irq, due;

	lockdep_assert_in_irq();
	if (likely(depth - 1 < NOISE_IRQ_DEPTH))
		irq = noise->irq[depth - 1];
	else
		irq = rtla_noise_stamp(noise);
	due = irq;
	/*
	 * Outer interrupts will add all of their net time to the stolen time,
	 * also that from before the timer's interrupt, which is not in the
	 * moved windows. So it is discounted here in advance.
	 */
	if (unlikely(depth > 1))
		due.stolen += rtla_noise_net_time(&noise->irq[0], &irq);
	noise->report.owner = true;
	noise->holds = holds;
	if (static_branch_unlikely(&rtla_noise_watched) &&
	    noise->report.watchers)
		rtla_noise_split(noise, due);
	if (noise->softirq.start)
		noise->softirq = due;
	if (noise->thread.start)
		noise->thread = due;
	return irq.start;
}

/* Context: hard interrupt, at its beginning. */
static __always_inline void rtla_noise_irq_entry(struct noise_cpu *noise)
{
	unsigned int depth = noise->irq_depth;

	rtla_noise_count_entry(&noise->count.irq);
	WRITE_ONCE(noise->irq_depth, depth + 1);
	if (likely(depth < NOISE_IRQ_DEPTH))
		noise->irq[depth] = rtla_noise_stamp(noise);
}

/*
 * @desc: the name of the interrupt, RTLA_DESC_LEN bytes, zero-padded
 *
 * Context: hard interrupt, at its end.
 */
static __always_inline void rtla_noise_irq_exit(struct noise_cpu *noise,
						const char *desc, int vector)
{
	unsigned int depth = noise->irq_depth - 1;
	struct noise_window begin, end;
	struct noise_held *held;
	u64 net;

	if (unlikely(depth >= NOISE_IRQ_DEPTH)) {
		if (depth != -1U)
			noise->irq_depth = depth;
		return;
	}
	begin = noise->irq[depth];
	/*
	 * From here on an interrupt that nests may reuse the window, which has
	 * been copied to @begin.
	 */
	barrier();
	WRITE_ONCE(noise->irq_depth, depth);
	if (unlikely(READ_ONCE(noise->nmi.start)))
		rtla_noise_report_nmi(noise);
	end = rtla_noise_stamp(noise);
	rtla_callbacks_end_irq(begin.start, end.start);
	net = rtla_noise_net_time(&begin, &end);
	rtla_noise_steal(net);
	if (static_branch_unlikely(&rtla_noise_probed) && noise->on.watchers &&
	    rtla_noise_take_probe(noise, &end, &net))
		return;
	held = noise_place(noise);
	if (!held) {
		rtla_noise_record_irq(noise, begin.start, net, desc, vector);
		return;
	}
	held->start = begin.start;
	held->duration = net;
	memcpy(held->name, desc, sizeof(held->name));
	held->id = vector;
	held->kind = NOISE_IRQ;
}

/*
 * The timer's interrupt moves the start of an open window
 * (rtla_noise_open_workload()). If it came between a stamp and the opening or
 * closing of the window, it would move a window that is not open yet, or is
 * over. So interrupts are off there.
 *
 * While nothing is reported, a softirq adds nothing to the stolen time: no
 * window around it has a start, and interrupts do not contain softirqs.
 *
 * Context: softirq, at its beginning.
 */
static __always_inline void rtla_noise_softirq_entry(struct noise_cpu *noise,
						     unsigned int vector)
{
	unsigned long flags;

	/* Before the window is open: see rtla_noise_split(). */
	if (static_branch_unlikely(&rtla_noise_watched))
		WRITE_ONCE(noise->softirq_vector, vector);
	rtla_noise_count_entry(&noise->count.softirq);
	local_irq_save(flags);
	if (rtla_noise_reports(noise)) {
		noise->softirq = rtla_noise_stamp(noise);
		if (static_branch_unlikely(&rtla_noise_probed))
			rtla_noise_leave_to_softirq(noise);
	} else {
		noise->softirq.start = NOISE_UNKNOWN_START;
	}
	local_irq_restore(flags);
}

/*
 * Account for the softirq, whose window has a start, as @net. Returns whether
 * its event is to be recorded at once. Interrupts are off.
 */
static __always_inline bool noise_softirq_end(struct noise_cpu *noise,
					      int vector, u64 *net)
{
	struct noise_window end = rtla_noise_stamp(noise);
	struct noise_held *held;

	*net = rtla_noise_net_time(&noise->softirq, &end);
	rtla_noise_steal(*net);
	if (static_branch_unlikely(&rtla_noise_probed))
		noise->left = rtla_noise_after(&end, *net);
	if (!rtla_noise_reports(noise))
		return false;
	held = noise_place(noise);
	if (!held)
		return true;
	held->start = noise->softirq.start;
	held->duration = *net;
	held->id = vector;
	held->kind = NOISE_SOFTIRQ;
	return false;
}

/* Context: softirq, at its end. */
static __always_inline void rtla_noise_softirq_exit(struct noise_cpu *noise,
						    int vector)
{
	bool record = false;
	unsigned long flags;
	u64 start, net;

	local_irq_save(flags);
	start = noise->softirq.start;
	if (start > NOISE_UNKNOWN_START)
		record = noise_softirq_end(noise, vector, &net);
	noise->softirq.start = 0;
	local_irq_restore(flags);
	/* That takes long, and needs interrupts no more to be off. */
	if (record)
		rtla_noise_record_softirq(noise, start, net, vector);
}

/* Report that @task ran from the start of its window until @now. */
static __always_inline void noise_report_thread(struct noise_cpu *noise,
						struct task_struct *task,
						const struct noise_window *now)
{
	u64 net = rtla_noise_net_time(&noise->thread, now);
	struct noise_held *held = noise_place(noise);

	if (static_branch_unlikely(&rtla_callbacks_kept))
		rtla_callbacks_end_thread(task, noise->thread.start,
					  now->start);
	if (!held) {
		rtla_noise_record_thread(noise, task, noise->thread.start,
					 net);
		return;
	}
	held->start = noise->thread.start;
	held->duration = net;
	memcpy(held->name, task->comm, TASK_COMM_LEN);
	held->id = task->pid;
	held->prio = task->prio;
	held->kind = NOISE_THREAD;
}

/*
 * The switch is a part of what a loaded CPU does most, and keeps interrupts
 * off: while nothing is reported, it only notes whether the workload runs.
 *
 * Context: scheduler, interrupts off.
 */
static __always_inline void rtla_noise_switch(struct noise_cpu *noise,
					      struct task_struct *prev,
					      struct task_struct *next)
{
	struct noise_window now = { .start = NOISE_UNKNOWN_START };

	if (rtla_noise_reports(noise)) {
		now = rtla_noise_stamp(noise);
		if (noise->thread.start > NOISE_UNKNOWN_START)
			noise_report_thread(noise, prev, &now);
	}
	if (next != READ_ONCE(noise->workload)) {
		rtla_noise_count_entry(&noise->count.thread);
		noise->thread = now;
	} else {
		noise->thread.start = 0;
		noise->workload_start = now.start;
		if (static_branch_unlikely(&rtla_noise_watched) &&
		    noise->report.watchers)
			noise->thread = now;
	}
}

#endif /* _RTLA_NOISE_CONTEXT_H */
