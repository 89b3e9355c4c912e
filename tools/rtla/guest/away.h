/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the thread of a vCPU did during a hit of the guest: all of the time of
 * the hit is cut into stretches, which add up to it.
 */
#ifndef RTLA_AWAY_H
#define RTLA_AWAY_H

#include <stddef.h>
#include <stdint.h>

#include "trace/event_names.h"

struct host_trace;
struct vcpu;

enum away_kind {
	AWAY_GUEST,		/* it was in the guest: not away */
	AWAY_KERNEL,		/* the host's kernel handled an exit */
	AWAY_USER,		/* the hypervisor's program did */
	AWAY_HALTED,		/* it waited for an interrupt, as the guest wanted */
	AWAY_ASLEEP,		/* it slept while an exit was handled */
	AWAY_THREAD,		/* it wanted to run, and a thread had its CPU */
	AWAY_IDLE,		/* it wanted to run, and its CPU was idle */
	AWAY_IRQ,		/* an interrupt had its CPU */
	AWAY_SOFTIRQ,
	AWAY_UNKNOWN,		/* the trace does not tell */
};

/**
 * struct away - a cause
 * @kind: of which kind it is
 * @id: the thread, interrupt or softirq; 0: there is none
 * @name: of it; the reason of the exit
 * @prio: of a thread, on the kernel's scale
 * @cpu: the CPU of the host on which it was, the longest of them
 * @ns: how long all of it took
 */
struct away {
	enum away_kind kind;
	int id;
	int prio;
	int cpu;
	char name[EVENT_DESC_LEN];
	uint64_t ns;
};

/* A stretch of the time of the hit, which has one cause. */
struct away_stretch {
	uint64_t at;		/* ns after the begin of the hit */
	uint64_t ns;
	int cpu;		/* of the host */
	size_t cause;		/* index */
};

/* A zeroed one is empty. */
struct away_list {
	struct away_stretch *stretch;	/* in the order of time */
	size_t stretches;
	struct away *cause;	/* the longest first */
	size_t causes;
	uint64_t ns;		/* all of the time */
};

/*
 * away_find - find out what @vcpu did for @ns from @start, in the host's clock
 *
 * The caller frees @list with away_free() in any case. Returns 0, or -1 without
 * memory.
 */
int away_find(struct away_list *list, const struct host_trace *host,
	      const struct vcpu *vcpu, int64_t start, uint64_t ns);

void away_free(struct away_list *list);

#endif /* RTLA_AWAY_H */
