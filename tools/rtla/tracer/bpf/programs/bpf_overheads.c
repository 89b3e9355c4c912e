// SPDX-License-Identifier: GPL-2.0
/*
 * The BPF programs of overheads: what kernel/overheads/overheads.c does, which
 * see, as far as there are tracepoints, and a function on which a probe can be
 * put, with which a new thread begins.
 *
 *	release-latency	hrtimer_expire_entry, from when the timer was to expire
 *	release, tick	from there to hrtimer_expire_exit
 *	wake		sched_waking to sched_wakeup
 *	sched		rcu_utilization to sched_switch
 *	cxs		from there to the probe on finish_task_switch()
 *	sched2		from there to sched_exit_tp
 *	ipi, xcall	ipi_send_cpu to the interrupt's own tracepoint
 *
 * What interrupts and NMIs take is known from the programs that record noise,
 * see bpf_recorder.c. A sample in which that has changed is disturbed.
 *
 * A program that begins a pair takes its timestamp last, one that ends a pair
 * takes it first. What remains of both, and what the kernel does to call them,
 * is in the pair: some programs at one tracepoint, task_rename, find out how
 * much that is.
 */
#include "tracer/bpf/programs/bpf_cpus.h"
#include "tracer/bpf/programs/bpf_counters.h"
#include "tracer/bpf/programs/bpf_hrtimer.h"
#include "tracer/bpf/bpf_overheads.h"

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct task_struct {
	int pid;
	int prio;
};

struct tick_sched {
	struct hrtimer sched_timer;
};
#pragma clang attribute pop

/* The scheduler's periodic timer of each CPU. */
extern const struct tick_sched tick_cpu_sched __ksym __weak;

/* One for each CPU, as in the map of CPUs. */
SHARED_ARRAY(overheads_cpus, 1, struct bpf_overheads_cpu);

const volatile struct bpf_overheads_request request;
struct bpf_overheads_control control;

static __always_inline struct bpf_overheads_cpu *overheads_cpu(__u32 cpu)
{
	return bpf_map_lookup_elem(&overheads_cpus, &cpu);
}

/* Return this CPU if its overheads are counted, or NULL. */
static __always_inline struct bpf_overheads_cpu *overheads_here(void)
{
	struct bpf_overheads_cpu *here =
		overheads_cpu(bpf_get_smp_processor_id());

	return here && here->measured ? here : NULL;
}

/*
 * Without a record of interrupts, as between a hit and the next time that the
 * command looks for one, there is no timestamp.
 */
static __always_inline struct bpf_stamp stamp_at(__u64 now)
{
	const struct bpf_cpu *cpu = this_cpu();

	if (!cpu || !cpu->recording)
		return (struct bpf_stamp) { .time = 0 };
	return (struct bpf_stamp) {
		.time = now,
		.stolen = cpu->stolen[BPF_LEVEL_NMI] +
			  cpu->stolen[BPF_LEVEL_IRQ] +
			  cpu->stolen[BPF_LEVEL_SOFTIRQ],
	};
}

static __always_inline bool is_of_real_time(const struct task_struct *task)
{
	return task->prio < SCHED_REAL_TIME_PRIOS;
}

/* ---- Counting ------------------------------------------------------------ */

/* A sample, which is on the stack. */
struct sample {
	struct bpf_stamp from;
	struct bpf_stamp to;
	__u64 own;		/* ns; a part of it that is the programs' work */
	enum bpf_overhead what;
	__u32 pid;		/* the thread; 0: none */
	bool real_time;		/* the thread has such a priority, or is none */
	bool undisturbed;	/* interrupts are a part of it */
	bool preempted;		/* other threads have run since */
};

static __always_inline void sample_is_hit(struct bpf_overheads_cpu *here,
					  const struct sample *of, __u64 ns,
					  __u64 number)
{
	struct bpf_cpu *cpu = this_cpu();
	__u32 hit = bpf_get_smp_processor_id();

	if (!cpu || cpu->hit)
		return;
	here->hit.from = of->from.time;
	here->hit.length = ns;
	here->hit.context = of->what;
	here->hit.pid = of->pid;
	here->hit.number = number;
	cpu->recording = 0;
	cpu->hit_t_w = of->from.time;
	cpu->hit = BPF_HIT_THREAD;
	bpf_ringbuf_output(&hits, &hit, sizeof(hit), 0);
}

