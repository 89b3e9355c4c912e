// SPDX-License-Identifier: GPL-2.0
/*
 * Users of the kernel's own tracers: see tracer_users.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
#include "host/tracing_settings.h"
#include "trace/instance.h"
#include "trace/tracer_users.h"

#define INSTANCES	TRACING_ROOT "/instances"
#define SAME		"whose settings are the same for all"

/* Add to @text as snprintf() does; what does not fit is left out. */
static void __attribute__((format(printf, 3, 4)))
append_words(char *text, size_t size, const char *format, ...)
{
	size_t used = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + used, size - used, format, args);
	va_end(args);
}

/*
 * Return whether the instance, with a '/' before its name, or "" at the top has
 * one on.
 */
static bool has_one(const struct machine *machine, const char *instance)
{
	char tracer[64];

	return !machine_read(machine, tracer, sizeof(tracer),
			     "%s%s/current_tracer",
			     *instance ? INSTANCES : TRACING_ROOT, instance) &&
	       (!strcmp(tracer, "timerlat") || !strcmp(tracer, "osnoise"));
}

/* Return the process of a run of rtla, or 0 if the instance is none of these. */
static int process_of(const char *name)
{
	size_t prefix = strlen(INSTANCE_PREFIX);

	return strncmp(name, INSTANCE_PREFIX, prefix) ? 0 : atoi(name + prefix);
}

static bool runs(const struct machine *machine, int pid)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d", pid);
	return machine_has(machine, path);
}

/* Instances that may have been left: nothing tells whether anybody still uses them. */
struct others {
	char names[256];
	char folders[420];
	int count;
};

static void tell_others(struct tracer_users *users, const struct others *others)
{
	bool many = others->count > 1;

	snprintf(users->why, sizeof(users->why),
		 "instance%s %s ha%s the kernel's own tracer on, " SAME,
		 many ? "s" : "", others->names, many ? "ve" : "s");
	snprintf(users->remedy, sizeof(users->remedy),
		 "end what uses %s, or if nothing does, run 'rmdir%s'",
		 many ? "them" : "it", others->folders);
}

static void tell_run(struct tracer_users *users, const char *name)
{
	snprintf(users->why, sizeof(users->why),
		 "instance %s: process %d measures with the kernel's own tracer, " SAME,
		 name, process_of(name));
	snprintf(users->remedy, sizeof(users->remedy),
		 "wait for its end, or load the module");
}

static void tell_top(struct tracer_users *users)
{
	snprintf(users->why, sizeof(users->why),
		 "the kernel's own tracer is on in the top-level instance, and its settings are the same for all");
	snprintf(users->remedy, sizeof(users->remedy),
		 "run 'echo nop > " TRACING_ROOT "/current_tracer', or load the module");
}

/* Look at the instances; those that may have been left are reported together. */
static bool find_instances(struct tracer_users *users,
			   const struct machine *machine)
{
	struct others others = { .count = 0 };
	struct names names;
	bool run = false;

	if (machine_names(machine, &names, INSTANCES))
		return false;
	for (int i = 0; i < names.count && !run; i++) {
		const char *name = names.entry[i]->d_name;
		int pid = process_of(name);
		char folder[NAME_MAX + 2];

		snprintf(folder, sizeof(folder), "/%s", name);
		if ((pid && !runs(machine, pid)) || !has_one(machine, folder))
			continue;
		run = pid;
		if (run)
			tell_run(users, name);
		append_words(others.names, sizeof(others.names), "%s%s",
		    others.count++ ? ", " : "", name);
		append_words(others.folders, sizeof(others.folders), " " INSTANCES "/%s",
		    name);
	}
	names_free(&names);
	if (others.count && !run)
		tell_others(users, &others);
	return others.count;
}

bool tracer_users_find(struct tracer_users *users,
		       const struct machine *machine)
{
	if (!has_one(machine, ""))
		return find_instances(users, machine);
	tell_top(users);
	return true;
}
