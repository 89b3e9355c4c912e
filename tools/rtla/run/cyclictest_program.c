// SPDX-License-Identifier: GPL-2.0
/*
 * A program that is cyclictest: see cyclictest_program.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/process.h"
#include "host/temporary_folder.h"
#include "host/undo.h"
#include "run/cyclictest_program.h"

#define NAME	"cyclictest"
#define OPTION	"--json"

/* Return the index of the word that is cyclictest, or -1. */
static int find_cyclictest(const struct invocation *words)
{
	for (int i = 0; i < words->argc; i++) {
		const char *slash = strrchr(words->argv[i], '/');

		if (!strcmp(slash ? slash + 1 : words->argv[i], NAME))
			return i;
	}
	return -1;
}

bool cyclictest_program_is(const struct invocation *words)
{
	return find_cyclictest(words) >= 0;
}

/* Return the file that the user has it write, or NULL. */
static const char *named_file(const struct invocation *words, int from)
{
	const char *file = NULL;

	for (int i = from; i < words->argc; i++) {
		const char *word = words->argv[i];

		if (strncmp(word, OPTION, strlen(OPTION)))
			continue;
		word += strlen(OPTION);
		if (*word == '=')
			file = word + 1;
		else if (!*word && i + 1 < words->argc)
			file = words->argv[i + 1];
	}
	return file;
}

/* Let it write into a folder of ours. */
static enum result tell_to_write(struct cyclictest_program *program,
			      const struct invocation *words, int at,
			      const struct undo_list *undo)
{
	int error = temporary_folder_make(program->folder, "rtla-program");

	if (error) {
		*program->folder = '\0';
		return fail(RESULT_ERROR, "%s: %s: the result of " NAME " needs a folder there: set TMPDIR to a folder that can be written",
			    temporary_folder_above(), strerror(error));
	}
	undo_folder(undo, program->folder);
	program->argv = calloc(words->argc + 2, sizeof(*program->argv));
	if (!program->argv)
		return fail(RESULT_ERROR, "out of memory");
	if (snprintf(program->file, sizeof(program->file), "%s/" NAME ".json",
		     program->folder) >= (int)sizeof(program->file))
		return fail(RESULT_ERROR, "%s: too long: set TMPDIR to a shorter one",
			    temporary_folder_above());
	snprintf(program->option, sizeof(program->option), OPTION "=%s",
		 program->file);
	memcpy(program->argv, words->argv, (at + 1) * sizeof(*words->argv));
	program->argv[at + 1] = program->option;
	memcpy(program->argv + at + 2, words->argv + at + 1,
	       (words->argc - at - 1) * sizeof(*words->argv));
	return RESULT_OK;
}

enum result cyclictest_program_prepare(struct cyclictest_program *program,
				       const struct invocation *words,
				       const struct undo_list *undo)
{
	int at = find_cyclictest(words);
	const char *file;

	*program = (struct cyclictest_program) { .argv = NULL };
	if (at < 0)
		return RESULT_OK;
	file = named_file(words, at + 1);
	if (!file)
		return tell_to_write(program, words, at, undo);
	snprintf(program->file, sizeof(program->file), "%s", file);
	return RESULT_OK;
}

enum result cyclictest_program_read(const struct cyclictest_program *program,
				    int status,
				    struct cyclictest_result *result)
{
	char text[64];

	*result = (struct cyclictest_result) { .count = 0 };
	if (status || access(program->file, R_OK))
		return fail(RESULT_ERROR, NAME ": %s: its latencies are not known: see what it has printed",
			    status ? status_text(status, text, sizeof(text)) :
				     "it has left no result");
	return cyclictest_read(result, program->file);
}

void cyclictest_program_free(struct cyclictest_program *program)
{
	free(program->argv);
	if (*program->folder)
		temporary_folder_remove(program->folder);
	*program = (struct cyclictest_program) { .argv = NULL };
}
