// SPDX-License-Identifier: GPL-2.0
/*
 * A new result beside the last runs of a history: see judged.h.
 */
#include <stdio.h>

#include <rtla_version.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "base/printable.h"
#include "base/wrap.h"
#include "compare/comparison.h"
#include "compare/comparison_output.h"
#include "history/judged.h"
#include "results/results.h"

#define CHECK_FORMAT	"rtla-history-check"
#define CHECK_VERSION	1

enum result judged_make(struct judged *judged, const char *folder,
			const struct results *new,
			const struct base_demand *demand, int least)
{
	const char *untrusted = results_untrusted(new);
	struct base_runs *base = &judged->base;
	enum result result;

	*judged = (struct judged) {
		.new = new, .least = least, .judgement = NOT_COMPARABLE,
	};
	if (untrusted) {
		snprintf(judged->reason, sizeof(judged->reason),
			 "NEW cannot be trusted: %s", untrusted);
		return RESULT_OK;
	}
	result = base_runs_find(base, folder, new, demand);
	if (result)
		return result;
	if (base->count < least) {
		judged->judgement = UNTOLD;
		snprintf(judged->reason, sizeof(judged->reason),
			 "of %d comparable runs that are needed, the history has %d",
			 least, base->count);
		return RESULT_OK;
	}
	if (!comparison_make(&judged->comparison, base->run, base->count, new,
			     new->path, &demand->demands))
		return fail(RESULT_ERROR, "out of memory");
	judged->judgement = judged->comparison.judgement;
	return RESULT_OK;
}

void judged_free(struct judged *judged)
{
	comparison_free(&judged->comparison);
	base_runs_free(&judged->base);
}

static const char *judged_started(const struct results *results)
{
	return json_read_text(results->document, "started_at", "");
}

static void judged_print_run(FILE *out, const struct results *run)
{
	char kernel[KERNEL_RELEASE_LEN];

	visible_print(out, 0, judged_started(run));
	fputs(" (", out);
	visible_print(out, 0, *results_kernel(run, kernel) ? kernel : "unknown kernel");
	fputc(')', out);
}

static void judged_print_base(FILE *out, const struct base_runs *base)
{
	if (!base->files.count) {
		fputs("History: no run of this machine and tracer\n", out);
		return;
	}
	fprintf(out, "History: %d of %d runs of this machine and tracer are the base",
		base->count, base->files.count);
	if (base->count) {
		fputs(":\n     from ", out);
		judged_print_run(out, &base->run[0]);
		fputs(" to ", out);
		judged_print_run(out, &base->run[base->count - 1]);
	}
	fputc('\n', out);
	for (int i = 0; i < base->reasons; i++) {
		fprintf(out, "     %d left out: ", base->left_out[i].count);
		visible_print(out, 0, base->left_out[i].reason);
		fputc('\n', out);
	}
	if (base->older)
		fprintf(out, "     %d older\n", base->older);
}

void judged_print(FILE *to, const struct judged *judged, bool every_cpu)
{
	struct wrapped wrapped;
	FILE *out = wrapped_begin(&wrapped, to, TEXT_WIDTH);

	if (judged->comparison.base) {
		comparison_print(out, &judged->comparison, every_cpu);
		fputc('\n', out);
	} else {
		fprintf(out, "Verdict: %s: ", judgement_name(judged->judgement));
		visible_print(out, 0, judged->reason);
		fputc('\n', out);
	}
	if (judged->base.run)
		judged_print_base(out, &judged->base);
	wrapped_end(&wrapped);
}

/* ---- JSON ---------------------------------------------------------------- */

static json_t *base_array(const struct base_runs *base)
{
	json_t *array = json_array();

	for (int i = 0; i < base->count; i++) {
		const struct results *run = &base->run[i];
		char kernel[KERNEL_RELEASE_LEN];

		results_kernel(run, kernel);
		json_append(&array, json_pack("{s:o, s:o, s:o}",
			"path", json_words(run->path),
			"started_at", json_words(judged_started(run)),
			"kernel", json_known(kernel)));
	}
	return array;
}

static json_t *left_out_array(const struct base_runs *base)
{
	json_t *array = json_array();

	for (int i = 0; i < base->reasons; i++)
		json_append(&array, json_pack("{s:o, s:i}",
			"reason", json_words(base->left_out[i].reason),
			"count", base->left_out[i].count));
	return array;
}

char *judged_json(const struct judged *judged, const char *folder,
		  const struct demands *demands, int exit_code)
{
	const struct base_runs *base = &judged->base;
	json_t *document = json_object();

	json_set(&document, "format", json_string(CHECK_FORMAT));
	json_set(&document, "schema_version", json_integer(CHECK_VERSION));
	json_set(&document, "generator", json_string("rtla " RTLA_VERSION));
	json_set(&document, "folder", json_words(folder));
	json_set(&document, "new", json_words(judged->new->path));
	json_set(&document, "verdict",
		 json_string(judgement_name(judged->judgement)));
	json_set(&document, "reason", json_known(judged->reason));
	json_set(&document, "exit_code", json_integer(exit_code));
	json_set(&document, "least", json_integer(judged->least));
	json_set(&document, "base", base_array(base));
	json_set(&document, "left_out", left_out_array(base));
	json_set(&document, "older", json_integer(base->older));
	json_set(&document, "comparison", judged->comparison.base ?
		 comparisons_document(&judged->comparison, 1, demands,
				      judged->judgement, exit_code) : json_null());
	return comparison_dump(document);
}
