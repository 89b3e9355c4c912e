/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BPF programs that record when a watched thread contends for a lock of the
 * kernel, for which it spins or sleeps, and who has that. The kernel calls them
 * since Linux 5.19, and only where a lock is not free.
 */
#ifndef RTLA_BPF_LOCKS_H
#define RTLA_BPF_LOCKS_H

#define RECORDS_LOCKS	__attribute__((btf_decl_tag(BPF_RECORDS_LOCKS)))

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct rt_mutex_base {
	struct task_struct *owner;
};

struct rwbase_rt {
	struct rt_mutex_base rtmutex;
};

struct mutex {
	struct {
		long counter;
	} owner;
};

struct rw_semaphore {
	struct {
		long counter;
	} owner;
};
#pragma clang attribute pop

/* The flags of the event tell the kind of the lock: the kernel's LCB_F_*. */
#define LOCK_SPINS	1
#define LOCK_READS	2
#define LOCK_WRITES	4
#define LOCK_IS_RT	8
#define LOCK_IS_MUTEX	32

#define OWNER_FLAGS	7	/* of the address of the thread that has it */
#define OWNER_READS	1	/* of a rw_semaphore: several may */

/* Return where the lock has the address of the thread that has it, or NULL. */
static __always_inline const void *owner_field(const void *lock,
					       unsigned int flags)
{
	const struct rwbase_rt *shared = lock;
	const struct rt_mutex_base *base = lock;
	const struct rw_semaphore *semaphore = lock;
	const struct mutex *mutex = lock;
	bool is_shared = flags & (LOCK_READS | LOCK_WRITES);

	if (flags & LOCK_IS_RT && is_shared)
		return bpf_core_field_exists(shared->rtmutex.owner) ?
		       &shared->rtmutex.owner : NULL;
	if (flags & LOCK_IS_RT)
		return bpf_core_field_exists(base->owner) ? &base->owner : NULL;
	if (flags & LOCK_IS_MUTEX)
		return bpf_core_field_exists(mutex->owner.counter) ?
		       &mutex->owner.counter : NULL;
	if (is_shared && !(flags & LOCK_SPINS))
		return bpf_core_field_exists(semaphore->owner.counter) ?
		       &semaphore->owner.counter : NULL;
	return NULL;
}

/*
 * Return the thread that has the lock, or NULL. Of readers, only the last one
 * is known; and under PREEMPT_RT, who waits until they have gone has the lock.
 */
static __always_inline const struct task_struct *
owner_of(const void *lock, unsigned int flags, const struct task_struct *task)
{
	const void *field = owner_field(lock, flags);
	__u64 owner = 0;

	if (!field || bpf_probe_read_kernel(&owner, sizeof(owner), field))
		return NULL;
	if (!(flags & (LOCK_IS_RT | LOCK_IS_MUTEX)) && owner & OWNER_READS)
		return NULL;
	owner &= ~(__u64)OWNER_FLAGS;
	return owner == (__u64)task ? NULL : (const void *)owner;
}

/* Record who has the lock that a watched thread wants; others do so unseen. */
RECORDS_LOCKS SEC("tp_btf/contention_begin")
int BPF_PROG(loop_contends, void *lock, unsigned int flags)
{
	struct task_struct *task = bpf_get_current_task_btf();
	const struct task_struct *owner;
	struct bpf_step *step;

	if (!is_recording() || !watched_of(task))
		return 0;
	step = next_step(BPF_STEP_CONTENDS, bpf_ktime_get_ns());
	if (!step)
		return 0;
	owner = owner_of(lock, flags, task);
	step->wait = sleeping_wait(task);
	step->other = 0;
	if (owner) {
		bpf_probe_read_kernel(&step->other, sizeof(step->other),
				      &owner->pid);
		bpf_probe_read_kernel(step->comm, sizeof(step->comm),
				      owner->comm);
	}
	return 0;
}

RECORDS_LOCKS SEC("tp_btf/contention_end")
int BPF_PROG(loop_has_lock)
{
	struct bpf_step *step;

	if (!is_recording() || !watched_of(bpf_get_current_task_btf()))
		return 0;
	step = next_step(BPF_STEP_HAS_LOCK, bpf_ktime_get_ns());
	if (step)
		step->other = 0;
	return 0;
}

#endif /* RTLA_BPF_LOCKS_H */
