// SPDX-License-Identifier: GPL-2.0
/*
 * Users of the kernel's own tracers: see tracer_users.h.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
#include "host/tracing_settings.h"
#include "trace/instance.h"
#include "trace/own_tracers.h"
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
 * Return whether the instance @name, or "" at the top, has one on, and fill in
 * @user.
 */
static bool has_one(const struct machine *machine, const char *name,
		    struct tracer_user *user)
{
	snprintf(user->name, sizeof(user->name), "%s", name);
	snprintf(user->folder, sizeof(user->folder), "%s%s%s",
		 *name ? INSTANCES : TRACING_ROOT, *name ? "/" : "", name);
	return !machine_read(machine, user->tracer, sizeof(user->tracer),
			     "%s/current_tracer", user->folder) &&
	       own_tracers_has(user->tracer);
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
	struct tracer_user user;
	struct names names;
	bool run = false;

	if (machine_names(machine, &names, INSTANCES))
		return false;
	for (int i = 0; i < names.count && !run; i++) {
		const char *name = names.entry[i]->d_name;
		int pid = process_of(name);

		if ((pid && !runs(machine, pid)) || !has_one(machine, name, &user))
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
	struct tracer_user user;

	if (!has_one(machine, "", &user))
		return find_instances(users, machine);
	tell_top(users);
	return true;
}

void tracer_users_each(const struct machine *machine,
		       void (*see)(const struct tracer_user *user, void *to),
		       void *to)
{
	struct tracer_user user;
	struct names names;

	if (has_one(machine, "", &user))
		see(&user, to);
	if (machine_names(machine, &names, INSTANCES))
		return;
	for (int i = 0; i < names.count; i++)
		if (has_one(machine, names.entry[i]->d_name, &user))
			see(&user, to);
	names_free(&names);
}

/* ---- Who has a file open ------------------------------------------------- */

/*
 * Return whether the file @path is one of @user's instance. Tracefs may be
 * mounted at two places.
 */
static bool is_file_of(const struct tracer_user *user, const char *path)
{
	static const char folder[] = "/instances/";
	const char *instance = strstr(path, folder);
	size_t length = strlen(user->name);

	if (!*user->name)
		return !instance && strstr(path, "/tracing/");
	if (!instance)
		return false;
	instance += strlen(folder);
	return !strncmp(instance, user->name, length) && instance[length] == '/';
}

/*
 * Return 1 if process @pid has a file of the instance open, 0 if it has none,
 * or -1 if this user cannot see that.
 */
static int has_file_of(const struct machine *machine, int pid,
		       const struct tracer_user *user)
{
	struct names names;
	char path[512];
	bool found = false;
	int error = machine_names(machine, &names, "/proc/%d/fd", pid);

	if (error)
		return error == EACCES || error == EPERM ? -1 : 0;
	for (int i = 0; i < names.count && !found; i++)
		found = !machine_link(machine, path, sizeof(path), "/proc/%d/fd/%s",
				      pid, names.entry[i]->d_name) &&
			is_file_of(user, path);
	names_free(&names);
	return found;
}

int tracer_user_process(const struct machine *machine,
			const struct tracer_user *user)
{
	int run = process_of(user->name), found = 0;
	struct names names;

	if (run)
		return runs(machine, run) ? run : 0;
	if (machine_names(machine, &names, "/proc"))
		return -1;
	for (int i = 0; i < names.count && found <= 0; i++) {
		int pid = names_number(&names, i);
		int has = pid > 0 ? has_file_of(machine, pid, user) : 0;

		if (has)
			found = has > 0 ? pid : -1;
	}
	names_free(&names);
	return found;
}
