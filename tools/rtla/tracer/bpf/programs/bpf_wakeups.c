// SPDX-License-Identifier: GPL-2.0
/*
 * The BPF programs of wake-ups of any thread, in parts: what
 * kernel/wakeup/wakeup.c does, as far as there are tracepoints.
 *
 *	t_w	the timer was to expire		if a timer wakes the thread
 *	irq	its callback begins		timer: from t_w
 *	waking	the thread is to be woken	irq: from irq
 *	queued	it is on a CPU's queue		queue: from waking
 *	sched	the scheduler is called		wait: from queued
 *	switch	it has chosen the thread	pick: from sched
 *
 * A wake-up ends there: no tracepoint tells when the switch is over.
 *
 * A thread that is watched has a place in an array, which the command reads;
 * a map finds it by the address of the thread, which no other has as long as
 * this one is not freed. Its state changes only with the locks of the scheduler
 * held, so that only one CPU at a time writes there.
 *
 * The time at which the scheduler is called needs no look at a text: RCU is
 * told of a switch twice just after that, with interrupts off until the switch.
 * So it is the last but one of these times. They are taken only while a thread
 * waits; one that is older than the wake-up stands for none: then the scheduler
 * was called before.
 */
#include <bpf/bpf_core_read.h>

#include "tracer/bpf/programs/bpf_cpus.h"
#include "tracer/bpf/programs/bpf_counting.h"
#include "tracer/bpf/bpf_wakeups.h"

#define SCHED_REAL_TIME_PRIOS	100	/* kernel's priorities below are real-time */

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct task_struct {
	int pid;
	int tgid;
	int prio;
	unsigned int policy;
	unsigned int __state;
	int on_rq;
	unsigned long stack_canary;
	char comm[BPF_COMM_LEN];
};

/* Under PREEMPT_RT: a softirq runs in a thread, which may be preempted. */
struct task_struct___real_time {
	int softirq_disable_cnt;
};

/* Before Linux 5.14. */
struct task_struct___old {
	long state;
};

struct hrtimer_clock_base {
	__s64 offset;
};

struct hrtimer {
	__s64 _softexpires;
	struct hrtimer_clock_base *base;
	__u8 is_soft;
};
#pragma clang attribute pop

/* One for each CPU, as in the map of CPUs. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct bpf_wakeup_cpu);
} wakeup_cpus SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, BPF_WATCHED_MAX);
	__type(key, __u32);
	__type(value, struct bpf_watched);
} watched SEC(".maps");

/* Where a thread is in the array, by its address. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, BPF_WATCHED_MAX);
	__type(key, __u64);
	__type(value, __u32);
} places SEC(".maps");

/* The places that are free; the command fills it. */
struct {
	__uint(type, BPF_MAP_TYPE_QUEUE);
	__uint(max_entries, BPF_WATCHED_MAX);
	__type(value, __u32);
} free_places SEC(".maps");

/* Ids of threads or processes that may be watched. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, BPF_CHOSEN_MAX);
	__type(key, __u32);
	__type(value, __u32);
} chosen SEC(".maps");

/*
 * The counters of distributions, BPF_BUCKETS for each part of each CPU, and
 * then for each part of each thread that has some.
 */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u64);
} buckets SEC(".maps");

/* Those of histograms, one more than entries for each part of each CPU. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u64);
} histogram SEC(".maps");

/* The CPU of a hit, which lets the command look. */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 65536);
} hits SEC(".maps");

const volatile struct bpf_targets targets;
struct bpf_wakeup_control control;

static __always_inline struct bpf_wakeup_cpu *wakeup_cpu(__u32 cpu)
{
	return bpf_map_lookup_elem(&wakeup_cpus, &cpu);
}

/* ---- Which threads are watched ------------------------------------------- */

/*
 * Return a hash of the thread, of which programs may not take its address. Its
 * id may change when it executes another program; the random number that guards
 * its stack never does, and its lowest byte is 0.
 */
