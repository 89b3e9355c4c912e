// SPDX-License-Identifier: GPL-2.0
/*
 * The BPF programs of cycles of any thread, in parts that add up to the whole.
 *
 * A cycle begins when the home wait ends, the sleep in which the thread waits
 * for its next period: at the time for which a timer was set that woke it, or
 * else when it is woken. It ends when the thread goes to sleep there again. At
 * each change of its state, the time since the last one is added to the part
 * that this state is. While the thread has a CPU, the recorder has counted what
 * interrupts take of that: see bpf_recorder.c.
 *
 * Where a thread sleeps is told by the registers with which it has entered the
 * kernel. They are read when it leaves its CPU to sleep.
 */
#include "tracer/bpf/programs/bpf_parts.h"
#include "tracer/bpf/programs/bpf_wakers.h"
#include "tracer/bpf/bpf_cycles.h"

#define LEARNS_FOR		1000000000ULL	/* ns until a home wait is chosen */
#define ENDS_ENOUGH		3		/* of a wait that is chosen */
#define ABROAD_ENOUGH		16		/* sleeps elsewhere: it has moved */

/* The flags of threads that have no user space: PF_KTHREAD and PF_IO_WORKER. */
#define IS_OF_KERNEL		(0x00200000 | 0x00000010)

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
/* The registers of user space. */
struct pt_regs {
	unsigned long sp;

	/* On x86. */
	unsigned long di;
	unsigned long si;
	unsigned long orig_ax;

	/* On arm64. */
	__u64 regs[31];
	__u64 orig_x0;
	int syscallno;
};
#pragma clang attribute pop

/* One for each CPU, as in the map of CPUs. */
SHARED_ARRAY(cycle_cpus, 1, struct bpf_cycle_cpu);

/* By the place of the thread. */
SHARED_ARRAY(loops, BPF_WATCHED_MAX, struct bpf_loop);

/* By the place of the thread, as its &struct bpf_loop; none without marks. */
SHARED_ARRAY(marked, 1, struct bpf_marked);

/* By the place of the thread. */
SHARED_ARRAY(culprits, BPF_WATCHED_MAX, struct bpf_culprits);

/* ---- Where a thread sleeps ----------------------------------------------- */

/* A system call with its first arguments. */
struct call {
	__u32 number;
	__u64 first;
	__u64 second;
};

static __always_inline struct call call_of(struct task_struct *task)
{
	const struct pt_regs *of = (void *)bpf_task_pt_regs(task);

	if (bpf_core_field_exists(of->syscallno))
		return (struct call) { of->syscallno, of->orig_x0,
				       of->regs[1] };
	return (struct call) { of->orig_ax, of->di, of->si };
}

#define FUTEX_COMMAND	0x7f	/* FUTEX_CMD_MASK, of those that there are */

static __always_inline struct bpf_wait sleeping_wait(struct task_struct *task)
{
	struct bpf_wait wait = { .call = BPF_NO_USER_SPACE };
	struct call call;

	if (task->flags & IS_OF_KERNEL)
		return wait;
	wait.call = BPF_NO_CALL;
	call = call_of(task);
	if (call.number >= BPF_CALLS_MAX)
		return wait;
	wait.call = call.number;
	switch (targets.home.call[call.number]) {
	case BPF_CALL_DESCRIPTOR:
		wait.how = call.first;
		break;
	case BPF_CALL_FLAGS:
		wait.how = call.second;
		break;
	case BPF_CALL_FUTEX:
		wait.how = call.second & FUTEX_COMMAND;
		wait.object = call.first & ~7ULL;
		break;
	}
	return wait;
}

static __always_inline bool is_same_wait(const struct bpf_wait *a,
					 const volatile struct bpf_wait *b)
{
	return a->call == b->call && a->how == b->how && a->object == b->object;
}

static __always_inline bool is_home(const struct bpf_loop *loop,
				    const struct bpf_wait *wait)
{
	const volatile struct bpf_home *home = &targets.home;

	if (home->is_given)
		return wait->call == home->wait.call &&
		       (home->is_any || wait->how == home->wait.how);
	return loop->is_known && is_same_wait(wait, &loop->home);
}

