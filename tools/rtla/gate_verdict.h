/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether a run meets its gates.
 *
 * What exceeds a limit is counted sample by sample while it is measured, so that
 * no verdict hangs on the width of a bucket. A run that is too short for what a
 * gate asks does not pass it: that is GATE_UNKNOWN.
 */
#ifndef RTLA_GATE_VERDICT_H
#define RTLA_GATE_VERDICT_H

#include "details.h"
#include "gates.h"
#include "stats.h"

enum gate_outcome {
	GATE_PASS,
	GATE_FAIL,
	GATE_UNKNOWN,
};

struct gate_verdict {
	enum gate_outcome outcome;
	int cpu;			/* the worst one; -1: all together */
	bool has_value;
	struct quantity value;
	char reason[GATE_WHY_LEN];	/* of GATE_UNKNOWN */
};

/* What is judged. */
struct gate_facts {
	const struct stats *stats;
	const struct details *details;
	const struct cpus *cpus;	/* that were measured */
	uint64_t measured_ns;
};

/*
 * gates_watch - have @details count what the gates need
 *
 * Before anything is measured. Each gate has the watch with its own number.
 */
void gates_watch(const struct gates *gates, struct details *details);

/* gate_judge - gate number @index */
struct gate_verdict gate_judge(const struct gates *gates, int index,
			       const struct gate_facts *facts);

/* gate_outcome_name - "pass", "fail", "unknown" */
const char *gate_outcome_name(enum gate_outcome outcome);

#endif /* RTLA_GATE_VERDICT_H */
