// SPDX-License-Identifier: GPL-2.0
/*
 * The options for results that machines read, and for gates.
 */
#include <stdlib.h>
#include <string.h>

#include "base/labels.h"
#include "gates/gates.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/file_names.h"
#include "stats/kind.h"

/* Labels for all runs, "KEY=VALUE,KEY=VALUE". */
#define LABELS_VARIABLE	"RTLA_LABELS"

static const char *add_gate(void *config, const char *text)
{
	return gates_add(&((struct config *)config)->gates, text);
}

static const char *add_gate_file(void *config, const char *text)
{
	return gates_add_file(&((struct config *)config)->gates, text);
}

static const char *output_options_add_label(void *config, const char *text)
{
	return labels_add(&((struct config *)config)->output.labels, text);
}

static const struct option_row output_rows[] = {
	{ .name = "json", .type = OPTION_TEXT, .yields = true, .arg = "FILE",
	  .help = "write the results as JSON at the end (- is standard output; all else that is printed goes to standard error then)",
	  .field = FIELD(output.json) },
	{ .name = "stream", .type = OPTION_TEXT, .optional = true,
	  .yields = true, .arg = "FILE",
	  .help = "write a line of JSON every second (standard output as above with -, or without FILE)",
	  .field = FIELD(output.stream) },
	{ .name = "openmetrics", .type = OPTION_TEXT, .yields = true,
	  .arg = "FILE",
	  .help = "write the results for monitoring, again every 10 s; as node_exporter reads them, if the name ends in .prom (- as above)",
	  .field = FIELD(output.metrics) },
	{ .name = "percentiles", .type = OPTION_FLAG, .yields = true,
	  .help = "show percentiles, from p50 to p99.9999, below the table",
	  .field = FIELD(output.percentiles) },
	{ .name = "confidence", .type = OPTION_NUMBER, .yields = true,
	  .arg = "PERCENT",
	  .help = "show averages below the table, each with the interval that it is in with this confidence, like 99",
	  .min = 50, .max = 99,
	  .field = FIELD(output.confidence) },
	{ .name = "gate", .type = OPTION_PARSED, .yields = true, .arg = "GATE",
	  .help = "pass only if this holds: " GATE_FORM "; can be repeated",
	  .parse = add_gate },
	{ .name = "gate-file", .type = OPTION_PARSED, .yields = true,
	  .arg = "FILE", .help = "gates from a file, one on each line; # begins a comment",
	  .parse = add_gate_file },
	{ .name = "junit", .type = OPTION_TEXT, .yields = true, .arg = "FILE",
	  .help = "write the outcome of the gates as JUnit XML (- as above)",
	  .field = FIELD(output.junit) },
	{ .name = "label", .type = OPTION_PARSED, .yields = true,
	  .arg = "KEY=VALUE", .help = "a label for the results, like board=rack3; can be repeated",
	  .parse = output_options_add_label },
	{ .name = "no-host", .type = OPTION_FLAG, .yields = true,
	  .help = "leave out of the results which machine they are of",
	  .field = FIELD(output.no_host) },
	{ .name = "load", .type = OPTION_TEXT, .yields = true, .arg = "COMMAND",
	  .help = "run COMMAND by the shell during the measurement, like 'rtla load sched'",
	  .field = FIELD(load) },
	{ .name = NULL }
};

const struct option_group output_group = {
	"Results for machines, gates and load", output_rows
};

/*
 * Return the context that has the name of @context in the kind that is
 * measured, if one has.
 */
static enum event_context context_of_name(const struct config *config,
					  enum event_context context)
{
	int own = context_find(context_name(context), config->tracer.kind);

	return own < 0 ? context : (enum event_context)own;
}

/* Return why a run cannot measure what @gate judges, or NULL if it can. */
static const char *find_missing(const struct config *config,
				const struct gate *gate)
{
	if (gate->comm && !config_kind(config)->watches_threads)
		return "threads are watched by wakeup and cycle";
	if (config_measures(config, gate->context))
		return NULL;
	if (!context_is(gate->context, config->tracer.kind))
		return kind_row(context_kind(gate->context))->where;
	return gate->context == CONTEXT_USER ?
	       "threads of the kernel have no user latency" :
	       "--tracer process takes the user latency alone";
}

static enum options_result settle_gate(const struct option_set *set,
				       const struct config *config,
				       const struct gate *gate)
{
	const char *missing = find_missing(config, gate);
	struct cpus cpus, foreign;
	char list[64];

	if (missing)
		return options_wrong(set, "%s %s: %s: leave it out", gate->source,
				     gate->text, missing);
	if (!gate->cpus || cpus_empty(&config->tracer.cpus))
		return OPTIONS_OK;
	gate_cpus(gate, &config->tracer.cpus, &cpus);
	foreign = cpus_without(&cpus, &config->tracer.cpus);
	if (cpus_empty(&foreign))
		return OPTIONS_OK;
	return options_wrong(set, "%s %s: CPU %s is not measured: leave it out, or add it to --cpus",
			     gate->source, gate->text,
			     cpus_format(&foreign, list, sizeof(list)));
}

/*
 * Refuse a trace file whose name is a number: cyclictest's -t1 or -t 4 says how
 * many threads measure.
 */
static enum options_result settle_trace_file(const struct option_set *set,
					     const char *file)
{
	if (!file || file[strspn(file, "0123456789")])
		return OPTIONS_OK;
	return options_wrong(set, "--trace %s: a number: give ./%s if the trace file is to have this name; threads measure on all CPUs, or on those of --cpus",
			     file, file);
}

enum options_result output_settle(const struct option_set *set,
				  struct config *config)
{
	const char *labels = getenv(LABELS_VARIABLE);
	struct output_config *output = &config->output;
	const struct file_name files[] = {
		{ "--json", output->json }, { "--stream", output->stream },
		{ "--openmetrics", output->metrics },
		{ "--junit", output->junit }, { "--csv", output->csv },
		{ "--perfetto", config->perfetto_file },
	};
	enum options_result result;
	const char *reason;

	config->invocation = set->invocation;
	reason = labels ? labels_add_missing(&output->labels, labels) : NULL;
	if (reason)
		return options_wrong(set, LABELS_VARIABLE "=%s: %s", labels,
				     reason);
	if (output_is_stdout(output->json) + output_is_stdout(output->stream) +
	    output_is_stdout(output->metrics) + output_is_stdout(output->junit) +
	    output_is_stdout(output->csv) > 1)
		return options_wrong(set, "-: given twice: standard output can have one of --json, --stream, --openmetrics%s",
				     config_kind(config)->print_csv ?
				     ", --junit and --csv" : " and --junit");
	if (output->junit && !config->gates.count)
		return options_wrong(set, "--junit: there is no gate to report: add --gate");
	if (config_until_decided(config) && !config->gates.count)
		return options_wrong(set, "--duration auto: there is no gate to decide: add --gate");
	result = settle_trace_file(set, config->trace_file) ?:
		 file_names_settle(set, NULL, files,
				   sizeof(files) / sizeof(files[0]));
	for (int i = 0; i < config->gates.count && !result; i++) {
		struct gate *gate = &config->gates.gate[i];

		if (gate->context == CONTEXT_IRQ && !gate_is_skipped(gate))
			gate->context = context_of_name(config, CONTEXT_IRQ);
		result = settle_gate(set, config, gate);
	}
	return result;
}