static __always_inline void count_further(enum bpf_overhead what, __u64 now,
				       __u64 ns, struct bpf_figures *to)
{
	__u32 row = bpf_get_smp_processor_id() * BPF_OVERHEAD_COUNT + what;

	if (request.counting.distribution)
		count_in_distribution(row, bucket_of(ns));
	count_in_histogram(&request.counting, row, ns);
	if (request.counting.block)
		count_in_block(to, control.window.from, request.counting.block,
			       now, ns);
	for (__u32 i = 0; i < BPF_LIMITS_MAX && i < request.limits[what]; i++)
		to->over[i] += ns > request.limit[what][i];
}

static __noinline int count_sample(struct bpf_overheads_cpu *here,
				   const struct sample *of)
{
	__u32 what = of->what;
	struct bpf_figures *to;
	__u64 ns, stolen = of->to.stolen - of->from.stolen;

	if (!here || !of || what >= BPF_OVERHEAD_COUNT)
		return 0;
	if ((!of->real_time && !request.all_threads) ||
	    !is_counted(&control.window, of->from.time))
		return 0;
	if (of->to.time < of->from.time) {
		here->negative[what]++;
		return 0;
	}
	if (of->preempted || (stolen && !of->undisturbed)) {
		here->disturbed[what]++;
		if (!request.keep_disturbed || of->preempted)
			return 0;
	}
	ns = of->to.time - of->from.time;
	if (!of->undisturbed)
		ns -= stolen < ns ? stolen : ns;
	/* An interrupt in the programs' own work would be subtracted twice. */
	ns -= of->own < ns ? of->own : ns;
	to = &here->figures[what];
	/*
	 * Before Linux 6.1, a hard interrupt may count the same in between: a
	 * reader would wait for ever for what the other one then loses.
	 */
	__sync_fetch_and_add(&to->begun, 1);
	write_barrier();
	count_further(what, of->to.time, ns, to);
	count_in_sums(to, ns);
	write_barrier();
	__sync_fetch_and_add(&to->count, 1);
	if (ns >= control.stop[what])
		sample_is_hit(here, of, ns, to->count);
	return 0;
}

/* ---- The scheduler ------------------------------------------------------- */

/*
 * No program reads the texts that RCU is told. But the last two of them before
 * a switch are those of the scheduler, and the first of these is told at its
 * call.
 */
static __always_inline void learn_call(struct bpf_overheads_cpu *here)
{
	if (!control.call && here->told_before)
		control.call = here->told_before;
	here->told = here->told_before = 0;
}

SEC("tp_btf/rcu_utilization")
int BPF_PROG(scheduler_is_called, const char *what)
{
	struct bpf_overheads_cpu *here;
	__u64 call = control.call;

	if (call && call != (__u64)what)
		return 0;
	here = overheads_here();
	if (!here)
		return 0;
	if (!call) {
		here->told_before = here->told;
		here->told = (__u64)what;
		return 0;
	}
	here->to_wake = 0;
	here->chosen.time = 0;
	here->switched.time = 0;
	here->called = stamp_at(bpf_ktime_get_ns());
	return 0;
}

