/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counting wake-ups for who or what woke the thread, as
 * kernel/wakeup/wakers.c does: each CPU has rows of its own, and when these are
 * used up, the last one counts all wakers that are new.
 */
#ifndef RTLA_BPF_WAKER_ROWS_H
#define RTLA_BPF_WAKER_ROWS_H

#include "tracer/bpf/programs/bpf_counting.h"
#include "tracer/bpf/programs/bpf_cpus.h"
#include "tracer/bpf/bpf_wakeups.h"

/* The command sets the numbers of both; if wakers are not counted, they are 1. */
SHARED_ARRAY(waker_rows, 1, struct bpf_waker_row);

/* The row of its CPU that a waker has. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1);
	__type(key, struct bpf_waker_key);
	__type(value, __u32);
} wakers SEC(".maps");

static __always_inline struct bpf_waker_row *row_at(__u32 number, __u32 row)
{
	row += number * BPF_WAKER_ROWS;
	return bpf_map_lookup_elem(&waker_rows, &row);
}

/* Give a waker a row of its CPU, if one is free; else return that of all others. */
static __always_inline struct bpf_waker_row *
new_row(const struct bpf_waker_key *key, __u32 number, __u64 *used)
{
	__u32 free = *used;
	struct bpf_waker_row *row;

	if (free >= BPF_WAKERS_MAX ||
	    bpf_map_update_elem(&wakers, key, &free, BPF_ANY))
		return row_at(number, BPF_WAKERS_OTHERS);
	row = row_at(number, free);
	if (!row)
		return NULL;
	row->who = key->who;
	++*used;
	return row;
}

static __always_inline struct bpf_waker_row *
row_of(const struct bpf_who *who, __u32 number, __u64 *used)
{
	const struct bpf_waker_key key = { .who = *who, .cpu = number };
	const __u32 *found = bpf_map_lookup_elem(&wakers, &key);

	return found ? row_at(number, *found) : new_row(&key, number, used);
}

#endif /* RTLA_BPF_WAKER_ROWS_H */
