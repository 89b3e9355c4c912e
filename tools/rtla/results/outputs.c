// SPDX-License-Identifier: GPL-2.0
/*
 * Outputs: see outputs.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/endable_output.h"
#include "base/json_write.h"
#include "base/output.h"
#include "base/whole_file.h"
#include "gates/ktap.h"
#include "options/command.h"
#include "options/action_list.h"
#include "options/config.h"
#include "results/openmetrics.h"
#include "results/prometheus_text.h"
#include "results/outputs.h"
#include "results/results_format.h"
#include "results/results_write.h"
#include "results/verdicts.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/stats.h"

#define STREAM_FORMAT	"rtla-stream"

/* Monitoring systems read the file less often than this. */
#define METRICS_EVERY_S	10

/* One output file, and the option that asks for it. */
struct target {
	const char *option;
	const char *path;
	bool grows;		/* written line by line, not as a whole */
};

#define TARGETS	5

static void list_targets(const struct config *config, struct target *targets)
{
	const struct output_config *output = &config->output;

	targets[0] = (struct target) { "--json", output->json, false };
	targets[1] = (struct target) { "--stream", output->stream, true };
	targets[2] = (struct target) { "--openmetrics", output->metrics, false };
	targets[3] = (struct target) { "--junit", output->junit, false };
	targets[4] = (struct target) { "--csv", output->csv, false };
}

/*
 * Keep stdout for the data of one output: all other output on stdout goes to
 * stderr from now on.
 */
static enum result take_stdout(struct outputs *outputs)
{
	int fd = dup(STDOUT_FILENO);

	fflush(stdout);
	outputs->data = fd < 0 ? NULL : output_stream(fd);
	if (!outputs->data || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		return fail(RESULT_ERROR, "standard output: %s: the results are lost",
			    strerror(errno));
	return RESULT_OK;
}

static enum result open_stream(struct outputs *outputs, const char *path)
{
	int fd = endable_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);

	outputs->stream = fd < 0 ? NULL : endable_stream(fd);
	if (outputs->stream)
		return RESULT_OK;
	return whole_file_failed("--stream", path, errno);
}

/* Try the files in which actions save the trace. */
static enum result try_actions(const char *option, const struct actions *actions)
{
	enum result result = RESULT_OK;

	for (int i = 0; i < actions->count && !result; i++)
		if (actions->action[i].type == ACTION_TRACE)
			result = whole_file_try(option, actions->action[i].text);
	return result;
}

/*
 * Find out now whether all files can be written, and not after a measurement of
 * a whole night. None is changed yet, so that a refusal leaves those of an
 * earlier run.
 */
static enum result try_all(const struct config *config,
			   const struct target *targets)
{
	bool can_stop = config_can_stop(config);
	enum result result = RESULT_OK;

	for (int i = 0; i < TARGETS && !result; i++)
		if (targets[i].path && !output_is_stdout(targets[i].path))
			result = whole_file_try(targets[i].option,
						targets[i].path);
	if (!result && config->perfetto_file && config_analyses(config))
		result = whole_file_try("--perfetto", config->perfetto_file);
	/* Kept hits have names of their own, in the same folder. */
	if (!result && config->trace_file && can_stop && !config->keep)
		result = whole_file_try("--trace", config->trace_file);
	if (!result && can_stop)
		result = try_actions("--on-threshold trace,file", &config->on_threshold);
	return result ?: try_actions("--on-end trace,file", &config->on_end);
}

/*
 * The file of an earlier run must not be taken for one of this run, so it is
 * removed.
 */
static enum result open_target(struct outputs *outputs,
			       const struct target *target)
{
	int error;

	if (output_is_stdout(target->path)) {
		enum result result = take_stdout(outputs);

		if (!result && target->grows)
			outputs->stream = outputs->data;
		return result;
	}
	if (target->grows)
		return open_stream(outputs, target->path);
	error = whole_file_clear(target->path);
	return error ? whole_file_failed(target->option, target->path, error) :
		       RESULT_OK;
}

