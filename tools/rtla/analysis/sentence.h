/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cause sentence: what took most of a latency or noise.
 */
#ifndef RTLA_SENTENCE_H
#define RTLA_SENTENCE_H

#include <stdio.h>

#include "analysis/analysis.h"
#include "trace/symbols.h"

/*
 * sentence_print - print the cause sentence, without a newline
 *
 * If events are missing, the sentence says that the cause is not known, instead
 * of guessing. It names hardware as the alternative to a cause that no event
 * shows: see ITEM_IDLE and ITEM_THREAD.
 */
void sentence_print(FILE *out, const struct analysis *analysis,
		    const struct symbols *symbols);

#endif /* RTLA_SENTENCE_H */
