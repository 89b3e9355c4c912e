/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BPF programs of cycles that marks in a program begin and end: probes on
 * instructions of user space, which a watched thread passes.
 *
 * The programs of the scheduler add up for ever what the thread does, as no
 * wait is its home wait. A cycle is the difference between two accounts of
 * that. They do not see that there are marks.
 *
 * A program on a mark may be interrupted. From Linux 6.0 to 6.9, its thread may
 * also be taken off the CPU then, if the kernel can be preempted; but it is not
 * moved to another one before the program ends.
 */
#ifndef RTLA_BPF_MARKS_H
#define RTLA_BPF_MARKS_H

/* They are loaded only where a user gives marks: see bpf_layout.h. */
#define AT_MARKS	__attribute__((btf_decl_tag(BPF_AT_MARKS)))

/*
 * Since Linux 6.10, the command puts functions of the kernel with these names
 * in the place of two helpers, which change nothing: see bpf_programs.c. A
 * library would do that, too, but before Linux 6.10 ask for more rights.
 */
#define BPF_DISABLE_PREEMPTION()	bpf_get_prandom_u32()
#define BPF_ENABLE_PREEMPTION()		bpf_get_numa_node_id()

/* Whether a cycle is being counted on this CPU. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u64);
} counting SEC(".maps");

/* ---- Accounts ------------------------------------------------------------ */

#define ACCOUNT_TRIES	4

/* Return what interrupts that are over have taken of a CPU. */
static __always_inline __u64 over_on(const struct bpf_cpu *cpu)
{
	return cpu->stolen[BPF_LEVEL_NMI] + cpu->stolen[BPF_LEVEL_IRQ] +
	       cpu->stolen[BPF_LEVEL_SOFTIRQ];
}

/*
 * Take the account of the present thread, again if something came between:
 * each change of its state, and each interrupt, changes what is read first.
 */
static __noinline bool take_account(const struct bpf_loop *loop,
				    struct bpf_account *to)
{
	const struct bpf_cpu *cpu = this_cpu();

	if (!cpu)
		return false;
	for (int i = 0; i < ACCOUNT_TRIES; i++) {
		__u64 since = *(const volatile __u64 *)&loop->since;
		__u64 over = over_on(cpu), now = bpf_ktime_get_ns();
		__u64 interrupts = interrupts_of(cpu, now);
		__u64 taken = interrupts - loop->interrupts;
		__u64 ran = now - since;

		to->time = now;
		__builtin_memcpy(to->part, loop->part, sizeof(to->part));
		to->migrated = loop->migrated;
		if (taken > ran)
			taken = ran;
		to->part[BPF_CYCLE_RUN] += ran - taken;
		to->part[BPF_CYCLE_INTERRUPTED] += taken;
		write_barrier();
		if (over == over_on(cpu) &&
		    since == *(const volatile __u64 *)&loop->since)
			return true;
	}
	return false;
}

/* ---- Cycles -------------------------------------------------------------- */

/*
 * Count a cycle that is over, unless the thread that was taken off this CPU is
 * just counting one: then it is counted when the next one begins.
 */
static __noinline void count_marked(struct ended *end,
				    struct bpf_marked *marked)
{
	__u32 only = 0;
	__u64 *is_counting = bpf_map_lookup_elem(&counting, &only);

	if (!is_counting || __sync_val_compare_and_swap(is_counting, 0, 1))
		return;
	end->time = marked->end;
	end->number = bpf_get_smp_processor_id();
	cycle_ends(end, &marked->cycle);
	marked->is_over = 0;
	write_barrier();
	*(volatile __u64 *)is_counting = 0;
}

/* The current thread has passed a mark; NULL: it is not watched. */
static __noinline struct bpf_marked *passed_by(struct ended *end,
					       struct bpf_loop **loop)
{
	struct task_struct *task = bpf_get_current_task_btf();

