// SPDX-License-Identifier: GPL-2.0
/*
 * The commands "rtla timerlat top" and "rtla timerlat hist": their options,
 * defaults and views.
 */
#include <string.h>

#include "kinds/timerlat/timerlat_kind.h"
#include "options/command.h"
#include "options/common_options.h"
#include "options/config.h"
#include "run/engine.h"

#define TRACE_FILE	"timerlat_trace.txt"

static void set_thread(void *to, int64_t ns)
{
	struct config *config = to;

	config->tracer.stop_ns[CONTEXT_THREAD] = ns;
	config->tracer.stop_ns[CONTEXT_USER] = ns;
}

static void timerlat_set_thresholds(struct config *config, int64_t ns)
{
	config->tracer.stop_ns[CONTEXT_IRQ] = ns;
	set_thread(config, ns);
	config->tracer.stack_ns = ns;
}

static void timerlat_set_auto(void *to, int64_t ns)
{
	struct config *config = to;

	timerlat_set_thresholds(config, ns);
	config_save_at_stop(config, ns);
}

static void set_only_analysis(void *to, int64_t ns)
{
	struct config *config = to;

	timerlat_set_thresholds(config, ns);
	config->only_analysis = ns;
}

static const struct option_row stop_rows[] = {
	{ .name = "auto", .letter = 'a', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "stop at a latency of US, say why, and save the trace: the same as -i US -T US -s US -t",
	  .unit = "us", .min = 1, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .set = timerlat_set_auto },
	{ .name = "irq", .letter = 'i', .type = OPTION_NUMBER, .no_undo = true,
	  .arg = "US",
	  .help = "stop at an IRQ latency of US or more; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.stop_ns[CONTEXT_IRQ]) },
	{ .name = "thread", .letter = 'T', .type = OPTION_NUMBER,
	  .no_undo = true, .arg = "US",
	  .help = "stop at a thread or user latency of US or more; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .set = set_thread },
	{ .name = "stack", .letter = 's', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "record the stack that the timer interrupted at a thread latency of US or more; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.stack_ns) },
	{ .name = "dump-tasks", .type = OPTION_FLAG,
	  .help = "also print what runs on each CPU at a stop",
	  .field = FIELD(dump_tasks) },
	{ .name = "top-causes", .type = OPTION_FLAG,
	  .help = "count all noise by the interrupt, softirq or thread that caused it, and show those that took the most time",
	  .field = FIELD(tracer.causes) },
	{ .name = "counters", .type = OPTION_FLAG,
	  .help = "also print at a stop what the CPU has counted since the timer's interrupt: cycles, instructions, cache misses, page walks",
	  .field = FIELD(tracer.counters) },
	{ .name = "bpf-action", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "run the BPF program in FILE at a stop, if this tool is built for it; or use --on-threshold",
	  .field = FIELD(bpf_action) },
	{ .name = NULL }
};

static const struct option_row only_analysis_rows[] = {
	{ .name = "aa-only", .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "show no table, only the cause of a latency of US or more: the same as -i US -T US -s US",
	  .unit = "us", .min = 1, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .set = set_only_analysis },
	{ .name = NULL }
};

/* The period that all others of the command know is the longest one. */
static bool add_period(void *to, int64_t ns, int index)
{
	struct tracer_config *tracer = &((struct config *)to)->tracer;

	if (index == TRACER_PERIODS_MAX)
		return false;
	if (!index) {
		memset(tracer->periods_ns, 0, sizeof(tracer->periods_ns));
		tracer->periods = 0;
		tracer->period_ns = 0;
	}
	if (!ns)
		return true;
	tracer->periods_ns[tracer->periods++] = ns;
	if (ns > tracer->period_ns)
		tracer->period_ns = ns;
	return true;
}

static const struct option_row timer_rows[] = {
	{ .name = "period", .letter = 'p', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "let the timer expire every US microseconds; the CPUs take several in turn, like 1000,1500,2000",
	  .unit = "us", .min = 100, .max = 1000000, .scale = NS_PER_US,
	  .field = FIELD(tracer.period_ns), .add = add_period },
	{ .name = "user-threads", .letter = 'u', .type = OPTION_FLAG,
	  .help = "measure with processes of this tool, and the user latency, too; the default",
	  .field = FIELD(threads_given[THREADS_USER]) },
	{ .name = "kernel-threads", .letter = 'k', .type = OPTION_FLAG,
	  .help = "measure with threads of the kernel",
	  .field = FIELD(threads_given[THREADS_KERNEL]) },
	{ .name = "user-load", .letter = 'U', .type = OPTION_FLAG,
	  .help = "start nothing, measure with processes that attach to /dev/rtla by themselves",
	  .field = FIELD(threads_given[THREADS_FOREIGN]) },
	{ .name = "aligned", .letter = 'A', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "let the timer of each CPU expire US microseconds after that of the CPU before; 0 is all at once",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.align_ns) },
	{ .name = "dma-latency", .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "keep CPUs out of idle states that take longer than US to leave",
	  .unit = "us", .min = 0, .max = 10000,
	  .field = FIELD(dma_latency_us) },
	{ .name = "deepest-idle-state", .type = OPTION_NUMBER,
	  .arg = "N",
	  .help = "keep the measured CPUs out of idle states deeper than N; -1 is out of all",
	  .min = -1, .max = INT32_MAX,
	  .field = FIELD(deepest_idle_state) },
	{ .name = NULL }
};

static const struct option_row column_rows[] = {
	{ .name = "no-irq", .type = OPTION_FLAG,
	  .help = "show no IRQ latencies", .field = FIELD(view.hist.no_irq) },
	{ .name = "no-thread", .type = OPTION_FLAG,
	  .help = "show no thread latencies", .field = FIELD(view.hist.no_thread) },
	{ .name = NULL }
};

static const struct option_group stop_group = {
	"Stop and analysis", stop_rows
};

static const struct option_group only_analysis_group = {
	NULL, only_analysis_rows
};

static const struct option_group timer_group = {
	"Timer and threads", timer_rows
};

static const struct option_group column_group = { NULL, column_rows };

static const struct option_group *const top_groups[] = { &stop_group,
							 &only_analysis_group,
							 &stack_group,
							 &timer_group,
							 &cpus_group,
							 &threads_group,
							 &time_group,
							 &trace_group,
							 &analysis_group,
							 &source_group,
							 &perfetto_group,
							 &table_group,
							 &unit_group,
							 &output_group,
							 &general_group,
							 &debug_group,
							 NULL };

static const struct option_group *const hist_groups[] = {
	&stop_group,	  &stack_group,	   &timer_group, &cpus_group,
	&threads_group,	  &time_group,	   &trace_group, &analysis_group,
	&source_group,	  &perfetto_group, &hist_group,	 &entries_group,
	&bars_group,	  &hist_text_group, &column_group, &unit_group,
	&output_group,	  &general_group,	  &debug_group,	   NULL
};

static enum options_result timerlat_settle(const struct option_set *set,
					  void *to)
{
	struct config *config = to;
	int given = 0;

	if (config->tracer.counters && !config_can_stop(config))
		return options_wrong(set, "--counters: they are read at a stop: give a threshold, like -a 100");
	for (int i = 0; i < THREADS_KINDS; i++) {
		if (!config->threads_given[i])
			continue;
		config->threads = i;
		given++;
	}
	if (given > 1)
		return options_wrong(set, "--user-threads, --kernel-threads, --user-load: they exclude each other: give one of them");
	return output_settle(set, config);
}

static enum options_result timerlat_settle_top(const struct option_set *set,
				      void *to)
{
	struct config *config = to;

	if (config->no_analysis && config->only_analysis)
		return options_wrong(set, "--no-aa, --aa-only: they exclude each other: leave one out");
	if (config->only_analysis && !config_can_stop(config))
		return options_wrong(set, "--aa-only: no threshold is left: leave out -i 0 and -T 0");
	return timerlat_settle(set, config);
}

static enum options_result timerlat_settle_hist(const struct option_set *set,
				       void *to)
{
	struct config *config = to;
	enum options_result result;

	if (config->view.hist.no_irq && config->view.hist.no_thread)
		return options_wrong(set, "no-irq and no-thread set, there is nothing to do here: leave one out");
	result = hist_settle(set, config);
	if (!result)
		result = timerlat_settle(set, config);
	config->view.hist.no_irq |= !config_measures(config, CONTEXT_IRQ);
	config->view.hist.no_thread |= !config_measures(config, CONTEXT_THREAD);
	return result;
}

#define DEFAULTS \
	COMMON_DEFAULTS, \
	.tracer.period_ns = 1000 * NS_PER_US, \
	.tracer.align_ns = -1, \
	.threads = THREADS_USER, \
	.trace_name = TRACE_FILE

MEASUREMENT_DEFAULTS(timerlat_top_defaults, DEFAULTS)

const struct command timerlat_top = {
	.tool = "timerlat",
	.mode = "top",
	.summary = "Timer latency of each CPU, in a table refreshed every second.",
	.groups = top_groups,
	MEASUREMENT_CONFIG(timerlat_top_defaults),
	.settle = timerlat_settle_top,
	.run = engine_run,
	.habits = timerlat_habits,
	.view = &timerlat_view,
};

MEASUREMENT_DEFAULTS(timerlat_hist_defaults, DEFAULTS, HIST_DEFAULTS)

const struct command timerlat_hist = {
	.tool = "timerlat",
	.mode = "hist",
	.summary = "Histogram of the timer latency of each CPU.",
	.groups = hist_groups,
	MEASUREMENT_CONFIG(timerlat_hist_defaults),
	.settle = timerlat_settle_hist,
	.run = engine_run,
	.habits = timerlat_habits,
	.view = &timerlat_hist_view,
};

const struct command *const timerlat_commands[] = {
	&timerlat_top, &timerlat_hist, NULL
};
