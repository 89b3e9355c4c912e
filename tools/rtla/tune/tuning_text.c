// SPDX-License-Identifier: GPL-2.0
/*
 * An experiment as a table for people: see tuning.h.
 */
#include <stdio.h>

#include "base/grid.h"
#include "base/human.h"
#include "base/times.h"
#include "base/amount.h"
#include "trace/contexts.h"
#include "tune/tuning.h"

static const char *fate(const struct tuning *tuning, int setting)
{
	const struct candidate *candidate =
		&tuning->course.candidate[setting];

	if (setting_options(tuning->settings, setting))
		return candidate->on ? ", to be kept" : "";
	if (candidate->on)
		return tuning->plan->apply && tuning->complete ?
		       ", and stays" : ", undone in the end";
	if (candidate->gained)
		return " beside the others, undone";
	return candidate->trial.count ? ", undone" : "";
}

static void put_row(struct grid *grid, const struct tuning *tuning, int setting)
{
	const struct trial *trial = tuning_verdict(tuning, setting);
	char text[128];

	grid_row(grid);
	grid_put(grid, GRID_LEFT, tuning->settings->setting[setting]->check->name);
	snprintf(text, sizeof(text), "%d", trial->count * TRIAL_BLOCKS);
	grid_put(grid, GRID_RIGHT, text);
	*text = '\0';
	if (trial_is_judged(trial))
		snprintf(text, sizeof(text), "%+.1f%%", 100 * trial->change);
	grid_put(grid, GRID_RIGHT, text);
	if (*text)
		snprintf(text, sizeof(text), "%+.1f to %+.1f", 100 * trial->low,
			 100 * trial->high);
	grid_put(grid, GRID_RIGHT, text);
	snprintf(text, sizeof(text), "%s%s", trial_verdict_name(trial->verdict),
		 fate(tuning, setting));
	grid_put(grid, GRID_ACROSS, text);
}

static enum result print_table(FILE *out, const struct tuning *tuning)
{
	static const char *const heads[] = {
		"Setting", "Blocks", "Change", "Interval, %", "Verdict"
	};
	struct grid grid = { .cells = 0 };

	fputc('\n', out);
	grid_row(&grid);
	for (int i = 0; i < 5; i++)
		grid_put(&grid, i && i < 4 ? GRID_RIGHT : GRID_LEFT, heads[i]);
	for (int i = 0; i < tuning->settings->count; i++)
		put_row(&grid, tuning, i);
	return grid_print(out, &grid) ? RESULT_OK :
	       fail(RESULT_ERROR, "out of memory");
}

static void tuning_text_print_verdict(FILE *out, const struct tuning *tuning)
{
	const struct block_plan *block = &tuning->plan->block;
	int untold = 0, kept = course_kept(&tuning->course);
	char length[QUANTITY_LEN];

	for (int i = 0; i < tuning->settings->count; i++)
		untold += tuning_verdict(tuning, i)->verdict == TRIAL_UNTOLD;
	fprintf(out, "Verdict: %d of %d settings %s", kept,
		tuning->settings->count, kept == 1 ? "helps" : "help");
	if (untold)
		fprintf(out, "; of %d it cannot be told yet", untold);
	fprintf(out, "\n%s %s of '%s', blocks of %s, load: %s\n",
		context_name(tuning->context),
		block_figure_words[block->figure], block->command,
		duration_text(block->seconds * NS_PER_SEC, length),
		tuning->plan->load ?: "none");
	fprintf(out, "The chance that any gain is none is %g %%; no difference: within %g %%\n",
		100 * tuning->plan->demands.alpha,
		100 * tuning->plan->demands.within);
}

enum result tuning_print(FILE *out, const struct tuning *tuning)
{
	enum result result;

	tuning_text_print_verdict(out, tuning);
	result = print_table(out, tuning);
	if (!settings_boot(tuning->settings))
		findings_print_options(out, &tuning->settings->findings);
	return result;
}
