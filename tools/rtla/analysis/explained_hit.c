// SPDX-License-Identifier: GPL-2.0
/*
 * The forms of an analysis: see explained_hit.h.
 */
#include <errno.h>
#include <stdlib.h>

#include "analysis/advice.h"
#include "analysis/analysis.h"
#include "analysis/analysis_json.h"
#include "analysis/analysis_text.h"
#include "analysis/carried.h"
#include "analysis/explained_hit.h"
#include "analysis/perfetto.h"
#include "analysis/stalled.h"
#include "analysis/unseen.h"
#include "host/machine.h"

bool explained_hit_make(struct explained_hit *hit,
			const struct event_list *list, int cpu,
			const struct analysis_config *config,
			const struct explained_forms *forms)
{
	struct analysis *analysis = analysis_new(list, cpu, config);
	const struct machine machine = { .root = "" };
	const char *cause = hit->sentence;
	char about[SENTENCE_LEN];
	struct advice advice;

	*hit = (struct explained_hit) { .json = NULL };
	if (!analysis)
		return false;
	if (carried_find(analysis, list, forms->ipis)) {
		analysis_free(analysis);
		errno = ENOMEM;
		return false;
	}
	stalled_find(analysis, list);
	hit->incomplete = analysis->incomplete;
	hit->start = analysis->t_w;
	hit->ns = analysis->latency;
	if (hit->incomplete && forms->only_known)
		cause = "";
	sentence_make(hit->sentence, analysis, forms->symbols);
	sentence_make_about(about, analysis, forms->symbols);
	advice_find(&advice, analysis, forms->symbols, forms->machine);
	if (forms->text) {
		analysis_text_print(forms->text, analysis, hit->sentence,
				    forms->symbols, forms->stack,
				    forms->machine);
		if (*about)
			fprintf(forms->text, "  %s\n", about);
		unseen_print(forms->text, analysis,
			     forms->machine ? &machine : NULL);
		advice_print(forms->text, &advice);
	}
	if (forms->json)
		hit->json = analysis_json(analysis, cause, about, &advice,
					  forms->symbols);
	if (forms->perfetto)
		hit->perfetto = perfetto_text(analysis, list, hit->sentence,
					      &(struct perfetto_config) {
			.symbols = forms->symbols, .periods = forms->periods,
			.wakings = forms->wakings,
		});
	advice_free(&advice);
	analysis_free(analysis);
	return true;
}

void explained_hit_free(struct explained_hit *hit)
{
	free(hit->perfetto);
	json_decref(hit->json);
	*hit = (struct explained_hit) { .json = NULL };
}
