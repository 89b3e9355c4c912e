/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BPF programs that note who or what wakes a watched thread, and when.
 */
#ifndef RTLA_BPF_WAKERS_H
#define RTLA_BPF_WAKERS_H

#include "tracer/bpf/programs/bpf_hrtimer.h"
#include "tracer/bpf/programs/bpf_watched.h"

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
/* Under PREEMPT_RT: a softirq runs in a thread, which may be preempted. */
struct task_struct___real_time {
	int softirq_disable_cnt;
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

CONTEXT(irq_handler, IN_INTERRUPT)
CONTEXT(irq_work, IN_INTERRUPT)
CONTEXT(call_function, IN_INTERRUPT)
CONTEXT(call_function_single, IN_INTERRUPT)
CONTEXT(ipi, IN_INTERRUPT)
CONTEXT(softirq, IN_SOFTIRQ)

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
	struct task_struct___real_time *task = NULL;

	if (!bpf_core_field_exists(task->softirq_disable_cnt))
		return cpu && cpu->in_softirq;
	task = (void *)bpf_get_current_task_btf();
	return task->softirq_disable_cnt & SERVES_SOFTIRQ;
}

/* Note who is about to wake a thread, and when. */
static __always_inline void fill_waking(struct bpf_waking *waking)
{
	const struct bpf_watch_cpu *cpu =
		watch_cpu(bpf_get_smp_processor_id());

	waking->waking = bpf_ktime_get_ns();
	waking->waker = bpf_get_current_pid_tgid();
	waking->t_w = 0;
	if (cpu && cpu->hard.timer)
		take_timer(waking, &cpu->hard);
	else if (cpu && cpu->in_interrupt)
		waking->kind = BPF_WAKER_IRQ;
	else if (cpu && cpu->soft.timer && cpu->soft.pid == waking->waker)
		take_timer(waking, &cpu->soft);
	else
		waking->kind = is_in_softirq(cpu) ? BPF_WAKER_SOFTIRQ :
						    BPF_WAKER_THREAD;
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
		fill_waking(&of->waking[!of->woken]);
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
	fill_waking(&of->waking[!of->woken]);
	of->waking[!of->woken].t_w = 0;
	of->waking[!of->woken].kind = BPF_WAKER_NEW;
	return of;
}

#endif /* RTLA_BPF_WAKERS_H */