/* ---- What is recorded to explain a hit ----------------------------------- */

static __always_inline bool is_recording(void)
{
	return targets.records && !control.frozen;
}

/* Return the place of the next step of this CPU; NULL: nothing is recorded. */
static __always_inline struct bpf_step *next_step(enum bpf_step_type type,
						  __u64 now)
{
	__u32 number = bpf_get_smp_processor_id();
	struct bpf_cycle_cpu *cpu;
	struct bpf_step *step;

	if (!is_recording())
		return NULL;
	cpu = bpf_map_lookup_elem(&cycle_cpus, &number);
	if (!cpu)
		return NULL;
	/* A waking in an interrupt may come between. */
	step = &cpu->step[__sync_fetch_and_add(&cpu->steps, 1) &
			  (BPF_STEPS - 1)];
	step->time = now;
	step->type = type;
	step->pid = bpf_get_current_pid_tgid();
	return step;
}

static __always_inline void record_other(struct bpf_step *step,
					 const struct task_struct *other)
{
	step->other = other->pid;
	step->other_prio = other->prio;
	__builtin_memcpy(step->comm, other->comm, BPF_COMM_LEN);
}

static __always_inline void record_switch(const struct task_struct *from,
					  const struct task_struct *to,
					  __u32 state,
					  const struct bpf_wait *wait, __u64 now)
{
	struct bpf_step *step = next_step(BPF_STEP_SWITCH, now);

	if (!step)
		return;
	step->pid = from->pid;
	step->prio = from->prio;
	record_other(step, to);
	step->how = state & IS_INTERRUPTIBLE ? BPF_STEP_SLEEPS :
		    sleeps_for_rtlock(state) ? BPF_STEP_NEEDS_LOCK :
		    state ? BPF_STEP_IS_BLOCKED : BPF_STEP_CAN_RUN;
	step->wait = *wait;
	step->faults = from->min_flt + from->maj_flt;
}

static __always_inline void record_waking(struct task_struct *task,
					  const struct bpf_waking *waking)
{
	struct bpf_step *step = next_step(BPF_STEP_WAKING, waking->waking);

	if (!step)
		return;
	record_other(step, task);
	step->how = waking->kind;
	step->wait.call = BPF_NO_USER_SPACE;
	if (waking->kind == BPF_WAKER_THREAD &&
	    !(state_of(task) & IS_INTERRUPTIBLE))
		step->wait = sleeping_wait(bpf_get_current_task_btf());
	step->t_w = waking->t_w;
	step->irq = waking->irq;
}

/* Nothing else tells where the thread is, as it does not sleep there. */
static __always_inline void record_pass(const struct task_struct *task,
					const struct bpf_wait *wait, __u64 time)
{
	struct bpf_step *step = next_step(BPF_STEP_PASSES, time);

	if (!step)
		return;
	record_other(step, task);
	step->wait = *wait;
}

/* ---- The look for the home wait ------------------------------------------ */

/*
 * Of waits that timers end about as often, a cycle has one each: the home wait
 * is the one whose timers come in the most regular distances. A sleep for some
 * time follows what was done before.
 */
static __always_inline bool is_better_home(const struct bpf_candidate *of,
				      const struct bpf_candidate *than)
{
	if (!of->by_timer && !than->by_timer)
		return of->ends > than->ends;
	if (of->by_timer < ENDS_ENOUGH || than->by_timer < ENDS_ENOUGH)
		return of->by_timer > than->by_timer;
	if (of->by_timer > 2 * than->by_timer)
		return true;
	return 2 * of->by_timer >= than->by_timer &&
	       of->changes < than->changes;
}

static __always_inline void choose_home(struct bpf_loop *loop, __u64 now)
{
	const struct bpf_candidate *best = &loop->candidate[0];

	for (int i = 1; i < BPF_WAITS_MAX; i++)
		if (is_better_home(&loop->candidate[i], best))
			best = &loop->candidate[i];
	if (best->ends < ENDS_ENOUGH)
		return;
	loop->home = best->wait;
	loop->is_known = 1;
	loop->abroad = 0;
	loop->release = now;
}