/* Count what the way through the scheduler took that ends at @end. */
static __always_inline void way_ends(struct bpf_overheads_cpu *here,
				     const struct bpf_stamp *end)
{
	struct sample of = {
		.what = BPF_OVERHEAD_SCHED,
		.real_time = here->next_real_time,
		.pid = here->next,
		.from = here->called,
		.to = here->chosen.time ? here->chosen : *end,
	};

	here->called.time = 0;
	count_sample(here, &of);
	if (!here->switched.time)
		return;
	of.what = BPF_OVERHEAD_CXS;
	of.from = here->chosen;
	of.to = here->switched;
	count_sample(here, &of);
	if (control.ends != BPF_ENDS_RETURNED)
		return;
	of.what = BPF_OVERHEAD_SCHED2;
	of.from = here->switched;
	of.to = *end;
	count_sample(here, &of);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(thread_is_chosen, bool preempted, struct task_struct *from,
	     struct task_struct *to)
{
	__u64 now = bpf_ktime_get_ns();
	struct bpf_overheads_cpu *here = overheads_here();

	if (!here)
		return 0;
	here->soft.preempted = true;
	if (!control.call)
		learn_call(here);
	if (!here->called.time)
		return 0;
	here->next = to->pid;
	here->next_real_time = is_of_real_time(to);
	if (control.ends == BPF_ENDS_CHOSEN) {
		struct bpf_stamp end = stamp_at(now);

		way_ends(here, &end);
		return 0;
	}
	here->chosen = stamp_at(bpf_ktime_get_ns());
	return 0;
}

/* In the new thread, interrupts off. */
SEC("kprobe")
int thread_has_cpu(void *registers)
{
	__u64 now = bpf_ktime_get_ns();
	struct bpf_overheads_cpu *here = overheads_here();

	if (!here || !here->called.time || !here->chosen.time)
		return 0;
	here->switched = stamp_at(now);
	if (control.ends == BPF_ENDS_SWITCHED)
		way_ends(here, &here->switched);
	return 0;
}

/* In the thread to which the scheduler returns, preemption off. */
SEC("tp_btf/sched_exit_tp")
int BPF_PROG(scheduler_returns)
{
	struct bpf_stamp end = stamp_at(bpf_ktime_get_ns());
	struct bpf_overheads_cpu *here = overheads_here();
	const struct task_struct *task;

	if (!here || !here->called.time)
		return 0;
	if (!here->chosen.time) {
		task = (void *)bpf_get_current_task_btf();
		here->next = task->pid;
		here->next_real_time = is_of_real_time(task);
	}
	way_ends(here, &end);
	return 0;
}

/* ---- Timers -------------------------------------------------------------- */

static __always_inline bool is_tick_of_cpu(const struct hrtimer *timer)
{
	const struct tick_sched *tick = bpf_this_cpu_ptr(&tick_cpu_sched);

	return tick && (__u64)&tick->sched_timer == (__u64)timer;
}

static __always_inline void callback_is_called(const struct hrtimer *timer,
					       bool tick)
{
	struct bpf_overheads_cpu *here = overheads_here();
	struct bpf_expired_timer *of;

	if (!here)
		return;
	of = timer->is_soft ? &here->soft : &here->hard;
	of->own = 0;
	of->t_w = expiry_of(timer);
	of->pid = bpf_get_current_pid_tgid();
	of->woken = 0;
	of->real_time = false;
	of->tick = tick;
	of->preempted = false;
	of->timer = (__u64)timer;
	of->called = stamp_at(bpf_ktime_get_ns());
}

SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(timer_calls, struct hrtimer *timer)
{
	callback_is_called(timer, is_tick_of_cpu(timer));
	return 0;
}

/* Where the kernel does not tell programs which timer is the tick. */
SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(some_timer_calls, struct hrtimer *timer)
{
	callback_is_called(timer, false);
	return 0;
}

/* Count what a timer took whose callback has woken a thread. */
static __always_inline void release_is_over(struct bpf_overheads_cpu *here,
					 const struct bpf_expired_timer *timer,
					 const struct bpf_stamp *end)
{
	struct sample of = {
		.what = BPF_OVERHEAD_RELEASE,
		.real_time = timer->real_time,
		.preempted = timer->preempted,
		.pid = timer->woken,
		.own = timer->own,
		.from = timer->called,
		.to = *end,
	};

	count_sample(here, &of);
	of.what = BPF_OVERHEAD_RELEASE_LATENCY;
	of.undisturbed = true;
	of.preempted = false;
	of.own = 0;
	of.to = timer->called;
	of.from.time = timer->t_w;
	count_sample(here, &of);
}

static __always_inline void tick_is_over(struct bpf_overheads_cpu *here,
				      const struct bpf_expired_timer *timer,
				      const struct bpf_stamp *end)
{
	const struct sample of = {
		.what = BPF_OVERHEAD_TICK,
		.real_time = true,
		.own = timer->own,
		.from = timer->called,
		.to = *end,
	};

	count_sample(here, &of);
}

static __always_inline void callback_is_over(struct bpf_overheads_cpu *here,
					     struct bpf_expired_timer *timer,
					     const struct bpf_stamp *end)
{
	timer->timer = 0;
	if (!timer->called.time || !end->time)
		return;
	if (timer->tick)
		tick_is_over(here, timer, end);
	else if (timer->woken)
		release_is_over(here, timer, end);
}

/* The timer may have been freed; its address is only compared. */
SEC("tp_btf/hrtimer_expire_exit")
int BPF_PROG(timer_called, struct hrtimer *timer)
{
	struct bpf_stamp end = stamp_at(bpf_ktime_get_ns());
	struct bpf_overheads_cpu *here = overheads_here();

	if (!here)
		return 0;
	if (here->hard.timer == (__u64)timer)
		callback_is_over(here, &here->hard, &end);
	else if (here->soft.timer == (__u64)timer)
		callback_is_over(here, &here->soft, &end);
	return 0;
}

/* ---- Wake-ups ------------------------------------------------------------ */

static __always_inline bool is_in_handler(void)
{
	const struct bpf_cpu *cpu = this_cpu();

	return cpu && (cpu->open[BPF_LEVEL_IRQ].start ||
		       cpu->open[BPF_LEVEL_SOFTIRQ].start);
}

/*
 * Return the timer whose callback runs, or NULL. A wake-up in an interrupt is
 * none by a timer that this one has interrupted.
 */
static __always_inline struct bpf_expired_timer *
running_callback(struct bpf_overheads_cpu *here)
{
	const struct bpf_cpu *cpu = this_cpu();

	if (here->hard.timer)
		return &here->hard;
	return here->soft.timer && cpu && !cpu->open[BPF_LEVEL_IRQ].start &&
	       here->soft.pid == (__u32)bpf_get_current_pid_tgid() ?
	       &here->soft : NULL;
}

SEC("tp_btf/sched_waking")
int BPF_PROG(thread_is_to_wake, struct task_struct *task)
{
	struct bpf_overheads_cpu *here = overheads_here();
	struct bpf_expired_timer *timer;

	if (!here)
		return 0;
	timer = running_callback(here);
	if (timer && !timer->real_time) {
		timer->real_time = is_of_real_time(task);
		timer->woken = task->pid;
	}
	here->to_wake = (__u64)task;
	here->waking = stamp_at(bpf_ktime_get_ns());
	return 0;
}

/*
 * A CPU may leave it to another one to put the thread on a queue, which does so
 * in an interrupt, or when it leaves the idle loop: see kernel/overheads/.
 */
SEC("tp_btf/sched_wakeup")
int BPF_PROG(thread_is_on_queue, struct task_struct *task)
{
	struct sample of = {
		.what = BPF_OVERHEAD_WAKE,
		.to = stamp_at(bpf_ktime_get_ns()),
	};
	struct bpf_overheads_cpu *here = overheads_here();
	struct bpf_expired_timer *timer;

	if (!here || here->to_wake != (__u64)task)
		return 0;
	here->to_wake = 0;
	if (!here->waking.time || !of.to.time ||
	    (!(__u32)bpf_get_current_pid_tgid() && !here->hard.timer &&
	     !is_in_handler()))
		return 0;
	of.from = here->waking;
	of.real_time = is_of_real_time(task);
	of.pid = task->pid;
	count_sample(here, &of);
	timer = running_callback(here);
	if (timer)
		timer->own += bpf_ktime_get_ns() - of.to.time;
	return 0;
}

/* ---- Interrupts between CPUs --------------------------------------------- */

/*
 * The callback of the interrupt that asks for a call of the scheduler is NULL.
 * A CPU sends interrupts to itself for other purposes. If several of a kind are
 * under way to a CPU, it is interrupted once, and the first of them counts.
 */
SEC("tp_btf/ipi_send_cpu")
int BPF_PROG(interrupt_is_sent, unsigned int to, unsigned long callsite,
	     void *callback)
{
	struct bpf_overheads_cpu *there;
	enum bpf_sent what = callback ? BPF_SENT_CALL : BPF_SENT_RESCHEDULE;

	if (callback && to == bpf_get_smp_processor_id())
		return 0;
	there = overheads_cpu(to);
	if (there && there->measured && !there->sent[what])
		there->sent[what] = bpf_ktime_get_ns();
	return 0;
}

/* An interrupt that was sent to a CPU which goes or comes never arrives. */
SEC("tp_btf/cpuhp_enter")
int BPF_PROG(cpu_changes, unsigned int number)
{
	struct bpf_overheads_cpu *cpu = overheads_cpu(number);

	if (!cpu)
		return 0;
	cpu->sent[BPF_SENT_RESCHEDULE] = 0;
	cpu->sent[BPF_SENT_CALL] = 0;
	return 0;
}

static __always_inline void interrupt_comes(enum bpf_sent what,
					    enum bpf_overhead overhead)
{
	struct sample of = {
		.what = overhead,
		.real_time = true,
		.undisturbed = true,
		.to = { .time = bpf_ktime_get_ns() },
	};
	struct bpf_overheads_cpu *here = overheads_here();

	if (!here)
		return;
	/* It may be about to put threads on a queue: see thread_is_on_queue(). */
	here->to_wake = 0;
	of.from.time = here->sent[what];
	if (!of.from.time)
		return;
	here->sent[what] = 0;
	count_sample(here, &of);
}

SEC("tp_btf/reschedule_entry")
int BPF_PROG(reschedule_comes)
{
	interrupt_comes(BPF_SENT_RESCHEDULE, BPF_OVERHEAD_IPI);
	return 0;
}

SEC("tp_btf/call_function_single_entry")
int BPF_PROG(call_comes)
{
	interrupt_comes(BPF_SENT_CALL, BPF_OVERHEAD_XCALL);
	return 0;
}

/* On arm64, which kind it is stands in a text. */
SEC("tp_btf/ipi_entry")
int BPF_PROG(any_comes)
{
	struct bpf_overheads_cpu *here = overheads_here();

	if (here)
		here->to_wake = 0;
	return 0;
}

/* ---- What the programs themselves take ----------------------------------- */

static __always_inline void keep_least(__u64 *least, __u64 ns)
{
	if (ns < *least)
		*least = ns;
}

/*
 * The kernel calls these in this order. Between the first two is what is
 * between any two; between the second and the last is a program that has
 * nothing to do as well, as in each call of the scheduler.
 */
SEC("tp_btf/task_rename")
int BPF_PROG(own_begins)
{
	struct bpf_overheads_cpu *here = overheads_here();

	if (here)
		here->own_begin = stamp_at(bpf_ktime_get_ns());
	return 0;
}

SEC("tp_btf/task_rename")
int BPF_PROG(own_follows)
{
	struct bpf_stamp now = stamp_at(bpf_ktime_get_ns());
	struct bpf_overheads_cpu *here = overheads_here();

	if (!here || !here->own_begin.time)
		return 0;
	keep_least(&here->own.stamp, now.time - here->own_begin.time);
	here->own_begin = stamp_at(bpf_ktime_get_ns());
	return 0;
}

SEC("tp_btf/task_rename")
int BPF_PROG(own_passes)
{
	return !control.call;
}

SEC("tp_btf/task_rename")
int BPF_PROG(own_ends)
{
	struct bpf_stamp now = stamp_at(bpf_ktime_get_ns());
	struct bpf_overheads_cpu *here = overheads_here();
	__u64 begin, end;

	if (!here || !here->own_begin.time)
		return 0;
	keep_least(&here->own.scheduler, now.time - here->own_begin.time);
	here->own_probed = 0;
	begin = bpf_ktime_get_ns();
	bpf_get_numa_node_id();
	end = bpf_ktime_get_ns();
	if (!here->own_probed)
		return 0;
	keep_least(&here->own.to_probe, here->own_probed - begin);
	keep_least(&here->own.from_probe, end - here->own_probed);
	return 0;
}

/* The probe on the helper that this calls, which does next to nothing. */
SEC("kprobe")
int nothing_is_called(void *registers)
{
	__u64 now = bpf_ktime_get_ns();
	struct bpf_overheads_cpu *here = overheads_here();

	if (here)
		here->own_probed = stamp_at(now).time;
	return 0;
}
