// SPDX-License-Identifier: GPL-2.0
/*
 * The names of threads in a trace as text: see thread_names.h.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/thread_names.h"

/* How the kernel prints a thread whose name it does not know, before the pid. */
#define UNKNOWN		"           <...>-"
#define NAME_WIDTH	16

/* The inode number of the first pid namespace, whose ids are those in a trace. */
#define FIRST_NAMESPACE	"pid:[4026531836]"

static bool ids_are_ours(void)
{
	char name[sizeof(FIRST_NAMESPACE)] = "";

	return readlink("/proc/self/ns/pid", name, sizeof(name) - 1) > 0 &&
	       !strcmp(name, FIRST_NAMESPACE);
}

bool thread_name_read(int pid, char name[16])
{
	char path[32];
	FILE *in;

	*name = '\0';
	if (!ids_are_ours())
		return false;
	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	in = fopen(path, "re");
	if (!in)
		return false;
	if (!fgets(name, 16, in))
		*name = '\0';
	name[strcspn(name, "\n")] = '\0';
	fclose(in);
	return *name;
}

/* Return the name of the thread, looked up only once; "" if it is not known. */
static const char *thread_names_find(struct thread_names *names, int pid)
{
	int place = pid & (THREAD_NAMES - 1);

	if (names->known[place].pid != pid) {
		names->known[place].pid = pid;
		thread_name_read(pid, names->known[place].name);
	}
	return names->known[place].name;
}

void thread_names_know(struct thread_names *names, int pid)
{
	if (pid > 0)
		thread_names_find(names, pid);
}

void thread_names_put(struct thread_names *names, char *line)
{
	char text[NAME_WIDTH + 1];
	const char *name;
	int pid;

	if (strncmp(line, UNKNOWN, strlen(UNKNOWN)))
		return;
	pid = atoi(line + strlen(UNKNOWN));
	name = pid > 0 ? thread_names_find(names, pid) : "";
	if (!*name)
		return;
	snprintf(text, sizeof(text), "%*s", NAME_WIDTH, name);
	memcpy(line, text, NAME_WIDTH);
}
