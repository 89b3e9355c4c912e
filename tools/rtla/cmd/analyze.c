// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla analyze": the analysis of a saved trace, on any machine.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/analysis_text.h"
#include "analysis/overhead_text.h"
#include "analysis/perfetto.h"
#include "analysis/sentence.h"
#include "base/whole_file.h"
#include "cmd/commands.h"
#include "options/common_options.h"
#include "options/file_names.h"
#include "trace/trace_formats.h"

/* Return the last stop event of @list, or NULL. */
static const struct event *find_stop(const struct event_list *list)
{
	for (size_t i = list->count; i--;) {
		if (list->event[i].type == EVENT_STOP)
			return &list->event[i];
	}
	return NULL;
}

static enum result write_perfetto(const struct analysis *analysis,
				  const struct event_list *list,
				  const char *sentence, const char *path)
{
	char *text = perfetto_text(analysis, list, sentence);
	enum result result = whole_file_save("--perfetto", path, text,
					     text ? strlen(text) : 0);

	free(text);
	return result;
}

static enum result analyze_cpu(struct saved_trace *trace, int cpu,
			       const struct event *stop,
			       const struct config *config)
{
	/*
	 * The stop event has the priority of the measuring thread. In context
	 * IRQ it has that of the interrupted thread, but there the analysis
	 * does not use it.
	 */
	const struct analysis_config wanted = { .workload_prio = stop->stop.prio };
	enum result result = RESULT_OK;
	char sentence[SENTENCE_LEN];
	struct analysis *analysis;

	analysis = analysis_new(&trace->list[cpu], cpu, &wanted);
	if (!analysis)
		return fail(RESULT_ERROR, "out of memory");
	sentence_make(sentence, analysis, &trace->symbols);
	analysis_text_print(stdout, analysis, sentence, &trace->symbols,
			    config->stack_format, NULL);
	if (config->perfetto_file)
		result = write_perfetto(analysis, &trace->list[cpu],
					sentence, config->perfetto_file);
	analysis_free(analysis);
	return result;
}

static void tell_overhead(int cpu, const struct event *stop)
{
	overhead_text_print(stdout, &(struct overhead_hit) {
		.cpu = cpu, .context = stop->stop.context,
		.latency = stop->stop.latency, .limit = stop->stop.threshold,
		.comm = stop->stop.comm, .pid = stop->stop.pid,
	});
}

static enum result analyze_trace(struct saved_trace *trace,
				 const struct config *config)
{
	enum result result = RESULT_OK;
	int stops = 0;

	/* These have no parts to find. */
	for (int cpu = 0; cpu < trace->cpus && !result; cpu++) {
		const struct event *stop = find_stop(&trace->list[cpu]);

		if (!stop)
			continue;
		if (context_has_no_parts(stop->stop.context))
			tell_overhead(cpu, stop);
		else
			result = analyze_cpu(trace, cpu, stop, config);
		stops++;
	}
	if (!result && !stops)
		return fail(RESULT_ERROR, "%s: the trace has no stop event: no threshold was hit, or another tracer recorded it",
			    config->operands.word[0]);
	return result;
}

/* Note damaged lines. The rest of the trace is analysed all the same. */
static void tell_damage(const struct saved_trace *trace, const char *path)
{
	if (trace->damaged_lines == 1)
		note("%s: line %lu is damaged and counts as a lost event", path,
		     trace->damaged_line);
	else if (trace->damaged_lines)
		note("%s: %lu lines are damaged, the first of them line %lu: they count as lost events",
		     path, trace->damaged_lines, trace->damaged_line);
}

static enum result analyze_run(const struct command *command,
			       const void *from)
{
	const struct config *config = from;
	struct saved_trace trace = { .cpus = 0 };
	enum result result;
	const char *why;

	(void)command;
	why = trace_formats_read(&trace, config->operands.word[0]);
	if (why) {
		result = fail(RESULT_ERROR, "%s: %s", config->operands.word[0], why);
	} else {
		tell_damage(&trace, config->operands.word[0]);
		result = analyze_trace(&trace, config);
	}
	saved_trace_free(&trace);
	return result;
}

static enum options_result settle(const struct option_set *set,
				  void *from)
{
	const struct config *config = from;
	const struct file_name perfetto = { "--perfetto", config->perfetto_file };

	if (!config->operands.count)
		return options_wrong(set, "no %s given: name a saved trace",
				     set->operand);
	return file_names_settle(set, &config->operands, &perfetto, 1);
}

static const struct option_group *const groups[] = {
	&stack_group, &perfetto_group, &general_group, &debug_group, NULL
};

const struct command analyze = {
	.tool = "analyze",
	.summary = "Explain a stop from a trace that --trace saved; the module is not needed.",
	.groups = groups,
	MEASUREMENT_CONFIG(.cgroup = NULL),
	.operands_field = offsetof(struct config, operands),
	.settle = settle,
	.run = analyze_run,
	.operand = "FILE",
	.operands_max = 1,
};
