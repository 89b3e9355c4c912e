/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A hit of an overhead, as a line. It takes no analysis: an overhead has no parts.
 */
#ifndef RTLA_OVERHEAD_TEXT_H
#define RTLA_OVERHEAD_TEXT_H

#include <stdint.h>
#include <stdio.h>

#include "trace/contexts.h"

/**
 * struct overhead_hit - an overhead at or over its limit
 * @cpu: the CPU on which it is counted
 * @context: which overhead it is
 * @latency: how long it took, in ns
 * @limit: the limit, in ns
 * @comm: the name of its thread; "" if that is not known
 * @pid: the thread that was woken, or got the CPU; 0: none
 */
struct overhead_hit {
	int cpu;
	enum event_context context;
	uint64_t latency;
	uint64_t limit;
	const char *comm;
	int pid;
};

/* overhead_text_print - print "CPU 3: cxs took 12.345 us, the limit is 10.000 us ..." */
void overhead_text_print(FILE *out, const struct overhead_hit *hit);

#endif /* RTLA_OVERHEAD_TEXT_H */
