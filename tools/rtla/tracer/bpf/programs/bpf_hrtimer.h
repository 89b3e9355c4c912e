/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's timers, as far as BPF programs look at them.
 */
#ifndef RTLA_BPF_HRTIMER_H
#define RTLA_BPF_HRTIMER_H

#include "tracer/bpf/programs/bpf_cpus.h"

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct hrtimer_clock_base {
	__s64 offset;
};

struct hrtimer {
	__s64 _softexpires;
	struct hrtimer_clock_base *base;
	void *function;
	__u8 is_soft;
};
#pragma clang attribute pop

/* Return when a timer was to expire, in ns of CLOCK_MONOTONIC. */
static __always_inline __u64 expiry_of(const struct hrtimer *timer)
{
	return timer->_softexpires - timer->base->offset;
}

#endif /* RTLA_BPF_HRTIMER_H */
