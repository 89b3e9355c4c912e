// SPDX-License-Identifier: GPL-2.0
/*
 * Noise accounting.
 *
 * Each CPU has a window for the running thread, one for the running softirq,
 * and a stack of them for interrupt handlers; an NMI has two timestamps. What
 * nests in a window is discounted through one number, noise_cpu.stolen: every
 * NMI, interrupt and softirq adds its net time to it before it returns, so that
 *
 *	net = (end - start) - (stolen at the end - stolen at the start)
 *
 * holds for each window without knowing what nested in it, how deep, or how
 * often. A writer adds with one instruction (this_cpu_add), which nothing can
 * tear; a reader pairs the number with the clock in noise_stamp().
 *
 * An exit without an entry happens when the hooks attach in the middle of a
 * context; it finds no open window and is passed over. An entry without an
 * exit does not happen: exits are hooked first and unhooked last.
 *
 * Each entry also counts. Plain increments do: what may interrupt one of them
 * increments another number.
 */
#include <linux/irqflags.h>
#include <linux/string.h>

#include <trace/events/rtla.h>

#include "noise.h"

DEFINE_PER_CPU_ALIGNED(struct noise_cpu, noise_cpu);

/*
 * The clock's rate is adjusted while it runs, and it may step back by a few ns
 * then (see ktime_get_mono_fast_ns()); a duration never is negative.
 */
static __always_inline u64 net_time(const struct noise_window *window,
				    const struct noise_window *end)
{
	s64 net = (end->start - window->start) - (end->stolen - window->stolen);

	return net > 0 ? net : 0;
}

/**
 * noise_start - begin to account on a CPU
 * @cpu: a CPU that is not accounted on
 * @workload: the thread that is no noise there
 *
 * Context: process, before @workload runs first; the hooks may be attached.
 */
void noise_start(int cpu, struct task_struct *workload)
{
	struct noise_cpu *noise = per_cpu_ptr(&noise_cpu, cpu);

	memset(noise, 0, sizeof(*noise));
	noise->workload = workload;
	/* Pairs with the hooks' reading of it: a hook sees the rest, too. */
	smp_store_release(&noise->on, true);
}

/**
 * noise_stop - account no longer on a CPU
 * @cpu: the CPU
 *
 * Hooks that are running there may still report once. Context: process.
 */
void noise_stop(int cpu)
{
	WRITE_ONCE(per_cpu_ptr(&noise_cpu, cpu)->on, false);
}

/**
 * noise_open_workload - the workload is due: delays count from here on
 * @cpu: this CPU's accounting
 *
 * What the timer interrupted has delayed the workload only since the timer's
 * interrupt, so the open windows start there.
 *
 * Return: the start of the timer's interrupt, or the time if no interrupt window
 * is open. Context: hard interrupt.
 */
u64 noise_open_workload(struct noise_cpu *cpu)
{
	struct noise_window irq, due;

	if (likely(cpu->irq_depth - 1 < NOISE_IRQ_DEPTH))
		irq = cpu->irq[cpu->irq_depth - 1];
	else
		irq = noise_stamp(cpu);
	due = irq;
	/* The part of outer interrupts before it is no part of the windows. */
	if (unlikely(cpu->irq_depth > 1))
		due.stolen += net_time(&cpu->irq[0], &irq);
	if (cpu->softirq.start)
		cpu->softirq = due;
	if (cpu->thread.start)
		cpu->thread = due;
	cpu->report = true;
	return irq.start;
}

void noise_irq_entry(struct noise_cpu *cpu)
{
	unsigned int depth = cpu->irq_depth++;

	cpu->count.irq++;
	if (likely(depth < NOISE_IRQ_DEPTH))
		cpu->irq[depth] = noise_stamp(cpu);
}

/*
 * @desc: RTLA_DESC_LEN bytes, zero-padded
 */
