// SPDX-License-Identifier: GPL-2.0
/*
 * The commands "rtla cycle top" and "rtla cycle hist": their options, defaults
 * and views.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/parse.h"
#include "kinds/cycle/cycle_kind.h"
#include "marks/marks.h"
#include "options/command.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/target_options.h"
#include "options/thresholds.h"
#include "options/view_config.h"
#include "run/engine.h"
#include "run/watched_program.h"
#include "trace/cycle_wait.h"

#define TRACE_FILE	"cycle_trace.txt"

/* ---- What a cycle is ----------------------------------------------------- */

/* Read SYSCALL[:FD]. */
static const char *set_wait(void *to, const char *text)
{
	struct tracer_cycle *cycle = &((struct config *)to)->tracer.cycle;
	size_t length = strcspn(text, ":");
	int64_t descriptor = 0;
	char name[32];
	int nr;

	snprintf(name, sizeof(name), "%.*s",
		 length < sizeof(name) ? (int)length : 0, text);
	nr = cycle_wait_find(name);
	if (nr < 0)
		return "no system call in which threads wait: give one, like clock_nanosleep, epoll_wait or read:5";
	if (text[length] && !cycle_wait_has_descriptor(nr))
		return "this system call waits for no descriptor: leave out the colon and what follows";
	if (text[length] && (parse_number(text + length + 1, &descriptor) ||
			     descriptor < 0 || descriptor > INT_MAX))
		return "not a descriptor after the colon: give its number, like read:5";
	cycle->given = true;
	cycle->any = !text[length];
	cycle->wait = (struct cycle_wait) { .nr = nr, .how = descriptor };
	return NULL;
}

static const struct option_row cycle_rows[] = {
	{ .name = "wait", .type = OPTION_PARSED, .arg = "SYSCALL[:FD]",
	  .help = "a thread waits for its next period in this system call, perhaps for this descriptor, like read:5; without it, that is found: where timers wake the thread most often",
	  .parse = set_wait },
	{ .name = "function", .type = OPTION_TEXT, .no_undo = true,
	  .arg = "FILE:NAME",
	  .help = "a cycle is a call of this function of a program or library, until it returns; * in NAME stands for any characters, as in names of C++: 'libx.so:*update*'",
	  .field = FIELD(tracer.cycle.marks.function) },
	{ .name = "begin", .type = OPTION_TEXT, .no_undo = true,
	  .arg = "FILE:NAME",
	  .help = "a cycle begins when a thread calls this function, or passes a probe that a program has (USDT), FILE:PROVIDER:NAME, until it comes to that of --end",
	  .field = FIELD(tracer.cycle.marks.begin) },
	{ .name = "end", .type = OPTION_TEXT, .no_undo = true,
	  .arg = "FILE:NAME",
	  .help = "a cycle that began with --begin ends when the thread calls this function, or passes this probe",
	  .field = FIELD(tracer.cycle.marks.end) },
	{ .name = "mark", .type = OPTION_TEXT, .no_undo = true,
	  .arg = "[FILE:]NAME",
	  .help = "a cycle is between RTLA_CYCLE_BEGIN(NAME) and RTLA_CYCLE_END(NAME) of rtla_cycle.h in the program; '*' is any name, and of those within each other the outermost",
	  .field = FIELD(tracer.cycle.marks.name) },
	{ .name = "period", .letter = 'p', .type = OPTION_NUMBER, .arg = "US",
	  .help = "the period that the threads are to have; a cycle that takes longer is a miss",
	  .unit = "us", .min = 1, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.cycle.period_ns) },
	{ .name = "deadline", .type = OPTION_NUMBER, .arg = "US",
	  .help = "a cycle that takes longer is a miss, in place of one that takes longer than --period",
	  .unit = "us", .min = 1, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.cycle.deadline_ns) },
	{ .name = NULL }
};

/* ---- When to stop -------------------------------------------------------- */

static void cycle_set_auto(void *to, int64_t ns)
{
	struct config *config = to;

	config->tracer.stop_ns[CONTEXT_CYCLE_RESPONSE] = ns;
	config_save_at_stop(config, ns);
}

