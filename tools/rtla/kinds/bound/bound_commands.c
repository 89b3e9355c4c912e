// SPDX-License-Identifier: GPL-2.0
/*
 * The commands "rtla bound top" and "rtla bound hist": their options, defaults
 * and views.
 */
#include <stdio.h>
#include <string.h>

#include "base/amount.h"
#include "base/parse.h"
#include "kinds/bound/bound_kind.h"
#include "options/command.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/thresholds.h"
#include "run/cyclictest_program.h"
#include "run/engine.h"
#include "run/watched_program.h"
#include "stats/bound_figures.h"

#define TRACE_FILE	"bound_trace.txt"

/* The limits of the probe's period, as in the module. */
#define PROBE_MIN_NS	(10 * NS_PER_US)
#define PROBE_MAX_NS	(1000 * NS_PER_US)
#define PROBE_NS	(50 * NS_PER_US)

#define ALL_COLUMNS	((1U << BOUND_COLUMNS) - 1)

static const char *set_probe(void *to, const char *text)
{
	struct config *config = to;
	int64_t ns;

	if (parse_time(text, NS_PER_US, &ns) || ns < (int64_t)PROBE_MIN_NS ||
	    ns > (int64_t)PROBE_MAX_NS)
		return "no period of the probe: give 10us up to 1ms, like 50us";
	config->tracer.period_ns = ns;
	return NULL;
}

static const char *set_columns(void *to, const char *text)
{
	static const char *const why =
		"unknown: give a list of none, single, each, sporadic, window and window-owcet, like each,window";
	struct config *config = to;
	unsigned int columns = 0;
	char name[16];

	for (;; text++) {
		size_t length = strcspn(text, ",");
		int column;

		if (length >= sizeof(name))
			return why;
		snprintf(name, sizeof(name), "%.*s", (int)length, text);
		column = bound_column_find(name);
		if (column < 0)
			return why;
		columns |= 1U << column;
		text += length;
		if (!*text)
			break;
	}
	config->view.columns = columns;
	return NULL;
}

static const char *bound_set_stack(void *to, const char *text)
{
	static const char variable[] = "poid=";
	struct config *config = to;
	int64_t ns;

	if (strncmp(text, variable, strlen(variable)) ||
	    parse_time(text + strlen(variable), NS_PER_US, &ns) || ns < 1 ||
	    ns > THRESHOLD_MAX_US * (int64_t)NS_PER_US)
		return "not poid=TIME: give a time, like poid=60us";
	config->tracer.stack_ns = ns;
	return NULL;
}

static const struct option_row bound_rows[] = {
	{ .name = "probe", .type = OPTION_PARSED, .arg = "TIME",
	  .help = "let the probe expire after half of TIME up to all of it, 10us to 1ms; what is longer than TIME meets it; default 50us",
	  .parse = set_probe },
	{ .name = "columns", .type = OPTION_PARSED, .arg = "LIST",
	  .help = "show the bound with these views of interrupts only: none, single, each, sporadic, window, window-owcet; default all",
	  .parse = set_columns },
	{ .name = "cases", .type = OPTION_FLAG,
	  .help = "show how long a thread waits in each of the five cases of the model, and which of them the longest windows are",
	  .field = FIELD(view.cases) },
	{ .name = "rules", .type = OPTION_FLAG,
	  .help = "show how often each rule of the model was checked on this kernel, and broken",
	  .field = FIELD(view.rules) },
	{ .name = "no-idle", .type = OPTION_FLAG,
	  .help = "leave out the time to leave idle, as if CPUs did not sleep",
	  .field = FIELD(without_idle) },
	{ .name = "stack", .letter = 's', .type = OPTION_PARSED,
	  .arg = "poid=TIME",
	  .help = "take the stack of what has had preemption or interrupts disabled for TIME, like poid=60us",
	  .parse = bound_set_stack },
	{ .name = "threshold", .letter = 'T', .type = OPTION_PARSED,
	  .arg = "NAME=TIME",
	  .help = "stop when this variable, or what is observed, takes TIME or more, like poid=50us; can be repeated",
	  .parse = threshold_add },
	{ .name = NULL }
};

static const struct option_group bound_group = { "Bound", bound_rows };

static const struct option_group *const top_groups[] = {
	&bound_group, &cpus_group, &time_group, &trace_group, &table_group,
	&unit_group, &output_group, &general_group, &debug_group, NULL
};

static const struct option_group *const hist_groups[] = {
	&bound_group, &cpus_group, &time_group, &trace_group, &hist_group,
	&tracer_entries_group, &hist_text_group, &unit_group, &output_group,
	&general_group, &debug_group, NULL
};

static enum options_result bound_settle(const struct option_set *set, void *to)
{
	const struct config *config = to;
	enum options_result result =
		watched_program_settle(set, &config->program) ?:
		output_settle(set, to);

	if (!result && config->program.argc &&
	    !cyclictest_program_is(&config->program))
		note("%s: it runs as a load, and its latencies are not known: those of cyclictest alone can be compared with the bound",
		     config->program.argv[0]);
	return result;
}

static enum options_result bound_settle_hist(const struct option_set *set,
					     void *to)
{
	return hist_settle(set, to) ?: bound_settle(set, to);
}

#define DEFAULTS \
	WATCHING_DEFAULTS(KIND_BOUND, TRACE_FILE), \
	.tracer.period_ns = PROBE_NS, \
	.view.columns = ALL_COLUMNS

MEASUREMENT_DEFAULTS(bound_top_defaults, DEFAULTS)

const struct command bound_top = {
	.tool = "bound",
	.mode = "top",
	.summary = "How long, at most, the most urgent thread of a CPU may have to wait, from what a probe observes.",
	.groups = top_groups,
	MEASUREMENT_CONFIG(bound_top_defaults),
	.program_field = FIELD(program),
	.settle = bound_settle,
	.run = engine_run,
	.view = &bound_view,
};

MEASUREMENT_DEFAULTS(bound_hist_defaults, DEFAULTS, HIST_DEFAULTS)

const struct command bound_hist = {
	.tool = "bound",
	.mode = "hist",
	.summary = "Histogram of the variables of that bound.",
	.groups = hist_groups,
	MEASUREMENT_CONFIG(bound_hist_defaults),
	.program_field = FIELD(program),
	.settle = bound_settle_hist,
	.run = engine_run,
	.view = &bound_hist_view,
};

const struct command *const bound_commands[] = {
	&bound_top, &bound_hist, NULL
};
