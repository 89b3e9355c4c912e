// SPDX-License-Identifier: GPL-2.0
/*
 * What follows from a configuration.
 */
#include "config.h"

static bool has_action(const struct actions *actions, enum action_type type)
{
	for (int i = 0; i < actions->count; i++)
		if (actions->action[i].type == type)
			return true;
	return false;
}

bool config_can_stop(const struct config *config)
{
	for (int i = 0; i < STOPS; i++)
		if (config->tracer.stop_ns[i])
			return true;
	return false;
}

bool config_analyses(const struct config *config)
{
	return config_can_stop(config) && !config->no_analysis;
}

bool config_tells_cause(const struct config *config)
{
	return config_analyses(config) &&
	       has_action(&config->on_threshold, ACTION_SHELL);
}

bool config_saves_trace(const struct config *config)
{
	return config->trace_file || config->keep ||
	       has_action(&config->on_threshold, ACTION_TRACE) ||
	       has_action(&config->on_end, ACTION_TRACE);
}

bool config_traces(const struct config *config)
{
	return config_analyses(config) || config_saves_trace(config);
}

bool config_no_threads(const struct config *config)
{
	return config->tracer.workload == TRACER_TIMERLAT &&
	       config->threads != THREADS_KERNEL;
}

bool config_continues(const struct config *config)
{
	return config->keep ||
	       has_action(&config->on_threshold, ACTION_CONTINUE);
}
