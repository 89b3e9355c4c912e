// SPDX-License-Identifier: GPL-2.0
/*
 * Choosing the tracer: see chosen_tracer.h.
 */
#include "run/chosen_tracer.h"

/* Return whether the kernel may have its own tracer for what is measured. */
static bool may_be_kernel(const struct config *config)
{
	return config->tracer.workload == TRACER_TIMERLAT ||
	       config->tracer.workload == TRACER_OSNOISE;
}

static enum result nothing_there(const struct config *config)
{
	return fail(RESULT_CANNOT, "/dev/rtla: no such device: load the module with 'modprobe rtla', or boot a kernel with CONFIG_%s_TRACER, and run as root",
		    config->tracer.workload == TRACER_OSNOISE ? "OSNOISE" : "TIMERLAT");
}

static enum result find(const struct tracer_ops **ops, const struct config *config)
{
	enum tracer_workload workload = config->tracer.workload;

	*ops = config->no_module ? &tracer_tracefs : &tracer_module;
	if (!may_be_kernel(config) || config->choice == CHOICE_MODULE)
		return RESULT_OK;
	if (config->choice == CHOICE_AUTO) {
		if (tracer_module.is_there(workload))
			return RESULT_OK;
		if (!tracer_kernel.is_there(workload))
			return nothing_there(config);
	}
	*ops = &tracer_kernel;
	if (tracer_kernel.is_there(workload))
		return RESULT_OK;
	return fail(RESULT_CANNOT, "--tracer kernel: this kernel has no such tracer, or not for this user: boot one with CONFIG_%s_TRACER, and run as root",
		    workload == TRACER_OSNOISE ? "OSNOISE" : "TIMERLAT");
}

static enum result without_stats(const struct config *config)
{
	if (config->source == SOURCE_STATS)
		return fail(RESULT_CANNOT, "--source stats: the kernel's own tracer keeps no statistics: load the module, or leave it out");
	if (config->bpf_action)
		return fail(RESULT_CANNOT, "--bpf-action: the kernel's own tracer has no event of a hit: load the module, or use --on-threshold");
	return RESULT_OK;
}

enum result chosen_tracer(const struct tracer_ops **ops, struct config *config)
{
	enum result result = find(ops, config);

	if (result)
		return result;
	if (!(*ops)->stats)
		result = without_stats(config);
	if (!result && config->tracer.workload == TRACER_TIMERLAT &&
	    config->threads == THREADS_USER && !config->threads_given[THREADS_USER] &&
	    !(*ops)->attaches()) {
		debug(config->debug, "this kernel's tracer cannot measure with processes: measuring with kernel threads");
		config->threads = THREADS_KERNEL;
	}
	config->tracer.no_threads = config_no_threads(config);
	return result ?: (*ops)->refuse(&config->tracer);
}
