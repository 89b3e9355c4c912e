// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla analyze": the analysis of a saved trace, on any machine.
 */
#include <errno.h>
#include <string.h>

#include "analysis.h"
#include "command.h"
#include "common_options.h"
#include "report.h"
#include "trace_text.h"

/* The last stop of a list, or NULL. */
static const struct event *find_stop(const struct event_list *list)
{
	for (size_t i = list->count; i--;) {
		if (list->event[i].type == EVENT_STOP)
			return &list->event[i];
	}
	return NULL;
}

static enum result analyze_cpu(struct trace_text *trace, int cpu,
			       const struct event *stop,
			       const struct config *config)
{
	/* At an IRQ stop it is that of another thread, and not looked at. */
	const struct analysis_config wanted = { .workload_prio = stop->stop.prio };
	const struct symbols symbols = trace_text_symbols(trace);
	struct analysis *analysis;

	analysis = analysis_new(trace_text_events(trace, cpu), cpu, &wanted);
	if (!analysis)
		return fail(RESULT_ERROR, "out of memory");
	report_print(stdout, analysis, &symbols, config->stack_format);
	analysis_free(analysis);
	return RESULT_OK;
}

static enum result analyze_trace(struct trace_text *trace,
				 const struct config *config)
{
	enum result result = RESULT_OK;
	int stops = 0;

	for (int cpu = 0; cpu < trace_text_cpus(trace) && !result; cpu++) {
		const struct event *stop = find_stop(trace_text_events(trace, cpu));

		if (!stop)
			continue;
		result = analyze_cpu(trace, cpu, stop, config);
		stops++;
	}
	if (!result && !stops)
		return fail(RESULT_ERROR, "%s: no stop in it: nothing hit a threshold, or the trace is of another tracer",
			    config->analyzed);
	return result;
}

static enum result analyze_run(const struct command *command,
			       const struct config *config)
{
	struct trace_text *trace;
	enum result result;
	FILE *in;

	(void)command;
	in = fopen(config->analyzed, "re");
	if (!in)
		return fail(RESULT_ERROR, "%s: %s", config->analyzed,
			    strerror(errno));
	trace = trace_text_read(in);
	if (trace)
		result = analyze_trace(trace, config);
	else
		result = fail(RESULT_ERROR, "%s: %s", config->analyzed, errno ?
			      strerror(errno) :
			      "no event of rtla.ko in it: a trace is saved by --trace");
	trace_text_free(trace);
	fclose(in);
	return result;
}

static enum options_result settle(const struct option_set *set,
				  struct config *config)
{
	if (!config->analyzed)
		return options_wrong(set, "no %s given: name a saved trace",
				     set->word);
	return OPTIONS_OK;
}

static const struct option_group *const groups[] = {
	&stack_group, &general_group, NULL
};

const struct command analyze = {
	.tool = "analyze",
	.summary = "The cause of a stop, from the trace that --trace saved: no module is needed.",
	.groups = groups,
	.settle = settle,
	.run = analyze_run,
	.word = "FILE",
};
