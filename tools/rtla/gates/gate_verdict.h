/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The verdict on each gate of a run.
 *
 * Samples beyond a limit are counted one by one during the measurement, so that
 * no verdict depends on the width of a bucket. A period of timerlat that could
 * not be measured counts like a sample, with the least latency that it has had.
 * A run that is too short to prove what a gate demands does not pass it: the
 * outcome is GATE_UNKNOWN.
 */
#ifndef RTLA_GATE_VERDICT_H
#define RTLA_GATE_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include "gates/gate.h"
#include "stats/kind_figures.h"

struct cpus;
struct gates;
struct sample_record;
struct stats;

enum gate_outcome {
	GATE_PASS,
	GATE_FAIL,
	GATE_UNKNOWN,	/* the figures are not enough */
	GATE_UNDECIDED,	/* nor for a verdict with the confidence demanded */
};

struct gate_verdict {
	enum gate_outcome outcome;
	int cpu;			/* the worst CPU; -1: all together */
	bool has_value;
	struct quantity value;
	/* How many of the latencies that were judged are those of skipped periods. */
	uint64_t skipped;
	uint64_t latencies;
	double effective;	/* with confidence: latencies that count; else 0 */
	/* Why it is neither pass nor fail, or fails without a value; else empty. */
	char reason[GATE_WHY_LEN];
};

/* The statistics by which gates are judged. */
struct gate_inputs {
	const struct stats *stats;
	const struct sample_record *record;
	struct kind_figures kind;
	const struct cpus *cpus;	/* measured CPUs */
	const uint64_t *skipped_of;	/* skipped periods, by CPU number */
	uint64_t measured_ns;
	int looks;	/* verdicts are made so often at most, see looks.h; 0: once */
};

/*
 * gates_watch - let @record count the samples beyond the limit of each gate
 *
 * It is called once, on new @record. Each gate uses the watch with the gate's
 * own index.
 */
void gates_watch(const struct gates *gates, struct sample_record *record);

/*
 * gate_judge - judge the gate with the number @index, counted from 0
 *
 * If the gate is for each CPU, or for a list of CPUs, this is the verdict on
 * the worst of them.
 */
struct gate_verdict gate_judge(const struct gates *gates, int index,
			       const struct gate_inputs *inputs);

/*
 * gate_decided - return whether a longer measurement is not needed for a
 * verdict
 *
 * A gate without a confidence is decided as soon as it can be judged. But a
 * figure that only grows, like a number of samples, may still reach its lower
 * limit.
 */
bool gate_decided(const struct gate *gate, enum gate_outcome outcome);

/* gate_outcome_name - return "pass", "fail", "unknown" or "undecided" */
const char *gate_outcome_name(enum gate_outcome outcome);

#endif /* RTLA_GATE_VERDICT_H */
