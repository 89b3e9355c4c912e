// SPDX-License-Identifier: GPL-2.0
/*
 * An experiment on this machine: see tuning.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/boot_options.h"
#include "host/undo.h"
#include "run/program_runs.h"
#include "tune/command_line.h"
#include "tune/diary.h"
#include "tune/journal.h"
#include "tune/tuning.h"

/* The bench on which the course has its blocks measured. */
struct bench {
	struct tuning *tuning;
	struct program_runs runs;
	bool *set;		/* by setting: it is made now */
	enum result result;
};

/* Show in the last line of a terminal what is measured. */
static void bench_show_progress(const struct bench *bench, int tried)
{
	const struct course *course = &bench->tuning->course;
	const struct candidate *candidate = &course->candidate[tried];
	char line[80];

	if (!message_line_is_seen())
		return;
	snprintf(line, sizeof(line), "%s %.40s, %d of %d blocks left",
		 candidate->on ? "with" : "without",
		 bench->tuning->settings->setting[tried]->check->name,
		 course->blocks, bench->tuning->plan->blocks);
	message_line(line);
}

/* Make what is on, and undo what is not; @failed is set to what refused that. */
static enum result bench_set(struct bench *bench, int *failed)
{
	const struct course *course = &bench->tuning->course;

	for (int i = 0; i < course->count; i++) {
		bool on = course->candidate[i].on;
		enum result result;

		if (bench->set[i] == on)
			continue;
		*failed = i;
		/* Part of it may be made, so it has to be undone. */
		bench->set[i] = true;
		result = journal_set(&bench->runs.guard.list,
				     bench->tuning->settings, i, on);
		if (result)
			return result;
		bench->set[i] = on;
	}
	return RESULT_OK;
}

/* ---- Boots --------------------------------------------------------------- */

/* A machine that goes down twice with a setting would do so for ever. */
#define CRASHES_MAX	2

/* Return how to boot, as a text; the caller frees it. */
static char *boot_text(const struct machine *machine,
		       const struct command_line_change *change)
{
	const struct boot_options merged = { change->wanted, change->instead };
	char *how = NULL, *text = NULL;

	if (*change->wanted) {
		how = boot_options_how(&merged, machine);
		if (how && asprintf(&text, "%s: %s", change->wanted, how) < 0)
			text = NULL;
	} else if (*change->instead) {
		if (asprintf(&text, "take %s away from the kernel's command line, and boot again",
			     change->instead) < 0)
			text = NULL;
	} else {
		text = strdup("boot again, with the command line as it is");
	}
	free(how);
	return text;
}

/*
 * Return whether this boot is one in which the next block can be measured. What
 * is measured twice in a boot is no independent value of a setting that takes
 * one, so each of its blocks has a boot of its own.
 */
static bool bench_is_booted(struct bench *bench, bool alone)
{
	struct tuning *tuning = bench->tuning;
	struct diary *diary = tuning->plan->diary;
	const struct machine *machine = &tuning->settings->findings.machine;
	struct command_line_change change;
	bool fits = false;

	if (!command_line_compare(&change, diary_command_line(diary),
				  machine->command_line, tuning->settings,
				  tuning->course.candidate)) {
		bench->result = fail(RESULT_ERROR, "out of memory");
	} else {
		fits = command_line_fits(&change) &&
		       !(alone && diary_boot_is_used(diary));
		if (!fits) {
			tuning->boot = boot_text(machine, &change);
			bench->result = diary_note_next(diary, change.options);
		}
	}
	command_line_free(&change);
	return fits;
}

/* ---- Blocks -------------------------------------------------------------- */

/*
 * A setting that cannot be made, or with which nothing can be measured, has
 * failed; all else that goes wrong ends the experiment.
 */
static enum course_measured bench_measure_block(struct bench *bench, int tried,
						double *figure)
{
	struct tuning *tuning = bench->tuning;
	bool with = tuning->course.candidate[tried].on;
	int failed = tried;
	enum result result;

	bench_show_progress(bench, tried);
	result = bench_set(bench, &failed);
	if (!result)
		result = block_measure(&bench->runs, &tuning->plan->block,
				       figure, &tuning->context);
	if (!result)
		return bench->runs.ended ? COURSE_ENDED : COURSE_MEASURED;
	if (with && failed == tried && !bench->runs.ended) {
		note("%s: it is left out: the message above says why",
		     tuning->settings->setting[tried]->check->name);
		return COURSE_FAILED;
	}
	bench->result = result;
	return COURSE_ENDED;
}

