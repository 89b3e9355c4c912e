// SPDX-License-Identifier: GPL-2.0
/*
 * What the machine has done: see activity.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "base/times.h"
#include "host/machine.h"
#include "load/activity.h"

static const char *const names[ACTIVITIES] = {
	[ACTIVITY_SWITCHES] = "context switches",
	[ACTIVITY_INTERRUPTS] = "interrupts",
	[ACTIVITY_FORKS] = "forks",
	[ACTIVITY_FAULTS] = "page faults",
	[ACTIVITY_READ] = "sectors read",
	[ACTIVITY_WRITTEN] = "sectors written",
	[ACTIVITY_NETWORK] = "network bytes",
};

const char *activity_name(enum activity_kind kind)
{
	return names[kind];
}

/* Return the number in the line of @text that begins with @key; 0: there is none. */
static uint64_t activity_number_of(const char *text, const char *key)
{
	const char *value = machine_value(text, key);

	return value ? strtoull(value, NULL, 10) : 0;
}

static int read_stat(const struct machine *machine, struct activity *activity)
{
	size_t size;
	char *text = machine_load(machine, &size, "/proc/stat");

	if (!text)
		return errno;
	activity->count[ACTIVITY_SWITCHES] = activity_number_of(text, "ctxt");
	activity->count[ACTIVITY_INTERRUPTS] = activity_number_of(text, "intr");
	activity->count[ACTIVITY_FORKS] = activity_number_of(text, "processes");
	free(text);
	return 0;
}

static void read_faults(const struct machine *machine,
			struct activity *activity)
{
	size_t size;
	char *text = machine_load(machine, &size, "/proc/vmstat");

	if (text)
		activity->count[ACTIVITY_FAULTS] = activity_number_of(text, "pgfault");
	free(text);
}

/*
 * Return whether /proc/diskstats counts for @name what it counts for no other
 * disk. Partitions are not in /sys/block; the sectors of the others are those
 * of the disks below them.
 */
static bool is_disk(const struct machine *machine, const char *name)
{
	static const char *const above[] = { "dm-", "md", "loop" };
	char path[64];

	for (size_t i = 0; i < sizeof(above) / sizeof(above[0]); i++)
		if (!strncmp(name, above[i], strlen(above[i])))
			return false;
	snprintf(path, sizeof(path), "/sys/block/%s", name);
	return machine_has(machine, path) ||
	       !machine_has(machine, "/sys/block");
}

/*
 * A line is "MAJOR MINOR NAME READS MERGED SECTORS MS WRITES MERGED SECTORS"
 * and more.
 */
static void read_disks(const struct machine *machine, struct activity *activity)
{
	uint64_t read, written;
	size_t size;
	char *text = machine_load(machine, &size, "/proc/diskstats");
	char name[33], *rest = text, *line;

	while (rest && (line = strsep(&rest, "\n"))) {
		if (sscanf(line, "%*u %*u %32s %*u %*u %" SCNu64 " %*u %*u %*u %" SCNu64,
			   name, &read, &written) != 3 ||
		    !is_disk(machine, name))
			continue;
		activity->count[ACTIVITY_READ] += read;
		activity->count[ACTIVITY_WRITTEN] += written;
	}
	free(text);
}

/*
 * A line is "NAME: BYTES", seven more figures of what was received, BYTES, and
 * more figures of what was sent. The first two lines are heads.
 */
static void read_network(const struct machine *machine,
			 struct activity *activity)
{
	uint64_t received, sent;
	size_t size;
	char *text = machine_load(machine, &size, "/proc/net/dev");
	char *rest = text, *line;

	while (rest && (line = strsep(&rest, "\n"))) {
		line = strchr(line, ':');
		if (line && sscanf(line, ": %" SCNu64 " %*u %*u %*u %*u %*u %*u %*u %" SCNu64,
				   &received, &sent) == 2)
			activity->count[ACTIVITY_NETWORK] += received + sent;
	}
	free(text);
}

int activity_read(const struct machine *machine, struct activity *activity)
{
	*activity = (struct activity) { .time = time_now() };
	read_faults(machine, activity);
	read_disks(machine, activity);
	read_network(machine, activity);
	return read_stat(machine, activity);
}

double activity_rate(const struct activity *from, const struct activity *to,
		     enum activity_kind kind)
{
	if (to->time <= from->time || to->count[kind] < from->count[kind])
		return 0;
	return (double)(to->count[kind] - from->count[kind]) * NS_PER_SEC /
	       (to->time - from->time);
}

/* The group is field 5 of the file; the name, field 2, may contain anything. */
static bool is_in_group(const struct machine *machine, int pid, pid_t group)
{
	char text[1024], *at;
	int its_group;

	if (machine_read(machine, text, sizeof(text), "/proc/%d/stat", pid))
		return false;
	at = strrchr(text, ')');
	return at && sscanf(at, ") %*c %*d %d", &its_group) == 1 &&
	       its_group == group;
}

uint64_t working_set(const struct machine *machine, pid_t group)
{
	uint64_t largest = 0, smallest = UINT64_MAX, bytes;
	struct names all;
	char text[8192];

	if (machine_names(machine, &all, "/proc"))
		return 0;
	for (int i = 0; i < all.count; i++) {
		int pid = names_number(&all, i);

		if (pid <= 0 || pid == group ||
		    !is_in_group(machine, pid, group) ||
		    machine_read_start(machine, text, sizeof(text),
				       "/proc/%d/status", pid) ||
		    !machine_value(text, "RssAnon"))
			continue;
		bytes = activity_number_of(text, "RssAnon") << 10;
		largest = time_max(largest, bytes);
		smallest = time_min(smallest, bytes);
	}
	names_free(&all);
	return smallest < largest ? largest - smallest : largest;
}
