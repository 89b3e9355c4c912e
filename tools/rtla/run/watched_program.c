// SPDX-License-Identifier: GPL-2.0
/*
 * The program whose threads are watched: see watched_program.h.
 */
#include <string.h>
#include <sys/wait.h>

#include "base/json_write.h"
#include "run/watched_program.h"

static enum result failed(const struct watched_program *program, int error)
{
	return fail(RESULT_ERROR, "%s: %s: it was not started",
		    program->words.argv[0], strerror(error));
}

enum result watched_program_hold(struct watched_program *program,
				 const struct invocation *words,
				 const struct cpus *allowed,
				 const struct undo_list *undo,
				 struct tracer_targets *targets)
{
	int error;

	*program = WATCHED_PROGRAM_NONE;
	if (!words->argc)
		return RESULT_OK;
	program->words = *words;
	program->undo = undo;
	/* What it prints goes where the user has it: to ours. */
	error = program_hold(&program->held, words->argv, -1, allowed, undo);
	if (error)
		return failed(program, error);
	targets->processes = true;
	targets->children = true;
	targets->id[0] = program->held.pid;
	targets->ids = 1;
	return RESULT_OK;
}

enum result watched_program_begin(struct watched_program *program)
{
	pid_t pid = program->held.pid;
	int error;

	if (!pid)
		return RESULT_OK;
	error = program_go(&program->held);
	if (!error)
		error = process_group_of(&program->group, pid, program->undo);
	return error ? failed(program, error) : RESULT_OK;
}

void watched_program_end(struct watched_program *program)
{
	program_drop(&program->held);
	process_group_end(&program->group);
}

json_t *watched_program_json(const struct watched_program *program)
{
	int status = program->group.status;
	bool ended = program->by_itself;
	json_t *words = json_array();

	if (!program->words.argc) {
		json_decref(words);
		return json_null();
	}
	for (int i = 0; i < program->words.argc; i++)
		json_append(&words, json_words(program->words.argv[i]));
	return json_pack("{s:o, s:s, s:o, s:o}", "command", words,
			 "ended", ended ? "by itself" : "stopped",
			 "exit_status", ended && WIFEXITED(status) ?
				json_integer(WEXITSTATUS(status)) : json_null(),
			 "signal", ended && WIFSIGNALED(status) ?
				json_integer(WTERMSIG(status)) : json_null());
}
