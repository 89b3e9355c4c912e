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
 * The time at which the scheduler is called needs no look at a text: RCU is
 * told of a switch twice just after that, with interrupts off until the switch.
 * So it is the last but one of these times. They are taken only while a thread
 * waits; one that is older than the wake-up stands for none: then the scheduler
 * was called before.
 */
#include "tracer/bpf/programs/bpf_parts.h"
#include "tracer/bpf/programs/bpf_waker_rows.h"
#include "tracer/bpf/programs/bpf_wakers.h"
#include "tracer/bpf/bpf_wakeups.h"

/* One for each CPU, as in the map of CPUs. */
SHARED_ARRAY(wakeup_cpus, 1, struct bpf_wakeup_cpu);

static __always_inline struct bpf_wakeup_cpu *wakeup_cpu(__u32 cpu)
{
	return bpf_map_lookup_elem(&wakeup_cpus, &cpu);
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
	struct ended end;
	struct bpf_wakeup_cpu *cpu;
	int first;		/* its first point */
	__u64 point[BPF_POINTS];
};

static __always_inline void count_wakeup_part(const struct over *over, int part)
{
	const struct bpf_watched *of = over->end.of;

	count_part(&over->end, part,
		   length_of_part(over->point, over->first, part),
		   of->count == 0 ||
		   (part < BPF_POINT_WAKING && of->by_timer == 0));
}

static __always_inline void count_wakeup(const struct over *over)
{
	struct bpf_watched *of = over->end.of;

	of->begun++;
	write_barrier();
	if (over->first == BPF_POINT_T_W) {
		count_wakeup_part(over, BPF_POINT_T_W);
		count_wakeup_part(over, BPF_POINT_IRQ);
	}
	count_wakeup_part(over, BPF_POINT_WAKING);
	count_wakeup_part(over, BPF_POINT_QUEUED);
	count_wakeup_part(over, BPF_POINT_SCHEDULED);
	count_wakeup_part(over, BPF_PART_WHOLE);
	of->by_timer += over->first == BPF_POINT_T_W;
	write_barrier();
	of->count++;
}

static __always_inline void count_part_for_waker(struct bpf_waker_row *row,
						 const struct over *over,
						 int part)
{
	count_in_part(&row->part[part],
		      length_of_part(over->point, over->first, part),
		      row->count == 0 ||
		      (part < BPF_POINT_WAKING && row->by_timer == 0));
}

static __always_inline void count_for_waker(const struct over *over)
{
	const struct bpf_watched *of = over->end.of;
	struct bpf_waker_row *row = row_of(&of->waking[of->woken & 1].who,
					   over->end.number,
					   &over->cpu->wakers);

	if (!row)
		return;
	row->begun++;
	write_barrier();
	if (over->first == BPF_POINT_T_W) {
		count_part_for_waker(row, over, BPF_POINT_T_W);
		count_part_for_waker(row, over, BPF_POINT_IRQ);
	}
	count_part_for_waker(row, over, BPF_POINT_WAKING);
	count_part_for_waker(row, over, BPF_POINT_QUEUED);
	count_part_for_waker(row, over, BPF_POINT_SCHEDULED);
	count_part_for_waker(row, over, BPF_PART_WHOLE);
	row->by_timer += over->first == BPF_POINT_T_W;
	write_barrier();
	row->count++;
}

/* ---- A hit --------------------------------------------------------------- */

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
	__builtin_memcpy(over->cpu->hit.point, over->point,
			 sizeof(over->point));
	part_is_hit(&over->end, part, cpu, over->point[over->first],
		    &over->cpu->hit.of);
}

/* ---- Queue and switch ---------------------------------------------------- */

SEC("tp_btf/sched_waking")
int BPF_PROG(thread_is_woken, struct task_struct *task)
{
	__u32 place;

	wake_watched(task, &place);
	return 0;
}

static __always_inline void joins_queue(struct bpf_watched *of)
{
	if (!put_on_queue(of))
		return;
	of->queued = bpf_ktime_get_ns();
	__sync_fetch_and_add(&control.waiting, 1);
}

SEC("tp_btf/sched_wakeup")
int BPF_PROG(thread_is_queued, struct task_struct *task)
{
	struct bpf_watched *of = watched_of(task);

	if (of)
		joins_queue(of);
	return 0;
}

SEC("tp_btf/sched_wakeup_new")
int BPF_PROG(new_thread_is_queued, struct task_struct *task)
{
	struct bpf_watched *of = new_thread(task);

	if (of)
		joins_queue(of);
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

static __always_inline void leaves(struct bpf_watched *of, bool sleeps,
				   __u64 now)
{
	of->state = sleeps ? BPF_SLEEPS : BPF_WAITS;
	of->off = now;
}

static __always_inline void wakeup_ends(void *context, struct over *over,
					__u64 now)
{
	struct bpf_watched *of = over->end.of;
	const struct bpf_waking *woken = &of->waking[of->woken & 1];

	over->end.time = now;
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
	if (targets.wakers)
		count_for_waker(over);
	if (control.checks)
		judge_wakeup(context, over);
}

static __always_inline void comes(void *context, struct bpf_watched *of,
				  __u32 place, const struct task_struct *task,
				  __u64 now)
{
	struct over over = { .end = { .of = of, .place = place } };
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
	over.end.number = bpf_get_smp_processor_id();
	over.end.cpu = watch_cpu(over.end.number);
	over.cpu = wakeup_cpu(over.end.number);
	if (over.cpu && over.end.cpu && over.end.cpu->measured)
		wakeup_ends(context, &over, now);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(thread_comes, bool preempted, struct task_struct *from,
	     struct task_struct *to)
{
	__u32 place;
	struct bpf_watched *leaving = watched_of(from);
	struct bpf_watched *coming = find_watched(to, &place);
	__u64 now;

	if (is_none_watched(leaving, coming))
		return 0;
	now = bpf_ktime_get_ns();
	/* A signal may have kept it awake after it was about to sleep. */
	if (leaving)
		leaves(leaving, !preempted && state_of(from), now);
	if (coming)
		comes(ctx, coming, place, to, now);
	return 0;
}
