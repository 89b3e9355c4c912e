/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which threads BPF programs watch: see bpf_watching.h.
 *
 * A thread that is watched has a place in an array, which the command reads;
 * a hash or, if another one has the same, a map finds it by the address of the
 * thread, which no other has as long as this one is not freed. Its state
 * changes only with the locks of the scheduler held, so that only one CPU at a
 * time writes there.
 */
#ifndef RTLA_BPF_WATCHED_H
#define RTLA_BPF_WATCHED_H

#include "tracer/bpf/programs/bpf_cpus.h"
#include "tracer/bpf/bpf_watching.h"

/*
 * All that programs read of a thread. The library looks through all types of
 * the kernel for each structure that is declared here, so there is one.
 */
#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct task_struct {
	int pid;
	int tgid;
	int prio;
	unsigned int flags;
	unsigned int policy;
	unsigned int __state;
	long state;			/* before Linux 5.14 */
	unsigned int on_rq;
	int softirq_disable_cnt;	/* PREEMPT_RT runs softirqs in threads */
	unsigned long stack_canary;
	unsigned long min_flt;
	unsigned long maj_flt;
	void *stack;
	char comm[BPF_COMM_LEN];
};

#pragma clang attribute pop

/* One for each CPU, as in the map of CPUs. */
SHARED_ARRAY(watch_cpus, 1, struct bpf_watch_cpu);

SHARED_ARRAY(watched, BPF_WATCHED_MAX, struct bpf_watched);

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

const volatile struct bpf_targets targets;
struct bpf_watch_control control;

static __always_inline struct bpf_watch_cpu *watch_cpu(__u32 cpu)
{
	return bpf_map_lookup_elem(&watch_cpus, &cpu);
}

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

/* Return a watched thread, and its @place; NULL: it is not watched. */
static __always_inline struct bpf_watched *
find_watched(const struct task_struct *task, __u32 *place)
{
	const struct bpf_hashed *hashed = &control.threads[hash_of(task)];
	__u64 address = (__u64)task;
	struct bpf_watched *of;
	__u32 *found;

	if (!hashed->count)
		return NULL;
	*place = hashed->place;
	of = bpf_map_lookup_elem(&watched, place);
	if (of && of->address == address)
		return of;
	found = bpf_map_lookup_elem(&places, &address);
	if (!found)
		return NULL;
	*place = *found;
	return bpf_map_lookup_elem(&watched, place);
}

static __always_inline struct bpf_watched *
watched_of(const struct task_struct *task)
{
	__u32 place;

	return find_watched(task, &place);
}

/*
 * Return whether none of two threads is watched. The compiler would ask both
 * addresses at once, which the kernel refuses.
 */
static __always_inline bool is_none_watched(const struct bpf_watched *one,
					    const struct bpf_watched *other)
{
	if (one)
		return false;
	barrier_var(other);
	return !other;
}

static __always_inline bool is_chosen(__u32 id)
{
	return control.ids[bpf_watching_hash_of_id(id)] &&
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

/* Give a thread a @place. */
static struct bpf_watched *watch_thread(const struct task_struct *task,
				 enum bpf_watched_state state, __u32 *place)
{
	__u64 address = (__u64)task;
	struct bpf_hashed *hashed;
	struct bpf_watched *of;

	if (bpf_map_pop_elem(&free_places, place)) {
		control.full = 1;
		return NULL;
	}
	of = bpf_map_lookup_elem(&watched, place);
	if (!of || bpf_map_update_elem(&places, &address, place, BPF_NOEXIST))
		return NULL;
	of->hash = hash_of(task);
	of->address = address;
	hashed = &control.threads[of->hash & (BPF_HASHES - 1)];
	hashed->place = *place;
	__sync_fetch_and_add(&hashed->count, 1);
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
	__u32 process = child->tgid, one = 1, place;

	if (targets.within && is_chosen(parent->tgid) && !is_chosen(process)) {
		bpf_map_update_elem(&chosen, &process, &one, BPF_ANY);
		__sync_fetch_and_add(&control.ids[bpf_watching_hash_of_id(process)],
				     1);
	}
	if (targets.children &&
	    (watched_of(parent) || is_wanted(parent)))
		watch_thread(child, BPF_SLEEPS, &place);
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
	of->address = 0;
	bpf_map_delete_elem(&places, &address);
	__sync_fetch_and_add(&control.threads[of->hash & (BPF_HASHES - 1)].count, -1);
	return 0;
}

/* ---- Their states -------------------------------------------------------- */

#define IS_INTERRUPTIBLE	1	/* TASK_INTERRUPTIBLE */

/* Return the state of a thread: 0 if it can run. */
static __always_inline __u32 state_of(const struct task_struct *task)
{
	return bpf_core_field_exists(task->__state) ? task->__state :
						      task->state;
}

#define WAITS_FOR_RTLOCK	0x1000	/* TASK_RTLOCK_WAIT */

/*
 * Return whether a thread that is in @state sleeps for a lock for which others
 * than PREEMPT_RT spin.
 */
static __always_inline bool sleeps_for_rtlock(__u32 state)
{
	const struct task_struct *task = NULL;

	return bpf_core_field_exists(task->softirq_disable_cnt) &&
	       state & WAITS_FOR_RTLOCK;
}

#endif /* RTLA_BPF_WATCHED_H */
