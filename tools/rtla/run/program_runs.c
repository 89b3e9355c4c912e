// SPDX-License-Identifier: GPL-2.0
/*
 * Programs that measure one after the other: see program_runs.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/amount.h"
#include "base/printable.h"
#include "base/signals.h"
#include "base/times.h"
#include "host/process.h"
#include "host/temporary_folder.h"
#include "run/program_runs.h"

/* A run that takes so much longer than its time is taken for dead. */
#define PATIENCE_MS	60000LL

/* The load has begun by then: it starts all its processes. */
#define LOAD_BEGINS_MS	1000

/* The signals that end the command. */
static const int endings[] = { SIGINT, SIGTERM, SIGHUP };

/*
 * Wait until the program has ended, for @ms at most. Sets @runs->ended if
 * everything has to end. Returns whether the program has ended.
 */
static bool wait_for_program(struct program_runs *runs, int64_t ms)
{
	struct pollfd fds[] = {
		{ .fd = runs->group.pidfd, .events = POLLIN },
		{ .fd = runs->load.group.pidfd, .events = POLLIN },
		{ .fd = runs->signals, .events = POLLIN },
	};
	uint64_t end = time_after(time_now(), ms * NS_PER_MS);

	while (time_now() < end && !runs->ended && !fds[0].revents) {
		poll(fds, 3, time_until(end));
		if (fds[1].revents)
			load_ended(&runs->load);
		runs->ended = fds[1].revents || fds[2].revents;
	}
	return fds[0].revents;
}

enum result program_runs_begin(struct program_runs *runs,
			       const struct undo_places *places, bool named,
			       const char *load, const char *name)
{
	enum result result;
	int error;

	runs->signals = signals_open(endings, 3);
	guard_start(&runs->guard, places, named, runs->debug);
	load_prepare(&runs->load, load, &runs->guard.list);
	error = temporary_folder_make(runs->folder, name);
	if (error)
		return fail(RESULT_ERROR, "%s: %s: the results of all runs need a folder there: set TMPDIR to a folder that can be written",
			    temporary_folder_above(), strerror(error));
	undo_folder(&runs->guard.list, runs->folder);
	snprintf(runs->said, sizeof(runs->said), "%s/said", runs->folder);
	result = load_start(&runs->load);
	if (!result && load)
		wait_for_program(runs, LOAD_BEGINS_MS);
	return result;
}

/* Copy what a program has printed to stderr. */
static void print_said(const struct program_runs *runs)
{
	FILE *file = fopen(runs->said, "re");
	char text[4096], shown[VISIBLE_MAX * sizeof(text)];

	while (file && fgets(text, sizeof(text), file)) {
		visible_text(shown, sizeof(shown), text, strlen(text));
		fputs(shown, stderr);
	}
	if (file)
		fclose(file);
}

static void print_call(const struct program_runs *runs, char *const argv[])
{
	char line[1024] = "";

	for (; *argv; argv++)
		snprintf(line + strlen(line), sizeof(line) - strlen(line),
			 " %s", *argv);
	debug(runs->debug, "running%s", line);
}

static enum result runs_start(struct program_runs *runs, const char *name,
			      char *const argv[])
{
	const struct undo_list *undo = &runs->guard.list;
	int error, fd = open(runs->said, O_WRONLY | O_CREAT | O_TRUNC |
			     O_CLOEXEC, 0600);
	pid_t pid;

	print_call(runs, argv);
	error = fd < 0 ? errno : program_start(&pid, argv, fd, undo);
	if (fd >= 0)
		close(fd);
	if (!error)
		error = process_group_of(&runs->group, pid, undo);
	if (!error)
		return RESULT_OK;
	return fail(RESULT_ERROR, "%s: %s: it was not started", name,
		    strerror(error));
}

/* Say how a program has failed, after what it has printed itself. */
static enum result runs_tell_failure(const struct program_runs *runs,
				     const char *name)
{
	int status = runs->group.status;
	bool cannot = WIFEXITED(status) && WEXITSTATUS(status) == RESULT_CANNOT;
	char text[64];

	message_line(NULL);
	print_said(runs);
	return fail(cannot ? RESULT_CANNOT : RESULT_ERROR,
		    "%s: %s: see the lines above, and --debug for its command line",
		    name, status_text(status, text, sizeof(text)));
}

enum result program_runs_one(struct program_runs *runs, const char *name,
			     char *const argv[], int seconds)
{
	enum result result = runs_start(runs, name, argv);
	bool by_itself;

	if (result)
		return result;
	by_itself = wait_for_program(runs, seconds * 1000LL + PATIENCE_MS);
	process_group_end(&runs->group);
	if (runs->ended)
		return RESULT_OK;
	if (!by_itself)
		return fail(RESULT_ERROR, "%s: it has not ended %lld s after its time: use a lower priority, or a smaller load",
			    name, PATIENCE_MS / 1000);
	return runs->group.status ? runs_tell_failure(runs, name) : RESULT_OK;
}

enum result program_runs_end(struct program_runs *runs, json_t **load,
			     enum result result)
{
	enum result stopped;

	message_line(NULL);
	stopped = load_stop(&runs->load);
	*load = load_json(&runs->load);
	if (*runs->folder)
		temporary_folder_remove(runs->folder);
	guard_end(&runs->guard);
	if (runs->signals >= 0)
		close(runs->signals);
	return result ?: stopped;
}