/* Note that a timer ended the wait, which was to expire at @t_w. */
static __always_inline void timer_ended(struct bpf_candidate *of, __u64 t_w)
{
	__u64 distance = t_w - of->last;

	if (of->by_timer > 1)
		of->changes += highest_bit(distance > of->distance ?
					   distance - of->distance :
					   of->distance - distance);
	of->last = t_w;
	of->distance = distance;
	of->by_timer++;
}

/*
 * A sleep has ended. The look for the home wait begins anew with the first one
 * that a timer ended: what a thread does before is its own beginning. The
 * kernel verifies this function alone, once for each program.
 */
__noinline int learn_home(__u32 place, __u64 t_w, __u64 now)
{
	struct bpf_loop *loop = bpf_map_lookup_elem(&loops, &place);
	struct bpf_candidate *to = NULL;
	__u32 timers = 0;

	if (!loop)
		return 0;
	for (int i = BPF_WAITS_MAX - 1; i >= 0; i--) {
		struct bpf_candidate *of = &loop->candidate[i];

		timers += of->by_timer;
		if (!of->ends || is_same_wait(&of->wait, &loop->wait))
			to = of;
	}
	if (!loop->learns_since || (t_w && !timers))
		loop->learns_since = now;
	if (to) {
		to->wait = loop->wait;
		to->ends++;
		if (t_w)
			timer_ended(to, t_w);
	}
	if (now - loop->learns_since >= LEARNS_FOR)
		choose_home(loop, now);
	return 0;
}

static __always_inline void look_for_home(const struct bpf_loop *loop,
					  __u32 place, __u64 t_w, __u64 now)
{
	if (!targets.home.is_given && !loop->is_known && !loop->is_blocked &&
	    loop->wait.call < BPF_CALLS_MAX)
		learn_home(place, t_w, now);
}

/* The thread gets a new home wait, and no cycle goes on until that is known. */
static __always_inline void forget_home(struct bpf_loop *loop)
{
	loop->is_known = 0;
	loop->is_inside = 0;
	loop->timer = 0;
	loop->learns_since = 0;
	__builtin_memset(loop->candidate, 0, sizeof(loop->candidate));
}

/* The thread sleeps elsewhere: look again, if it has not been home for long. */
static __always_inline void sleeps_abroad(struct bpf_loop *loop, __u64 now)
{
	if (targets.home.is_given || !loop->is_known ||
	    ++loop->abroad < ABROAD_ENOUGH ||
	    now - loop->release < 2 * LEARNS_FOR + 8 * loop->distance)
		return;
	forget_home(loop);
}

/* ---- Interrupts ---------------------------------------------------------- */

/* Return the time that a context has taken since it began, without nested ones. */
static __always_inline __u64 taken_until(const struct bpf_cpu *cpu,
				      enum bpf_level level, __u64 nested,
				      __u64 now)
{
	const struct bpf_open *open = &cpu->open[level];

	return open->start ? now - open->start - (nested - open->stolen) : 0;
}

/* Return what interrupts of all kinds have taken of a CPU until @now. */
static __always_inline __u64 interrupts_of(const struct bpf_cpu *cpu, __u64 now)
{
	__u64 nested = cpu->stolen[BPF_LEVEL_NMI];
	__u64 taken = taken_until(cpu, BPF_LEVEL_IRQ, nested, now);

	nested += cpu->stolen[BPF_LEVEL_IRQ];
	taken += taken_until(cpu, BPF_LEVEL_SOFTIRQ, nested + taken, now);
	return nested + cpu->stolen[BPF_LEVEL_SOFTIRQ] + taken;
}

/* ---- The end of a cycle -------------------------------------------------- */

/* Find the part that is over its threshold; the whole comes first. */
static __always_inline int part_over(const struct bpf_loop *loop, __u64 response)
{
	if (response >= control.stop[BPF_PART_WHOLE])
		return BPF_PART_WHOLE;
	for (int part = 0; part < BPF_CYCLE_PARTS; part++)
		if (loop->part[part] >= control.stop[part])
			return part;
	return -1;
}

