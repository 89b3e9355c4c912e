// SPDX-License-Identifier: GPL-2.0
/*
 * Running other programs: see shell.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shell.h"

/* Short enough for no ring buffer to overflow meanwhile. */
#define PAUSE_MS	100

/*
 * A group of its own: signals from a terminal are for us to judge, and what
 * the command has started can be ended with it.
 */
static int set_up(posix_spawnattr_t *attributes,
		  posix_spawn_file_actions_t *files)
{
	sigset_t none, all;
	int error;

	sigemptyset(&none);
	sigfillset(&all);
	error = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP |
					 POSIX_SPAWN_SETSIGMASK |
					 POSIX_SPAWN_SETSIGDEF);
	if (!error)
		error = posix_spawnattr_setpgroup(attributes, 0);
	if (!error)
		error = posix_spawnattr_setsigmask(attributes, &none);
	if (!error)
		error = posix_spawnattr_setsigdefault(attributes, &all);
	if (!error)
		error = posix_spawn_file_actions_addopen(files, STDIN_FILENO,
							 _PATH_DEVNULL,
							 O_RDONLY, 0);
	return error;
}

int program_start(pid_t *pid, char *const argv[], int output)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	int error;

	posix_spawnattr_init(&attributes);
	posix_spawn_file_actions_init(&files);
	error = set_up(&attributes, &files);
	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (!error && output >= 0)
			error = posix_spawn_file_actions_adddup2(&files, output,
								 fd);
	if (!error)
		error = posix_spawnp(pid, argv[0], &files, &attributes, argv,
				     environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attributes);
	return error;
}

/* Its group may be another by now. */
static void end(pid_t pid)
{
	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
}

/* Without a pidfd, its exit is noticed at the next pause. */
static int wait_for_exit(pid_t pid, const struct patience *patience)
{
	struct pollfd fds[] = {
		{ .fd = pidfd_open(pid, 0), .events = POLLIN },
		{ .fd = patience->wake, .events = POLLIN },
	};
	bool ended = false;
	int status;
	pid_t got;

	while (!(got = waitpid(pid, &status, WNOHANG))) {
		poll(fds, 2, PAUSE_MS);
		if (!ended && patience->meanwhile(patience->context)) {
			ended = true;
			end(pid);
		}
	}
	if (fds[0].fd >= 0)
		close(fds[0].fd);
	return got < 0 ? -1 : status;
}

int program_run(char *const argv[], int output, const struct patience *patience)
{
	pid_t pid;
	int error;

	error = program_start(&pid, argv, output);
	if (!error)
		return wait_for_exit(pid, patience);
	errno = error;
	return -1;
}

int shell_run(const char *command, const struct patience *patience)
{
	char *argv[] = { _PATH_BSHELL, "-c", (char *)command, NULL };

	return program_run(argv, -1, patience);
}

const char *status_text(int status, char *text, size_t size)
{
	if (status < 0)
		snprintf(text, size, "%s", strerror(errno));
	else if (WIFSIGNALED(status))
		snprintf(text, size, "ended by signal %d", WTERMSIG(status));
	else
		snprintf(text, size, "exit status %d", WEXITSTATUS(status));
	return text;
}
