/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The verdicts on gates in forms that test farms read: KTAP version 1 and JUnit
 * XML.
 */
#ifndef RTLA_KTAP_H
#define RTLA_KTAP_H

#include <stdint.h>
#include <stdio.h>

#include "base/labels.h"

struct gate_verdict;
struct gates;

/* The verdicts on the gates of a run, and what is printed with them. */
struct gate_results {
	const struct gates *gates;
	const struct gate_verdict *verdict;	/* one for each gate */
	const char *name;		/* of the command: "timerlat hist" */
	const char *cannot;		/* why nothing was measured, or NULL */
	const char *untrusted;		/* why the run is untrusted, or NULL */
	const char *started_at;		/* like "2026-11-21T18:20:00Z" */
	uint64_t measured_ns;
	const char *analysis;		/* analysis text; NULL: none */
	const char *host;		/* name of the machine; NULL: left out */
	const struct labels *labels;	/* NULL: none */
	/* JUnit: the name of a test case for the run itself; NULL: there is none. */
	const char *run;
	const char *hit;		/* why that has failed, or NULL */
};

/*
 * ktap_print - print the verdicts as KTAP, one line for each gate
 *
 * A gate is "ok" only if it holds and the figures are trusted. Any other gate
 * is "not ok", also one whose line has "# SKIP" because nothing was measured.
 */
void ktap_print(FILE *out, const struct gate_results *results);

/* junit_print - print the verdicts, and the analysis text, as JUnit XML */
void junit_print(FILE *out, const struct gate_results *results);

#endif /* RTLA_KTAP_H */
