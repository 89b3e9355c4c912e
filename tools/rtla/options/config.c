// SPDX-License-Identifier: GPL-2.0
/*
 * Answers that follow from a configuration: see config.h.
 */
#include <string.h>

#include "gates/looks.h"
#include "options/config.h"
#include "stats/kind.h"
#include "trace/trace_file.h"
#include "tracer/tracers.h"

const struct kind_row *config_kind(const struct config *config)
{
	return kind_row(config->tracer.kind);
}

const char *config_tracer_word(const struct config *config)
{
	return tracer_words[config->tracer_word];
}

static bool has_action(const struct actions *actions, enum action_type type)
{
	for (int i = 0; i < actions->count; i++)
		if (actions->action[i].type == type)
			return true;
	return false;
}

bool config_can_stop(const struct config *config)
{
	for (int i = 0; i < CONTEXTS; i++)
		if (config->tracer.stop_ns[i])
			return true;
	return false;
}

bool config_analyses(const struct config *config)
{
	return config_can_stop(config) && !config->no_analysis &&
	       config_kind(config)->has_parts;
}

bool config_tells_cause(const struct config *config)
{
	return config_analyses(config) &&
	       (has_action(&config->on_threshold, ACTION_SHELL) ||
		has_action(&config->on_end, ACTION_SHELL) ||
		(config->perfetto_file && config_continues(config)));
}

bool config_shows_cause(const struct config *config)
{
	return config->live && config_continues(config) &&
	       config_analyses(config);
}

bool config_traces(const struct config *config)
{
	return config_analyses(config) || config_saves_trace(config);
}

void config_save_at_stop(struct config *config, bool wanted)
{
	if (!wanted)
		config->trace_file = NULL;
	else if (!config->trace_file)
		config->trace_file = config->trace_name;
}

bool config_saves_trace(const struct config *config)
{
	return config_saves_text(config) || config_saves_dat(config);
}

static bool config_action_saves(const struct actions *actions, bool dat)
{
	for (int i = 0; i < actions->count; i++)
		if (actions->action[i].type == ACTION_TRACE &&
		    trace_is_dat(actions->action[i].text) == dat)
			return true;
	return false;
}

static bool config_saves_as(const struct config *config, bool dat)
{
	const char *file = config->trace_file;

	if (!file && config->keep)
		file = config->trace_name;
	return (file && trace_is_dat(file) == dat) ||
	       config_action_saves(&config->on_threshold, dat) ||
	       config_action_saves(&config->on_end, dat);
}

bool config_saves_text(const struct config *config)
{
	return config_saves_as(config, false);
}

bool config_saves_dat(const struct config *config)
{
	return config_saves_as(config, true);
}

bool config_wants_record(const struct config *config)
{
	const struct output_config *output = &config->output;

	return output->json || output->stream || output->metrics ||
	       output->junit || output->csv || output->percentiles ||
	       output->confidence || config->gates.count;
}

bool config_shows_distribution(const struct config *config)
{
	return config_kind(config)->has_distributions ||
	       config->view.hist.bars ||
	       (config->live && config_kind(config)->screen_has_distributions);
}

bool output_is_stdout(const char *path)
{
	return path && (!*path || !strcmp(path, "-"));
}

bool config_no_threads(const struct config *config)
{
	return config_kind(config)->has_user_threads &&
	       config->threads != THREADS_KERNEL;
}

bool config_continues(const struct config *config)
{
	return config->keep ||
	       has_action(&config->on_threshold, ACTION_CONTINUE);
}

bool config_measures(const struct config *config, enum event_context context)
{
	if (!context_is(context, config->tracer.kind))
		return false;
	return (context != CONTEXT_USER ||
		config->threads != THREADS_KERNEL) &&
	       tracer_word_takes(config->tracer_word, context);
}

bool config_until_decided(const struct config *config)
{
	return config->duration_ns && config->decided_after_ns;
}

int config_looks(const struct config *config)
{
	return config_until_decided(config) ?
	       looks_count(config->decided_after_ns, config->duration_ns) : 1;
}
