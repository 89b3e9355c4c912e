// SPDX-License-Identifier: GPL-2.0
/*
 * Process groups: see process_group.h.
 */
#include <errno.h>
#include <paths.h>
#include <poll.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

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
 * Wait until the rest of the group has ended, for PATIENCE_MS at most: its
 * first process may end before the others.
 */
static void wait_for_rest(pid_t pid)
{
	for (int ms = PATIENCE_MS; ms > 0 && !kill(-pid, 0); ms -= PAUSE_MS)
		poll(NULL, 0, PAUSE_MS);
}

void process_group_end(struct process_group *group)
{
	struct pollfd end = { .fd = group->pidfd, .events = POLLIN };

	if (!group->pid)
		return;
	process_group_ask(group);
	if (poll(&end, 1, PATIENCE_MS) <= 0)
		kill(-group->pid, SIGKILL);
	waitpid(group->pid, &group->status, 0);
	process_group_ask(group);
	wait_for_rest(group->pid);
	kill(-group->pid, SIGKILL);
	if (group->undo)
		undo_ended(group->undo, group->pid);
	group->pid = 0;
	if (group->pidfd >= 0)
		close(group->pidfd);
	group->pidfd = -1;
}