/* Each message of fail() is a reason. */
static void hear(void *context, const char *text)
{
	outputs_reason(context, "%s", text);
}

enum result outputs_open(struct outputs *outputs, const struct config *config)
{
	struct target targets[TARGETS];
	enum result result = RESULT_OK;

	outputs->config = config;
	message_listen(hear, outputs);
	list_targets(config, targets);
	result = try_all(config, targets);
	for (int i = 0; i < TARGETS && !result; i++) {
		if (!targets[i].path)
			continue;
		outputs->has_host = !config->output.no_host;
		result = open_target(outputs, &targets[i]);
	}
	if (outputs->has_host)
		host_info_read("", &outputs->host);
	/* After a failure outputs_finish() must not try to write them again. */
	if (result)
		outputs_close(outputs);
	return result;
}

void outputs_close(struct outputs *outputs)
{
	message_listen(NULL, NULL);
	if (outputs->stream && outputs->stream != outputs->data)
		fclose(outputs->stream);
	if (outputs->data)
		fclose(outputs->data);
	json_decref(outputs->reasons);
	*outputs = (struct outputs) { .config = NULL };
}

void outputs_reason(struct outputs *outputs, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!outputs->reasons)
		outputs->reasons = json_array();
	json_array_append_new(outputs->reasons, json_words(text));
}

/* ---- Writing ------------------------------------------------------------- */

/*
 * Write @text to the file @path, or to the original stdout if that is "-".
 * Returns 0 or an errno.
 */
static int outputs_write_text(struct outputs *outputs, const char *path,
			      const char *text, size_t size)
{
	if (!output_is_stdout(path))
		return whole_file_write(path, text, size);
	errno = 0;
	fwrite(text, 1, size, outputs->data);
	if (fflush(outputs->data) || ferror(outputs->data))
		return errno ?: EIO;
	return 0;
}

/* Write @json as one line; returns 0 or an errno. */
static int outputs_write_json(FILE *out, const json_t *json)
{
	errno = 0;
	if (json_dumpf(json, out, JSON_COMPACT) || fputc('\n', out) == EOF ||
	    fflush(out))
		return errno ?: EIO;
	return 0;
}

static int write_results(struct outputs *outputs,
			 const struct run_summary *summary)
{
	json_t *json = results_json(summary);
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	size_t length = text ? strlen(text) : 0;
	int error = ENOMEM;

	json_decref(json);
	if (text) {
		/* The newline replaces the final NUL, which is not written. */
		text[length] = '\n';
		error = outputs_write_text(outputs,
					   outputs->config->output.json, text,
					   length + 1);
	}
	free(text);
	return error;
}

/*
 * Write the text that was printed to the memory stream @out, then close @out
 * and free the text. @out is NULL if there was no memory. Returns 0 or an
 * errno.
 */
static int write_printed(struct outputs *outputs, const char *path, FILE *out,
			 char **text, const size_t *size)
{
	int error = ENOMEM;

	if (out && !fclose(out))
		error = outputs_write_text(outputs, path, *text, *size);
	free(*text);
	return error;
}

static int write_metrics(struct outputs *outputs,
			 const struct run_summary *summary, bool final)
{
	const char *path = outputs->config->output.metrics;
	char *text = NULL, *metrics = NULL;
	size_t size = 0, metrics_size = 0;
	FILE *out = open_memstream(&metrics, &metrics_size);

	if (out)
		openmetrics_print(out, summary, final);
	if (!prometheus_text_is_for(path))
		return write_printed(outputs, path, out, &metrics,
				     &metrics_size);
	if (out && !fclose(out))
		out = open_memstream(&text, &size);
	if (out)
		prometheus_text_print(out, metrics);
	free(metrics);
	return write_printed(outputs, path, out, &text, &size);
}

