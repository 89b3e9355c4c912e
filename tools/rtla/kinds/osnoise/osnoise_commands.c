// SPDX-License-Identifier: GPL-2.0
/*
 * The commands "rtla osnoise top", "rtla osnoise hist" and "rtla hwnoise":
 * their options, defaults and views.
 */
#include "kinds/osnoise/osnoise_kind.h"
#include "options/command.h"
#include "options/common_options.h"
#include "options/config.h"
#include "run/engine.h"

#define TRACE_FILE	"osnoise_trace.txt"

#define PERIOD_MAX_US	10000000

static void osnoise_set_auto(void *to, int64_t ns)
{
	struct config *config = to;

	config->tracer.stop_ns[CONTEXT_SINGLE] = ns;
	config->tracer.noise_ns = ns ? NS_PER_US : 0;
	config_save_at_stop(config, ns);
}

static const struct option_row stop_rows[] = {
	{ .name = "auto", .letter = 'a', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "stop at a noise of more than US, and save the trace: the same as -s US -T 1 -t",
	  .unit = "us", .min = 1, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .set = osnoise_set_auto },
	{ .name = "stop", .letter = 's', .type = OPTION_NUMBER,
	  .no_undo = true, .arg = "US",
	  .help = "stop at a single noise of more than US; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.stop_ns[CONTEXT_SINGLE]) },
	{ .name = "stop-total", .letter = 'S', .type = OPTION_NUMBER,
	  .no_undo = true, .arg = "US",
	  .help = "stop when the noise of one period is more than US; 0 is never",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.stop_ns[CONTEXT_TOTAL]) },
	{ .name = NULL }
};

static const struct option_row workload_rows[] = {
	{ .name = "period", .letter = 'p', .type = OPTION_NUMBER,
	  .arg = "US", .help = "start to look for noise every US microseconds",
	  .unit = "us", .min = 1, .max = PERIOD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.period_ns) },
	{ .name = "runtime", .letter = 'r', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "look for noise for US microseconds of each period; default 1000000, or the period if that is shorter; with interrupts off three quarters of the period",
	  .unit = "us", .min = 100, .max = PERIOD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.runtime_ns) },
	{ .name = "threshold", .letter = 'T', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "count gaps of US microseconds or more as noise; 0 is the default, 1",
	  .unit = "us", .min = 0, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = FIELD(tracer.noise_ns) },
	{ .name = NULL }
};

static const struct option_row off_rows[] = {
	{ .name = "preempt-off", .type = OPTION_FLAG, .yields = true,
	  .help = "look for noise with preemption off",
	  .field = FIELD(tracer.preempt_off) },
	{ .name = "irqs-off", .type = OPTION_FLAG, .yields = true,
	  .help = "look for noise with interrupts off, as hwnoise does",
	  .field = FIELD(tracer.irqs_off) },
	{ .name = NULL }
};

static const struct option_group stop_group = { "Stop", stop_rows };
static const struct option_group workload_group = { "Workload", workload_rows };
static const struct option_group off_group = { NULL, off_rows };

static const struct option_group *const top_groups[] = {
	&stop_group,	&workload_group, &off_group,   &cpus_group,
	&threads_group, &time_group,	 &trace_group, &analysis_group,
	&source_group,	&perfetto_group, &table_group, &output_group,
	&general_group, &debug_group,	 NULL
};

static const struct option_group *const hist_groups[] = { &stop_group,
							  &workload_group,
							  &off_group,
							  &cpus_group,
							  &threads_group,
							  &time_group,
							  &trace_group,
							  &analysis_group,
							  &source_group,
							  &perfetto_group,
							  &hist_group,
							  &entries_group,
							  &bars_group,
							  &hist_text_group,
							  &output_group,
							  &general_group,
							  &debug_group,
							  NULL };

static const struct option_group *const hwnoise_groups[] = {
	&stop_group,	 &workload_group,
	&cpus_group,	 &threads_group,
	&time_group,	 &trace_group,
	&analysis_group, &source_group,
	&perfetto_group, &table_group,
	&output_group,	 &general_group,
	&debug_group,	 NULL
};

/*
 * With interrupts off, the default is three quarters of the period: a CPU that
 * has interrupts off all the time can no longer be used. A period of 1 us is
 * too short for that: 1 us is also the shortest runtime that the module takes
 * (RTLA_RUNTIME_MIN_NS).
 */
static int64_t default_runtime(const struct tracer_config *tracer)
{
	int64_t period = tracer->period_ns;

	if (tracer->irqs_off && period > NS_PER_US)
		return period - period / 4;
	return period < NS_PER_SEC ? period : NS_PER_SEC;
}

static enum options_result osnoise_settle(const struct option_set *set,
				  void *to)
{
	struct config *config = to;
	struct tracer_config *tracer = &config->tracer;

	if (!tracer->runtime_ns)
		tracer->runtime_ns = default_runtime(tracer);
	if (tracer->runtime_ns > tracer->period_ns)
		return options_wrong(set, "--runtime %lld, --period %lld: the runtime is longer than the period: give less, or a longer period",
				     (long long)(tracer->runtime_ns / NS_PER_US),
				     (long long)(tracer->period_ns / NS_PER_US));
	return output_settle(set, config);
}

static enum options_result osnoise_settle_hist(const struct option_set *set,
				       void *to)
{
	struct config *config = to;
	enum options_result result = hist_settle(set, config);

	return result ?: osnoise_settle(set, config);
}

#define DEFAULTS \
	COMMON_DEFAULTS, \
	.tracer.kind = KIND_OSNOISE, \
	.tracer.causes = true, \
	.tracer.period_ns = NS_PER_SEC, \
	.trace_name = TRACE_FILE

MEASUREMENT_DEFAULTS(osnoise_top_defaults, DEFAULTS)

const struct command osnoise_top = {
	.tool = "osnoise",
	.mode = "top",
	.summary = "Noise of the operating system on each CPU, in a table refreshed every second.",
	.groups = top_groups,
	MEASUREMENT_CONFIG(osnoise_top_defaults),
	.settle = osnoise_settle,
	.run = engine_run,
	.view = &osnoise_view,
};

MEASUREMENT_DEFAULTS(osnoise_hist_defaults, DEFAULTS, HIST_DEFAULTS)

const struct command osnoise_hist = {
	.tool = "osnoise",
	.mode = "hist",
	.summary = "Histogram of the noise of the operating system on each CPU.",
	.groups = hist_groups,
	MEASUREMENT_CONFIG(osnoise_hist_defaults),
	.settle = osnoise_settle_hist,
	.run = engine_run,
	.view = &osnoise_hist_view,
};

MEASUREMENT_DEFAULTS(hwnoise_defaults, DEFAULTS, .tracer.irqs_off = true)

const struct command hwnoise = {
	.tool = "hwnoise",
	.summary = "Noise of the hardware on each CPU: what is left with interrupts off.",
	.groups = hwnoise_groups,
	MEASUREMENT_CONFIG(hwnoise_defaults),
	.settle = osnoise_settle,
	.run = engine_run,
	.view = &hwnoise_view,
};

const struct command *const osnoise_commands[] = {
	&osnoise_top, &osnoise_hist, &hwnoise, NULL
};
