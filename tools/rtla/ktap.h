/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Verdicts of gates for test farms: KTAP version 1, and JUnit XML.
 */
#ifndef RTLA_KTAP_H
#define RTLA_KTAP_H

#include <stdio.h>

#include "gate_verdict.h"

/* What became of the gates of a run. */
struct gate_results {
	const struct gates *gates;
	const struct gate_verdict *verdict;	/* of each */
	const char *name;		/* of the command: "timerlat hist" */
	const char *cannot;		/* why nothing was measured; NULL: it was */
	const char *untrusted;		/* why the run proves nothing; NULL: it does */
	const char *started_at;		/* "2026-11-21T18:20:00Z" */
	uint64_t measured_ns;
	const char *details;		/* text of the analysis; NULL: none */
};

/*
 * ktap_print - a line for each gate
 *
 * "ok" is said only of what was measured well and holds: whatever cannot be told
 * is "not ok", also with "# SKIP".
 */
void ktap_print(FILE *out, const struct gate_results *results);

/* junit_print - the same for those who read JUnit's XML */
void junit_print(FILE *out, const struct gate_results *results);

#endif /* RTLA_KTAP_H */