static int write_csv(struct outputs *outputs, const struct run_summary *summary)
{
	bool complete = false;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out)
		complete =
			config_kind(summary->config)->print_csv(out, summary);
	if (out && !complete) {
		fclose(out);
		out = NULL;
	}
	return write_printed(outputs, outputs->config->output.csv, out, &text,
			     &size);
}

static int write_junit(struct outputs *outputs,
		       const struct gate_results *results)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out)
		junit_print(out, results);
	return write_printed(outputs, outputs->config->output.junit, out, &text,
			     &size);
}

/* ---- The stream ---------------------------------------------------------- */

static json_t *interval_json(const struct run_summary *summary, int cpu)
{
	json_t *latencies = json_object();
	struct latency interval;

	for (int i = 0; i < CONTEXTS; i++) {
		if (!config_measures(summary->config, i))
			continue;
		interval = record_interval(summary->record, cpu, i);
		json_set(&latencies, context_name(i),
			 results_latency(&interval));
	}
	return json_pack("{s:i, s:o}", "cpu", cpu, "latencies", latencies);
}

/* Write a line; @outcome: NULL except in the last. Returns 0 or an errno. */
static int stream_line(struct outputs *outputs,
		       const struct run_summary *summary, const char *outcome)
{
	json_t *cpus = json_array();
	json_t *line;
	int cpu, error = ENOMEM;

	if (summary->record)
		cpus_for_each(cpu, &summary->config->tracer.cpus)
			json_append(&cpus, interval_json(summary, cpu));
	line = json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:o}",
		"format", STREAM_FORMAT, "schema_version", RESULTS_VERSION,
		"line", json_number(outputs->lines++),
		"measured_ns", json_number(summary->measured_ns),
		"interval_ns", json_number(summary->measured_ns -
					   outputs->streamed_ns),
		"cpus", cpus,
		"verdict", outcome ?
			json_pack("{s:s, s:i}", "outcome", outcome,
				  "exit_code", summary->exit_code) :
			json_null());
	outputs->streamed_ns = summary->measured_ns;
	if (line)
		error = outputs_write_json(outputs->stream, line);
	json_decref(line);
	return error;
}

bool outputs_is_live(const struct outputs *outputs)
{
	return outputs->stream || outputs->config->output.metrics;
}

enum result outputs_update(struct outputs *outputs,
			   const struct run_summary *summary)
{
	const struct output_config *output = &outputs->config->output;
	time_t now = time(NULL);
	int error = 0;

	if (outputs->stream)
		error = stream_line(outputs, summary, NULL);
	if (error)
		return whole_file_failed("--stream", output->stream, error);
	if (!output->metrics || output_is_stdout(output->metrics) ||
	    now < outputs->metrics_at + METRICS_EVERY_S)
		return RESULT_OK;
	outputs->metrics_at = now;
	error = write_metrics(outputs, summary, false);
	return error ? whole_file_failed("--openmetrics", output->metrics, error) :
		       RESULT_OK;
}

/* ---- The verdict --------------------------------------------------------- */

static bool outputs_has_samples(const struct run_summary *summary, int cpu)
{
	for (int i = 0; i < CONTEXTS; i++)
		if (stats_get(summary->stats, cpu, i)->count)
			return true;
	return stats_periods(summary->stats, cpu);
}

/*
 * Return RESULT_ERROR, and print why, if the run proves nothing about its
 * gates. Its figures may still be of use to people.
 */
static enum result check_trust(const struct run_summary *summary, bool hit)
{
	/* Where nothing comes that is watched, nothing is missing. */
	bool watches = config_kind(summary->config)->watches;
	enum result result = RESULT_OK;
	int cpu;

