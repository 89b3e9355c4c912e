/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A gate that has been read: one condition that a run has to meet. gates.h
 * reads it.
 */
#ifndef RTLA_GATE_H
#define RTLA_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpus.h"

#define GATE_LEN	128
#define GATE_SOURCE_LEN	64
#define GATE_WHY_LEN	448

/* A per cent, in the amounts of UNIT_PPB. */
#define PPB_OF_PERCENT	10000000

enum gate_metric {
	GATE_MIN,
	GATE_AVG,
	GATE_MAX,
	GATE_STDDEV,
	GATE_PERCENTILE,
	GATE_SAMPLES,
	GATE_OVER_COUNT,
	GATE_OVER_RATE,
	GATE_SKIPPED,
	GATE_SKIPPED_SHARE,
	GATE_OWN,		/* a figure that only its kind has: see kind_gates.h */
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
	int own;			/* GATE_OWN: which figure, as its kind numbers it */
	bool lower;			/* GATE_OWN: its lower end */
	bool grows;			/* GATE_OWN: it only grows, the longer the run is */
	bool of_threads;		/* GATE_OWN: known of the threads of one name, too */
	uint32_t percentile;		/* parts of PERCENTILE_WHOLE */
	uint64_t over_ns;		/* GATE_OVER_* */
	enum gate_operator operator;
	struct quantity limit;
	double confidence;		/* 0.95; 0: the figure itself is judged */
	bool each;			/* for each CPU, not all together */
	size_t cpus;			/* offset of list in @text; 0: none */
	size_t comm;			/* of the threads' name in @text; 0: none */
	size_t name;			/* GATE_OWN: of another name; 0: none */
	size_t name_length;
};

/* gate_comm - return the name of the threads that the gate is for, or NULL */
const char *gate_comm(const struct gate *gate);

/*
 * gate_counts_over - return whether the gate needs the number of samples over
 * its limit
 */
bool gate_counts_over(const struct gate *gate);

/*
 * gate_needs_distributions - return whether the gate is for threads, and is
 * judged by their distributions
 */
bool gate_needs_distributions(const struct gate *gate);

/* gate_is_skipped - return whether the gate is about skipped periods */
bool gate_is_skipped(const struct gate *gate);

/* gate_is_upper - return whether the figure must not be above the limit */
bool gate_is_upper(const struct gate *gate);

/*
 * gate_allowed_part - return the part of @count latencies, measured in
 * @time_ns, that may be over the limit of a percentile or of a rate
 */
double gate_allowed_part(const struct gate *gate, uint64_t count,
			 uint64_t time_ns);

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

#endif /* RTLA_GATE_H */
