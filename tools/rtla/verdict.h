/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An analysis in one sentence: what took most of the time.
 */
#ifndef RTLA_VERDICT_H
#define RTLA_VERDICT_H

#include <stdio.h>

#include "analysis.h"
#include "symbols.h"

/*
 * verdict_print - the sentence, without a newline
 *
 * Says so where events are missing, instead of guessing. What "or hardware" is
 * said of, no event tells: see ITEM_IDLE and ITEM_THREAD.
 */
void verdict_print(FILE *out, const struct analysis *analysis,
		   const struct symbols *symbols);

#endif /* RTLA_VERDICT_H */
