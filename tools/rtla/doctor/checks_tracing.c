// SPDX-License-Identifier: GPL-2.0
/*
 * Checks of tracing: whether it is possible, and whether other tools trace.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/check.h"
#include "host/machine.h"
#include "host/threads.h"
#include "trace/instance.h"
#include "trace/own_tracers.h"
#include "trace/tracer_users.h"

#define TRACEFS		"/sys/kernel/tracing"
#define TRACEFS_REMEDY	"mount -t tracefs nodev " TRACEFS

/*
 * Return the directory where tracefs is mounted and can be read, or NULL with
 * the reason, an errno, in @error.
 */
static const char *find_tracefs(const struct machine *machine, int *error)
{
	static const char *const places[] = {
		TRACEFS, "/sys/kernel/debug/tracing",
	};
	char tracer[64];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		int other = machine_read(machine, tracer, sizeof(tracer),
					 "%s/current_tracer", places[i]);

		if (!other)
			return places[i];
		if (!i || *error == ENOENT)
			*error = other;
	}
	return NULL;
}

static void look_tracefs(const struct machine *machine, struct finding *finding)
{
	int error = 0;
	const char *tracefs = find_tracefs(machine, &error);

	if (tracefs)
		finding_set(finding, CHECK_OK, NULL, "%s", tracefs);
	else if (error == EACCES || error == EPERM)
		finding_set(finding, CHECK_FAILURE,
			    "run this, and measure, as root",
			    "not for this user: %s", strerror(error));
	else if (error == ENOENT)
		finding_set(finding, CHECK_FAILURE, TRACEFS_REMEDY,
			    "not mounted at " TRACEFS);
	else
		finding_unread(finding, error, TRACEFS "/current_tracer");
}

/* Return the directory of tracefs, or NULL with @finding set to unknown. */
static const char *need_tracefs(const struct machine *machine,
				struct finding *finding)
{
	int error = 0;
	const char *tracefs = find_tracefs(machine, &error);

	if (!tracefs)
		finding_unread(finding, error, TRACEFS);
	return tracefs;
}

static void look_current_tracer(const struct machine *machine,
				struct finding *finding)
{
	const char *tracefs = need_tracefs(machine, finding);
	char tracer[64];
	int error;

	if (!tracefs)
		return;
	error = machine_read(machine, tracer, sizeof(tracer),
			     "%s/current_tracer", tracefs);
	if (error) {
		finding_unread(finding, error, TRACEFS "/current_tracer");
	} else if (!strcmp(tracer, "nop")) {
		finding_set(finding, CHECK_OK, NULL, "none");
	} else {
		finding_set(finding, CHECK_WARNING, NULL,
			    "%s: its overhead is measured, too", tracer);
		finding_command(finding, "echo nop > %s/current_tracer",
			       tracefs);
		finding_change(machine, finding, "nop", "%s/current_tracer",
			       tracefs);
	}
}

static int checks_tracing_count_lines(const char *text)
{
	int count = 0;

	/* The last line may have no newline. */
	for (; *text; text++)
		count += *text == '\n' || !text[1];
	return count;
}

/*
 * Return how many lines the file @name of tracefs has, which may be 0, or -1
 * with errno set.
 */
static int lines_in(const struct machine *machine, const char *folder,
		    const char *name)
{
	size_t size;
	char *text = machine_load(machine, &size, "%s/%s", folder, name);
	int count = text ? checks_tracing_count_lines(text) : -1;
	int error = errno;

	free(text);
	errno = error;
	return count;
}

/*
 * Return how many lines the file @name of tracefs has. If it has none or cannot
 * be read, report that and return 0; @missing says why the file may not exist.
 */
static int find_lines(const struct machine *machine, struct finding *finding,
		      const char *name, const char *missing)
{
	const char *tracefs = need_tracefs(machine, finding);
	char path[64];
	int count, error;

	if (!tracefs)
		return 0;
	count = lines_in(machine, tracefs, name);
	error = errno;
	if (count > 0)
		return count;
	snprintf(path, sizeof(path), TRACEFS "/%s", name);
	if (!count)
		finding_set(finding, CHECK_OK, NULL, "none");
	else if (error == ENOENT && missing)
		finding_set(finding, CHECK_OK, NULL, "%s", missing);
	else
		finding_unread(finding, error, path);
	return 0;
}

static void look_trace_events(const struct machine *machine,
			      struct finding *finding)
{
	int count = find_lines(machine, finding, "set_event", NULL);

	if (!count)
		return;
	finding_set(finding, CHECK_WARNING, NULL, "%d on", count);
	finding_command(finding, "echo > %s/set_event",
		       need_tracefs(machine, finding));
}

static void look_function_tracing(const struct machine *machine,
				  struct finding *finding)
{
	int count = find_lines(machine, finding, "enabled_functions",
			       "not in this kernel");

	if (count)
		finding_set(finding, CHECK_WARNING,
			    "end what traces them: ftrace, kprobes, BPF; live patches stay",
			    "%d traced", count);
}

/*
 * Return whether the trace instance @name has a tracer or events, so that
 * another tool traces there. Those that measure with the kernel's own tracers
 * are what left_threads is about. The name may contain any character.
 */
static bool is_used(const struct machine *machine, const char *tracefs,
		    const char *name)
{
	char tracer[64], event[2], folder[512];

	snprintf(folder, sizeof(folder), "%s/instances/%s", tracefs, name);
	if (!machine_read(machine, tracer, sizeof(tracer), "%s/current_tracer",
			  folder) && strcmp(tracer, "nop"))
		return !own_tracers_has(tracer);
	return !machine_read_start(machine, event, sizeof(event),
				   "%s/set_event", folder);
}

