// SPDX-License-Identifier: GPL-2.0
/*
 * Filters for watched threads: see wakeup_filter.h.
 */
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tracer/tracer_config.h"
#include "tracer/wakeup_filter.h"

/* Priorities on the kernel's scale: those of FIFO, RR and deadline are lower. */
#define PRIO_NORMAL_MIN	100

/* A filter that grows, and the prefix of the event's fields about the thread. */
struct filter {
	char *text;
	size_t used;
	const char *prefix;
	int words;		/* conditions, which are joined by || */
};

static void wakeup_filter_append(struct filter *filter, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void wakeup_filter_append(struct filter *filter, const char *format, ...)
{
	va_list args;

	if (filter->used >= WAKEUP_FILTER_LEN)
		return;
	va_start(args, format);
	filter->used += vsnprintf(filter->text + filter->used,
				  WAKEUP_FILTER_LEN - filter->used, format,
				  args);
	va_end(args);
}

static void append_thread(struct filter *filter, int tid)
{
	wakeup_filter_append(filter, "%s%spid == %d", filter->words++ ? " || " : "",
			     filter->prefix, tid);
}

static void append_process(struct filter *filter, int pid)
{
	char path[32];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)))
		if (*entry->d_name != '.')
			append_thread(filter, atoi(entry->d_name));
	if (dir)
		closedir(dir);
}

static enum result append_ids(struct filter *filter,
			      const struct tracer_targets *targets)
{
	int before = filter->words;
	char path[32];

	for (int i = 0; i < targets->ids; i++) {
		snprintf(path, sizeof(path), "/proc/%d", targets->id[i]);
		if (targets->processes)
			append_process(filter, targets->id[i]);
		else if (!access(path, F_OK))
			append_thread(filter, targets->id[i]);
	}
	if (!targets->ids || filter->words > before)
		return RESULT_OK;
	return fail(RESULT_CANNOT, "%s: no thread has one of these ids: look them up with 'ps -eL'",
		    targets->processes ? "--pid" : "--tid");
}

static enum result append_name(struct filter *filter, const char *comm)
{
	char quote = strchr(comm, '"') ? '\'' : '"';

	if (strchr(comm, quote))
		return fail(RESULT_CANNOT, "--comm %s: the kernel's filters take no name with both kinds of quotes: give --tid",
			    comm);
	wakeup_filter_append(filter, "%s%scomm == %c%s%c", filter->words++ ? " || " : "",
			     filter->prefix, quote, comm, quote);
	return RESULT_OK;
}

static enum result append_targets(struct filter *filter,
				  const struct tracer_targets *targets)
{
	enum result result;

	if (targets->all)
		return RESULT_OK;
	if (targets->real_time)
		wakeup_filter_append(filter, "%sprio < %d", filter->prefix, PRIO_NORMAL_MIN);
	filter->words = targets->real_time;
	result = append_ids(filter, targets);
	if (result || !targets->comm)
		return result;
	return append_name(filter, targets->comm);
}

/* Append a condition for CPUs: the field CPU of every event, in ranges. */
static void append_cpus(struct filter *filter, const struct cpus *cpus)
{
	const char *or = "";

	for (int cpu = cpus_next(cpus, 0); cpu >= 0;) {
		int last = cpu;

		while (cpus_has(cpus, last + 1))
			last++;
		wakeup_filter_append(filter, "%s(CPU >= %d && CPU <= %d)", or, cpu, last);
		or = " || ";
		cpu = cpus_next(cpus, last + 1);
	}
}

static enum result check_length(const struct filter *filter)
{
	if (filter->used < WAKEUP_FILTER_LEN)
		return RESULT_OK;
	return fail(RESULT_CANNOT, "--no-module: the kernel takes no filter for so many threads or CPUs: name fewer, or load the module");
}

enum result wakeup_filter_waking(char *text, const struct tracer_config *config)
{
	struct filter filter = { .text = text, .prefix = "" };
	enum result result;

	*text = '\0';
	result = append_targets(&filter, &config->targets);
	return result ?: check_length(&filter);
}

enum result wakeup_filter_switch(char *text, const struct tracer_config *config)
{
	struct filter filter = { .text = text, .prefix = "next_" };
	struct cpus online;
	enum result result;
	bool some;

	*text = '\0';
	cpus_online(&online);
	some = memcmp(&online, &config->cpus, sizeof(online));
	if (some) {
		wakeup_filter_append(&filter, "(");
		append_cpus(&filter, &config->cpus);
		wakeup_filter_append(&filter, ")");
	}
	if (some && !config->targets.all)
		wakeup_filter_append(&filter, " && (");
	result = append_targets(&filter, &config->targets);
	if (some && !config->targets.all)
		wakeup_filter_append(&filter, ")");
	return result ?: check_length(&filter);
}
