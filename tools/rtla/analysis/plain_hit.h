/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A hit that has no parts, like that of an overhead, as a line. It takes no
 * analysis.
 */
#ifndef RTLA_PLAIN_HIT_H
#define RTLA_PLAIN_HIT_H

#include <stdint.h>
#include <stdio.h>

#include "trace/contexts.h"

/**
 * struct plain_hit - a latency without parts that is at or over its limit
 * @cpu: the CPU on which it is counted
 * @context: which latency it is
 * @latency: how long it took, in ns
 * @limit: the limit, in ns
 * @comm: the name of its thread; "" if that is not known
 * @pid: the thread that was woken, or got the CPU; 0: none
 */
struct plain_hit {
	int cpu;
	enum event_context context;
	uint64_t latency;
	uint64_t limit;
	const char *comm;
	int pid;
};

/* plain_hit_print - print "CPU 3: cxs took 12.345 us, the limit is 10.000 us ..." */
void plain_hit_print(FILE *out, const struct plain_hit *hit);

#endif /* RTLA_PLAIN_HIT_H */
