// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events: see synthetic.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "trace/synthetic.h"

/* From the directory of an instance. */
#define EVENTS_FILE	"../../synthetic_events"

/*
 * The events in whose triggers it is made: one whose trigger uses another's is
 * first.
 */
static const char *const makers[] = { "sched/sched_switch", "sched/sched_waking" };

const char *synthetic_name(char *text, const char *instance)
{
	snprintf(text, SYNTHETIC_LEN, "%s", instance);
	for (char *at = text; (at = strpbrk(at, ".-"));)
		*at = '_';
	return text;
}

/*
 * Write to the list of all synthetic events. If it was cut off, all would be
 * removed.
 */
static int write_list(int dir, const char *line)
{
	int fd = openat(dir, EVENTS_FILE, O_WRONLY | O_APPEND | O_CLOEXEC);
	int error = 0;

	if (fd < 0)
		return errno;
	if (write(fd, line, strlen(line)) < 0)
		error = errno;
	close(fd);
	return error;
}

int synthetic_add(int dir, const char *instance, const char *fields)
{
	char name[SYNTHETIC_LEN];
	char line[256];

	snprintf(line, sizeof(line), "%s %s\n", synthetic_name(name, instance),
		 fields);
	return write_list(dir, line);
}

/* Remove all triggers of an event: the kernel does that when the file is cut off. */
static void remove_triggers(int dir, const char *event)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "events/%s/trigger", event);
	fd = openat(dir, path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd >= 0)
		close(fd);
}

int synthetic_remove(int dir, const char *instance)
{
	char name[SYNTHETIC_LEN], path[96], line[96];

	synthetic_name(name, instance);
	snprintf(path, sizeof(path), "events/" SYNTHETIC_SYSTEM "/%s", name);
	if (faccessat(dir, path, F_OK, 0))
		return 0;
	for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++)
		remove_triggers(dir, makers[i]);
	remove_triggers(dir, path + strlen("events/"));
	snprintf(line, sizeof(line), "!%s\n", name);
	return write_list(dir, line);
}