	if (summary->config->duration_ns && !strcmp(summary->ended_by, "user"))
		result = fail(RESULT_ERROR, "--gate: the run was ended before its duration: let it run to the end");
	cpus_for_each(cpu, &summary->config->tracer.cpus)
		if (!hit && !watches && !outputs_has_samples(summary, cpu))
			result = fail(RESULT_ERROR, "--gate: CPU %d: it has no sample: measure for longer, or leave it out of --cpus",
				      cpu);
	return result;
}

static json_t *quantity_json(const struct quantity *quantity)
{
	switch (quantity->unit) {
	case UNIT_NS:
		return json_pack("{s:o}", "ns", json_number(quantity->amount));
	case UNIT_RATE:
		return json_pack("{s:o, s:o}", "events",
				 json_number(quantity->amount), "per_ns",
				 json_number(quantity->per_ns));
	case UNIT_PPB:
		return json_pack("{s:o}", "ppb", json_number(quantity->amount));
	case UNIT_COUNT:
		break;
	}
	return json_pack("{s:o}", "count", json_number(quantity->amount));
}

static json_t *gate_json(const struct gate *gate,
			 const struct gate_verdict *verdict)
{
	return json_pack("{s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
		"gate", json_words(gate->text), "source", json_words(gate->source),
		"verdict", gate_outcome_name(verdict->outcome),
		"cpu", verdict->cpu < 0 ? json_null() : json_integer(verdict->cpu),
		"value", verdict->has_value ? quantity_json(&verdict->value) :
					      json_null(),
		"limit", quantity_json(&gate->limit),
		"latencies", json_number(verdict->latencies),
		"skipped", json_number(verdict->skipped),
		"confidence_ppm", gate->confidence ?
			json_number(llround(gate->confidence * 1e6)) : json_null(),
		"effective", verdict->effective ?
			json_number(llround(verdict->effective)) : json_null(),
		"reason", *verdict->reason ? json_words(verdict->reason) :
					     json_null());
}

/* Print why a gate is not passed, and return the result for that gate. */
static enum result tell_gate(const struct gate *gate,
			     const struct gate_verdict *verdict)
{
	char value[64], limit[64], cpu[32] = "";

	if (verdict->outcome == GATE_PASS)
		return RESULT_OK;
	if (verdict->outcome != GATE_FAIL)
		return fail(RESULT_ERROR, "gate %s: %s", gate->text,
			    verdict->reason);
	if (verdict->cpu >= 0)
		snprintf(cpu, sizeof(cpu), " on CPU %d", verdict->cpu);
	if (!verdict->has_value)
		return fail(RESULT_HIT, "gate %s: failed%s: %s", gate->text, cpu,
			    verdict->reason);
	return fail(RESULT_HIT, "gate %s: failed: %s%s, the limit is %s",
		    gate->text,
		    quantity_print(&verdict->value, value, sizeof(value)), cpu,
		    quantity_print(&gate->limit, limit, sizeof(limit)));
}

/* Return the worse of two results: a failed gate outweighs an unknown one. */
static enum result outweighing(enum result one, enum result other)
{
	if (one == RESULT_HIT || other == RESULT_HIT)
		return RESULT_HIT;
	return one ?: other;
}

/*
 * Judge all gates again if they were decided while the run went on: it has a
 * few more samples now. With these, a verdict may miss its confidence by a
 * hair; it stays as it was then.
 */
static void judge_last(struct outputs *outputs,
		       const struct run_summary *summary)
{
	struct gate_verdict decided[GATES_MAX];

	memcpy(decided, outputs->verdict, sizeof(decided));
	verdicts_make(outputs->verdict, summary);
	for (int i = 0; outputs->decided && i < summary->config->gates.count;
	     i++)
		if (outputs->verdict[i].outcome == GATE_UNDECIDED)
			outputs->verdict[i] = decided[i];
}

bool outputs_decided(struct outputs *outputs, const struct run_summary *summary)
{
	verdicts_make(outputs->verdict, summary);
	outputs->decided = verdicts_decided(outputs->verdict,
					    &summary->config->gates);
	return outputs->decided;
}