/* Measure a block that is not in the diary yet, if this is the boot for it. */
static enum course_measured bench_measure_boot(struct bench *bench, int tried,
					       double *figure)
{
	struct tuning *tuning = bench->tuning;
	struct diary *diary = tuning->plan->diary;
	bool with = tuning->course.candidate[tried].on;
	bool alone = setting_options(tuning->settings, tried);
	enum course_measured measured;
	int crashes;

	if (!bench_is_booted(bench, alone))
		return COURSE_ENDED;
	bench->result = diary_note_start(diary, &crashes);
	if (bench->result)
		return COURSE_ENDED;
	if (with && crashes >= CRASHES_MAX) {
		note("%s: it is left out: the machine has gone down each time that it was tried",
		     tuning->settings->setting[tried]->check->name);
		measured = COURSE_FAILED;
	} else {
		measured = bench_measure_block(bench, tried, figure);
	}
	if (measured == COURSE_ENDED)
		diary_note_stop(diary);
	else
		bench->result = diary_note_block(diary, tried, with, measured,
						 *figure, tuning->context, alone);
	return bench->result ? COURSE_ENDED : measured;
}

static enum course_measured bench_measure(void *context, int tried,
					  double *figure)
{
	struct bench *bench = context;
	struct tuning *tuning = bench->tuning;
	struct diary *diary = tuning->plan->diary;
	bool with = tuning->course.candidate[tried].on;
	enum course_measured measured;

	*figure = 0;
	if (!diary)
		return bench_measure_block(bench, tried, figure);
	if (diary_recall(diary, tried, with, &measured, figure,
			 &tuning->context, &bench->result))
		return measured;
	return bench->result ? COURSE_ENDED :
			       bench_measure_boot(bench, tried, figure);
}

/* Undo all that is not to stay. */
static enum result bench_restore(struct bench *bench)
{
	struct tuning *tuning = bench->tuning;
	enum result result = RESULT_OK;

	for (int i = 0; i < tuning->course.count; i++) {
		bool stays = tuning->plan->apply && tuning->complete &&
			     tuning->course.candidate[i].on;

		if (bench->set[i] == stays)
			continue;
		result = journal_set(&bench->runs.guard.list, tuning->settings,
				     i, stays) ?: result;
	}
	return result;
}

static enum result bench_run(struct bench *bench)
{
	struct tuning *tuning = bench->tuning;
	struct journal_places places;
	enum result result;

	journal_places_of(&places, tuning->plan->root);
	undo_left(&places.undo);
	bench->runs.debug = tuning->plan->debug;
	result = program_runs_begin(&bench->runs, &places.undo, true,
				    tuning->plan->load, "rtla-tune");
	if (!result)
		result = journal_note(&bench->runs.guard.list,
				      tuning->settings);
	if (!result) {
		tuning->complete = course_run(&tuning->course) &&
				   !bench->runs.ended;
		result = bench_restore(bench) ?: bench->result;
	}
	if (!result && tuning->complete && tuning->plan->diary)
		result = diary_note_next(tuning->plan->diary, NULL);
	return program_runs_end(&bench->runs, &tuning->load, result);
}

enum result tuning_run(struct tuning *tuning, const struct settings *settings,
		       const struct tuning_plan *plan)
{
	struct bench bench = { .tuning = tuning, .runs = PROGRAM_RUNS_NONE };
	enum result result;

	*tuning = (struct tuning) {
		.settings = settings, .plan = plan,
		.course = {
			.candidate = calloc(settings->count + 1,
					    sizeof(struct candidate)),
			.count = settings->count, .demands = plan->demands,
			.blocks = plan->blocks, .measure = bench_measure,
			.context = &bench,
		},
	};
	bench.set = calloc(settings->count + 1, sizeof(*bench.set));
	result = tuning->course.candidate && bench.set ? bench_run(&bench) :
		 fail(RESULT_ERROR, "out of memory");
	free(bench.set);
	return result;
}

void tuning_free(struct tuning *tuning)
{
	free(tuning->course.candidate);
	free(tuning->boot);
	json_decref(tuning->load);
	*tuning = (struct tuning) { .complete = false };
}

bool tuning_helps(const void *context, int setting)
{
	const struct tuning *tuning = context;

	return tuning->course.candidate[setting].on;
}

const struct trial *tuning_verdict(const struct tuning *tuning, int setting)
{
	const struct candidate *candidate =
		&tuning->course.candidate[setting];

	return candidate->again.verdict == TRIAL_UNTOLD ? &candidate->trial :
							  &candidate->again;
}
