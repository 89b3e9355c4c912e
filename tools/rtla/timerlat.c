// SPDX-License-Identifier: GPL-2.0
/*
 * The command timerlat: its options, and what it shows.
 */
#include <stddef.h>

#include "command.h"

#define TRACE_FILE	"timerlat_trace.txt"

#define THRESHOLD_MAX_US	3600000000LL	/* an hour */
#define DURATION_MAX_S		(10LL * 365 * 86400)

#define FIELD(member)	offsetof(struct config, member)

static void set_thresholds(struct config *config, int64_t ns)
{
	config->tracer.stop_ns[CONTEXT_IRQ] = ns;
	config->tracer.stop_ns[CONTEXT_THREAD] = ns;
	config->tracer.stack_ns = ns;
}

static void set_auto(void *to, int64_t ns)
{
	struct config *config = to;

	set_thresholds(config, ns);
	config->trace_file = ns ? TRACE_FILE : NULL;
}

static void set_only_analysis(void *to, int64_t ns)
{
	struct config *config = to;

	set_thresholds(config, ns);
	config->only_analysis = ns;
}

static const struct option_row measurement_rows[] = {
	{ .name = "cpus", .letter = 'c', .type = OPTION_CPUS,
	  .arg = "LIST", .help = "measure these CPUs, like 0-3,5; default all",
	  .field = FIELD(tracer.cpus) },
	{ .name = "period", .letter = 'p', .type = OPTION_NUMBER,
	  .arg = "US", .help = "let the timer expire every US microseconds",
	  .unit = "us", .min = 100, .max = 1000000, .scale = NS_PER_US,
	  .field = FIELD(tracer.period_ns) },
	{ .name = "duration", .letter = 'd', .type = OPTION_DURATION,
	  .arg = "TIME",
	  .help = "end after TIME: seconds, or a number followed by s, m, h or d; default until interrupted",
	  .unit = "s", .min = 1, .max = DURATION_MAX_S,
	  .field = FIELD(duration_ns) },
	{ .name = "warm-up", .type = OPTION_DURATION,
	  .arg = "TIME",
	  .help = "measure for TIME, in seconds, before anything counts",
	  .unit = "s", .min = 0, .max = DURATION_MAX_S,
	  .field = FIELD(warm_up_ns) },
	{ .name = "priority", .letter = 'P', .type = OPTION_PRIORITY,
	  .arg = "PRIO",
	  .help = "of the measuring threads: o:NICE (-20 to 19), r:PRIO or f:PRIO (round robin or FIFO, 1 to 99), or d:RUNTIME:PERIOD (deadline, each with ns, us, ms or s); default f:95",
	  .field = FIELD(tracer.priority) },
	{ .name = "kernel-threads", .letter = 'k', .type = OPTION_FLAG,
	  .help = "measure with kernel threads; they are the default",
	  .field = FIELD(kernel_threads) },
	{ .name = "house-keeping", .letter = 'H', .type = OPTION_CPUS,
	  .arg = "LIST",
	  .help = "run this tool on these CPUs; default those that are not measured",
	  .field = FIELD(house_keeping) },
	{ .name = "dma-latency", .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "keep CPUs out of idle states that take longer than US to leave",
	  .unit = "us", .min = 0, .max = 10000,
	  .field = FIELD(dma_latency_us) },
	{ .name = NULL }
};

static const struct option_row stop_rows[] = {
	{ .name = "auto", .letter = 'a', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "stop at a latency of US, tell why, and save the trace: the same as -i US -T US -s US -t " TRACE_FILE,
	  .unit = "us", .min = 1, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .set = set_auto },
	{ .name = "irq", .letter = 'i', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "stop at an IRQ latency of US or more; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.stop_ns[CONTEXT_IRQ]) },
	{ .name = "thread", .letter = 'T', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "stop at a thread latency of US or more; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.stop_ns[CONTEXT_THREAD]) },
	{ .name = "stack", .letter = 's', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "record the stack that the timer interrupted at a thread latency of US or more; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.stack_ns) },
	{ .name = "trace", .letter = 't', .type = OPTION_FILE,
	  .arg = "FILE", .help = "save the trace at a stop",
	  .fallback = TRACE_FILE, .field = FIELD(trace_file) },
	{ .name = "no-aa", .type = OPTION_FLAG,
	  .help = "do not tell the cause of a stop",
	  .field = FIELD(no_analysis) },
	{ .name = NULL }
};

static const struct option_row top_rows[] = {
	{ .name = "aa-only", .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "show no table, only the cause of a latency of US or more: the same as -i US -T US -s US",
	  .unit = "us", .min = 1, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .set = set_only_analysis },
	{ .name = "quiet", .letter = 'q', .type = OPTION_FLAG,
	  .help = "show the table once, at the end",
	  .field = FIELD(quiet) },
	{ .name = NULL }
};

static const struct option_row output_rows[] = {
	{ .name = "nano", .letter = 'n', .type = OPTION_FLAG,
	  .help = "show nanoseconds; thresholds stay in microseconds",
	  .field = FIELD(nano) },
	{ .name = "debug", .letter = 'D', .type = OPTION_FLAG,
	  .help = "tell on stderr what is being done",
	  .field = FIELD(debug) },
	{ .name = "help", .letter = 'h', .type = OPTION_HELP,
	  .help = "show this help" },
	{ .name = "version", .type = OPTION_VERSION,
	  .help = "show the version" },
	{ .name = NULL }
};

static const struct option_group measurement_group = {
	"Measurement", measurement_rows
};

static const struct option_group stop_group = {
	"Stop and analysis", stop_rows
};

static const struct option_group top_group = {
	"Table", top_rows
};

static const struct option_group output_group = {
	"Output", output_rows
};

static const struct option_group *const top_groups[] = {
	&measurement_group, &stop_group, &top_group, &output_group, NULL
};

static const char *check_top(const struct config *config)
{
	if (config->no_analysis && config->only_analysis)
		return "--no-aa, --aa-only: they exclude each other: leave one out";
	if (config->only_analysis && !config_can_stop(config))
		return "--aa-only: no threshold is left: leave out -i 0 and -T 0";
	return NULL;
}

const struct command timerlat_top = {
	.tool = "timerlat",
	.mode = "top",
	.summary = "Timer latency of each CPU, in a table refreshed every second.",
	.groups = top_groups,
	.defaults = {
		.tracer.period_ns = 1000 * NS_PER_US,
		.dma_latency_us = -1,
	},
	.check = check_top,
	.view = &view_top,
	.columns = {
		.title = "Timer Latency",
		.title_indent = 37,
		.context = {
			[CONTEXT_IRQ] = { "IRQ Timer Latency", 10 },
			[CONTEXT_THREAD] = { "Thread Timer Latency", 9 },
		},
	},
};
