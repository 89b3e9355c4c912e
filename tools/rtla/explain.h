/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From the trace of a hit to its report.
 */
#ifndef RTLA_EXPLAIN_H
#define RTLA_EXPLAIN_H

#include <stddef.h>

#include <jansson.h>

#include "measurement.h"

/* Why there was a hit. */
struct explanation {
	char *report;		/* its text; NULL: not explained yet */
	size_t size;
	char cause[256];	/* in one sentence; "": not known */
	char *perfetto;		/* for that; NULL: not wanted */
	json_t *json;		/* for results; NULL: not wanted */
};

/*
 * explain_hit - read the trace, analyse the CPU that hit
 *
 * What was read is in the trace no more. Says so if there is no explanation.
 */
void explain_hit(struct explanation *explanation,
		 struct measurement *measurement, const struct config *config,
		 const struct tracer_hit *hit);

/* explanation_free - as before explain_hit() */
void explanation_free(struct explanation *explanation);

#endif /* RTLA_EXPLAIN_H */
