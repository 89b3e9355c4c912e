// SPDX-License-Identifier: GPL-2.0
/*
 * Who measures with the module: see module_sessions.h.
 */
#include <stdio.h>
#include <string.h>

#include "doctor/module_sessions.h"
#include "host/machine.h"
#include "uapi/rtla.h"

/* Copy the first line of what follows @key in @info; return whether it has any. */
static bool fdinfo_word(const char *info, const char *key, char *word,
			size_t size)
{
	const char *value = machine_value(info, key);

	snprintf(word, size, "%.*s", value ? (int)strcspn(value, "\n") : 0,
		 value ?: "");
	return *word;
}

/*
 * Read the CPUs of the session of a descriptor; return false if it has none, or
 * not @place on them.
 */
static bool read_session(const struct machine *machine, int pid,
			 const char *descriptor, const char *place,
			 struct cpus *cpus)
{
	char info[CPUS_TEXT_SIZE + 256], has[32], list[CPUS_TEXT_SIZE];

	return !machine_read(machine, info, sizeof(info), "/proc/%d/fdinfo/%s",
			     pid, descriptor) &&
	       fdinfo_word(info, "rtla-place", has, sizeof(has)) &&
	       !strcmp(has, place) &&
	       fdinfo_word(info, "rtla-cpus", list, sizeof(list)) &&
	       cpus_parse(cpus, list);
}

/* Return the CPUs that the sessions of process @pid have. */
static struct cpus cpus_of_process(const struct machine *machine, int pid,
				   const char *place)
{
	struct cpus all = { { 0 } }, cpus;
	struct names names;
	char path[64];

	if (machine_names(machine, &names, "/proc/%d/fd", pid))
		return all;
	for (int i = 0; i < names.count; i++) {
		const char *descriptor = names.entry[i]->d_name;

		if (!machine_link(machine, path, sizeof(path),
				  "/proc/%d/fd/%s", pid, descriptor) &&
		    !strcmp(path, RTLA_DEVICE_PATH) &&
		    read_session(machine, pid, descriptor, place, &cpus))
			cpus_add_all(&all, &cpus);
	}
	names_free(&names);
	return all;
}

static void add_process_name(const struct machine *machine, int pid, char *text,
			     size_t size)
{
	size_t used = strlen(text);
	char name[64];

	if (machine_read(machine, name, sizeof(name), "/proc/%d/comm", pid))
		snprintf(name, sizeof(name), "a program");
	snprintf(text + used, size - used, "%s%s (process %d)",
		 used ? ", " : "", name, pid);
}

/* A child may have its parent's descriptor: it has no CPU that is not known yet. */
bool module_sessions_find(struct module_sessions *sessions,
			  const struct machine *machine, const char *place)
{
	struct names names;

	*sessions = (struct module_sessions) { .processes = "" };
	if (machine_names(machine, &names, "/proc"))
		return false;
	for (int i = 0; i < names.count; i++) {
		int pid = names_number(&names, i);
		struct cpus cpus;

		if (pid <= 0)
			continue;
		cpus = cpus_of_process(machine, pid, place);
		cpus = cpus_both(&cpus, &machine->cpus);
		cpus = cpus_without(&cpus, &sessions->cpus);
		if (cpus_empty(&cpus))
			continue;
		cpus_add_all(&sessions->cpus, &cpus);
		add_process_name(machine, pid, sessions->processes,
				 sizeof(sessions->processes));
	}
	names_free(&names);
	return !cpus_empty(&sessions->cpus);
}
