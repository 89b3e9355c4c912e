// SPDX-License-Identifier: GPL-2.0
/*
 * BPF actions. They need libbpf; the command can also be built without it.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "run/bpf_action.h"

/* Upstream's rtla prints the same text if it cannot run BPF programs. */
#define NOT_SUPPORTED	"--bpf-action %s: BPF actions are not supported in tracefs-only mode"

#ifdef HAVE_LIBBPF

#include <bpf/libbpf.h>

#define HANDLER		"action_handler"

struct bpf_action {
	struct bpf_object *object;
	struct bpf_program *program;
	struct bpf_link *link;
};

/*
 * Print a message of libbpf. This is for --debug only: libbpf prints many
 * messages, also about programs that it accepts.
 */
static int bpf_action_say(enum libbpf_print_level level, const char *format,
			  va_list args)
{
	char line[512];

	(void)level;
	vsnprintf(line, sizeof(line), format, args);
	line[strcspn(line, "\n")] = '\0';
	note("--bpf-action: %s", line);
	return 0;
}

/* Return the text for errno. libbpf has its own error codes. */
static const char *reason(char *text, size_t size)
{
	libbpf_strerror(errno, text, size);
	return text;
}

static enum result bpf_action_open(struct bpf_action *action, const char *path)
{
	struct stat status;
	char why[128];

	/* libbpf would wait until somebody writes to a FIFO. */
	if (!stat(path, &status) && !S_ISREG(status.st_mode))
		return fail(RESULT_ERROR, "--bpf-action %s: no regular file: name an object file for BPF",
			    path);
	action->object = bpf_object__open_file(path, NULL);
	if (!action->object)
		return fail(RESULT_ERROR, "--bpf-action %s: %s: name an object file for BPF",
			    path, reason(why, sizeof(why)));
	action->program = bpf_object__find_program_by_name(action->object,
							   HANDLER);
	if (!action->program)
		return fail(RESULT_ERROR, "--bpf-action %s: no function " HANDLER ": give the action this name",
			    path);
	if (bpf_program__type(action->program) != BPF_PROG_TYPE_TRACEPOINT)
		return fail(RESULT_ERROR, "--bpf-action %s: " HANDLER " is not in a section tp/...: put it there with SEC(\"tp/timerlat_action\")",
			    path);
	if (bpf_object__load(action->object))
		return fail(RESULT_ERROR, "--bpf-action %s: %s: the kernel rejected it: --debug shows why",
			    path, reason(why, sizeof(why)));
	return RESULT_OK;
}

enum result bpf_action_load(struct bpf_action **loaded, const char *path,
			    bool debug)
{
	const char *forbidden = getenv("RTLA_NO_BPF");
	struct bpf_action *action;
	enum result result;

	*loaded = NULL;
	if (forbidden && !strcmp(forbidden, "1"))
		return fail(RESULT_ERROR, NOT_SUPPORTED ": unset RTLA_NO_BPF",
			    path);
	action = calloc(1, sizeof(*action));
	if (!action)
		return fail(RESULT_ERROR, "out of memory");
	libbpf_set_print(debug ? bpf_action_say : NULL);
	result = bpf_action_open(action, path);
	if (result) {
		bpf_action_free(action);
		return result;
	}
	*loaded = action;
	return RESULT_OK;
}

enum result bpf_action_attach(struct bpf_action *action, const char *system,
			      const char *event)
{
	char why[128];

	action->link = bpf_program__attach_tracepoint(action->program, system,
						      event);
	if (action->link)
		return RESULT_OK;
	return fail(RESULT_ERROR, "--bpf-action: %s:%s: %s: the action is not attached",
		    system, event, reason(why, sizeof(why)));
}

void bpf_action_free(struct bpf_action *action)
{
	if (!action)
		return;
	bpf_link__destroy(action->link);
	bpf_object__close(action->object);
	free(action);
}

#else

enum result bpf_action_load(struct bpf_action **loaded, const char *path,
			    bool debug)
{
	(void)debug;
	*loaded = NULL;
	return fail(RESULT_ERROR, NOT_SUPPORTED ": build this tool with libbpf, or use --on-threshold",
		    path);
}

enum result bpf_action_attach(struct bpf_action *action, const char *system,
			      const char *event)
{
	(void)action;
	(void)system;
	(void)event;
	return RESULT_ERROR;
}

void bpf_action_free(struct bpf_action *action)
{
	(void)action;
}

#endif