static __always_inline void judge_cycle(const struct ended *end,
					const struct bpf_loop *loop,
					__u64 response)
{
	struct bpf_cycle_cpu *of =
		bpf_map_lookup_elem(&cycle_cpus, &end->number);
	struct bpf_cpu *cpu = bpf_map_lookup_elem(&cpus, &end->number);
	int part;

	if (!of || !cpu || !cpu->recording)
		return;
	part = part_over(loop, response);
	if (part < 0)
		return;
	control.frozen = 1;
	of->hit.release = loop->release;
	of->hit.end = end->time;
	of->hit.home = loop->wait;
	__builtin_memcpy(of->hit.part, loop->part, sizeof(of->hit.part));
	part_is_hit(end, part, cpu, loop->release, &of->hit.of);
}

static __always_inline void count_cycle(const struct ended *end,
					struct bpf_loop *loop, __u64 response)
{
	struct bpf_watched *of = end->of;
	bool is_first = of->count == 0;

	of->begun++;
	write_barrier();
	for (int part = 0; part < BPF_CYCLE_PARTS; part++)
		count_part(end, part, loop->part[part], is_first);
	count_part(end, BPF_PART_WHOLE, response, is_first);
	if (is_first)
		loop->first = loop->release;
	loop->last = loop->release;
	loop->migrations += loop->migrated;
	loop->misses += response > targets.home.deadline;
	write_barrier();
	of->count++;
}

/* Several programs call it, which are smaller and loaded sooner for that. */
static __noinline void cycle_ends(struct ended *end, struct bpf_loop *loop)
{
	__u64 response = end->time - loop->release;

	if (!loop->is_inside)
		return;
	loop->is_inside = 0;
	end->cpu = watch_cpu(end->number);
	if (!end->cpu || !end->cpu->measured ||
	    !is_counted(&control.window, loop->release))
		return;
	count_cycle(end, loop, response);
	if (control.checks)
		judge_cycle(end, loop, response);
}

/*
 * The cycle of a watched thread that has a @place ends. The kernel verifies a
 * function that others could call alone, not for each state of its callers,
 * which was three quarters of the time in which these programs were loaded.
 */
__noinline int loop_ends(__u32 place, __u32 number, __u64 time)
{
	struct ended end = { .place = place, .number = number, .time = time };
	struct bpf_loop *loop = bpf_map_lookup_elem(&loops, &place);

	end.of = bpf_map_lookup_elem(&watched, &place);
	if (loop && end.of)
		cycle_ends(&end, loop);
	return 0;
}

#define STACK_MOST	0x10000		/* bytes of a thread's stack in the kernel */

/* Return whether the timer is one of the thread's present system call. */
static __always_inline bool is_on_stack(const struct task_struct *task,
					__u64 timer)
{
	return timer - (__u64)task->stack < STACK_MOST;
}

/* A cycle whose home wait ended by @waking begins to run. */
static __always_inline void cycle_begins(struct bpf_loop *loop,
					 const struct bpf_waking *waking,
					 __u64 now)
{
	__u64 release = waking->t_w ?: waking->waking;

	/* Clocks of CPUs may differ by some ns. */
	if (release > now)
		release = now;
	loop->distance = release - loop->release;
	loop->release = release;
	loop->home = loop->wait;
	__builtin_memset(loop->part, 0, sizeof(loop->part));
	loop->part[BPF_CYCLE_START] = now - loop->release;
	loop->migrated = 0;
	loop->abroad = 0;
	loop->is_inside = 1;
}

#include "tracer/bpf/programs/bpf_culprits.h"

/* ---- States -------------------------------------------------------------- */

/* The thread has had the CPU since its last change; let that be charged. */
static __always_inline void charge_run(struct bpf_loop *loop, __u64 now)
{
	struct bpf_cpu *cpu = bpf_map_lookup_elem(&cpus, &loop->cpu);
	__u64 ran = now - loop->since;
	__u64 interrupts, taken;

	if (!cpu)
		return;
	interrupts = interrupts_of(cpu, now);
	taken = interrupts - loop->interrupts;
	if (taken > ran)
		taken = ran;
	loop->part[BPF_CYCLE_INTERRUPTED] += taken;
	loop->part[BPF_CYCLE_RUN] += ran - taken;
	loop->interrupts = interrupts;
	loop->since = now;
}

/*
 * The thread sleeps. Signals do not wake one that waits for a lock or a device,
 * which it may do in the system call of its home wait, too.
 */
