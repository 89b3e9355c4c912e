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
 *	cxs.max<5us			release-latency, release, sched, cxs, sched2,
 *					tick, ipi, xcall, wake: overheads
 *	bound.window<=150us		none, single, each, sporadic, window,
 *					window_owcet: the bound of the scheduling
 *					latency, at most
 *	bound.window.lower>20us		the same, at least
 *	poid<=50us, poid.max<=50us	poid, paie, dst, psd, idle: the longest
 *					window of a variable of the bound, at
 *					most. Other metrics than max are those
 *					of what is sure of each window
 *	poid.lower<=20us		the longest window, at least
 *	irq.rate(>100us)<=1/h		how often a sample exceeds 100 us, as a
 *					rate: /s, /min, /h or /d
 *	irq.count(>100us)<=3		the same, as a number
 *	thr.count>=100000		the number of samples
 *	noise.irq.rate<=1/s		osnoise: interferences by nmi, irq,
 *	noise.hw.count<=0		softirq, thread; hw: hardware noises
 *	avail>=99.99%			osnoise: the part of the runtime without
 *					noise
 *	skipped<=3			periods that could not be measured
 *	skipped.share<=0.1%		the same, as a part of all periods
 *
 * The comparison is <, <=, > or >=. A gate is for all CPUs together ("@all"),
 * unless it ends with "@each", for each measured CPU, or with a list like
 * "@0-3", for each CPU of the list, or "@comm=NAME", for the watched threads of this
 * name. Before a scope of CPUs, "@95%" demands that a percentile or a rate meets its
 * limit with this confidence. Blanks are allowed between the parts.
 */
#ifndef RTLA_GATES_H
#define RTLA_GATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpus.h"
#include "trace/noise_source.h"

#define GATES_MAX	64
#define GATE_LEN	128
#define GATE_SOURCE_LEN	64
#define GATE_WHY_LEN	320

#define GATE_FORM	"'thr.max<=50us', 'usr.p99.999<20us', 'irq.rate(>100us)<=1/h', 'noise.irq.rate<=1/s', 'avail>=99.99%' or 'skipped<=3', each perhaps with '@95%' for percentiles and rates, and with '@each' or '@CPUS'"

enum gate_metric {
	GATE_MIN,
	GATE_AVG,
	GATE_MAX,
	GATE_STDDEV,
	GATE_PERCENTILE,
	GATE_SAMPLES,
	GATE_OVER_COUNT,
	GATE_OVER_RATE,
	GATE_NOISE_COUNT,
	GATE_NOISE_RATE,
	GATE_AVAILABLE,
	GATE_SKIPPED,
	GATE_SKIPPED_SHARE,
	GATE_BOUND,		/* a bound in one of its columns */
	GATE_VARIABLE,		/* the longest window of a variable of the bound */
};

enum gate_operator {
	GATE_LESS,
	GATE_AT_MOST,
	GATE_MORE,
	GATE_AT_LEAST,
};

enum gate_unit {
	UNIT_NS,	/* amount is ns */
	UNIT_RATE,	/* amount is events in per_ns ns */
	UNIT_PPB,	/* amount is parts per 1000000000 */
	UNIT_COUNT,
};

struct quantity {
	enum gate_unit unit;
	uint64_t amount;
	uint64_t per_ns;	/* UNIT_RATE */
};

struct gate {
	char text[GATE_LEN];		/* as the user wrote it */
	char source[GATE_SOURCE_LEN];	/* "--gate", or "board.gates:3" */
	enum gate_metric metric;
	int context;			/* enum event_context */
	enum noise_source noise;		/* GATE_NOISE_* */
	int column;			/* GATE_BOUND: enum bound_column */
	bool lower;			/* GATE_BOUND, GATE_VARIABLE: its lower end */
	uint32_t percentile;		/* parts of PERCENTILE_WHOLE */
	uint64_t over_ns;		/* GATE_OVER_* */
	enum gate_operator operator;
	struct quantity limit;
	double confidence;		/* 0.95; 0: the figure itself is judged */
	bool each;			/* for each CPU, not all together */
	size_t cpus;			/* offset of list in @text; 0: none */
	size_t comm;			/* of the threads' name in @text; 0: none */
};

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

/* gate_comm - return the name of the threads that the gate is for, or NULL */
const char *gate_comm(const struct gate *gate);

/*
 * gate_needs_distributions - return whether the gate is for threads, and is judged by
 * their distributions
 */
bool gate_needs_distributions(const struct gate *gate);

/* gate_is_noise - return whether the gate is about the periods of osnoise */
bool gate_is_noise(const struct gate *gate);

/* gate_is_skipped - return whether the gate is about skipped periods */
bool gate_is_skipped(const struct gate *gate);

/* gate_is_bound - return whether the gate is about a bound, or an end of a variable */
bool gate_is_bound(const struct gate *gate);

/*
 * gate_cpus - fill in @cpus with the CPUs that the gate is for
 *
 * These are the CPUs of its list, even those that are not in @measured, or all
 * measured CPUs if it has no list. Returns false if the gate is for all CPUs
 * together, and true if it is for each CPU.
 */
bool gate_cpus(const struct gate *gate, const struct cpus *measured,
	       struct cpus *cpus);

/*
 * gate_holds - return whether @value meets the limit
 *
 * @value has the same unit as the limit.
 */
bool gate_holds(const struct gate *gate, const struct quantity *value);

/*
 * quantity_compare - return -1, 0 or 1: @a is less than @b, equal, or more
 *
 * Both have the unit @unit.
 */
int quantity_compare(enum gate_unit unit, const struct quantity *a,
		     const struct quantity *b);

/*
 * quantity_print - print a quantity, like "31.200 us", "3 in 60 s" or
 * "99.9800000 %"
 *
 * It is cut to @size bytes. Returns @text.
 */
const char *quantity_print(const struct quantity *quantity, char *text,
			   size_t size);

#endif /* RTLA_GATES_H */