static const struct option_row stop_rows[] = {
	{ .name = "auto", .letter = 'a', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "stop at a cycle of US, say why, and save the trace: the same as -T US -t",
	  .unit = "us", .min = 1, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .set = cycle_set_auto },
	{ .name = "threshold", .letter = 'T', .type = OPTION_NUMBER,
	  .no_undo = true, .arg = "US",
	  .help = "stop at a cycle that takes US or more from its release to its end; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.stop_ns[CONTEXT_CYCLE_RESPONSE]) },
	{ .name = "segment", .type = OPTION_PARSED, .arg = "NAME=TIME",
	  .help = "stop when this part of a cycle takes TIME or more, like blocked=50us; can be repeated",
	  .parse = threshold_add },
	{ .name = NULL }
};

/* ---- How it is shown ----------------------------------------------------- */

/* In the order of enum by. */
static const char *const rows[] = { "thread", "cpu", NULL };

static const struct option_row by_rows[] = {
	{ .name = "by", .type = OPTION_CHOICE, .arg = "WHAT",
	  .help = "a row of the table is a thread, or a CPU: that on which the cycles ended",
	  .choices = rows, .field = FIELD(view.by) },
	{ .name = NULL }
};

static const struct option_group cycle_group = { "Cycles", cycle_rows };
static const struct option_group stop_group = { "Stop and analysis", stop_rows };
static const struct option_group by_group = { NULL, by_rows };

static const struct option_group *const top_groups[] = {
	&target_group, &cycle_group,	&tracer_group, &stop_group,
	&cpus_group,   &time_group,	&trace_group,  &analysis_group,
	&table_group,  &by_group,	&unit_group,   &output_group,
	&general_group, &debug_group,	NULL
};

static const struct option_group *const hist_groups[] = {
	&target_group, &cycle_group,	      &tracer_group,	&stop_group,
	&cpus_group,   &time_group,	      &trace_group,	&analysis_group,
	&hist_group,   &tracer_entries_group, &hist_text_group, &unit_group,
	&output_group, &general_group,	      &debug_group,	NULL
};

/* Refuse what says in two ways where cycles begin and end, or in half of one. */
static enum options_result check_ways(const struct option_set *set,
				      const struct tracer_cycle *cycle)
{
	const struct tracer_marks *marks = &cycle->marks;
	int ways = cycle->given + !!marks->function + !!marks->name +
		   (marks->begin || marks->end);

	if (ways > 1)
		return options_wrong(set, "--wait, --function, --begin with --end, and --mark each say what a cycle is: give one of them");
	if (!marks->begin != !marks->end)
		return options_wrong(set, "--%s: --%s is missing: a cycle has a begin and an end; with --function, it ends when the same function returns",
				     marks->begin ? "begin" : "end",
				     marks->begin ? "end" : "begin");
	return OPTIONS_OK;
}

/* Find marks, before anything starts. */
static enum options_result settle_marks(const struct option_set *set,
					struct config *config)
{
	const struct invocation *program = &config->program;
	enum options_result result = check_ways(set, &config->tracer.cycle);
	char why[2 * PATH_MAX];

	if (result || marks_find(&config->tracer.cycle.marks,
				 program->argc ? program->argv[0] : NULL,
				 &config->tracer.targets, why, sizeof(why)))
		return result;
	return options_wrong(set, "%s", why);
}

static enum options_result cycle_settle(const struct option_set *set, void *to)
{
	struct config *config = to;
	struct tracer_cycle *cycle = &config->tracer.cycle;

	if (!cycle->deadline_ns)
		cycle->deadline_ns = cycle->period_ns;
	for (int i = 0; i < config->gates.count && !cycle->deadline_ns; i++)
		if (config->gates.gate[i].metric == GATE_OWN)
			return options_wrong(set, "--gate %s: no cycle is a miss without a deadline: give --period or --deadline",
					     config->gates.gate[i].text);
	return targets_settle(set, config) ?:
	       watched_program_settle(set, &config->program) ?:
	       settle_marks(set, config) ?:
	       output_settle(set, config);
}

static enum options_result cycle_settle_hist(const struct option_set *set,
					     void *to)
{
	return hist_settle(set, to) ?: cycle_settle(set, to);
}

#define DEFAULTS	WATCHING_DEFAULTS(KIND_CYCLE, TRACE_FILE)

MEASUREMENT_DEFAULTS(cycle_top_defaults, DEFAULTS)

const struct command cycle_top = {
	.tool = "cycle",
	.mode = "top",
	.summary = "Cycles of threads and their parts, in a table refreshed every second.",
	.groups = top_groups,
	MEASUREMENT_CONFIG(cycle_top_defaults),
	.program_field = FIELD(program),
	.settle = cycle_settle,
	.run = engine_run,
	.view = &cycle_view,
};

MEASUREMENT_DEFAULTS(cycle_hist_defaults, DEFAULTS,
		     HIST_DEFAULTS, .view.by = BY_NOTHING)

const struct command cycle_hist = {
	.tool = "cycle",
	.mode = "hist",
	.summary = "Histogram of the cycles of threads and their parts.",
	.groups = hist_groups,
	MEASUREMENT_CONFIG(cycle_hist_defaults),
	.program_field = FIELD(program),
	.settle = cycle_settle_hist,
	.run = engine_run,
	.view = &cycle_hist_view,
};

const struct command *const cycle_commands[] = {
	&cycle_top, &cycle_hist, NULL
};