static void look_instances(const struct machine *machine,
			   struct finding *finding)
{
	const char *tracefs = need_tracefs(machine, finding);
	char used[256] = "";
	struct names names;
	int error, others = 0;

	if (!tracefs)
		return;
	error = machine_names(machine, &names, "%s/instances", tracefs);
	if (error) {
		finding_unread(finding, error, TRACEFS "/instances");
		return;
	}
	for (int i = 0; i < names.count; i++) {
		const char *name = names.entry[i]->d_name;
		size_t length = strlen(used);

		/* This check is about other tools, not about runs of rtla. */
		if (!strncmp(name, INSTANCE_PREFIX, strlen(INSTANCE_PREFIX)) ||
		    !is_used(machine, tracefs, name))
			continue;
		snprintf(used + length, sizeof(used) - length, "%s%.32s",
			 length ? ", " : "", name);
		others++;
	}
	if (others)
		finding_set(finding, CHECK_WARNING, "end the tools that trace there",
			    "%d in use: %s", others, used);
	else
		finding_set(finding, CHECK_OK, NULL, "none in use");
	names_free(&names);
}

/* ---- Measuring threads of the kernel's own tracers ----------------------- */

/* The threads of instances with such a tracer, whose command may be gone. */
struct left {
	const struct machine *machine;
	char gone[256];		/* the tracers, with the CPUs of their threads */
	char commands[512];	/* what ends them */
	char others[256];	/* tracers, and the processes that measure with them */
	bool unseen;		/* whether a command is gone can only root see */
};

static void __attribute__((format(printf, 3, 4)))
add_left(char *text, size_t size, const char *format, ...)
{
	size_t used = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + used, size - used, format, args);
	va_end(args);
}

/* Return of which CPUs there are measuring threads of @tracer. */
static struct cpus cpus_of_threads(const struct machine *machine,
				   const char *tracer)
{
	const struct thread_list *all = machine_threads(machine);
	struct cpus cpus = { { 0 } };

	for (int i = 0; i < all->count; i++) {
		const struct thread *thread = &all->thread[i];
		int cpu = thread->is_kernel ?
			  own_tracers_cpu(tracer, thread->name) : -1;

		if (cpu >= 0 && cpu < CPUS_MAX)
			cpus_add(&cpus, cpu);
	}
	return cpus;
}

static void see_left(const struct tracer_user *user, void *to)
{
	struct left *left = to;
	struct cpus cpus = cpus_of_threads(left->machine, user->tracer);
	int process = tracer_user_process(left->machine, user);
	const char *name = *user->name ? user->name : "the top-level instance";
	struct cpu_text list = cpu_list(&cpus);
	char threads[128];

	snprintf(threads, sizeof(threads), "%s%s%.64s", user->tracer,
		 *list.text ? "/" : "", list.text);
	/* A run of rtla is no other tool, and has its own check of the module. */
	if (process > 0 && !strncmp(user->name, INSTANCE_PREFIX, strlen(INSTANCE_PREFIX)))
		return;
	if (process > 0) {
		add_left(left->others, sizeof(left->others),
			 "%s%s in %.64s for process %d",
			 *left->others ? ", " : "", threads, name, process);
		return;
	}
	left->unseen |= process < 0;
	add_left(left->gone, sizeof(left->gone), "%s%s in %.64s",
		 *left->gone ? ", " : "", threads, name);
	add_left(left->commands, sizeof(left->commands),
		 "%secho nop > %s/current_tracer", *left->commands ? "; " : "",
		 user->folder);
	if (*user->name)
		add_left(left->commands, sizeof(left->commands), "; rmdir %s",
			 user->folder);
}

/*
 * A command that is killed leaves its instance, and with it the threads that
 * measure on each CPU, for most of the time with osnoise.
 */
static void look_left_threads(const struct machine *machine,
			      struct finding *finding)
{
	struct left left = { .machine = machine };

	if (!need_tracefs(machine, finding))
		return;
	tracer_users_each(machine, see_left, &left);
	if (*left.gone && left.unseen)
		finding_set(finding, CHECK_WARNING, NULL,
			    "%s: whether their command is gone, only root can see",
			    left.gone);
	else if (*left.gone)
		finding_set(finding, CHECK_WARNING, NULL, "%s: their command is gone",
			    left.gone);
	else if (*left.others)
		finding_set(finding, CHECK_WARNING, "wait for its end, or end it",
			    "%s", left.others);
	else
		finding_set(finding, CHECK_OK, NULL, "none");
	if (*left.gone)
		finding_command(finding, "%s", left.commands);
}

const struct check tracing_checks[] = {
	{ "tracefs", 0, "the files that traces are read from",
	  look_tracefs, TRACEFS_REMEDY },
	{ "current_tracer", 82, "the tracer that another tool has set",
	  look_current_tracer, "see tracefs" },
	{ "trace_events", 39, "events that other tools trace",
	  look_trace_events, "see tracefs" },
	{ "trace_instances", 38, "trace instances that other tools use",
	  look_instances, "see tracefs" },
	{ "left_threads", 88, "measuring threads of the kernel's own tracers",
	  look_left_threads, "see tracefs" },
	{ "function_tracing", 52, "functions that any tool traces",
	  look_function_tracing, "see tracefs" },
	{ .name = NULL }
};
