/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A hit that is explained: its analysis in all forms that are wanted, which
 * have the same sentence. Runs and "rtla analyze" get their explanations here.
 */
#ifndef RTLA_EXPLAINED_HIT_H
#define RTLA_EXPLAINED_HIT_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "analysis/sentence.h"
#include "trace/stack_format.h"

struct analysis_config;
struct event_list;
struct measured_machine;
struct symbols;

/*
 * struct explained_forms - the forms that are wanted, and what they need beside
 * the events
 * @text: where the text is printed; NULL: it is not made
 * @json, @perfetto: whether these are made
 * @periods, @wakings: see struct perfetto_config
 * @symbols: names for the sentence, the stack and the advice
 * @stack: how the text shows a stack; see analysis_text_print()
 * @machine: for the text, that on which the hit came; NULL: a saved trace
 * @ipis: the requests of other CPUs to this one (ipis.h); NULL: not known
 * @only_known: if events are missing, the cause in JSON is "", not the sentence
 */
struct explained_forms {
	FILE *text;
	bool json;
	bool perfetto;
	unsigned int periods;
	const struct symbols *symbols;
	enum stack_format stack;
	const struct measured_machine *machine;
	const struct event_list *ipis;
	const struct event_list *wakings;
	bool only_known;
};

/*
 * struct explained_hit - the forms of one hit
 * @sentence: see sentence_make()
 * @incomplete: events are missing, so that the sentence names no cause
 * @start, @ns: when the latency or noise began, and how long it was
 * @json: see analysis_json(); NULL: not wanted, or no memory
 * @perfetto: see perfetto_text(); NULL: not wanted, or no memory
 */
struct explained_hit {
	char sentence[SENTENCE_LEN];
	bool incomplete;
	uint64_t start;
	uint64_t ns;
	json_t *json;
	char *perfetto;
};

/*
 * explained_hit_make - explain the hit in the events of @cpu, in these forms
 *
 * @list and @config are those of analysis_new(), which says what is explained.
 * Returns false if nothing is, with errno as that function sets it; @hit is
 * empty then. The caller frees @hit with explained_hit_free() in any case, or
 * takes over @json and @perfetto.
 */
bool explained_hit_make(struct explained_hit *hit,
			const struct event_list *list, int cpu,
			const struct analysis_config *config,
			const struct explained_forms *forms);
void explained_hit_free(struct explained_hit *hit);

#endif /* RTLA_EXPLAINED_HIT_H */