void noise_irq_exit(struct noise_cpu *cpu, const char *desc, int vector)
{
	unsigned int depth = cpu->irq_depth;
	struct noise_window begin, end;
	u64 net;

	if (unlikely(!depth))
		return;
	depth--;
	if (likely(depth < NOISE_IRQ_DEPTH))
		begin = cpu->irq[depth];
	/* Where interrupts nest, the next one takes its place from here on. */
	barrier();
	WRITE_ONCE(cpu->irq_depth, depth);
	if (unlikely(depth >= NOISE_IRQ_DEPTH))
		return;
	if (unlikely(READ_ONCE(cpu->nmi.start)))
		noise_report_nmi(cpu);
	end = noise_stamp(cpu);
	net = net_time(&begin, &end);
	this_cpu_add(noise_cpu.stolen, net);
	trace_irq_noise(begin.start, net, desc, vector);
}

/*
 * The timer's interrupt has an open window begin anew. Within a stamp and what
 * follows of it, it would do so for one that is over, or not there yet; so it is
 * kept off.
 */
void noise_softirq_entry(struct noise_cpu *cpu)
{
	unsigned long flags;

	cpu->count.softirq++;
	local_irq_save(flags);
	cpu->softirq = noise_stamp(cpu);
	local_irq_restore(flags);
}

void noise_softirq_exit(struct noise_cpu *cpu, int vector)
{
	struct noise_window end;
	unsigned long flags;
	u64 net, start;
	bool report;

	if (unlikely(!cpu->softirq.start))
		return;
	local_irq_save(flags);
	end = noise_stamp(cpu);
	net = net_time(&cpu->softirq, &end);
	start = cpu->softirq.start;
	cpu->softirq.start = 0;
	this_cpu_add(noise_cpu.stolen, net);
	report = cpu->report;
	local_irq_restore(flags);
	if (report)
		trace_softirq_noise(start, net, vector);
}

void noise_switch(struct noise_cpu *cpu, struct task_struct *prev,
		  struct task_struct *next)
{
	struct noise_window now = noise_stamp(cpu);

	if (cpu->report && cpu->thread.start)
		trace_thread_noise(prev, cpu->thread.start,
				   net_time(&cpu->thread, &now));
	if (next != cpu->workload) {
		cpu->count.thread++;
		cpu->thread = now;
	} else {
		cpu->thread.start = 0;
		cpu->workload_start = now.start;
	}
}

/*
 * An NMI is seen at its first handler and after each of its handlers, and
 * nothing tells which is the last. Its time is stolen as it passes, and it is
 * reported later, as a whole, by whoever comes first: the next interrupt's
 * exit, a stop, or the next NMI.
 */
void noise_nmi_entry(struct noise_cpu *cpu)
{
	u64 now = noise_clock();

	cpu->count.nmi++;
	if (unlikely(cpu->nmi.start))
		noise_report_nmi(cpu);
	cpu->nmi.end = now;
	WRITE_ONCE(cpu->nmi.start, now);
}

void noise_nmi_progress(struct noise_cpu *cpu)
{
	u64 now;

	if (unlikely(!cpu->nmi.start))
		return;
	now = noise_clock();
	if (likely(now > cpu->nmi.end)) {
		this_cpu_add(noise_cpu.stolen, now - cpu->nmi.end);
		cpu->nmi.end = now;
	}
}

/**
 * noise_report_nmi - report an NMI that is over
 * @cpu: this CPU's accounting
 *
 * A further NMI may come at any point here, and reports the one before it by
 * itself. The start times are unique, so that the exchange fails then and it is
 * the further one's turn.
 *
 * Context: any, on the CPU itself, with preemption off.
 */
void noise_report_nmi(struct noise_cpu *cpu)
{
	u64 start, end;

	while ((start = READ_ONCE(cpu->nmi.start))) {
		end = READ_ONCE(cpu->nmi.end);
		if (this_cpu_cmpxchg(noise_cpu.nmi.start, start, 0) != start)
			continue;
		trace_nmi_noise(start, end - start);
	}
}
