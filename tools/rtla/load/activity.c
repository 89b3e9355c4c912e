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
	[ACTIVITY_NET_SOFTIRQS] = "network softirqs",
	[ACTIVITY_BLOCK_SOFTIRQS] = "block softirqs",
	[ACTIVITY_FORKS] = "forks",
	[ACTIVITY_FAULTS] = "page faults",
	[ACTIVITY_READ] = "sectors read",
	[ACTIVITY_WRITTEN] = "sectors written",
	[ACTIVITY_OUTPUT] = "its written bytes",
	[ACTIVITY_PACKETS] = "device packets",
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

/* Return the sum of the numbers at the start of @text. */
static uint64_t sum_numbers(const char *text)
{
	uint64_t number, sum = 0;
	char *end;

	while (number = strtoull(text, &end, 10), end != text) {
		sum += number;
		text = end;
	}
	return sum;
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

/* A line is "NAME: COUNT COUNT ...", with a count for each CPU. */
static void read_softirqs(const struct machine *machine,
			  struct activity *activity)
{
	static const struct {
		const char *name;
		enum activity_kind kind;
	} kinds[] = {
		{ "NET_RX", ACTIVITY_NET_SOFTIRQS },
		{ "NET_TX", ACTIVITY_NET_SOFTIRQS },
		{ "BLOCK", ACTIVITY_BLOCK_SOFTIRQS },
	};
	size_t size;
	char *text = machine_load(machine, &size, "/proc/softirqs");
	char name[16], *rest = text, *line, *count;

	while (rest && (line = strsep(&rest, "\n"))) {
		count = strchr(line, ':');
		if (!count || sscanf(line, " %15[^: ]", name) != 1)
			continue;
		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
			if (!strcmp(name, kinds[i].name))
				activity->count[kinds[i].kind] +=
					sum_numbers(count + 1);
	}
	free(text);
}

/*
 * A line is "NAME: BYTES PACKETS", six more figures of what was received, BYTES
 * PACKETS, and more figures of what was sent. The first two lines are heads.
 * What passes lo makes no interrupts.
 */
static uint64_t packets_of(const struct machine *machine, const char *process)
{
	uint64_t received, sent, all = 0;
	size_t size;
	char *text = machine_load(machine, &size, "/proc/%s/net/dev", process);
	char name[32], *rest = text, *line;

	while (rest && (line = strsep(&rest, "\n")))
		if (sscanf(line, " %31[^: ]: %*u %" SCNu64 " %*u %*u %*u %*u %*u %*u %*u %" SCNu64,
			   name, &received, &sent) == 3 && strcmp(name, "lo"))
			all += received + sent;
	free(text);
	return all;
}

void activity_add_children(const struct machine *machine,
			   struct activity *activity, pid_t pid)
{
	char ours[64], theirs[64], text[4096], *rest = text, *child;
	uint64_t most = 0;

	if (machine_link(machine, ours, sizeof(ours), "/proc/self/ns/net") ||
	    machine_read_start(machine, text, sizeof(text),
			       "/proc/%d/task/%d/children", pid, pid))
		return;
	while ((child = strsep(&rest, " ")))
		if (*child &&
		    !machine_link(machine, theirs, sizeof(theirs),
				  "/proc/%s/ns/net", child) &&
		    strcmp(ours, theirs))
			most = time_max(most, packets_of(machine, child));
	activity->count[ACTIVITY_PACKETS] += most;
}

int activity_read(const struct machine *machine, struct activity *activity)
{
	*activity = (struct activity) { .time = time_now() };
	read_faults(machine, activity);
	read_disks(machine, activity);
	read_softirqs(machine, activity);
	activity->count[ACTIVITY_PACKETS] = packets_of(machine, "self");
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

/* Call @use for each process of @group, with its number. */
static void group_for_each(const struct machine *machine, pid_t group,
			   void (*use)(const struct machine *machine, int pid,
				       void *context), void *context)
{
	struct names all;

	if (machine_names(machine, &all, "/proc"))
		return;
	for (int i = 0; i < all.count; i++) {
		int pid = names_number(&all, i);

		if (pid > 0 && is_in_group(machine, pid, group))
			use(machine, pid, context);
	}
	names_free(&all);
}

/* The file of a process has what its ended children have written, too. */
static void add_output(const struct machine *machine, int pid, void *context)
{
	struct activity *activity = context;
	char text[512];

	if (!machine_read(machine, text, sizeof(text), "/proc/%d/io", pid))
		activity->count[ACTIVITY_OUTPUT] +=
			activity_number_of(text, "write_bytes");
}

void activity_add_output(const struct machine *machine,
			 struct activity *activity, pid_t group)
{
	uint64_t *count = &activity->count[ACTIVITY_OUTPUT], own;
	char text[512];

	group_for_each(machine, group, add_output, activity);
	if (machine_read(machine, text, sizeof(text), "/proc/%d/task/%d/io",
			 group, group))
		return;
	own = activity_number_of(text, "write_bytes");
	*count -= own < *count ? own : *count;
}

/* The memory of workers, in bytes. */
struct workers {
	pid_t group;		/* whose first process is no worker */
	uint64_t largest;
	uint64_t smallest;
};

static void see_worker(const struct machine *machine, int pid, void *context)
{
	struct workers *workers = context;
	char text[8192];
	uint64_t bytes;

	if (pid == workers->group ||
	    machine_read_start(machine, text, sizeof(text),
			       "/proc/%d/status", pid) ||
	    !machine_value(text, "RssAnon"))
		return;
	bytes = activity_number_of(text, "RssAnon") << 10;
	workers->largest = time_max(workers->largest, bytes);
	workers->smallest = time_min(workers->smallest, bytes);
}

uint64_t working_set(const struct machine *machine, pid_t group)
{
	struct workers workers = { .group = group, .smallest = UINT64_MAX };

	group_for_each(machine, group, see_worker, &workers);
	return workers.smallest < workers.largest ?
	       workers.largest - workers.smallest : workers.largest;
}
