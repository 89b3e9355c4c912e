// SPDX-License-Identifier: GPL-2.0
/*
 * Choosing the tracer: see chosen_tracer.h.
 */
#include "options/config.h"
#include "run/chosen_tracer.h"
#include "stats/kind.h"
#include "tracer/module_loading.h"
#include "tracer/tracer.h"

/* Return whether the module is there, or could be loaded. */
static bool have_module(const struct config *config, struct module_absence *absence)
{
	if (tracer_module.is_there(config->tracer.kind))
		return true;
	if (!module_loading_try("", absence))
		return false;
	if (!config->quiet)
		note("the module was not loaded: loaded it; 'modprobe -r rtla' unloads it");
	return true;
}

static enum result no_module(const struct module_absence *absence)
{
	return fail(RESULT_CANNOT, "/dev/rtla: no such device: %s: %s",
		    absence->why, absence->remedy);
}

static enum result kernel_only(const struct config *config)
{
	if (tracer_kernel.is_there(config->tracer.kind))
		return RESULT_OK;
	return fail(RESULT_CANNOT, "--tracer kernel: this kernel has no such tracer, or not for this user: boot one with %s, and run as root",
		    config_kind(config)->kernel_option);
}

/* There is no module: choose the kernel's own tracer, and say so. */
static enum result kernel_instead(const struct config *config,
				  const struct module_absence *absence)
{
	if (!tracer_kernel.is_there(config->tracer.kind))
		return fail(RESULT_CANNOT, "/dev/rtla: no such device: %s: %s, or boot a kernel with %s, and run as root",
			    absence->why, absence->remedy, config_kind(config)->kernel_option);
	if (!config->quiet)
		note("this kernel's own tracer, %s, measures: %s", config_kind(config)->kernel_tracer,
		     absence->why);
	return RESULT_OK;
}

static enum result find(const struct tracer_ops **ops, const struct config *config)
{
	struct module_absence absence;

	if (config->no_module) {
		*ops = &tracer_tracefs;
		return RESULT_OK;
	}
	*ops = &tracer_kernel;
	if (config->choice == CHOICE_KERNEL && config_kind(config)->kernel_tracer)
		return kernel_only(config);
	if (have_module(config, &absence)) {
		*ops = &tracer_module;
		return RESULT_OK;
	}
	if (config->choice == CHOICE_MODULE || !config_kind(config)->kernel_tracer)
		return no_module(&absence);
	return kernel_instead(config, &absence);
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
	if (!result && config_kind(config)->has_user_threads &&
	    config->threads == THREADS_USER && !config->threads_given[THREADS_USER] &&
	    !(*ops)->attaches()) {
		debug(config->debug, "this kernel's tracer cannot measure with processes: measuring with kernel threads");
		config->threads = THREADS_KERNEL;
	}
	config->tracer.no_threads = config_no_threads(config);
	return result ?: (*ops)->refuse(&config->tracer);
}
