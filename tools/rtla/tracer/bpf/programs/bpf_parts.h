/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counting the parts of what a watched thread does, of its CPU and of itself.
 */
#ifndef RTLA_BPF_PARTS_H
#define RTLA_BPF_PARTS_H

#include "tracer/bpf/programs/bpf_counters.h"
#include "tracer/bpf/programs/bpf_watched.h"

/**
 * struct ended - what a watched thread has done, and is counted now
 * @of, @place: the thread, and its place
 * @cpu, @number: the CPU where it ended
 * @time: when it ended
 */
struct ended {
	struct bpf_watched *of;
	struct bpf_watch_cpu *cpu;
	__u32 number;
	__u32 place;
	__u64 time;
};

static __always_inline void count_more(const struct ended *what, int part,
				       __u64 value, struct bpf_figures *to)
{
	__u32 row = what->number * BPF_PARTS + part;

	if (targets.counting.distribution) {
		__u32 bucket = bucket_of(value);

		count_in_distribution(row, bucket);
		if (what->place < targets.distributed)
			count_in_distribution((targets.cpus + what->place) *
					      BPF_PARTS + part, bucket);
	}
	count_in_histogram(&targets.counting, row, value);
	if (targets.counting.block)
		count_in_block(to, control.window.from, targets.counting.block,
			       what->time, value);
	for (__u32 i = 0; i < BPF_LIMITS_MAX && i < targets.limits[part]; i++)
		to->over[i] += value > targets.limit[part][i];
}

/* Memory that is new is zero, and no part is shorter: @is_first. */
static __always_inline void count_in_part(struct bpf_watched_part *of,
					  __u64 value, bool is_first)
{
	if (value < of->min || is_first)
		of->min = value;
	if (value > of->max)
		of->max = value;
	of->sum += value;
}

/* Count a part, which @is_first of its thread. */
static __always_inline void count_part(const struct ended *what, int part,
				       __u64 value, bool is_first)
{
	struct bpf_figures *to = &what->cpu->part[part];
	struct bpf_watched_part *of = &what->of->part[part];

	to->begun++;
	write_barrier();
	count_more(what, part, value, to);
	count_in_sums(to, value);
	write_barrier();
	to->count++;
	count_in_part(of, value, is_first);
}

/*
 * A hit: keep what is recorded of this CPU, say of whom it is, and wake the
 * command. What began at @t_w was over the threshold of @part.
 */
static __always_inline void part_is_hit(const struct ended *what, int part,
					struct bpf_cpu *cpu, __u64 t_w,
					struct bpf_watched_hit *hit)
{
	const struct bpf_watched *of = what->of;
	const struct bpf_waking *woken = &of->waking[of->woken & 1];
	__u32 number = what->number;

	cpu->recording = 0;
	hit->pid = of->pid;
	hit->prio = of->prio;
	__builtin_memcpy(hit->comm, of->comm, BPF_COMM_LEN);
	hit->kind = woken->kind;
	hit->waker = woken->waker;
	hit->part = part;
	hit->number = of->count;
	cpu->hit_t_w = t_w;
	cpu->hit = BPF_HIT_THREAD;
	bpf_ringbuf_output(&hits, &number, sizeof(number), 0);
}

#endif /* RTLA_BPF_PARTS_H */
