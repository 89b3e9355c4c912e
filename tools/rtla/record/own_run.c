// SPDX-License-Identifier: GPL-2.0
/*
 * Runs of this same program: see own_run.h.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/message.h"
#include "host/process.h"
#include "record/own_run.h"

#define WORDS_MAX	40

/* Each message of this program begins so. */
#define MESSAGE		"rtla: "

static int own_run_execute(struct own_run *run, char *const argv[],
			   const struct undo_list *undo)
{
	const struct program_io io = {
		.input = -1, .output = run->output, .error = run->said,
	};
	struct held_program held = HELD_NONE;
	int error = program_hold(&held, argv, &io, NULL, undo);
	pid_t pid = held.pid;

	if (!error)
		error = program_go(&held);
	return error ?: process_group_of(&run->group, pid, undo);
}

static void print_own_words(char *const argv[], bool on)
{
	char line[1024] = "";

	for (; *argv; argv++)
		snprintf(line + strlen(line), sizeof(line) - strlen(line),
			 " %s", *argv);
	debug(on, "running%s", line);
}

int own_run_start(struct own_run *run, const char *const *words,
		  const struct undo_list *undo, bool debug)
{
	char self[PATH_MAX], *argv[WORDS_MAX + 2] = { self };
	int error = 0;

	*run = OWN_RUN_NONE;
	program_self(self, sizeof(self));
	for (int i = 0; words[i] && i < WORDS_MAX; i++)
		argv[i + 1] = (char *)words[i];
	print_own_words(argv, debug);
	run->output = memfd_create("output", MFD_CLOEXEC);
	run->said = memfd_create("said", MFD_CLOEXEC);
	if (run->output < 0 || run->said < 0)
		error = errno;
	error = error ?: own_run_execute(run, argv, undo);
	if (error)
		own_run_free(run);
	return error;
}

void own_run_wait(struct own_run *run)
{
	process_group_end(&run->group);
}

static const char *memory_path(int fd, char path[OWN_RUN_PATH_LEN])
{
	snprintf(path, OWN_RUN_PATH_LEN, "/proc/self/fd/%d", fd);
	return path;
}

const char *own_run_path(const struct own_run *run,
			 char path[OWN_RUN_PATH_LEN])
{
	return memory_path(run->output, path);
}

bool own_run_has_output(const struct own_run *run)
{
	int status = run->group.status;
	struct stat file;

	return WIFEXITED(status) && WEXITSTATUS(status) <= RESULT_HIT &&
	       !fstat(run->output, &file) && file.st_size;
}

bool own_run_is_terminated(const struct own_run *run)
{
	return WIFSIGNALED(run->group.status) &&
	       WTERMSIG(run->group.status) == SIGTERM;
}

/* Copy the last message of a run; returns whether there is one. */
static bool last_message(const struct own_run *run, char *text, size_t size)
{
	char path[OWN_RUN_PATH_LEN], line[1024];
	bool found = false;
	FILE *file;

	file = fopen(memory_path(run->said, path), "re");
	while (file && fgets(line, sizeof(line), file)) {
		if (strncmp(line, MESSAGE, strlen(MESSAGE)))
			continue;
		line[strcspn(line, "\n")] = '\0';
		snprintf(text, size, "%s", line + strlen(MESSAGE));
		found = true;
	}
	if (file)
		fclose(file);
	return found;
}

const char *own_run_why(const struct own_run *run, char *text, size_t size)
{
	if (WIFSIGNALED(run->group.status) || !last_message(run, text, size))
		status_text(run->group.status, text, size);
	return text;
}

void own_run_free(struct own_run *run)
{
	if (run->output >= 0)
		close(run->output);
	if (run->said >= 0)
		close(run->said);
	*run = OWN_RUN_NONE;
}
