/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The output of an agreement: a table for people, and JSON for machines.
 */
#ifndef RTLA_AGREEMENT_OUTPUT_H
#define RTLA_AGREEMENT_OUTPUT_H

#include <stdio.h>

#include "agree/agreement.h"
#include "agree/rounds.h"

#define AGREEMENT_FORMAT	"rtla-agreement"
#define AGREEMENT_VERSION	1

/* agreement_verdict_name - return "agree", "disagree" or "cannot tell" */
const char *agreement_verdict_name(enum agreement_verdict verdict);

/* agreement_print - print the verdict, a row for each tool, and their end points */
void agreement_print(FILE *out, const struct agreement *agreement,
		     const struct rounds *rounds,
		     const struct rounds_plan *plan);

/*
 * agreement_json - return all figures as JSON
 *
 * Documentation/agreement.schema.json describes the format. Returns NULL if
 * there is no memory. The caller frees the text.
 */
char *agreement_json(const struct agreement *agreement,
		     const struct rounds *rounds,
		     const struct rounds_plan *plan);

#endif /* RTLA_AGREEMENT_OUTPUT_H */
