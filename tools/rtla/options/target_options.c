// SPDX-License-Identifier: GPL-2.0
/*
 * Which threads are watched: see target_options.h.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/parse.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/target_options.h"
#include "stats/watched_threads.h"
#include "trace/event_names.h"

/* Read a list of ids, like 12,15; @processes: they are those of processes. */
static const char *add_ids(struct tracer_targets *targets, const char *text,
			   bool processes)
{
	const char *reason;
	char word[16];

	if (targets->ids && targets->processes != processes)
		return "there are --tid and --pid: give one of them";
	targets->processes = processes;
	while (*text) {
		size_t length = strcspn(text, ",");

		snprintf(word, sizeof(word), "%.*s",
			 length < sizeof(word) ? (int)length : 0, text);
		reason = parse_id(word, INT_MAX, &targets->id[targets->ids]);
		if (reason)
			return "not a list of ids: give one, or several like 12,15";
		if (++targets->ids == TRACER_IDS_MAX)
			return "too many ids: give fewer, or --comm, --rt or --all";
		text += length;
		text += *text == ',';
	}
	return NULL;
}

static const char *add_threads(void *to, const char *text)
{
	return add_ids(&((struct config *)to)->tracer.targets, text, false);
}

static const char *add_processes(void *to, const char *text)
{
	return add_ids(&((struct config *)to)->tracer.targets, text, true);
}

static const char *set_comm(void *to, const char *text)
{
	struct tracer_targets *targets = &((struct config *)to)->tracer.targets;

	if (strlen(text) >= EVENT_COMM_LEN)
		return "longer than the 15 characters that the kernel keeps of a name: give the first 15";
	targets->comm = *text ? text : NULL;
	return NULL;
}

static const struct option_row target_rows[] = {
	{ .name = "tid", .type = OPTION_PARSED, .arg = "LIST",
	  .help = "watch the threads with these ids, like 12,15",
	  .parse = add_threads },
	{ .name = "pid", .type = OPTION_PARSED, .arg = "LIST",
	  .help = "watch all threads of the processes with these ids, also those that they create later",
	  .parse = add_processes },
	{ .name = "comm", .type = OPTION_PARSED, .arg = "NAME",
	  .help = "watch the threads that have this name when they are woken",
	  .parse = set_comm },
	{ .name = "rt", .type = OPTION_FLAG,
	  .help = "watch all real-time threads (FIFO, RR and deadline); the default",
	  .field = FIELD(tracer.targets.real_time) },
	{ .name = "all", .type = OPTION_FLAG,
	  .help = "watch all threads", .field = FIELD(tracer.targets.all) },
	{ .name = "children", .type = OPTION_FLAG,
	  .help = "also watch what a watched thread creates",
	  .field = FIELD(tracer.targets.children) },
	{ .name = "distributions", .type = OPTION_NUMBER, .arg = "N",
	  .help = "keep the distributions, and with them the percentiles, of N threads, those that are found first",
	  .min = 0, .max = WATCHED_DISTRIBUTED, .field = FIELD(distributions) },
	{ .name = NULL }
};

const struct option_group target_group = { "Threads to watch", target_rows };

enum options_result targets_settle(const struct option_set *set,
				   struct config *config)
{
	struct tracer_targets *targets = &config->tracer.targets;
	bool named = targets->all || targets->real_time || targets->ids ||
		     targets->comm;

	if (config->program.argc && (targets->ids || targets->children))
		return options_wrong(set, "%s: its threads are watched, with all that they create, and no others: leave out --tid, --pid and --children; --rt and --comm choose among them",
				     config->program.argv[0]);
	if (!config->program.argc && !named)
		targets->real_time = true;
	return OPTIONS_OK;
}
