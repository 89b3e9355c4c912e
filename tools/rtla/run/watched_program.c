// SPDX-License-Identifier: GPL-2.0
/*
 * The program whose threads are watched: see watched_program.h.
 */
#include <string.h>
#include <unistd.h>

#include "base/json_write.h"
#include "options/invocation.h"
#include "run/watched_program.h"
#include "tracer/tracer_config.h"

static enum result failed(const struct watched_program *program, int error)
{
	return fail(RESULT_ERROR, "%s: %s: it was not started",
		    program->words.argv[0], strerror(error));
}

enum options_result watched_program_settle(const struct option_set *set,
					   const struct invocation *program)
{
	if (!program->argc || program_is_there(program->argv[0]))
		return OPTIONS_OK;
	return options_wrong(set, "%s: there is no such program: give one that can be run",
			     program->argv[0]);
}

enum result watched_program_hold(struct watched_program *program,
				 const struct invocation *words, bool covered,
				 bool compared, const struct cpus *allowed,
				 const struct undo_list *undo,
				 struct tracer_targets *targets)
{
	struct program_io io = { -1, -1, -1 };
	enum result result = RESULT_OK;
	int error = 0;

	*program = WATCHED_PROGRAM_NONE;
	if (!words->argc)
		return RESULT_OK;
	program->words = *words;
	program->undo = undo;
	if (compared)
		result = cyclictest_program_prepare(&program->cyclictest, words,
						    undo);
	if (result)
		return result;
	if (!isatty(STDIN_FILENO))
		io.input = STDIN_FILENO;
	if (covered)
		error = program_output_open(&program->output, &io);
	if (!error)
		error = program_hold(&program->held,
				     program->cyclictest.argv ?: words->argv,
				     &io, allowed, undo);
	program_output_given(&program->output);
	if (error)
		return failed(program, error);
	targets->processes = true;
	targets->within = targets->all || targets->real_time || targets->comm;
	targets->children = !targets->within;
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
	program->began = !error;
	if (!error)
		error = process_group_of(&program->group, pid, program->undo);
	return error ? failed(program, error) : RESULT_OK;
}

static int show_at_once(void *context)
{
	struct program_output *output = context;

	program_output_take(output);
	program_output_show(output);
	return output->from;
}

void watched_program_end(struct watched_program *program)
{
	const struct group_output output = { show_at_once, &program->output };

	program_drop(&program->held);
	process_group_end_reading(&program->group, &output);
	program_output_close(&program->output);
}

void watched_program_free(struct watched_program *program)
{
	cyclictest_program_free(&program->cyclictest);
}

enum result watched_program_latencies(const struct watched_program *program,
				      struct cyclictest_result *result)
{
	*result = (struct cyclictest_result) { .count = 0 };
	if (!program->began || !*program->cyclictest.file)
		return RESULT_OK;
	return cyclictest_program_read(&program->cyclictest,
				       program->group.status, result);
}

void watched_program_tell(const struct watched_program *program)
{
	char how[32];

	/* That of cyclictest is told where its latencies are read. */
	if (program->by_itself && program->group.status &&
	    !*program->cyclictest.file)
		note("%s: %s", program->words.argv[0],
		     status_text(program->group.status, how, sizeof(how)));
}

json_t *watched_program_json(const struct watched_program *program)
{
	json_t *words, *json;

	if (!program->words.argc)
		return json_null();
	words = json_array();
	for (int i = 0; i < program->words.argc; i++)
		json_append(&words, json_words(program->words.argv[i]));
	json = json_pack("{s:o, s:s}", "command", words,
			 "ended", program->by_itself ? "by itself" : "stopped");
	status_set_json(&json, program->by_itself, program->group.status);
	return json;
}
