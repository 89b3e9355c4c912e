// SPDX-License-Identifier: GPL-2.0
/*
 * Options that need the module: see without_module.h.
 */
#include "options/config.h"
#include "options/without_module.h"

/* Why an option needs the module. */
#define NO_HIT		"only the module can stop at a wake-up"
#define NO_TRACE	"only the module has events of wake-ups to save or explain"
#define NO_FIGURES	"results need percentiles and parts of wake-ups, which only the module has"

enum options_result without_module_settle(const struct option_set *set,
					  const struct config *config)
{
	const struct output_config *output = &config->output;
	const struct {
		const char *option;
		bool given;
		const char *why;
	} rows[] = {
		{ "--threshold, --segment, --auto", config_can_stop(config), NO_HIT },
		{ "--stack", config->tracer.stack_ns, NO_HIT },
		{ "--on-threshold", config->on_threshold.count, NO_HIT },
		{ "--keep", config->keep, NO_HIT },
		{ "--dump-tasks", config->dump_tasks, NO_HIT },
		{ "--panic-on-stop", config->tracer.panic, NO_HIT },
		{ "--trace", config->trace_file, NO_TRACE },
		{ "--event", config->events.count, NO_TRACE },
		{ "--trace-buffer-size", config->trace_buffer_kb, NO_TRACE },
		{ "--on-end trace", config_saves_trace(config), NO_TRACE },
		{ "--perfetto", config->perfetto_file, NO_TRACE },
		{ "--json", output->json, NO_FIGURES },
		{ "--stream", output->stream, NO_FIGURES },
		{ "--openmetrics", output->metrics, NO_FIGURES },
		{ "--junit", output->junit, NO_FIGURES },
		{ "--percentiles", output->percentiles, NO_FIGURES },
		{ "--confidence", output->confidence, NO_FIGURES },
		{ "--gate", config->gates.count, NO_FIGURES },
		{ "--by waker", config->view.by == BY_WAKER,
		  "only the module sees who wakes a thread" },
		{ "--children", config->tracer.targets.children,
		  "only the module sees which threads a thread creates" },
		{ "--", config->program.argc,
		  "only the module sees which threads a program creates" },
	};

	if (!config->tracer.no_module)
		return OPTIONS_OK;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].given)
			return options_wrong(set, "--no-module: %s: %s: leave one of them out",
					     rows[i].option, rows[i].why);
	return OPTIONS_OK;
}
