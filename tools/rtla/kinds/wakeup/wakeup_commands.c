// SPDX-License-Identifier: GPL-2.0
/*
 * The commands "rtla wakeup top" and "rtla wakeup hist": their options,
 * defaults and views.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "kinds/wakeup/wakeup_kind.h"
#include "options/command.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/thresholds.h"
#include "options/view_config.h"
#include "run/engine.h"
#include "run/watched_program.h"
#include "trace/event_names.h"

#define TRACE_FILE	"wakeup_trace.txt"

/* ---- Which threads ------------------------------------------------------- */

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
	{ .name = NULL }
};

/* ---- When to stop -------------------------------------------------------- */

static void wakeup_set_auto(void *to, int64_t ns)
{
	struct config *config = to;

	config->tracer.stop_ns[CONTEXT_WAKE_TOTAL] = ns;
	config->tracer.stack_ns = ns;
	config_save_at_stop(config, ns);
}

static const struct option_row stop_rows[] = {
	{ .name = "auto", .letter = 'a', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "stop at a wake-up of US, say why, and save the trace: the same as -T US -s US -t",
	  .unit = "us", .min = 1, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .set = wakeup_set_auto },
	{ .name = "threshold", .letter = 'T', .type = OPTION_NUMBER,
	  .no_undo = true, .arg = "US",
	  .help = "stop at a wake-up that takes US or more; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.stop_ns[CONTEXT_WAKE_TOTAL]) },
	{ .name = "segment", .type = OPTION_PARSED, .arg = "NAME=TIME",
	  .help = "stop when this part of a wake-up takes TIME or more, like wait=50us; can be repeated",
	  .parse = threshold_add },
	{ .name = "stack", .letter = 's', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "record the stack of the thread that had the CPU before, at a wake-up of US or more; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.stack_ns) },
	{ .name = "dump-tasks", .type = OPTION_FLAG,
	  .help = "also print what runs on each CPU at a stop",
	  .field = FIELD(dump_tasks) },
	{ .name = NULL }
};

/* ---- How it is shown ----------------------------------------------------- */

/* In the order of enum by. */
static const char *const rows[] = { "thread", "cpu", "waker", NULL };
static const char *const hist_rows[] = {
	"thread", "cpu", "waker", "nothing", NULL
};

static const struct option_row by_rows[] = {
	{ .name = "by", .type = OPTION_CHOICE, .arg = "WHAT",
	  .help = "a row of the table is a thread, a CPU, or a waker: who or what woke the threads",
	  .choices = rows, .field = FIELD(view.by) },
	{ .name = NULL }
};

static const struct option_row hist_by_rows[] = {
	{ .name = "by", .type = OPTION_CHOICE, .arg = "WHAT",
	  .help = "also show a table, with a row for each thread, CPU, or waker: who or what woke the threads",
	  .choices = hist_rows, .field = FIELD(view.by) },
	{ .name = NULL }
};

static const struct option_group target_group = { "Threads to watch", target_rows };
static const struct option_group stop_group = { "Stop and analysis", stop_rows };
static const struct option_group by_group = { NULL, by_rows };
static const struct option_group hist_by_group = { NULL, hist_by_rows };

static const struct option_group *const top_groups[] = {
	&target_group,	&tracer_group,	 &stop_group,  &stack_group,
	&cpus_group,	&time_group,	 &trace_group, &analysis_group,
	&perfetto_group, &table_group,	 &by_group,    &unit_group,
	&output_group,	&general_group,	 &debug_group, NULL
};

static const struct option_group *const hist_groups[] = {
	&target_group,	 &tracer_group, &stop_group,	       &stack_group,
	&cpus_group,	 &time_group,	&trace_group,	       &analysis_group,
	&perfetto_group, &hist_group,	&tracer_entries_group, &hist_text_group,
	&hist_by_group,	 &unit_group,	&output_group,	       &general_group,
	&debug_group,	 NULL
};

static enum options_result wakeup_settle(const struct option_set *set, void *to)
{
	struct config *config = to;
	struct tracer_targets *targets = &config->tracer.targets;
	bool named = targets->all || targets->real_time || targets->ids ||
		     targets->comm;

	if (config->program.argc && (targets->ids || targets->children))
		return options_wrong(set, "%s: its threads are watched, with all that they create, and no others: leave out --tid, --pid and --children; --rt and --comm choose among them",
				     config->program.argv[0]);
	if (!config->program.argc && !named)
		targets->real_time = true;
	config->tracer.wakers = config->view.by == BY_WAKER;
	return watched_program_settle(set, &config->program) ?:
	       output_settle(set, config);
}

static enum options_result wakeup_settle_hist(const struct option_set *set,
					      void *to)
{
	return hist_settle(set, to) ?: wakeup_settle(set, to);
}

#define DEFAULTS	WATCHING_DEFAULTS(KIND_WAKEUP, TRACE_FILE)

const struct command wakeup_top = {
	.tool = "wakeup",
	.mode = "top",
	.summary = "Wake-ups of threads and their parts, in a table refreshed every second.",
	.groups = top_groups,
	MEASUREMENT_CONFIG(DEFAULTS),
	.program_field = FIELD(program),
	.settle = wakeup_settle,
	.run = engine_run,
	.view = &wakeup_view,
};

const struct command wakeup_hist = {
	.tool = "wakeup",
	.mode = "hist",
	.summary = "Histogram of the parts of wake-ups.",
	.groups = hist_groups,
	MEASUREMENT_CONFIG(DEFAULTS, HIST_DEFAULTS, .view.by = BY_NOTHING),
	.program_field = FIELD(program),
	.settle = wakeup_settle_hist,
	.run = engine_run,
	.view = &wakeup_hist_view,
};

const struct command *const wakeup_commands[] = {
	&wakeup_top, &wakeup_hist, NULL
};
