// SPDX-License-Identifier: GPL-2.0
/*
 * Rounds of two instruments: see rounds.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agree/rounds.h"
#include "base/printable.h"
#include "base/signals.h"
#include "base/times.h"
#include "host/process.h"
#include "host/process_group.h"
#include "host/temporary_folder.h"
#include "run/guard.h"
#include "run/load.h"

/* How much longer than its time a run may take, until it is taken for dead. */
#define PATIENCE_MS	60000LL

/* The load has begun by then: it starts all its processes. */
#define LOAD_BEGINS_MS	1000

/* The signals that end the command. */
static const int endings[] = { SIGINT, SIGTERM, SIGHUP };

/* All that runs, and has to be ended. */
struct runner {
	const struct rounds_plan *plan;
	struct guard guard;
	struct load load;
	struct process_group group;	/* of the instrument */
	int signals;		/* a signalfd, or -1 */
	bool ended;		/* by a signal, or because the load has ended */
	char folder[PATH_MAX];
	char program[PATH_MAX];	/* this program */
	char said[PATH_MAX + 16];	/* file with what an instrument prints */
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
	int error;

	if (!program_is_there(theirs->name))
		return fail(RESULT_CANNOT, "%s: not installed: install it, on Debian with 'apt-get install %s'",
			    theirs->name, theirs->package);
	program_self(runner->program, sizeof(runner->program));
	runner->signals = signals_open(endings, 3);
	guard_start(&runner->guard, &undo_places, false, runner->plan->debug);
	load_prepare(&runner->load, runner->plan->load, &runner->guard.list);
	error = temporary_folder_make(runner->folder, "rtla-agree");
	if (error)
		return fail(RESULT_ERROR, "%s: %s: the results of both tools need a folder there: set TMPDIR to a folder that can be written",
			    temporary_folder_above(), strerror(error));
	undo_folder(&runner->guard.list, runner->folder);
	snprintf(runner->said, sizeof(runner->said), "%s/said",
		 runner->folder);
	return load_start(&runner->load);
}

/*
 * Wait until the instrument has ended, for @ms at most. Sets @runner->ended if
 * everything has to end. Returns whether the instrument has ended.
 */
static bool wait_for_instrument(struct runner *runner, int64_t ms)
{
	struct pollfd fds[] = {
		{ .fd = runner->group.pidfd, .events = POLLIN },
		{ .fd = runner->load.group.pidfd, .events = POLLIN },
		{ .fd = runner->signals, .events = POLLIN },
	};
	uint64_t end = time_after(time_now(), ms * NS_PER_MS);

	while (time_now() < end && !runner->ended && !fds[0].revents) {
		poll(fds, 3, time_until(end));
		if (fds[1].revents)
			load_ended(&runner->load);
		runner->ended = fds[1].revents || fds[2].revents;
	}
	return fds[0].revents;
}

/* Copy what an instrument has printed to stderr. */
static void print_said(const struct runner *runner)
{
	FILE *file = fopen(runner->said, "re");
	char text[4096], shown[VISIBLE_MAX * sizeof(text)];

	while (file && fgets(text, sizeof(text), file)) {
		visible_text(shown, sizeof(shown), text, strlen(text));
		fputs(shown, stderr);
	}
	if (file)
		fclose(file);
}

static void print_call(const struct runner *runner, char *const argv[])
{
	char line[1024] = "";

	for (; *argv; argv++)
		snprintf(line + strlen(line), sizeof(line) - strlen(line),
			 " %s", *argv);
	debug(runner->plan->debug, "running%s", line);
}

static enum result rounds_start(struct runner *runner,
				enum instrument instrument, char *const argv[])
{
	const struct undo_list *undo = &runner->guard.list;
	int error, fd = open(runner->said, O_WRONLY | O_CREAT | O_TRUNC |
			     O_CLOEXEC, 0600);
	pid_t pid;

