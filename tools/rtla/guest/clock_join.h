/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The clocks of a guest and of its host, and which thread of the host runs a
 * CPU of the guest. Whatever a guest has recorded, it has recorded while the
 * vCPU was in the guest: so all its events are between an entry and an exit of
 * the vCPU's thread, once their times are those of the host's clock.
 */
#ifndef RTLA_CLOCK_JOIN_H
#define RTLA_CLOCK_JOIN_H

#include <stddef.h>
#include <stdint.h>

struct host_trace;
struct saved_trace;
struct vcpu;

/* The threads of the vCPUs 0, 1, ... that a user has named. */
#define VCPU_TIDS_MAX	256

struct vcpu_tids {
	int tid[VCPU_TIDS_MAX];
	int count;
};

/**
 * struct guest_hit - a hit of a guest, in ns of the guest's clock
 * @cpu: of the guest
 * @start: when the latency or noise began
 * @ns: how long it was
 */
struct guest_hit {
	int cpu;
	int64_t start;
	int64_t ns;
};

/**
 * struct clock_join - what was found
 * @vcpu: the thread of the hit's CPU
 * @low, @high: what is added to a time of the guest is from the one to the
 *	other, in ns
 * @moments: so many events of the guest tell that
 * @misfits: so many do not fit
 * @why: buffer for the text of a reason
 */
struct clock_join {
	const struct vcpu *vcpu;
	int64_t low;
	int64_t high;
	size_t moments;
	size_t misfits;
	char why[512];
};

/*
 * clock_join_find - find the thread and the difference of the clocks
 *
 * @tids may be empty: then the thread is one whose vCPU has the number of the
 * guest's CPU, or no number. Returns NULL, or why they are not found.
 */
const char *clock_join_find(struct clock_join *join,
			    const struct host_trace *host,
			    const struct saved_trace *guest,
			    const struct guest_hit *hit,
			    const struct vcpu_tids *tids);

#endif /* RTLA_CLOCK_JOIN_H */
