// SPDX-License-Identifier: GPL-2.0
/*
 * Actions: see actions.h.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/printable.h"
#include "options/action_list.h"
#include "run/actions.h"
#include "trace/trace_file.h"

/* A message shows at most this many characters of a shell command. */
#define COMMAND_SHOWN	200

/* Do one action. If it fails, return false, with the reason in @why. */
typedef bool perform_fn(struct actor *actor, const struct action *action,
			char *why, size_t size);

/*
 * Save the trace, and print where it is. Return NULL, or why that failed. The
 * words are those of upstream's rtla, for which scripts look, though all of it
 * is saved already: nobody is told of a file that is not there.
 */
static const char *actions_save_and_tell(struct actor *actor, const char *path)
{
	const char *why = trace_saver_save(&actor->saver, path,
					   &actor->patience);

	if (!why) {
		printf("  Saving trace to ");
		visible_print(stdout, 0, path);
		putchar('\n');
		fflush(stdout);
	}
	return why;
}

static bool actions_save_trace(struct actor *actor, const struct action *action,
			       char *why, size_t size)
{
	const char *reason = actions_save_and_tell(actor, action->text);

	snprintf(why, size, "%s", reason ?: "");
	return !reason;
}

static bool send_signal(struct actor *actor, const struct action *action,
			char *why, size_t size)
{
	int failed;

	(void)actor;
	fflush(stdout);
	failed = kill(action->pid ?: getppid(), action->signal);
	snprintf(why, size, "%s", strerror(errno));
	return !failed;
}

static bool actions_run_command(struct actor *actor,
				const struct action *action, char *why,
				size_t size)
{
	int status;

	fflush(stdout);
	status = shell_run(action->text, &actor->patience);
	status_text(status, why, size);
	return !status;
}

static perform_fn *const perform[] = {
	[ACTION_TRACE] = actions_save_trace,
	[ACTION_SIGNAL] = send_signal,
	[ACTION_SHELL] = actions_run_command,
};

/* Print an action as it is written on the command line. */
static void actions_describe(const struct action *action, char *text,
			     size_t size)
{
	switch (action->type) {
	case ACTION_TRACE:
		snprintf(text, size, "trace,file=%s", action->text);
		break;
	case ACTION_SIGNAL:
		if (action->pid)
			snprintf(text, size, "signal,num=%d,pid=%d",
				 action->signal, action->pid);
		else
			snprintf(text, size, "signal,num=%d,pid=parent",
				 action->signal);
		break;
	case ACTION_SHELL:
		snprintf(text, size, "shell,command=%.*s%s", COMMAND_SHOWN,
			 action->text,
			 strlen(action->text) > COMMAND_SHOWN ? "..." : "");
		break;
	case ACTION_CONTINUE:
		snprintf(text, size, "continue");
		break;
	}
}

static bool saved(struct actor *actor, const char *option, const char *path,
		  const char *why)
{
	if (why)
		snprintf(actor->failure, sizeof(actor->failure),
			 "%s %s: %s: the trace is not saved", option, path, why);
	return !why;
}

bool actions_save(struct actor *actor, const char *path)
{
	return saved(actor, "--trace", path, actions_save_and_tell(actor, path));
}

bool actions_keep(struct actor *actor, const char *path)
{
	return saved(actor, "--keep", path,
		     trace_saver_save(&actor->saver, path, &actor->patience));
}

enum actions_end actions_perform(struct actor *actor, const char *option,
				 const struct actions *actions)
{
	char text[COMMAND_SHOWN + 64], why[128];

	for (int i = 0; i < actions->count; i++) {
		const struct action *action = &actions->action[i];

		if (action->type == ACTION_CONTINUE)
			return ACTIONS_CONTINUE;
		if (perform[action->type](actor, action, why, sizeof(why)))
			continue;
		actions_describe(action, text, sizeof(text));
		snprintf(actor->failure, sizeof(actor->failure),
			 "%s %s: %s: %s", option, text, why,
			 i + 1 < actions->count ?
			 "the actions after it were not done" :
			 "the action was not completed");
		return ACTIONS_FAILED;
	}
	return ACTIONS_DONE;
}
