/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The explanation of a hit: its trace is read and analysed.
 */
#ifndef RTLA_EXPLANATION_H
#define RTLA_EXPLANATION_H

#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include "analysis/sentence.h"

struct config;
struct measurement;
struct tracer_hit;

/* A zeroed structure is empty. */
struct explanation {
	char *report;		/* analysis text; NULL: not explained yet */
	size_t size;		/* of @report, in bytes */
	char cause[SENTENCE_LEN];	/* cause sentence; empty: not known */
	char *perfetto;		/* trace for ui.perfetto.dev; NULL: none */
	json_t *json;		/* analysis for the result; NULL: none */
};

/*
 * explain_hit - read the trace of a hit, and analyse the CPU that was hit
 *
 * The events are taken out of the trace. If the hit cannot be explained, a
 * message says so. @explanation is empty before. The caller frees it with
 * explanation_free().
 */
void explain_hit(struct explanation *explanation,
		 struct measurement *measurement, const struct config *config,
		 const struct tracer_hit *hit);

/* explanation_free - free all, and leave an empty explanation */
void explanation_free(struct explanation *explanation);

/* explain_plain_hit - print all that there is to say about a hit that has no parts */
void explain_plain_hit(FILE *out, const struct tracer_hit *hit);

#endif /* RTLA_EXPLANATION_H */