static __always_inline __u32 hash_of(const struct task_struct *task)
{
	return bpf_core_field_exists(task->stack_canary) ?
	       task->stack_canary >> 8 & (BPF_HASHES - 1) : 0;
}

static __always_inline __u32 *find_place(const struct task_struct *task)
{
	__u64 address = (__u64)task;

	return control.threads[hash_of(task)] ?
	       bpf_map_lookup_elem(&places, &address) : NULL;
}

static __always_inline struct bpf_watched *
watched_of(const struct task_struct *task)
{
	__u32 *place = find_place(task);

	return place ? bpf_map_lookup_elem(&watched, place) : NULL;
}

static __always_inline bool is_chosen(__u32 id)
{
	return control.ids[bpf_wakeups_hash_of_id(id)] &&
	       bpf_map_lookup_elem(&chosen, &id);
}

static __always_inline bool is_named(const struct task_struct *task)
{
	__u64 comm[BPF_COMM_LEN / 8];

	__builtin_memcpy(comm, task->comm, BPF_COMM_LEN);
	return comm[0] == targets.comm[0] && comm[1] == targets.comm[1];
}

/* Return whether a thread that is not watched yet is to be, now that it is woken. */
static __always_inline bool is_wanted(const struct task_struct *task)
{
	if (targets.ids &&
	    is_chosen(targets.processes ? task->tgid : task->pid))
		return true;
	if (targets.within && !is_chosen(task->tgid))
		return false;
	return targets.all ||
	       (targets.real_time && task->prio < SCHED_REAL_TIME_PRIOS) ||
	       (targets.named && is_named(task));
}

static __always_inline void look_at(struct bpf_watched *of,
				    const struct task_struct *task)
{
	of->policy = task->policy;
	of->prio = task->prio;
	__builtin_memcpy(of->comm, task->comm, BPF_COMM_LEN);
}

static struct bpf_watched *watch_thread(const struct task_struct *task,
				 enum bpf_watched_state state)
{
	__u64 address = (__u64)task;
	struct bpf_watched *of;
	__u32 place;

	if (bpf_map_pop_elem(&free_places, &place)) {
		control.full = 1;
		return NULL;
	}
	of = bpf_map_lookup_elem(&watched, &place);
	if (!of || bpf_map_update_elem(&places, &address, &place, BPF_NOEXIST))
		return NULL;
	of->hash = hash_of(task);
	__sync_fetch_and_add(&control.threads[of->hash & (BPF_HASHES - 1)], 1);
	of->pid = task->pid;
	of->tgid = task->tgid;
	of->state = state;
	look_at(of, task);
	return of;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(thread_is_made, struct task_struct *parent,
	     struct task_struct *child)
{
	__u32 process = child->tgid, one = 1;

