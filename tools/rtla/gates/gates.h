/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Gates: the conditions that a run has to meet to pass. Each gate is one
 * condition:
 *
 *	thr.max<=50us			irq, thr, usr: latencies of timerlat;
 *					single: the single noises of osnoise;
 *					noise: the total noise of each period
 *	usr.p99.999 < 20us		min, avg, max, stddev, or a percentile
 *	wait.max<=20us			timer, irq, queue, wait, pick, switch: parts
 *					of wake-ups; total: all of them
 *	blocked.max<=50us		start, run, interrupted, preempted, blocked:
 *					parts of cycles; response: all of them
 *	cxs.max<5us			release-latency, release, sched, cxs, sched2,
 *					tick, ipi, xcall, wake: overheads
 *	irq.rate(>100us)<=1/h		how often a sample exceeds 100 us, as a
 *					rate: /s, /min, /h or /d
 *	irq.count(>100us)<=3		the same, as a number
 *	thr.count>=100000		the number of samples
 *	skipped<=3			periods that could not be measured
 *	skipped.share<=0.1%		the same, as a part of all periods
 *
 * A kind of measurement may have gates that are about other figures than
 * latencies: see kind_gates.h.
 *
 * The comparison is <, <=, > or >=. A gate is for all CPUs together ("@all"),
 * unless it ends with "@each", for each measured CPU, or with a list like
 * "@0-3", for each CPU of the list, or "@comm=NAME", for the watched threads of
 * this name. Before a scope of CPUs, "@95%" demands that a percentile or a rate
 * meets its limit with this confidence. Blanks are allowed between the parts.
 */
#ifndef RTLA_GATES_H
#define RTLA_GATES_H

#include "gates/gate.h"

#define GATES_MAX	64

#define GATE_FORM	"'thr.max<=50us', 'usr.p99.999<20us', 'irq.rate(>100us)<=1/h', 'noise.irq.rate<=1/s', 'avail>=99.99%' or 'skipped<=3', each perhaps with '@95%' for percentiles and rates, and with '@each' or '@CPUS'"

struct gates {
	struct gate gate[GATES_MAX];
	int count;
	char why[GATE_WHY_LEN];		/* reason of the last refusal */
};

/*
 * gates_add - add the gate @text of an option
 *
 * Returns NULL, or the reason why it is refused, mostly with the number of the
 * wrong character, counted from 1. The reason belongs to @gates, and is valid
 * until the next call.
 */
const char *gates_add(struct gates *gates, const char *text);

/*
 * gates_add_file - add the gates of a file, one in each line
 *
 * A '#' begins a comment, which ends with the line. Empty lines are skipped.
 * Returns NULL, or the reason as gates_add() does, with the number of the line
 * if a gate is wrong. A file without any gate is refused.
 */
const char *gates_add_file(struct gates *gates, const char *path);

#endif /* RTLA_GATES_H */