/* Judge all gates, and fill in @summary->gates. */
static enum result outputs_judge(struct outputs *outputs,
				 struct run_summary *summary)
{
	const struct gates *gates = &outputs->config->gates;
	enum result all = RESULT_OK;

	judge_last(outputs, summary);
	summary->gates = json_array();
	for (int i = 0; i < gates->count; i++) {
		const struct gate_verdict *verdict = &outputs->verdict[i];

		json_array_append_new(summary->gates,
				      gate_json(&gates->gate[i], verdict));
		if (summary->stats)
			all = outweighing(all, tell_gate(&gates->gate[i],
							 verdict));
	}
	return all;
}

/* Return the outcome that a result file has for the exit code @result. */
static const char *outcome_name(enum result result, bool gated)
{
	switch (result) {
	case RESULT_OK:
		return gated ? "pass" : "measured";
	case RESULT_HIT:
		return "fail";
	case RESULT_CANNOT:
		return "cannot run";
	default:
		return "untrusted";
	}
}

static const char *first_reason(const struct outputs *outputs)
{
	return json_string_value(json_array_get(outputs->reasons, 0)) ?:
	       "see above";
}

/* Return @result, or print @error and return RESULT_ERROR if there is one. */
static enum result written(enum result result, const char *option,
			   const char *path, int error)
{
	return error ? whole_file_failed(option, path, error) : result;
}

static enum result write_all(struct outputs *outputs,
			     const struct run_summary *summary,
			     const struct gate_results *results)
{
	const struct output_config *output = &outputs->config->output;
	enum result result = RESULT_OK;

	if (output->junit)
		result = written(result, "--junit", output->junit,
				 write_junit(outputs, results));
	if (output->metrics)
		result = written(result, "--openmetrics", output->metrics,
				 write_metrics(outputs, summary, true));
	if (output->csv)
		result = written(result, "--csv", output->csv,
				 write_csv(outputs, summary));
	if (outputs->stream)
		result = written(result, "--stream", output->stream,
				 stream_line(outputs, summary,
					     summary->outcome));
	/*
	 * --json is written last: a program that waits for it may rely on the
	 * others.
	 */
	if (output->json)
		result = written(result, "--json", output->json,
				 write_results(outputs, summary));
	return result;
}

enum result outputs_finish(struct outputs *outputs, struct run_summary *summary,
			   enum result result, bool hit, const char *analysis)
{
	const struct gates *gates = &summary->config->gates;
	struct gate_results results = {
		.gates = gates, .verdict = outputs->verdict,
		.measured_ns = summary->measured_ns, .analysis = analysis,
		.host = summary->host ? summary->host->name : NULL,
		.labels = &summary->config->output.labels,
	};
	enum result verdict, output;
	char name[64], started[32];

	if (!outputs->config)
		return result;
	if (gates->count && summary->stats && !result)
		result = check_trust(summary, hit);
	if (result == RESULT_CANNOT)
		results.cannot = first_reason(outputs);
	else if (result)
		results.untrusted = first_reason(outputs);
	summary->trusted = !result;
	verdict = outputs_judge(outputs, summary);
	if (!gates->count)
		result = hit ? RESULT_HIT : result;
	else if (!result)
		result = hit ? RESULT_HIT : verdict;
	snprintf(name, sizeof(name), "%s%s%s", summary->command->tool,
		 summary->command->mode ? " " : "",
		 summary->command->mode ?: "");
	results.name = name;
	results.started_at = results_time(summary->started_at, started,
					  sizeof(started));
	if (gates->count)
		ktap_print(stdout, &results);
	result = output_result(result);
	summary->exit_code = result;
	summary->outcome = outcome_name(result, gates->count);
	summary->reasons = outputs->reasons;
	output = write_all(outputs, summary, &results);
	json_decref(summary->gates);
	return output ?: result;
}
