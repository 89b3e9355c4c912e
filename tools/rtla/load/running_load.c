// SPDX-License-Identifier: GPL-2.0
/*
 * A running load: see running_load.h.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/signals.h"
#include "base/times.h"
#include "host/process.h"
#include "host/temporary_folder.h"
#include "load/load_commands.h"
#include "load/running_load.h"

/* The signals that end the command. */
static const int endings[] = { SIGINT, SIGTERM, SIGHUP };

/* Make a folder for temporary files, and go there. */
static enum result running_load_make_folder(struct running_load *load)
{
	int error = temporary_folder_make(load->folder, "rtla-load");

	if (!error) {
		undo_folder(&load->guard.list, load->folder);
		error = chdir(load->folder) ? errno : 0;
	}
	if (!error)
		return RESULT_OK;
	return fail(RESULT_ERROR, "%s: %s: the load needs a folder for files there: set TMPDIR to a folder that can be written",
		    temporary_folder_above(), strerror(error));
}

enum result running_load_begin(struct running_load *load,
			       const struct load_plan *plan,
			       const struct load_values *values)
{
	char command[LOAD_COMMAND_LEN];
	enum result result = RESULT_OK;
	int error;

	*load = (struct running_load) {
		.guard = GUARD_NONE,
		.plan = plan,
		.signals = signals_open(endings, 3),
	};
	for (int i = 0; i < plan->count; i++)
		load->group[i] = PROCESS_GROUP_NONE;
	guard_start(&load->guard, &undo_places, false, false);
	if (load_plan_in_folder(plan))
		result = running_load_make_folder(load);
	for (int i = 0; i < plan->count && !result; i++) {
		load_command_fill(plan->part[i], values, command);
		error = process_group_start(&load->group[i], command,
					    &load->guard.list);
		if (error)
			result = fail(RESULT_ERROR, "%s: %s: it was not started",
				      command, strerror(error));
	}
	return result;
}

/* Print which part ended by itself, and how. */
static enum result tell_end(const struct load_part *part,
			    struct process_group *group)
{
	char text[64];

	process_group_end(group);
	return fail(RESULT_ERROR, "%s: it ended by itself, %s: there is no such load any more",
		    part->needs[0],
		    status_text(group->status, text, sizeof(text)));
}

enum result running_load_wait(struct running_load *load, uint64_t ns,
			      bool *signalled)
{
	struct pollfd fds[LOAD_PARTS_MAX + 1];
	uint64_t end = time_after(time_now(), ns);
	int count = load->plan->count;

	*signalled = false;
	for (int i = 0; i < count; i++)
		fds[i] = (struct pollfd) { .fd = load->group[i].pidfd,
					   .events = POLLIN };
	fds[count] = (struct pollfd) { .fd = load->signals, .events = POLLIN };
	do {
		if (poll(fds, count + 1, ns ? time_until(end) : -1) < 0 &&
		    errno != EINTR)
			return fail(RESULT_ERROR, "poll: %s", strerror(errno));
		*signalled = fds[count].revents;
		for (int i = 0; i < count && !*signalled; i++)
			if (fds[i].revents)
				return tell_end(load->plan->part[i],
						&load->group[i]);
	} while (!*signalled && (!ns || time_now() < end));
	return RESULT_OK;
}

void running_load_end(struct running_load *load)
{
	for (int i = 0; i < load->plan->count; i++)
		process_group_ask(&load->group[i]);
	for (int i = 0; i < load->plan->count; i++)
		process_group_end(&load->group[i]);
	/* The folder is left first, so that it is not in use. */
	if (*load->folder && !chdir("/"))
		temporary_folder_remove(load->folder);
	guard_end(&load->guard);
	if (load->signals >= 0)
		close(load->signals);
}