	print_call(runner, argv);
	error = fd < 0 ? errno : program_start(&pid, argv, fd, undo);
	if (fd >= 0)
		close(fd);
	if (!error)
		error = process_group_of(&runner->group, pid, undo);
	if (!error)
		return RESULT_OK;
	return fail(RESULT_ERROR, "%s: %s: it was not started",
		    rounds_name(runner, instrument), strerror(error));
}

/* Say how an instrument has failed, after what it has printed itself. */
static enum result rounds_tell_failure(const struct runner *runner,
				       enum instrument instrument)
{
	int status = runner->group.status;
	bool cannot = WIFEXITED(status) && WEXITSTATUS(status) == RESULT_CANNOT;
	char text[64];

	message_line(NULL);
	print_said(runner);
	return fail(cannot ? RESULT_CANNOT : RESULT_ERROR,
		    "%s: %s: see the lines above, and --debug for its command line",
		    rounds_name(runner, instrument),
		    status_text(status, text, sizeof(text)));
}

/* Let one instrument measure once. Without an error, @runner->ended may be set. */
static enum result rounds_measure(struct runner *runner,
				  enum instrument instrument,
				  struct instrument_figures *figures,
				  char version[CYCLICTEST_VERSION_LEN])
{
	const struct measurement *measurement = &runner->plan->measurement;
	const char *name = rounds_name(runner, instrument);
	char path[PATH_MAX + 32];
	struct instrument_call call;
	bool by_itself;
	enum result result;

	snprintf(path, sizeof(path), "%s/%s.json", runner->folder, name);
	unlink(path);
	instrument_call_make(&call, instrument, measurement, runner->program,
			     path);
	result = rounds_start(runner, instrument, call.argv);
	if (result)
		return result;
	by_itself = wait_for_instrument(runner, measurement->run_s * 1000LL +
					PATIENCE_MS);
	process_group_end(&runner->group);
	if (runner->ended)
		return RESULT_OK;
	if (!by_itself)
		return fail(RESULT_ERROR, "%s: it has not ended %lld s after its time: use a lower priority, or a smaller load",
			    name, PATIENCE_MS / 1000);
	if (runner->group.status)
		return rounds_tell_failure(runner, instrument);
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
	for (int i = 0; i < INSTRUMENTS && !result && !runner->ended; i++) {
		enum instrument instrument = i ? !round->first : round->first;

		rounds_show_progress(runner, rounds->count, instrument);
		result = rounds_measure(runner, instrument,
					&round->of[instrument],
					rounds->version);
	}
	if (!result && !runner->ended)
		rounds->count++;
	return result;
}

/* End everything. An earlier error counts more than that of the load. */
static enum result rounds_end(struct runner *runner, struct rounds *rounds,
			      enum result result)
{
	enum result stopped;

	message_line(NULL);
	stopped = load_stop(&runner->load);
	rounds->load = load_json(&runner->load);
	if (*runner->folder)
		temporary_folder_remove(runner->folder);
	guard_end(&runner->guard);
	if (runner->signals >= 0)
		close(runner->signals);
	return result ?: stopped;
}

enum result rounds_run(struct rounds *rounds, const struct rounds_plan *plan)
{
	struct runner runner = {
		.plan = plan, .guard = GUARD_NONE, .signals = -1,
		.group = PROCESS_GROUP_NONE,
		.load.group = PROCESS_GROUP_NONE,
	};
	enum result result;

	*rounds = (struct rounds) {
		.round = calloc(plan->rounds, sizeof(*rounds->round)),
	};
	if (!rounds->round)
		return fail(RESULT_ERROR, "out of memory");
	result = begin(&runner);
	if (!result && plan->load)
		wait_for_instrument(&runner, LOAD_BEGINS_MS);
	while (!result && !runner.ended && rounds->count < plan->rounds)
		result = run_round(&runner, rounds);
	return rounds_end(&runner, rounds, result);
}

void rounds_free(struct rounds *rounds)
{
	free(rounds->round);
	json_decref(rounds->load);
	*rounds = (struct rounds) { .round = NULL };
}
