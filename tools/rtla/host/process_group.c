// SPDX-License-Identifier: GPL-2.0
/*
 * Process groups: see process_group.h.
 */
#include <errno.h>
#include <paths.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/parse.h"
#include "base/times.h"
#include "host/process.h"
#include "host/process_group.h"
#include "host/undo.h"

/*
 * The time from SIGTERM to SIGKILL: the program may have files to remove. It is
 * granted first to the first process, then to the rest of its group.
 */
#define PATIENCE_MS	10000
#define PAUSE_MS	10

int process_group_of(struct process_group *group, pid_t pid,
		     const struct undo_list *undo)
{
	int error;

	*group = PROCESS_GROUP_NONE;
	group->undo = undo;
	group->pid = pid;
	group->pidfd = pidfd_open(pid, 0);
	if (group->pidfd >= 0)
		return 0;
	error = errno;
	process_group_end(group);
	return error;
}

int process_group_start(struct process_group *group, const char *command,
			const struct undo_list *undo)
{
	char *argv[] = { _PATH_BSHELL, "-c", (char *)command, NULL };
	pid_t pid;
	int error = program_start(&pid, argv, STDERR_FILENO, undo);

	*group = PROCESS_GROUP_NONE;
	return error ?: process_group_of(group, pid, undo);
}

void process_group_ask(const struct process_group *group)
{
	if (group->pid)
		kill(-group->pid, SIGTERM);
}

/*
 * Take what the group prints, and wait until there is more, or for @ms, or
 * until @pidfd can be read; returns whether it can.
 */
static bool wait_a_while(int pidfd, const struct group_output *output, int ms)
{
	struct pollfd fds[] = {
		{ .fd = pidfd, .events = POLLIN },
		{ .fd = output->take(output->context), .events = POLLIN },
	};

	return poll(fds, 2, ms) > 0 && fds[0].revents;
}

static bool wait_for_first(const struct process_group *group,
			   const struct group_output *output)
{
	uint64_t until = time_now() + PATIENCE_MS * NS_PER_MS;
	uint64_t now;

	while ((now = time_now()) < until)
		if (wait_a_while(group->pidfd, output,
				 (until - now) / NS_PER_MS + 1))
			return true;
	return false;
}

/*
 * Wait until the rest of the group has ended, for PATIENCE_MS at most: its
 * first process may end before the others.
 */
static void wait_for_rest(pid_t pid, const struct group_output *output)
{
	uint64_t until = time_now() + PATIENCE_MS * NS_PER_MS;

	while (time_now() < until && !kill(-pid, 0))
		wait_a_while(-1, output, PAUSE_MS);
}

static int take_nothing(void *context)
{
	(void)context;
	return -1;
}

void process_group_end(struct process_group *group)
{
	static const struct group_output none = { take_nothing, NULL };

	process_group_end_reading(group, &none);
}

void process_group_end_reading(struct process_group *group,
			       const struct group_output *output)
{
	if (!group->pid)
		return;
	process_group_ask(group);
	if (!wait_for_first(group, output))
		kill(-group->pid, SIGKILL);
	waitpid(group->pid, &group->status, 0);
	process_group_ask(group);
	wait_for_rest(group->pid, output);
	kill(-group->pid, SIGKILL);
	if (group->undo)
		undo_ended(group->undo, group->pid);
	group->pid = 0;
	if (group->pidfd >= 0)
		close(group->pidfd);
	group->pidfd = -1;
}