static __always_inline void note_wait(struct bpf_loop *loop,
				      const struct bpf_wait *wait, __u32 state)
{
	loop->wait = *wait;
	loop->is_blocked = !(state & IS_INTERRUPTIBLE);
	loop->is_home = !loop->is_blocked && is_home(loop, &loop->wait);
}

/*
 * No program has seen that the thread got the CPU which it has: what it does
 * in this cycle is not known.
 */
static __always_inline void loses_sight(struct bpf_loop *loop)
{
	control.unseen += loop->is_inside;
	loop->is_inside = 0;
}

static __always_inline void loop_leaves(struct ended *end, struct bpf_loop *loop,
					const struct bpf_wait *wait, __u32 state)
{
	struct bpf_watched *of = end->of;

	if (of->state == BPF_RUNS)
		charge_run(loop, end->time);
	else
		loses_sight(loop);
	loop->since = end->time;
	of->state = state ? BPF_SLEEPS : BPF_WAITS;
	if (!state)
		return;
	note_wait(loop, wait, state);
	if (loop->is_home)
		loop_ends(end->place, end->number, end->time);
	else
		sleeps_abroad(loop, end->time);
}

/* Remember the timer that ended the home wait; its thread may set it again. */
static __always_inline void note_home_timer(struct bpf_loop *loop,
				       const struct bpf_waking *waking,
				       const struct task_struct *task)
{
	if (!waking->t_w || loop->timer == waking->timer)
		return;
	loop->timer = is_on_stack(task, waking->timer) ? 0 : waking->timer;
	loop->expiry = waking->t_w;
}

/* A sleep is over, and the thread runs, after the thread @from. */
static __always_inline void sleep_is_over(struct ended *end,
					  struct bpf_loop *loop,
					  const struct task_struct *task,
					  const struct task_struct *from)
{
	const struct bpf_watched *of = end->of;
	const struct bpf_waking *waking = &of->waking[of->woken & 1];
	__u64 woken = waking->waking, now = end->time;

	look_for_home(loop, end->place, waking->t_w, now);
	if (loop->is_home) {
		cycle_begins(loop, waking, now);
		note_home_timer(loop, waking, task);
		return;
	}
	if (woken < loop->since)
		woken = loop->since;
	if (woken > now)
		woken = now;
	loop->part[BPF_CYCLE_BLOCKED] += woken - loop->since;
	loop->part[BPF_CYCLE_PREEMPTED] += now - woken;
	blame_waker(loop, end->place, waking, woken - loop->since);
	blame_for_cpu(loop, end->place, from, now - woken);
}

/* The thread has the CPU from now on, or is known to have it. */
static __always_inline void loop_runs(struct ended *end, struct bpf_loop *loop)
{
	struct bpf_cpu *cpu = bpf_map_lookup_elem(&cpus, &end->number);

	end->of->state = BPF_RUNS;
	loop->migrated += loop->cpu != end->number;
	loop->cpu = end->number;
	loop->since = end->time;
	loop->interrupts = cpu ? interrupts_of(cpu, end->time) : 0;
}

static __always_inline void loop_comes(struct ended *end, struct bpf_loop *loop,
				       const struct task_struct *task,
				       const struct task_struct *from)
{
	struct bpf_watched *of = end->of;
	__u64 now = end->time;

	if (of->state == BPF_WOKEN) {
		look_at(of, task);
		sleep_is_over(end, loop, task, from);
	} else if (of->state == BPF_WAITS) {
		loop->part[BPF_CYCLE_PREEMPTED] += now - loop->since;
		blame_for_cpu(loop, end->place, from, now - loop->since);
	} else {
		loses_sight(loop);
	}
	loop_runs(end, loop);
}