	if (targets.within && is_chosen(parent->tgid) && !is_chosen(process)) {
		bpf_map_update_elem(&chosen, &process, &one, BPF_ANY);
		__sync_fetch_and_add(&control.ids[bpf_wakeups_hash_of_id(process)],
				     1);
	}
	if (targets.children &&
	    (find_place(parent) || is_wanted(parent)))
		watch_thread(child, BPF_SLEEPS);
	return 0;
}

SEC("tp_btf/sched_process_free")
int BPF_PROG(thread_is_freed, struct task_struct *task)
{
	struct bpf_watched *of = watched_of(task);
	__u64 address = (__u64)task;

	if (!of)
		return 0;
	of->ended = 1;
	bpf_map_delete_elem(&places, &address);
	__sync_fetch_and_add(&control.threads[of->hash & (BPF_HASHES - 1)], -1);
	return 0;
}

/* ---- Their wakers -------------------------------------------------------- */

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
	struct bpf_wakeup_cpu *cpu = wakeup_cpu(bpf_get_smp_processor_id());

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

SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(timer_runs, struct hrtimer *timer)
{
	struct bpf_wakeup_cpu *cpu = wakeup_cpu(bpf_get_smp_processor_id());
	struct bpf_expiring *expiring;

	if (!cpu)
		return 0;
	expiring = timer->is_soft ? &cpu->soft : &cpu->hard;
	expiring->irq = bpf_ktime_get_ns();
	expiring->t_w = timer->_softexpires - timer->base->offset;
	expiring->pid = bpf_get_current_pid_tgid();
	expiring->timer = (__u64)timer;
	return 0;
}

SEC("tp_btf/hrtimer_expire_exit")
int BPF_PROG(timer_ran, struct hrtimer *timer)
{
	struct bpf_wakeup_cpu *cpu = wakeup_cpu(bpf_get_smp_processor_id());

	if (!cpu)
		return 0;
	/* The timer may have been freed; its address is only compared. */
	if (cpu->hard.timer == (__u64)timer)
		cpu->hard.timer = 0;
	else if (cpu->soft.timer == (__u64)timer)
		cpu->soft.timer = 0;
	return 0;
}

static __always_inline void take_timer(struct bpf_waking *waking,
				       const struct bpf_expiring *expiring)
{
	waking->t_w = expiring->t_w;
	waking->irq = expiring->irq;
	waking->kind = BPF_WAKER_TIMER;
}

#define SERVES_SOFTIRQ	0x100	/* SOFTIRQ_OFFSET of the kernel */

static __always_inline bool is_in_softirq(const struct bpf_wakeup_cpu *cpu)
{
	struct task_struct___real_time *task = NULL;

	if (!bpf_core_field_exists(task->softirq_disable_cnt))
		return cpu && cpu->in_softirq;
	task = (void *)bpf_get_current_task_btf();
	return task->softirq_disable_cnt & SERVES_SOFTIRQ;
}

/* Note who is about to wake the thread, and when. */
static __always_inline void fill_waking(struct bpf_watched *of)
{
	const struct bpf_wakeup_cpu *cpu =
		wakeup_cpu(bpf_get_smp_processor_id());
	struct bpf_waking *waking = &of->waking[!of->woken];

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

SEC("tp_btf/sched_waking")
int BPF_PROG(thread_is_woken, struct task_struct *task)
{
	struct bpf_watched *of = watched_of(task);

	if (!of && is_wanted(task))
		of = watch_thread(task, task->on_rq ? BPF_UNKNOWN : BPF_SLEEPS);
	if (of)
		fill_waking(of);
	return 0;
}

/* ---- The end of a wake-up ------------------------------------------------ */

/* Bring the points into the order of time: clocks of CPUs may differ by some ns. */
static __always_inline void order_points(__u64 *point, int first)
{
	for (int i = 1; i < BPF_POINTS; i++)
		if (i > first && point[i] < point[i - 1])
			point[i] = point[i - 1];
}

static __always_inline __u64 length_of_part(const __u64 *point, int first, int part)
{
	return part == BPF_PART_WHOLE ?
	       point[BPF_POINT_SWITCHED] - point[first] :
	       point[part + 1] - point[part];
}

/* A wake-up that ends, for the next functions; it is on the stack. */
struct over {
	struct bpf_watched *of;
	struct bpf_wakeup_cpu *cpu;
	__u32 number;		/* of the CPU */
	__u32 place;		/* of the thread */
	int first;		/* its first point */
	__u64 point[BPF_POINTS];
};

static __always_inline void count_more(const struct over *over, int part,
				       __u64 value, struct bpf_figures *to)
{
	__u32 row = over->number * BPF_PARTS + part;

	if (targets.counting.distribution) {
		__u32 bucket = bucket_of(value);

		count_in_map(&buckets, row * BPF_BUCKETS + bucket);
		if (over->place < targets.distributed)
			count_in_map(&buckets,
				     ((targets.cpus + over->place) * BPF_PARTS +
				      part) * BPF_BUCKETS + bucket);
	}
	if (targets.counting.entries)
		count_in_map(&histogram, row * (targets.counting.entries + 1) +
					 equal_bucket(&targets.counting, value));
	if (targets.counting.block)
		count_in_block(to, control.window.from, targets.counting.block,
			       over->point[BPF_POINT_SWITCHED], value);
	for (__u32 i = 0; i < BPF_LIMITS_MAX && i < targets.limits[part]; i++)
		to->over[i] += value > targets.limit[part][i];
}

static __always_inline void count_part(const struct over *over, int part)
{
	struct bpf_figures *to = &over->cpu->part[part];
	struct bpf_watched_part *of = &over->of->part[part];
	__u64 value = length_of_part(over->point, over->first, part);

	to->begun++;
	write_barrier();
	count_more(over, part, value, to);
	count_in_sums(to, value);
	write_barrier();
	to->count++;
	/* Memory that is new is zero, and no part is shorter. */
	if (value < of->min || over->of->count == 0 ||
	    (part < BPF_POINT_WAKING && over->of->by_timer == 0))
		of->min = value;
	if (value > of->max)
		of->max = value;
	of->sum += value;
}

static __always_inline void count_wakeup(const struct over *over)
{
	over->of->begun++;
	write_barrier();
	if (over->first == BPF_POINT_T_W) {
		count_part(over, BPF_POINT_T_W);
		count_part(over, BPF_POINT_IRQ);
	}
	count_part(over, BPF_POINT_WAKING);
	count_part(over, BPF_POINT_QUEUED);
	count_part(over, BPF_POINT_SCHEDULED);
	count_part(over, BPF_PART_WHOLE);
	over->of->by_timer += over->first == BPF_POINT_T_W;
	write_barrier();
	over->of->count++;
}

/* ---- A hit --------------------------------------------------------------- */

static __always_inline void write_hit(const struct over *over, int part)
{
	const struct bpf_watched *of = over->of;
	const struct bpf_waking *woken = &of->waking[of->woken & 1];
	struct bpf_wakeup_hit *hit = &over->cpu->hit;

	__builtin_memcpy(hit->point, over->point, sizeof(hit->point));
	hit->pid = of->pid;
	hit->prio = of->prio;
	__builtin_memcpy(hit->comm, of->comm, BPF_COMM_LEN);
	hit->kind = woken->kind;
	hit->waker = woken->waker;
	hit->context = part;
	hit->number = of->count;
}

/* Find the first part that is over its threshold; the whole comes first. */
static __always_inline int part_of_hit(const struct over *over)
{
	for (int part = BPF_PARTS - 1; part >= 0; part--)
		if (part >= over->first &&
		    length_of_part(over->point, over->first, part) >= control.stop[part])
			return part;
	return -1;
}

static __always_inline void judge_wakeup(void *context, const struct over *over)
{
	struct bpf_cpu *cpu = this_cpu();
	__u32 number = over->number;
	int part;

	if (!cpu || !cpu->recording)
		return;
	part = part_of_hit(over);
	if (part < 0)
		return;
	if (targets.records && length_of_part(over->point, over->first,
				       BPF_PART_WHOLE) >= control.stack_after)
		take_stack(context, cpu, over->point[over->first],
			   over->point[BPF_POINT_SWITCHED]);
	cpu->recording = 0;
	write_hit(over, part);
	cpu->hit_t_w = over->point[over->first];
	cpu->hit = BPF_HIT_THREAD;
	bpf_ringbuf_output(&hits, &number, sizeof(number), 0);
}

/* ---- Queue and switch ---------------------------------------------------- */

/*
 * The attempt to wake the thread is a wake-up. The kernel leaves a program out
 * that is called while it runs on the same CPU; then nobody has seen who wakes
 * the thread, and this one does not count.
 */
static __always_inline void put_on_queue(struct bpf_watched *of)
{
	struct bpf_waking *waking = &of->waking[!of->woken];

	if (of->state != BPF_SLEEPS)
		return;
	if (!waking->waking) {
		of->state = BPF_UNKNOWN;
		control.unseen++;
		return;
	}
	of->queued = bpf_ktime_get_ns();
	of->woken ^= 1;
	of->waking[!of->woken].waking = 0;
	of->state = BPF_WOKEN;
	__sync_fetch_and_add(&control.waiting, 1);
}

SEC("tp_btf/sched_wakeup")
int BPF_PROG(thread_is_queued, struct task_struct *task)
{
	struct bpf_watched *of = watched_of(task);

	if (of)
		put_on_queue(of);
	return 0;
}

SEC("tp_btf/sched_wakeup_new")
int BPF_PROG(new_thread_is_queued, struct task_struct *task)
{
	struct bpf_watched *of = watched_of(task);

	if (!of && is_wanted(task))
		of = watch_thread(task, BPF_SLEEPS);
	if (!of)
		return 0;
	fill_waking(of);
	of->waking[!of->woken].t_w = 0;
	of->waking[!of->woken].kind = BPF_WAKER_NEW;
	put_on_queue(of);
	return 0;
}

SEC("tp_btf/rcu_utilization")
int BPF_PROG(rcu_is_told)
{
	struct bpf_wakeup_cpu *cpu;

	if (!control.waiting)
		return 0;
	cpu = wakeup_cpu(bpf_get_smp_processor_id());
	if (!cpu)
		return 0;
	cpu->before = cpu->scheduled;
	cpu->scheduled = bpf_ktime_get_ns();
	return 0;
}

static __always_inline bool is_asleep(struct task_struct *task)
{
	struct task_struct___old *old = (void *)task;

	if (bpf_core_field_exists(task->__state))
		return task->__state;
	return old->state;
}

static __always_inline void leaves(struct bpf_watched *of, bool sleeps,
				   __u64 now)
{
	of->state = sleeps ? BPF_SLEEPS : BPF_WAITS;
	of->off = now;
}

static __always_inline void wakeup_ends(void *context, struct over *over,
					__u64 now)
{
	struct bpf_watched *of = over->of;
	const struct bpf_waking *woken = &of->waking[of->woken & 1];

	over->first = woken->t_w ? BPF_POINT_T_W : BPF_POINT_WAKING;
	over->point[BPF_POINT_T_W] = woken->t_w;
	over->point[BPF_POINT_IRQ] = woken->t_w ? woken->irq : 0;
	over->point[BPF_POINT_WAKING] = woken->waking;
	over->point[BPF_POINT_QUEUED] = of->queued;
	over->point[BPF_POINT_SCHEDULED] = over->cpu->before;
	over->point[BPF_POINT_SWITCHED] = now;
	order_points(over->point, over->first);
	if (!is_counted(&control.window, over->point[over->first]))
		return;
	count_wakeup(over);
	if (control.checks)
		judge_wakeup(context, over);
}

static __always_inline void comes(void *context, struct bpf_watched *of,
				  __u32 place, const struct task_struct *task,
				  __u64 now)
{
	struct over over = { .of = of, .place = place };
	__u32 before = of->state;

	of->state = BPF_RUNS;
	if (before == BPF_WAITS) {
		of->preempted++;
		of->preempted_ns += now - of->off;
	}
	if (before != BPF_WOKEN)
		return;
	__sync_fetch_and_add(&control.waiting, -1);
	look_at(of, task);
	over.number = bpf_get_smp_processor_id();
	over.cpu = wakeup_cpu(over.number);
	if (over.cpu && over.cpu->measured)
		wakeup_ends(context, &over, now);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(thread_comes, bool preempted, struct task_struct *from,
	     struct task_struct *to)
{
	__u64 now = bpf_ktime_get_ns();
	struct bpf_watched *of = watched_of(from);
	__u32 *place;

	/* A signal may have kept it awake after it was about to sleep. */
	if (of)
		leaves(of, !preempted && is_asleep(from), now);
	place = find_place(to);
	of = place ? bpf_map_lookup_elem(&watched, place) : NULL;
	if (of)
		comes(ctx, of, *place, to, now);
	return 0;
}
