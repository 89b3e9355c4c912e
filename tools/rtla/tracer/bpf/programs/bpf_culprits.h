/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BPF programs that keep, of each watched thread, who has made it wait within
 * its cycles. They note that when the thread gets the CPU again: other threads
 * pay nothing for it.
 *
 * There is no room for all. A hash says where a culprit is kept; of several
 * with the same place, the one is that has taken more than the others together,
 * if one of them has (R. S. Boyer, J. S. Moore, "MJRTY - a fast majority vote
 * algorithm", 1981).
 */
#ifndef RTLA_BPF_CULPRITS_H
#define RTLA_BPF_CULPRITS_H

/* Return whether a thread is in a cycle that is counted. */
static __always_inline bool is_in_counted(const struct bpf_loop *loop,
					  __u32 place)
{
	const struct bpf_marked *of;

	if (!targets.home.is_marked)
		return loop->is_inside &&
		       is_counted(&control.window, loop->release);
	of = bpf_map_lookup_elem(&marked, &place);
	return of && of->cycle.is_inside && !of->is_over &&
	       is_counted(&control.window, of->cycle.release);
}

static __always_inline bool is_same_culprit(const struct bpf_culprit *a,
					    const struct bpf_culprit *b)
{
	return a->part == b->part && a->kind == b->kind && a->pid == b->pid &&
	       a->call == b->call && a->how == b->how;
}

/*
 * Count @of, which has taken of->ns, to the culprits of a thread. Returns its
 * place if that is new, and has no name yet, or else NULL.
 */
static __always_inline struct bpf_culprit *
count_culprit(__u32 place, const struct bpf_culprit *of)
{
	struct bpf_culprits *all = bpf_map_lookup_elem(&culprits, &place);
	struct bpf_culprit *to;
	bool is_new;

	if (!all)
		return NULL;
	to = &all->culprit[(of->pid ^ of->kind << 2 ^ of->call ^ of->part) &
			   (BPF_CULPRITS - 1)];
	is_new = !is_same_culprit(to, of);
	if (is_new && to->weight > of->ns) {
		to->weight -= of->ns;
		all->others[of->part & 7] += of->ns;
		return NULL;
	}
	if (is_new) {
		all->others[to->part & 7] += to->ns;
		*to = *of;
		to->ns = 0;
	}
	to->count++;
	to->ns += of->ns;
	to->weight += of->ns;
	if (of->ns > to->max)
		to->max = of->ns;
	return is_new ? to : NULL;
}

/* The thread had to wait for the CPU, which @from had last. */
static __always_inline void blame_for_cpu(const struct bpf_loop *loop,
					  __u32 place,
					  const struct task_struct *from,
					  __u64 ns)
{
	const struct bpf_culprit of = {
		.part = BPF_CYCLE_PREEMPTED, .pid = from->pid, .ns = ns,
	};

	struct bpf_culprit *fresh;

	if (!is_in_counted(loop, place))
		return;
	fresh = count_culprit(place, &of);
	if (fresh)
		__builtin_memcpy(fresh->comm, from->comm, BPF_COMM_LEN);
}

/* The thread slept until somebody woke it. */
static __always_inline void blame_waker(const struct bpf_loop *loop,
					__u32 place,
					const struct bpf_waking *waking,
					__u64 ns)
{
	bool by_thread = waking->kind == BPF_WAKER_THREAD;
	const struct bpf_culprit of = {
		.part = BPF_CYCLE_BLOCKED, .kind = waking->kind,
		.pid = by_thread ? waking->waker : 0, .call = loop->wait.call,
		.how = loop->wait.how, .ns = ns,
	};

	struct bpf_culprit *fresh;

	if (!is_in_counted(loop, place))
		return;
	fresh = count_culprit(place, &of);
	if (fresh && by_thread)
		__builtin_memcpy(fresh->comm, loop->waker, BPF_COMM_LEN);
}

#endif /* RTLA_BPF_CULPRITS_H */
