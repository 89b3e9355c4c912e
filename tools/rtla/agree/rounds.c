// SPDX-License-Identifier: GPL-2.0
/*
 * Rounds of two instruments: see rounds.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "agree/rounds.h"
#include "host/process.h"
#include "run/program_runs.h"

struct runner {
	const struct rounds_plan *plan;
	struct program_runs runs;
	char program[PATH_MAX];	/* this program */
};

static const char *rounds_name(const struct runner *runner,
			       enum instrument instrument)
{
	return instrument_name(runner->plan->measurement.pair, instrument);
}

static enum result begin(struct runner *runner)
{
	const struct instrument_row *theirs =
		&runner->plan->measurement.pair->of[INSTRUMENT_THEIRS];

	if (!program_is_there(theirs->name))
		return fail(RESULT_CANNOT, "%s: not installed: install it, on Debian with 'apt-get install %s'",
			    theirs->name, theirs->package);
	program_self(runner->program, sizeof(runner->program));
	return program_runs_begin(&runner->runs, &undo_places, false,
				  runner->plan->load, "rtla-agree");
}

/* Let one instrument measure once. Without an error, all may have ended. */
static enum result rounds_measure(struct runner *runner,
				  enum instrument instrument,
				  struct instrument_figures *figures,
				  char version[CYCLICTEST_VERSION_LEN])
{
	const struct measurement *measurement = &runner->plan->measurement;
	const char *name = rounds_name(runner, instrument);
	char path[PATH_MAX + 32];
	struct instrument_call call;
	enum result result;

	snprintf(path, sizeof(path), "%s/%s.json", runner->runs.folder, name);
	unlink(path);
	instrument_call_make(&call, instrument, measurement, runner->program,
			     path);
	result = program_runs_one(&runner->runs, name, call.argv,
				  measurement->run_s);
	if (result || runner->runs.ended)
		return result;
	return instrument_read(figures, instrument, measurement, path, version);
}

/* Show in the last line of a terminal which run this is. */
static void rounds_show_progress(const struct runner *runner, int round,
				 enum instrument instrument)
{
	char line[80];

	if (!isatty(STDERR_FILENO))
		return;
	snprintf(line, sizeof(line), "round %d of %d: %s", round + 1,
		 runner->plan->rounds, rounds_name(runner, instrument));
	message_line(line);
}

static enum result run_round(struct runner *runner, struct rounds *rounds)
{
	struct agreement_round *round = &rounds->round[rounds->count];
	enum result result = RESULT_OK;

	round->first = rounds->count % 2 ? INSTRUMENT_THEIRS :
					   INSTRUMENT_OURS;
	for (int i = 0; i < INSTRUMENTS && !result && !runner->runs.ended; i++) {
		enum instrument instrument = i ? !round->first : round->first;

		rounds_show_progress(runner, rounds->count, instrument);
		result = rounds_measure(runner, instrument,
					&round->of[instrument],
					rounds->version);
	}
	if (!result && !runner->runs.ended)
		rounds->count++;
	return result;
}

enum result rounds_run(struct rounds *rounds, const struct rounds_plan *plan)
{
	struct runner runner = { .plan = plan, .runs = PROGRAM_RUNS_NONE };
	enum result result;

	*rounds = (struct rounds) {
		.round = calloc(plan->rounds, sizeof(*rounds->round)),
	};
	if (!rounds->round)
		return fail(RESULT_ERROR, "out of memory");
	runner.runs.debug = plan->debug;
	result = begin(&runner);
	while (!result && !runner.runs.ended && rounds->count < plan->rounds)
		result = run_round(&runner, rounds);
	return program_runs_end(&runner.runs, &rounds->load, result);
}

void rounds_free(struct rounds *rounds)
{
	free(rounds->round);
	json_decref(rounds->load);
	*rounds = (struct rounds) { .round = NULL };
}