/* Find a watched thread and its cycles; NULL: it is not watched. */
static __always_inline struct bpf_loop *find_loop(struct ended *end,
						  const struct task_struct *task)
{
	end->of = find_watched(task, &end->place);
	return end->of ? bpf_map_lookup_elem(&loops, &end->place) : NULL;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(loop_switches, bool preempted, struct task_struct *from,
	     struct task_struct *to)
{
	struct bpf_wait wait = { .call = BPF_NO_CALL };
	struct ended left, came;
	struct bpf_loop *leaving = find_loop(&left, from);
	struct bpf_loop *coming = find_loop(&came, to);
	bool recording = is_recording();
	__u32 state;

	if (!recording && is_none_watched(left.of, came.of))
		return 0;
	left.time = bpf_ktime_get_ns();
	left.number = bpf_get_smp_processor_id();
	state = preempted ? 0 : state_of(from);
	if (state && (leaving || recording))
		wait = sleeping_wait(from);
	if (recording)
		record_switch(from, to, state, &wait, left.time);
	if (leaving)
		loop_leaves(&left, leaving, &wait, state);
	if (!coming)
		return 0;
	came.time = left.time;
	came.number = left.number;
	loop_comes(&came, coming, to, from);
	return 0;
}

/* A cycle ends, and the next one, which @waking has begun, goes on at once. */
static __noinline void goes_on_at_home(struct ended *end, struct bpf_loop *loop,
				       const struct bpf_waking *waking)
{
	end->time = waking->waking;
	end->number = loop->cpu;
	if (end->time < loop->since)
		end->time = loop->since;
	if (end->of->state == BPF_RUNS)
		charge_run(loop, end->time);
	else
		loop->part[BPF_CYCLE_PREEMPTED] += end->time - loop->since;
	loop->since = end->time;
	loop_ends(end->place, end->number, end->time);
	cycle_begins(loop, waking, end->time);
}

/*
 * The timer of the home wait was over before the thread slept: its cycle ends,
 * and the next one goes on at once.
 */
static __always_inline void passes_home(struct ended *end, struct bpf_loop *loop,
					struct task_struct *task)
{
	struct bpf_watched *of = end->of;
	struct bpf_waking *waking = &of->waking[!of->woken];

	if (!waking->waking || waking->kind != BPF_WAKER_TIMER || !loop->since)
		return;
	loop->wait = sleeping_wait(task);
	loop->is_blocked = 0;
	record_pass(task, &loop->wait, waking->waking);
	look_for_home(loop, end->place, waking->t_w, waking->waking);
	if (is_home(loop, &loop->wait))
		goes_on_at_home(end, loop, waking);
}

/* A thread is found as it is woken: nobody has seen when it went to sleep. */
static __always_inline void find_sleeper(const struct bpf_watched *of,
					 struct bpf_loop *loop,
					 struct task_struct *task)
{
	struct bpf_wait wait;

	if (loop->since || of->state != BPF_SLEEPS)
		return;
	wait = sleeping_wait(task);
	note_wait(loop, &wait, state_of(task));
	loop->since = of->waking[!of->woken].waking;
}

/* A thread that never sleeps is found while it runs. */
static __always_inline void find_runner(struct ended *end, struct bpf_loop *loop,
					const struct task_struct *task)
{
	if (end->of->state != BPF_UNKNOWN ||
	    task->pid != (int)bpf_get_current_pid_tgid())
		return;
	end->number = bpf_get_smp_processor_id();
	end->time = bpf_ktime_get_ns();
	loop_runs(end, loop);
}

/* Note the name of the thread that ends a sleep within a cycle, if it is one. */
static __always_inline void note_waker(struct bpf_loop *loop,
				       const struct bpf_waking *waking)
{
	if (!loop->is_inside || waking->kind != BPF_WAKER_THREAD)
		return;
	__builtin_memcpy(loop->waker, bpf_get_current_task_btf()->comm,
			 BPF_COMM_LEN);
}

SEC("tp_btf/sched_waking")
int BPF_PROG(loop_is_woken, struct task_struct *task)
{
	__u32 place;
	const struct bpf_watched *of = wake_watched(task, &place);
	struct bpf_loop *loop = of ? bpf_map_lookup_elem(&loops, &place) : NULL;
	struct bpf_waking of_other;

	if (loop) {
		find_sleeper(of, loop, task);
		note_waker(loop, &of->waking[!of->woken]);
	}
	if (!is_recording())
		return 0;
	if (of) {
		record_waking(task, &of->waking[!of->woken]);
		return 0;
	}
	fill_waking(&of_other, task);
	record_waking(task, &of_other);
	return 0;
}

SEC("tp_btf/sched_wakeup")
int BPF_PROG(loop_is_queued, struct task_struct *task)
{
	struct bpf_loop *loop;
	struct ended end;

	end.of = find_watched(task, &end.place);
	if (!end.of || put_on_queue(end.of))
		return 0;
	loop = bpf_map_lookup_elem(&loops, &end.place);
	if (!loop)
		return 0;
	find_runner(&end, loop, task);
	if (end.of->state == BPF_RUNS || end.of->state == BPF_WAITS)
		passes_home(&end, loop, task);
	end.of->waking[!end.of->woken].waking = 0;
	return 0;
}

/*
 * Since Linux 7.2 no interrupt comes for a timer that a system call sets to a
 * time that is over: the call returns.
 */
SEC("tp_btf/hrtimer_start_expired")
int BPF_PROG(timer_is_over, struct hrtimer *timer)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct bpf_waking *waking;
	struct bpf_loop *loop;
	struct ended end;

	if (!watched_of(task) && is_wanted(task))
		watch_thread(task, BPF_UNKNOWN, &end.place);
	loop = find_loop(&end, task);
	if (!loop)
		return 0;
	find_runner(&end, loop, task);
	if (end.of->state != BPF_RUNS)
		return 0;
	waking = &end.of->waking[!end.of->woken];
	waking->waking = bpf_ktime_get_ns();
	waking->irq = waking->waking;
	waking->t_w = expiry_of(timer);
	waking->kind = BPF_WAKER_TIMER;
	waking->waker = task->pid;
	record_waking(task, waking);
	passes_home(&end, loop, task);
	waking->waking = 0;
	return 0;
}

