// SPDX-License-Identifier: GPL-2.0
/*
 * The base for a new result: see base_runs.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/json_read.h"
#include "compare/comparison.h"
#include "history/base_runs.h"
#include "results/results.h"
#include "results/results_read.h"

#define VALUE_LEN	40

/* ---- Why a run is left out ----------------------------------------------- */

static const char *base_runs_started(const struct results *results)
{
	return json_read_text(results->document, "started_at", "");
}

/* Copy "NAME differs: its value, not ours" to @reason. */
static void base_runs_differs(char *reason, const char *name, const char *value,
			      const char *ours)
{
	snprintf(reason, LEFT_OUT_LEN, "%.40s differs: %.*s, not %.*s", name,
		 VALUE_LEN, *value ? value : "none", VALUE_LEN,
		 *ours ? ours : "none");
}

/* A machine that was only given a new disk is the same; its name may go to another. */
static bool other_machine(const struct results *run, const struct results *new,
			  char *reason)
{
	static const char *const parts[] = { "host.cpu_model", "host.board" };

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const char *value =
			json_string_value(results_at(run, parts[i]));
		const char *ours = json_string_value(results_at(new, parts[i]));

		if (!value || !ours || !strcmp(value, ours))
			continue;
		base_runs_differs(reason, parts[i], value, ours);
		return true;
	}
	return false;
}

/*
 * Return whether a difference makes other figures likely, whatever the kernel
 * does. A threshold only ends the run.
 */
static bool matters(const struct difference *difference)
{
	const char *name = difference->name;

	return difference->decides || !strcmp(name, "load.command") ||
	       (!strncmp(name, "configuration.", strlen("configuration.")) &&
		strcmp(name, "configuration.thresholds"));
}

static bool other_options(const struct results *run, const struct results *new,
			  char *reason)
{
	struct differences differences;
	bool found = false;

	if (!differences_find(&differences, new, run))
		found = true;
	for (int i = 0; !found && i < differences.count; i++) {
		const struct difference *difference =
			&differences.difference[i];

		found = matters(difference);
		if (found)
			base_runs_differs(reason, difference->name,
					  difference->new, difference->base);
	}
	differences_free(&differences);
	return found;
}

static bool other_cpus(const struct results *run, const struct results *new,
		       char *reason)
{
	char cpus[VALUE_LEN], ours[VALUE_LEN];

	if (!memcmp(&run->cpus, &new->cpus, sizeof(run->cpus)))
		return false;
	base_runs_differs(reason, "configuration.cpus", cpus_format(&run->cpus, cpus, sizeof(cpus)),
			  cpus_format(&new->cpus, ours, sizeof(ours)));
	return true;
}

/* Runs of other programs are judged only beside others. */
static bool incomparable(const struct results *run, const struct results *new,
			 const struct demands *demands, char *reason)
{
	struct comparison comparison;
	bool found = results_untrusted(run);

	if (found) {
		snprintf(reason, LEFT_OUT_LEN, "not to be trusted");
		return true;
	}
	if (results_is_foreign(new))
		return false;
	if (!comparison_make(&comparison, run, 1, new, new->path, demands) ||
	    comparison.judgement == NOT_COMPARABLE) {
		found = true;
		snprintf(reason, LEFT_OUT_LEN, "%.*s", LEFT_OUT_LEN - 1,
			 *comparison.reason ? comparison.reason : "out of memory");
	}
	comparison_free(&comparison);
	return found;
}

/* Return whether a run is left out, and copy the reason to @reason. */
static bool is_left_out(const struct results *run, const struct results *new,
			const struct base_demand *demand, char *reason)
{
	int later = strcmp(base_runs_started(run), base_runs_started(new));
	char kernel[KERNEL_RELEASE_LEN];

	if (later >= 0) {
		snprintf(reason, LEFT_OUT_LEN, later ? "later than the result" :
			 json_equal(run->document, new->document) ?
			 "the result itself" : "of the same second as the result");
		return true;
	}
	if (!run_is_meant(results_kernel(run, kernel),
			  results_at(run, "labels"), &demand->filter)) {
		snprintf(reason, LEFT_OUT_LEN, "another kernel or label than asked for");
		return true;
	}
	return other_machine(run, new, reason) ||
	       other_options(run, new, reason) ||
	       other_cpus(run, new, reason) ||
	       incomparable(run, new, &demand->demands, reason);
}

static bool count_left_out(struct base_runs *base, const char *reason)
{
	struct left_out *grown;

	for (int i = 0; i < base->reasons; i++) {
		if (strcmp(base->left_out[i].reason, reason))
			continue;
		base->left_out[i].count++;
		return true;
	}
	grown = array_grow(base->left_out, base->reasons, sizeof(*grown));
	if (!grown)
		return false;
	base->left_out = grown;
	grown[base->reasons] = (struct left_out) { .count = 1 };
	snprintf(grown[base->reasons].reason, LEFT_OUT_LEN, "%s", reason);
	base->reasons++;
	return true;
}

/* ---- Finding them -------------------------------------------------------- */

/* Look at one file, and take it unless it is left out; false: no memory. */
static bool base_runs_look(struct base_runs *base, const char *path,
			   const struct results *new,
			   const struct base_demand *demand)
{
	struct results *run = &base->run[base->count];
	char reason[LEFT_OUT_LEN] = "out of memory";

	if (results_read_any(run, path))
		return count_left_out(base, "not readable");
	if (!is_left_out(run, new, demand, reason)) {
		base->count++;
		return true;
	}
	results_free(run);
	return count_left_out(base, reason);
}

static void reverse(struct base_runs *base)
{
	for (int i = 0, j = base->count - 1; i < j; i++, j--) {
		struct results run = base->run[i];

		base->run[i] = base->run[j];
		base->run[j] = run;
	}
}

/* List the files of the machine and tracer of @new; none is no error. */
static enum result list(struct base_runs *base, const char *folder,
			const struct results *new,
			const struct base_demand *demand)
{
	struct store_place place;
	enum result result = store_place(&place, new, demand->host);

	return result ?:
			store_list(&base->files, folder,
				   &(struct store_filter) {
					   .host = place.host,
					   .tracer = place.tracer });
}

enum result base_runs_find(struct base_runs *base, const char *folder,
			   const struct results *new,
			   const struct base_demand *demand)
{
	enum result result;

	*base = (struct base_runs) { .count = 0 };
	result = list(base, folder, new, demand);
	if (result)
		return result;
	base->run = calloc(demand->last + 1, sizeof(*base->run));
	if (!base->run)
		return fail(RESULT_ERROR, "out of memory");
	base->older = base->files.count;
	while (base->older && base->count < demand->last)
		if (!base_runs_look(base, base->files.path[--base->older], new, demand))
			return fail(RESULT_ERROR, "out of memory");
	reverse(base);
	return RESULT_OK;
}

void base_runs_free(struct base_runs *base)
{
	for (int i = 0; i < base->count; i++)
		results_free(&base->run[i]);
	free(base->run);
	free(base->left_out);
	file_list_free(&base->files);
	*base = (struct base_runs) { .count = 0 };
}
