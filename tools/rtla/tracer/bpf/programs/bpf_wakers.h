/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BPF programs that note who or what wakes a watched thread, and when.
 */
#ifndef RTLA_BPF_WAKERS_H
#define RTLA_BPF_WAKERS_H

#include "tracer/bpf/programs/bpf_hrtimer.h"
#include "tracer/bpf/programs/bpf_watched.h"

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct irqaction {
	struct task_struct *thread;
};
#pragma clang attribute pop

/*
 * No helper tells in which context the kernel is. A thread that is woken in an
 * interrupt or a softirq has no timer that this one has interrupted.
 */
#define CONTEXT(name, flag)					\
	SEC("tp_btf/" #name "_entry")				\
	int BPF_PROG(enter_##name)				\
	{							\
		set_inside(flag, 1);				\
		return 0;					\
	}							\
	SEC("tp_btf/" #name "_exit")				\
	int BPF_PROG(leave_##name)				\
	{							\
		set_inside(flag, 0);				\
		return 0;					\
	}

#define COUNTS_WAKERS	__attribute__((btf_decl_tag(BPF_COUNTS_WAKERS)))

#define IRQ_WAKE_THREAD	2	/* what a handler returns to the kernel */
#define IN_HANDLER	2	/* in an interrupt that has a number */

enum inside { IN_INTERRUPT, IN_SOFTIRQ };

static __always_inline void set_inside(enum inside what, __u32 is)
{
	struct bpf_watch_cpu *cpu = watch_cpu(bpf_get_smp_processor_id());

	if (!cpu)
		return;
	if (what == IN_INTERRUPT)
		cpu->in_interrupt = is;
	else
		cpu->in_softirq = is;
}

SEC("tp_btf/irq_handler_entry")
int BPF_PROG(enter_handler, int irq)
{
	struct bpf_watch_cpu *cpu = watch_cpu(bpf_get_smp_processor_id());

	if (!cpu)
		return 0;
	cpu->in_interrupt = IN_HANDLER;
	cpu->irq_thread = 0;
	cpu->irq = irq + 1;
	return 0;
}

/* The thread of an interrupt is woken when the handler has returned. */
SEC("tp_btf/irq_handler_exit")
int BPF_PROG(leave_handler, int irq, struct irqaction *action, int result)
{
	struct bpf_watch_cpu *cpu = watch_cpu(bpf_get_smp_processor_id());

	if (!cpu)
		return 0;
	cpu->in_interrupt = 0;
	if (result == IRQ_WAKE_THREAD)
		cpu->irq_thread = (__u64)action->thread;
	return 0;
}

CONTEXT(irq_work, IN_INTERRUPT)
CONTEXT(call_function, IN_INTERRUPT)
CONTEXT(call_function_single, IN_INTERRUPT)
CONTEXT(ipi, IN_INTERRUPT)

SEC("tp_btf/softirq_entry")
int BPF_PROG(enter_softirq, unsigned int vector)
{
	struct bpf_watch_cpu *cpu = watch_cpu(bpf_get_smp_processor_id());

	if (!cpu)
		return 0;
	cpu->in_softirq = 1;
	if (targets.wakers)
		cpu->softirq = vector;
	return 0;
}

SEC("tp_btf/softirq_exit")
int BPF_PROG(leave_softirq)
{
	set_inside(IN_SOFTIRQ, 0);
	return 0;
}

/* Under PREEMPT_RT threads tell that they are in a softirq, but not in which. */
COUNTS_WAKERS SEC("tp_btf/softirq_entry")
int BPF_PROG(rt_enter_softirq, unsigned int vector)
{
	struct bpf_watch_cpu *cpu = watch_cpu(bpf_get_smp_processor_id());

	if (cpu)
		cpu->softirq = vector;
	return 0;
}

/* ---- Timers -------------------------------------------------------------- */

/*
 * The callback of a soft timer may be interrupted for that of a hard one. If a
 * program is called for the soft one just then, the kernel leaves it out for
 * the hard one. So there are two of each for hard timers: one of them at least
 * is not running.
 */
static __always_inline void timer_begins(struct hrtimer *timer, bool again)
{
	struct bpf_watch_cpu *cpu = watch_cpu(bpf_get_smp_processor_id());
	struct bpf_expiring *expiring;

	if (!cpu || (again && cpu->hard.timer))
		return;
	expiring = timer->is_soft ? &cpu->soft : &cpu->hard;
	expiring->irq = bpf_ktime_get_ns();
	expiring->t_w = expiry_of(timer);
	if (targets.wakers)
		expiring->function = (__u64)timer->function;
	expiring->pid = bpf_get_current_pid_tgid();
	expiring->timer = (__u64)timer;
}

/* The timer may have been freed; its address is only compared. */
static __always_inline void timer_ends(const struct hrtimer *timer)
{
	struct bpf_watch_cpu *cpu = watch_cpu(bpf_get_smp_processor_id());

	if (!cpu)
		return;
	if (cpu->hard.timer == (__u64)timer)
		cpu->hard.timer = 0;
	else if (cpu->soft.timer == (__u64)timer)
		cpu->soft.timer = 0;
}

SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(timer_runs, struct hrtimer *timer)
{
	timer_begins(timer, false);
	return 0;
}

SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(hard_timer_runs, struct hrtimer *timer)
{
	if (!timer->is_soft)
		timer_begins(timer, true);
	return 0;
}

SEC("tp_btf/hrtimer_expire_exit")
int BPF_PROG(timer_ran, struct hrtimer *timer)
{
	timer_ends(timer);
	return 0;
}

SEC("tp_btf/hrtimer_expire_exit")
int BPF_PROG(hard_timer_ran, struct hrtimer *timer)
{
	timer_ends(timer);
	return 0;
}

/* ---- Who wakes ----------------------------------------------------------- */

static __always_inline void take_timer(struct bpf_waking *waking,
				       const struct bpf_expiring *expiring)
{
	waking->t_w = expiring->t_w;
	waking->irq = expiring->irq;
	waking->timer = expiring->timer;
	waking->kind = BPF_WAKER_TIMER;
}

#define SERVES_SOFTIRQ	0x100	/* SOFTIRQ_OFFSET of the kernel */

static __always_inline bool is_in_softirq(const struct bpf_watch_cpu *cpu)
{
	const struct task_struct *task = NULL;

	if (!bpf_core_field_exists(task->softirq_disable_cnt))
		return cpu && cpu->in_softirq;
	/* Before Linux 5.11 there is no such helper; nor is there the member. */
	task = bpf_get_current_task_btf();
	return task->softirq_disable_cnt & SERVES_SOFTIRQ;
}

/*
 * Say who is counted for a wake-up. The idle thread wakes nobody by itself:
 * that is the end of an interrupt, or what another CPU calls.
 */
static __always_inline void fill_who(struct bpf_waking *waking,
				     const struct bpf_watch_cpu *cpu, bool irq)
{
	struct bpf_who *who = &waking->who;

	who->kind = waking->kind == BPF_WAKER_THREAD && !waking->waker ?
		    BPF_WAKER_IRQ : waking->kind;
	who->id = -1;
	who->name[0] = 0;
	who->name[1] = 0;
	if (who->kind == BPF_WAKER_THREAD) {
		who->id = waking->waker;
		bpf_get_current_comm(who->name, sizeof(who->name));
	}
	if (!cpu)
		return;
	if (who->kind == BPF_WAKER_TIMER)
		who->name[0] = cpu->hard.timer ? cpu->hard.function :
						 cpu->soft.function;
	if (who->kind == BPF_WAKER_SOFTIRQ)
		who->id = cpu->softirq;
	if (irq)
		who->id = cpu->irq - 1;
}

/* Return whether the handler of a device's interrupt has this thread woken. */
static __always_inline bool wakes_irq_thread(struct bpf_watch_cpu *cpu,
					     const struct task_struct *task)
{
	if (cpu->irq_thread != (__u64)task)
		return false;
	cpu->irq_thread = 0;
	return true;
}

/*
 * Note who is about to wake a thread, and when. A lock for which the thread
 * sleeps is released by a thread, also where that serves a softirq or calls a
 * timer's callback: the reader of a timer's file sleeps once more for the lock
 * that is held while the timer wakes it.
 */
static __always_inline void fill_waking(struct bpf_waking *waking,
					const struct task_struct *task)
{
	struct bpf_watch_cpu *cpu = watch_cpu(bpf_get_smp_processor_id());
	bool device = cpu && (wakes_irq_thread(cpu, task) ||
			      cpu->in_interrupt == IN_HANDLER);

	waking->waking = bpf_ktime_get_ns();
	waking->waker = bpf_get_current_pid_tgid();
	waking->t_w = 0;
	if (sleeps_for_rtlock(state_of(task)))
		waking->kind = BPF_WAKER_THREAD;
	else if (cpu && cpu->hard.timer)
		take_timer(waking, &cpu->hard);
	else if (device || (cpu && cpu->in_interrupt))
		waking->kind = BPF_WAKER_IRQ;
	else if (cpu && cpu->soft.timer && cpu->soft.pid == waking->waker)
		take_timer(waking, &cpu->soft);
	else
		waking->kind = is_in_softirq(cpu) ? BPF_WAKER_SOFTIRQ :
						    BPF_WAKER_THREAD;
	if (targets.wakers)
		fill_who(waking, cpu, device);
}

/*
 * A thread is woken, which may not be watched yet. Note who wakes it, and
 * return it, and its @place; NULL: it is not watched.
 */
static __always_inline struct bpf_watched *
wake_watched(const struct task_struct *task, __u32 *place)
{
	struct bpf_watched *of = find_watched(task, place);

	if (!of && is_wanted(task))
		of = watch_thread(task, task->on_rq ? BPF_UNKNOWN : BPF_SLEEPS,
				  place);
	if (of)
		fill_waking(&of->waking[!of->woken], task);
	return of;
}

/*
 * The attempt to wake the thread is a wake-up; return whether it is one of a
 * thread that slept. The kernel leaves a program out that is called while it
 * runs on the same CPU; then nobody has seen who wakes the thread, and this one
 * does not count.
 */
static __always_inline bool put_on_queue(struct bpf_watched *of)
{
	struct bpf_waking *waking = &of->waking[!of->woken];

	if (of->state != BPF_SLEEPS)
		return false;
	if (!waking->waking) {
		of->state = BPF_UNKNOWN;
		control.unseen++;
		return false;
	}
	of->woken ^= 1;
	of->waking[!of->woken].waking = 0;
	of->state = BPF_WOKEN;
	return true;
}

/* Watch a new thread, if it is wanted; return it. */
static __always_inline struct bpf_watched *
new_thread(const struct task_struct *task)
{
	__u32 place;
	struct bpf_watched *of = find_watched(task, &place);

	if (!of && is_wanted(task))
		of = watch_thread(task, BPF_SLEEPS, &place);
	if (!of)
		return NULL;
	fill_waking(&of->waking[!of->woken], task);
	of->waking[!of->woken].t_w = 0;
	of->waking[!of->woken].kind = BPF_WAKER_NEW;
	of->waking[!of->woken].who = (struct bpf_who) {
		.kind = BPF_WAKER_NEW, .id = -1,
	};
	return of;
}

#endif /* RTLA_BPF_WAKERS_H */
