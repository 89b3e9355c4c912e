// SPDX-License-Identifier: GPL-2.0
/*
 * Loads: see load.h.
 */
#include <errno.h>
#include <paths.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json_write.h"
#include "host/process.h"
#include "host/scheduling.h"
#include "run/load.h"

/*
 * The time from SIGTERM to SIGKILL: the load may have files to remove. It is
 * granted first to the load's process, then to the rest of its group.
 */
#define PATIENCE_MS	10000
#define PAUSE_MS	10

void load_prepare(struct load *load, const char *command,
		  const struct undo_list *undo)
{
	*load = (struct load) {
		.command = command, .undo = undo, .pidfd = -1,
	};
	scheduling_allowed(&load->allowed);
}

/*
 * Start the load; returns 0 or an errno. A process inherits its CPUs, so for
 * the start the command itself moves to the CPUs of the load.
 */
static int start(struct load *load)
{
	char *argv[] = { _PATH_BSHELL, "-c", (char *)load->command, NULL };
	struct cpus ours;
	bool known = !scheduling_allowed(&ours);
	int error;

	scheduling_bind(&load->allowed);
	error = program_start(&load->pid, argv, STDERR_FILENO, load->undo);
	if (known)
		scheduling_bind(&ours);
	if (error) {
		load->pid = 0;
		return error;
	}
	load->pidfd = pidfd_open(load->pid, 0);
	return load->pidfd < 0 ? errno : 0;
}

enum result load_start(struct load *load)
{
	int error = load->command ? start(load) : 0;

	load->started = load->command && !error;
	if (!error)
		return RESULT_OK;
	load_stop(load);
	return fail(RESULT_ERROR, "--load %s: %s: it was not started",
		    load->command, strerror(error));
}

/*
 * Wait until the rest of the group has ended, for PATIENCE_MS at most: its
 * first process may end before the others.
 */
static void wait_for_group(pid_t group)
{
	for (int ms = PATIENCE_MS; ms > 0 && !kill(-group, 0); ms -= PAUSE_MS)
		poll(NULL, 0, PAUSE_MS);
}

static void reap(struct load *load)
{
	waitpid(load->pid, &load->status, 0);
	kill(-load->pid, SIGTERM);
	wait_for_group(load->pid);
	kill(-load->pid, SIGKILL);
	undo_ended(load->undo, load->pid);
	load->pid = 0;
	if (load->pidfd >= 0)
		close(load->pidfd);
	load->pidfd = -1;
}

void load_ended(struct load *load)
{
	load->by_itself = true;
}

enum result load_stop(struct load *load)
{
	struct pollfd end = { .fd = load->pidfd, .events = POLLIN };
	char text[64];

	if (!load->pid)
		return RESULT_OK;
	kill(-load->pid, SIGTERM);
	if (poll(&end, 1, PATIENCE_MS) <= 0)
		kill(-load->pid, SIGKILL);
	reap(load);
	if (!load->by_itself)
		return RESULT_OK;
	return fail(RESULT_ERROR, "--load %s: it ended before the measurement did, %s: give a command that keeps running",
		    load->command, status_text(load->status, text, sizeof(text)));
}

json_t *load_json(const struct load *load)
{
	bool started = load->started;
	int status = load->status;

	if (!load->command)
		return json_null();
	return json_pack("{s:o, s:s, s:o, s:o}",
			 "command", json_words(load->command),
			 "ended", load->by_itself ? "by itself" :
				  started ? "stopped" : "not started",
			 "exit_status", started && WIFEXITED(status) ?
				json_integer(WEXITSTATUS(status)) : json_null(),
			 "signal", started && WIFSIGNALED(status) ?
				json_integer(WTERMSIG(status)) : json_null());
}
