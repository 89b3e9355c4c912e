// SPDX-License-Identifier: GPL-2.0
/*
 * The commands "rtla overheads top" and "rtla overheads hist": their options,
 * defaults and views.
 */
#include "kinds/overheads/overheads_kind.h"
#include "options/command.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/thresholds.h"
#include "run/engine.h"
#include "run/watched_program.h"

#define TRACE_FILE	"overheads_trace.txt"

/* In the order of enum disturbed. */
static const char *const disturbed[] = { "drop", "keep", NULL };

static const struct option_row overhead_rows[] = {
	{ .name = "all-threads", .type = OPTION_FLAG,
	  .help = "count the overheads of all threads, not only of real-time threads (FIFO, RR and deadline)",
	  .field = FIELD(tracer.all_threads) },
	{ .name = "disturbed", .type = OPTION_CHOICE, .arg = "WHAT",
	  .help = "what to do with an overhead that an interrupt or an NMI disturbs: leave it out, or count it without the time of that",
	  .choices = disturbed, .field = FIELD(disturbed) },
	{ .name = "threshold", .letter = 'T', .type = OPTION_PARSED,
	  .arg = "NAME=TIME",
	  .help = "stop when this overhead takes TIME or more, like cxs=50us; can be repeated",
	  .parse = threshold_add },
	{ .name = NULL }
};

static const struct option_row csv_rows[] = {
	{ .name = "csv", .type = OPTION_TEXT, .yields = true, .arg = "FILE",
	  .help = "write the figures as CSV at the end, a line for each overhead and CPU (- as above)",
	  .field = FIELD(output.csv) },
	{ .name = NULL }
};

static const struct option_row per_cpu_rows[] = {
	{ .name = "per-cpu", .type = OPTION_FLAG,
	  .help = "show a row for each overhead of each CPU",
	  .field = FIELD(view.per_cpu) },
	{ .name = NULL }
};

static const struct option_group overhead_group = { "Overheads", overhead_rows };
static const struct option_group per_cpu_group = { NULL, per_cpu_rows };
static const struct option_group csv_group = { NULL, csv_rows };

static const struct option_group *const top_groups[] = {
	&overhead_group, &tracer_group, &cpus_group, &time_group, &trace_group,
	&table_group, &per_cpu_group, &unit_group, &output_group, &csv_group,
	&general_group, &debug_group, NULL
};

static const struct option_group *const hist_groups[] = {
	&overhead_group, &tracer_group, &cpus_group, &time_group, &trace_group, &hist_group,
	&tracer_entries_group, &hist_text_group, &unit_group, &output_group,
	&csv_group, &general_group, &debug_group, NULL
};

static enum options_result overheads_settle(const struct option_set *set,
					    void *to)
{
	struct config *config = to;

	config->tracer.keep_disturbed = config->disturbed == DISTURBED_KEEP;
	return watched_program_settle(set, &config->program) ?:
	       output_settle(set, config);
}

static enum options_result overheads_settle_hist(const struct option_set *set,
						 void *to)
{
	return hist_settle(set, to) ?: overheads_settle(set, to);
}

#define DEFAULTS	WATCHING_DEFAULTS(KIND_OVERHEADS, TRACE_FILE)

MEASUREMENT_DEFAULTS(overheads_top_defaults, DEFAULTS)

const struct command overheads_top = {
	.tool = "overheads",
	.mode = "top",
	.summary = "What the kernel itself needs to release and switch threads, in a table refreshed every second.",
	.groups = top_groups,
	MEASUREMENT_CONFIG(overheads_top_defaults),
	.program_field = FIELD(program),
	.settle = overheads_settle,
	.run = engine_run,
	.view = &overheads_view,
};

MEASUREMENT_DEFAULTS(overheads_hist_defaults, DEFAULTS, HIST_DEFAULTS)

const struct command overheads_hist = {
	.tool = "overheads",
	.mode = "hist",
	.summary = "Histogram of what the kernel itself needs to release and switch threads.",
	.groups = hist_groups,
	MEASUREMENT_CONFIG(overheads_hist_defaults),
	.program_field = FIELD(program),
	.settle = overheads_settle_hist,
	.run = engine_run,
	.view = &overheads_hist_view,
};

const struct command *const overheads_commands[] = {
	&overheads_top, &overheads_hist, NULL
};