/*
 * The timer of the home wait was over, and the thread has seen that without
 * having slept there: nothing else tells that it was at home.
 */
static __always_inline void passes_unseen(struct ended *end,
					  struct bpf_loop *loop,
					  struct task_struct *task, __u64 t_w)
{
	const struct bpf_waking waking = {
		.t_w = t_w, .irq = end->time, .waking = end->time,
		.kind = BPF_WAKER_TIMER, .waker = task->pid,
	};

	loop->wait = loop->home;
	record_waking(task, &waking);
	record_pass(task, &loop->wait, end->time);
	goes_on_at_home(end, loop, &waking);
	end->of->waking[end->of->woken & 1] = waking;
}

/*
 * The system calls that wait for a timer which lasts longer, as of a timerfd,
 * return at once if it is over. But its thread then sets it anew: a periodic
 * one where it reads how often it was over. If the time for which it was set
 * before is over, and no sleep has ended by it, a cycle has begun then. So it
 * has if it is set to a time that is over, and its interrupt comes at once.
 */
SEC("tp_btf/hrtimer_start")
int BPF_PROG(timer_is_set, struct hrtimer *timer)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct ended end;
	struct bpf_loop *loop = find_loop(&end, task);
	__u64 before, expiry;

	if (!loop || loop->timer != (__u64)timer || end.of->state != BPF_RUNS)
		return 0;
	before = loop->expiry;
	expiry = expiry_of(timer);
	loop->expiry = expiry;
	end.time = bpf_ktime_get_ns();
	if ((before <= loop->release || before > end.time) && !timer->is_soft)
		before = expiry;
	if (before > loop->release && before <= end.time)
		passes_unseen(&end, loop, task, before);
	return 0;
}

SEC("tp_btf/sched_wakeup_new")
int BPF_PROG(new_loop_is_queued, struct task_struct *task)
{
	struct bpf_watched *of = new_thread(task);

	if (of)
		put_on_queue(of);
	return 0;
}

/*
 * The thread begins another program. It may have waited before in a system call
 * like that of the home wait, as one does that is to begin with a measurement:
 * no cycle of this program has begun then.
 */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(loop_executes, struct task_struct *task)
{
	struct ended end;
	struct bpf_loop *loop = find_loop(&end, task);

	if (loop)
		forget_home(loop);
	return 0;
}

/* The programs on locks and marks use the functions above. */
#include "tracer/bpf/programs/bpf_locks.h"
#include "tracer/bpf/programs/bpf_marks.h"
