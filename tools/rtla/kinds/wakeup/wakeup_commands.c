// SPDX-License-Identifier: GPL-2.0
/*
 * The commands "rtla wakeup top" and "rtla wakeup hist": their options,
 * defaults and views.
 */
#include "base/parse.h"
#include "kinds/wakeup/wakeup_kind.h"
#include "options/command.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/target_options.h"
#include "options/thresholds.h"
#include "options/view_config.h"
#include "run/engine.h"
#include "run/watched_program.h"

#define TRACE_FILE	"wakeup_trace.txt"

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

	config->tracer.wakers = config->view.by == BY_WAKER;
	return targets_settle(set, config) ?:
	       watched_program_settle(set, &config->program) ?:
	       output_settle(set, config);
}

static enum options_result wakeup_settle_hist(const struct option_set *set,
					      void *to)
{
	return hist_settle(set, to) ?: wakeup_settle(set, to);
}

#define DEFAULTS	WATCHING_DEFAULTS(KIND_WAKEUP, TRACE_FILE)

MEASUREMENT_DEFAULTS(wakeup_top_defaults, DEFAULTS)

const struct command wakeup_top = {
	.tool = "wakeup",
	.mode = "top",
	.summary = "Wake-ups of threads and their parts, in a table refreshed every second.",
	.groups = top_groups,
	MEASUREMENT_CONFIG(wakeup_top_defaults),
	.program_field = FIELD(program),
	.settle = wakeup_settle,
	.run = engine_run,
	.view = &wakeup_view,
};

MEASUREMENT_DEFAULTS(wakeup_hist_defaults, DEFAULTS,
		     HIST_DEFAULTS, .view.by = BY_NOTHING)

const struct command wakeup_hist = {
	.tool = "wakeup",
	.mode = "hist",
	.summary = "Histogram of the parts of wake-ups.",
	.groups = hist_groups,
	MEASUREMENT_CONFIG(wakeup_hist_defaults),
	.program_field = FIELD(program),
	.settle = wakeup_settle_hist,
	.run = engine_run,
	.view = &wakeup_hist_view,
};

const struct command *const wakeup_commands[] = {
	&wakeup_top, &wakeup_hist, NULL
};
