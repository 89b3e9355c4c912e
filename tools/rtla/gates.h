/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Gates: what has to hold for a run to pass, one condition each.
 *
 *	thr.max<=50us			irq, thr, usr: a latency; single, noise: of
 *					osnoise, each noise or all of a period
 *	usr.p99.999 < 20us		min, avg, max, stddev, a percentile
 *	irq.rate(>100us)<=1/h		how often it exceeds 100 us; /s, /min, /h, /d
 *	irq.count(>100us)<=3		the same, as a number
 *	thr.count>=100000		how many samples there are
 *	noise.irq.rate<=1/s		osnoise: interferences by nmi, irq, softirq,
 *	noise.hw.count<=0		thread, and hw, the noises of the hardware
 *	avail>=99.99%			osnoise: what noise left of the time
 *
 * <, <=, > or >= ; of all CPUs together, or with "@each" of each measured CPU, or
 * with "@0-3" of each of these. Blanks may be anywhere between the parts.
 */
#ifndef RTLA_GATES_H
#define RTLA_GATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpus.h"

#define GATES_MAX	64
#define GATE_LEN	128
#define GATE_SOURCE_LEN	64
#define GATE_WHY_LEN	160

#define GATE_FORM	"'thr.max<=50us', 'usr.p99.999<20us', 'irq.rate(>100us)<=1/h', 'noise.irq.rate<=1/s' or 'avail>=99.99%', each perhaps with '@each' or '@CPUS'"

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
};

enum gate_noise {
	GATE_NMI,
	GATE_IRQ,
	GATE_SOFTIRQ,
	GATE_THREAD,
	GATE_HARDWARE,
};

enum gate_operator {
	GATE_LESS,
	GATE_AT_MOST,
	GATE_MORE,
	GATE_AT_LEAST,
};

enum gate_unit {
	UNIT_NS,	/* amount is ns */
	UNIT_RATE,	/* amount is events in per_ns */
	UNIT_PPB,	/* amount is parts of 1000000000 */
	UNIT_COUNT,
};

struct quantity {
	enum gate_unit unit;
	uint64_t amount;
	uint64_t per_ns;	/* of a UNIT_RATE */
};

struct gate {
	char text[GATE_LEN];		/* as it was given */
	char source[GATE_SOURCE_LEN];	/* "--gate", or "board.gates:3" */
	enum gate_metric metric;
	int context;			/* enum event_context */
	enum gate_noise noise;		/* of GATE_NOISE_* */
	uint32_t percentile;		/* of PERCENTILE_WHOLE */
	uint64_t over_ns;		/* of GATE_OVER_* */
	enum gate_operator operator;
	struct quantity limit;
	bool each;			/* CPU, not all together */
	size_t cpus;			/* where their list is in @text; 0: all */
};

struct gates {
	struct gate gate[GATES_MAX];
	int count;
	char why[GATE_WHY_LEN];		/* the last one was refused */
};

/*
 * gates_add - one more, from an option
 *
 * NULL, or what is wrong, and at which character; that text is in @gates.
 */
const char *gates_add(struct gates *gates, const char *text);

/*
 * gates_add_file - one of each line
 *
 * Empty lines, and what follows a '#', are comments. Likewise, with the line.
 */
const char *gates_add_file(struct gates *gates, const char *path);

/* gate_is_noise - can only osnoise tell, by its periods? */
bool gate_is_noise(const struct gate *gate);

/* gate_cpus - which CPUs it is for, of those measured; false: all together */
bool gate_cpus(const struct gate *gate, const struct cpus *measured,
	       struct cpus *cpus);

/* gate_holds - does @value meet the limit? They have the same unit. */
bool gate_holds(const struct gate *gate, const struct quantity *value);

/* quantity_print - for people: "31.20 us", "3 in 60 s", "99.98 %" */
const char *quantity_print(const struct quantity *quantity, char *text,
			   size_t size);

#endif /* RTLA_GATES_H */