	/* A thread that never sleeps is not found, nor looked at, elsewhere. */
	if (!watched_of(task) && is_wanted(task))
		watch_thread(task, BPF_UNKNOWN, &end->place);
	*loop = find_loop(end, task);
	if (!*loop)
		return NULL;
	find_runner(end, *loop, task);
	if (end->of->state != BPF_RUNS) {
		loses_sight(*loop);
		end->number = bpf_get_smp_processor_id();
		end->time = bpf_ktime_get_ns();
		loop_runs(end, *loop);
	}
	look_at(end->of, task);
	return bpf_map_lookup_elem(&marked, &end->place);
}

static __always_inline __u64 stack_pointer(void)
{
	const struct pt_regs *registers =
		(void *)bpf_task_pt_regs(bpf_get_current_task_btf());

	return registers->sp;
}

/*
 * Return whether a mark is within the cycle that goes on: one of another name,
 * or of a function that this one has called, whose stack is below its own.
 */
static __always_inline bool is_within(const struct bpf_marked *marked,
				      __u64 name)
{
	return name == BPF_MARKS_OF_FUNCTION ?
	       stack_pointer() < marked->stack : name != marked->name;
}

static __noinline void begin_marked(__u64 name)
{
	struct ended end;
	struct bpf_loop *loop;
	struct bpf_marked *marked = passed_by(&end, &loop);

	if (!marked)
		return;
	if (marked->is_over)
		count_marked(&end, marked);
	if (marked->is_over)
		control.unseen++;
	else if (marked->cycle.is_inside && is_within(marked, name))
		return;
	marked->is_over = 0;
	marked->cycle.is_inside = 0;
	if (!take_account(loop, &marked->before))
		return;
	marked->name = name;
	marked->stack = stack_pointer();
	marked->cycle.release = marked->before.time;
	marked->cycle.wait.call = BPF_NO_HOME;
	marked->cycle.is_inside = 1;
	/* It is not any more when nobody has seen what the thread did. */
	loop->is_inside = 1;
}

/*
 * The time on the CPU is known to the ns, and what interrupts have taken of it
 * nearly: in a short cycle, that may be below 0, or more than all of it.
 */
static __always_inline void balance(__u64 *run, __u64 *interrupted)
{
	if ((__s64)*run < 0) {
		*interrupted += *run;
		*run = 0;
	} else if ((__s64)*interrupted < 0) {
		*run += *interrupted;
		*interrupted = 0;
	}
}

static __noinline void end_marked(__u64 name)
{
	struct bpf_account now;
	struct ended end;
	struct bpf_loop *loop;
	struct bpf_marked *marked = passed_by(&end, &loop);

	if (!marked || !marked->cycle.is_inside || marked->is_over ||
	    is_within(marked, name))
		return;
	if (!loop->is_inside || !take_account(loop, &now)) {
		marked->cycle.is_inside = 0;
		return;
	}
	for (int part = 0; part < BPF_CYCLE_PARTS; part++)
		marked->cycle.part[part] =
			now.part[part] - marked->before.part[part];
	balance(&marked->cycle.part[BPF_CYCLE_RUN],
		&marked->cycle.part[BPF_CYCLE_INTERRUPTED]);
	marked->cycle.migrated = now.migrated - marked->before.migrated;
	marked->end = now.time;
	marked->is_over = 1;
	count_marked(&end, marked);
}

AT_MARKS SEC("uprobe")
int mark_begins(void *context)
{
	__u64 name = bpf_get_attach_cookie(context);

	BPF_DISABLE_PREEMPTION();
	begin_marked(name);
	BPF_ENABLE_PREEMPTION();
	return 0;
}

AT_MARKS SEC("uprobe")
int mark_ends(void *context)
{
	__u64 name = bpf_get_attach_cookie(context);

	BPF_DISABLE_PREEMPTION();
	end_marked(name);
	BPF_ENABLE_PREEMPTION();
	return 0;
}

#endif /* RTLA_BPF_MARKS_H */
