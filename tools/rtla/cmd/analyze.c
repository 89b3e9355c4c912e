// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla analyze": the analysis of a saved trace, on any machine.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <jansson.h>

#include "analysis/analysis.h"
#include "analysis/explained_hit.h"
#include "analysis/plain_hit.h"
#include "base/amount.h"
#include "base/json_write.h"
#include "base/output.h"
#include "base/scan.h"
#include "base/whole_file.h"
#include "cmd/analyze_cycles.h"
#include "cmd/commands.h"
#include "guest/clock_join.h"
#include "guest/host_formats.h"
#include "guest/host_side.h"
#include "guest/host_trace.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/file_names.h"
#include "options/operands.h"
#include "stats/kind.h"
#include "trace/events.h"
#include "trace/ipis.h"
#include "trace/saved_trace.h"
#include "trace/trace_formats.h"
#include "trace/wakings.h"

#define FORMAT	"rtla-analysis"
#define VERSION	1
#define STDOUT	"-"

/* Ten minutes. */
#define DEADLINE_MAX_US	600000000

/* Options of measurements set @config, so it comes first. */
struct analyze_config {
	struct config config;
	struct operands operands;	/* the trace */
	const char *host;		/* that of the host, if it is of a guest */
	struct vcpu_tids vcpus;
	struct cycles_asked cycles;
};

/* A run of the command: the trace that is analyzed, and what comes of it. */
struct work {
	const struct config *config;
	const char *path;
	struct saved_trace trace;
	const char *host_path;	/* NULL: nobody asks for the host */
	struct host_trace host;
	const struct vcpu_tids *vcpus;
	FILE *out;		/* the text; NULL: JSON takes standard output */
	json_t *hits;		/* for --json */
};

/* Return the last stop event of @list, or NULL. */
static const struct event *find_stop(const struct event_list *list)
{
	for (size_t i = list->count; i--;) {
		if (list->event[i].type == EVENT_STOP)
			return &list->event[i];
	}
	return NULL;
}

/*
 * Add the hit @stop to those of --json; take over the references @analysis, and
 * @host unless it is NULL.
 */
static void add_hit(struct work *work, int cpu, const struct event *stop,
		    json_t *analysis, json_t *host)
{
	json_append(&work->hits, json_pack("{s:i, s:s, s:b, s:o, s:o, s:o*}",
		"cpu", cpu, "context", context_name(stop->stop.context),
		"threshold_hit", !stop->stop.longest,
		"latency_ns", json_number(stop->stop.latency),
		"analysis", analysis, "host", host));
}

/* Find the requests of all CPUs to @cpu. Returns false without memory. */
static bool find_ipis(const struct saved_trace *trace, int cpu,
		      struct event_list *ipis)
{
	for (int from = 0; from < trace->cpus; from++)
		if (!ipis_add(ipis, cpu, &trace->list[from], from, trace->comm,
			      trace->symbols.source))
			return false;
	event_list_sort(ipis);
	return true;
}

/* Tell what the host did in the time of a hit, if its trace was given. */
static enum result explain_host(struct work *work, int cpu,
				const struct explained_hit *hit, json_t **json)
{
	struct host_side side = {
		.host = &work->host, .guest = &work->trace,
		.tids = work->vcpus, .text = work->out,
	};
	const char *why;

	if (!work->host_path)
		return RESULT_OK;
	why = host_side_explain(&side, &(struct guest_hit) {
		.cpu = cpu, .start = hit->start, .ns = hit->ns,
	});
	*json = side.json;
	return why ? fail(RESULT_ERROR, "%s: %s", work->host_path, why) :
		     RESULT_OK;
}

static enum result analyze_cpu(struct work *work, int cpu,
			       const struct event *stop)
{
	struct saved_trace *trace = &work->trace;
	const struct config *config = work->config;
	struct event_list ipis = { .count = 0 }, wakings = { .count = 0 };
	/*
	 * The stop event has the priority of the measuring thread. In context
	 * IRQ it has that of the interrupted thread, but there the analysis
	 * does not use it.
	 */
	const struct analysis_config wanted = {
		.workload_prio = stop->stop.prio, .recorder = trace->recorder,
	};
	const struct explained_forms forms = {
		.text = work->out, .json = true,
		.perfetto = config->perfetto_file,
		.periods = config->perfetto_periods,
		.symbols = &trace->symbols, .stack = config->stack_format,
		.ipis = &ipis, .wakings = &wakings,
	};
	enum result result = RESULT_OK;
	struct explained_hit hit;
	json_t *host = NULL;
	bool explained;

	explained = find_ipis(trace, cpu, &ipis) &&
		    (!config->perfetto_file ||
		     wakings_find(trace, cpu, &wakings)) &&
		    explained_hit_make(&hit, &trace->list[cpu], cpu, &wanted,
				       &forms);
	event_list_clear(&ipis);
	event_list_clear(&wakings);
	if (!explained)
		return fail(RESULT_ERROR, "out of memory");
	result = explain_host(work, cpu, &hit, &host);
	add_hit(work, cpu, stop, json_incref(hit.json), host);
	if (!result && config->perfetto_file)
		result = whole_file_save("--perfetto", config->perfetto_file,
					 hit.perfetto,
					 hit.perfetto ? strlen(hit.perfetto) : 0);
	explained_hit_free(&hit);
	return result;
}

static void tell_plain_hit(struct work *work, int cpu, const struct event *stop)
{
	add_hit(work, cpu, stop, json_null(), NULL);
	if (!work->out)
		return;
	plain_hit_print(work->out, &(struct plain_hit) {
		.cpu = cpu, .context = stop->stop.context,
		.latency = stop->stop.latency, .limit = stop->stop.threshold,
		.comm = stop->stop.comm, .pid = stop->stop.pid,
	});
}

/* Say why there is nothing to explain. */
static enum result tell_nothing(struct work *work)
{
	const char *path = work->path, *why = trace_formats_unread(&work->trace);

	if (why)
		return fail(RESULT_ERROR, "%s: %s", path, why);
	if (work->trace.recorder == RECORDED_BY_KERNEL)
		return fail(RESULT_ERROR, "%s: the trace has no sample of timerlat, and no noise of osnoise: record it with the tracer, not with its events alone",
			    path);
	return fail(RESULT_ERROR, "%s: the trace has no stop event: no threshold was hit, or another tracer recorded it",
		    path);
}

static enum result analyze_trace(struct work *work)
{
	const struct saved_trace *trace = &work->trace;
	enum result result = RESULT_OK;
	int stops = 0;

	/* These have no parts to find. */
	for (int cpu = 0; cpu < trace->cpus && !result; cpu++) {
		const struct event *stop = find_stop(&trace->list[cpu]);

		if (!stop)
			continue;
		if (context_has_no_parts(stop->stop.context))
			tell_plain_hit(work, cpu, stop);
		else
			result = analyze_cpu(work, cpu, stop);
		stops++;
	}
	return result || stops ? result : tell_nothing(work);
}

/* Write @document for --json, and free it. */
static enum result write_document(const struct config *config, json_t *document)
{
	char *text = document ? json_dumps(document, JSON_INDENT(2)) : NULL;
	enum result result;

	/* Messages must not be in the middle of the text, if both are one pipe. */
	fflush(stdout);
	result = whole_file_or_line("--json", config->output.json, text);
	free(text);
	json_decref(document);
	return result;
}

static enum result analyze_write_json(const struct work *work)
{
	return write_document(work->config,
		json_pack("{s:s, s:i, s:s, s:o, s:O}", "format", FORMAT,
			  "schema_version", VERSION, "tracer",
			  recorder_name(work->trace.recorder),
			  "impossible_noises",
			  json_number(work->trace.impossible),
			  "hits", work->hits));
}

/* Note what the text lacks. The rest of the trace is analysed all the same. */
static void tell_lacking(const struct saved_trace *trace, const char *path)
{
	/* All lines of an unknown form are. */
	if (trace->form)
		return;
	if (trace->damaged_lines == 1)
		note("%s: line %lu is damaged and counts as a lost event", path,
		     trace->damaged_line);
	else if (trace->damaged_lines)
		note("%s: %lu lines are damaged, the first of them line %lu: they count as lost events",
		     path, trace->damaged_lines, trace->damaged_line);
	if (trace->cut_stacks)
		note("%s: trace-cmd report prints only the %d innermost functions of a stack: to see all of them, analyze the trace.dat itself",
		     path, REPORTED_FRAMES);
}

/* Note what is wrong with times, and what the kernel's own tracer takes for wrong. */
static void tell_wrong(const struct saved_trace *trace, const char *path)
{
	if (trace->shift)
		note("%s: its times are %.6f s %s than those in its events: they are read without that",
		     path, llabs(trace->shift) / 1e9,
		     trace->shift < 0 ? "earlier" : "later");
	if (trace->impossible)
		note("%s: the kernel's tracer has missed when interrupts or threads began, and gives impossible times: %zu of them left out",
		     path, trace->impossible);
	if (trace->tainted)
		note("%s: the kernel's tracer has found out itself that its figures are wrong: do not rely on them",
		     path);
}

/* Read the trace of the host, if there is one. */
static enum result read_host(struct work *work)
{
	const char *path = work->host_path, *why;

	if (!path)
		return RESULT_OK;
	why = host_formats_read(&work->host, path);
	if (why)
		return fail(RESULT_ERROR, "%s: %s", path, why);
	if (work->host.lost)
		note("%s: events of the host were lost: what it says of those times may be wrong",
		     path);
	return RESULT_OK;
}

/*
 * Explain a cycle of a thread instead of a measurement. @absent is set if the
 * trace does not tell of threads; with @quiet nothing is said about that.
 */
static enum result explain_cycles(const struct analyze_config *given, FILE *out,
				  bool quiet, bool *absent)
{
	struct cycles_answer answer;
	enum result result;

	output_wrap(true);
	result = analyze_cycles(&given->cycles, given->operands.word[0], out,
				quiet, &answer);
	output_wrap(false);
	*absent = answer.absent;
	if (!result && (given->host || given->config.perfetto_file))
		result = fail(RESULT_ERROR, "%s: --perfetto and --host are for what was measured, and it has no measurement: leave them out",
			      given->operands.word[0]);
	if (!result && given->config.output.json)
		return write_document(&given->config, answer.json);
	json_decref(answer.json);
	return result;
}

/* Return whether there is any event that only tracers of latencies write. */
static bool has_measurement(const struct saved_trace *trace)
{
	for (int cpu = 0; cpu < trace->cpus; cpu++) {
		const struct event_list *list = &trace->list[cpu];

		for (size_t i = 0; i < list->count; i++)
			if (event_is_measured(&list->event[i]) &&
			    list->event[i].type != EVENT_SWITCH &&
			    list->event[i].type != EVENT_IDLE)
				return true;
	}
	return false;
}

/* A pipe was read to its end: it cannot be read again. */
static bool is_plain_file(const char *path)
{
	struct stat found;

	return !stat(path, &found) && S_ISREG(found.st_mode);
}

/* Explain what our tracers have measured; @why the trace could not be read. */
static enum result explain_measured(struct work *work, const char *why)
{
	enum result result;

	if (why)
		return fail(RESULT_ERROR, "%s: %s", work->path, why);
	tell_lacking(&work->trace, work->path);
	tell_wrong(&work->trace, work->path);
	output_wrap(true);
	result = read_host(work) ?: analyze_trace(work);
	output_wrap(false);
	if (!result && work->config->output.json)
		result = analyze_write_json(work);
	return result;
}

static enum result analyze_run(const struct command *command,
			       const void *from)
{
	const struct analyze_config *given = from;
	const char *json = given->config.output.json,
		   *path = given->operands.word[0];
	struct work work = {
		.config = &given->config,
		.path = path,
		.host_path = given->host,
		.vcpus = &given->vcpus,
		.out = json && !strcmp(json, STDOUT) ? NULL : stdout,
		.hits = json_array(),
	};
	enum result result = RESULT_OK;
	bool absent = true;
	const char *why;

	(void)command;
	if (cycles_are_asked(&given->cycles)) {
		json_decref(work.hits);
		return explain_cycles(given, work.out, false, &absent);
	}
	why = trace_formats_read(&work.trace, path);
	if ((why || !has_measurement(&work.trace)) && is_plain_file(path))
		result = explain_cycles(given, work.out, true, &absent);
	if (absent)
		result = explain_measured(&work, why);
	saved_trace_free(&work.trace);
	host_trace_free(&work.host);
	json_decref(work.hits);
	return result;
}

static enum options_result analyze_settle(const struct option_set *set,
					  void *from)
{
	const struct analyze_config *given = from;
	const struct file_name files[] = {
		{ "--perfetto", given->config.perfetto_file },
		{ "--json", given->config.output.json },
	};
	struct operands read = given->operands;

	if (!read.count)
		return options_wrong(set, "no %s given: name a saved trace",
				     set->operand);
	if (given->vcpus.count && !given->host)
		return options_wrong(set, "--vcpus: it names threads of a host: give its trace with --host");
	if (given->host)
		read.word[read.count++] = given->host;
	return file_names_settle(set, &read, files,
				 sizeof(files) / sizeof(files[0]));
}

/* Read "TID,TID,...", the threads of the vCPUs 0, 1 and so on. */
static const char *parse_vcpus(void *to, const char *text)
{
	struct vcpu_tids *tids = &((struct analyze_config *)to)->vcpus;
	const char *next = text;

	tids->count = 0;
	do {
		int *tid = &tids->tid[tids->count];

		if (tids->count == VCPU_TIDS_MAX)
			return "too many threads: name those of the guest's first CPUs";
		next = scan(next, "%d", tid);
		if (!next || *tid <= 0 || (*next && *next != ','))
			return "not ids of threads: give them like 4321,4322, that of vCPU 0 first";
		tids->count++;
	} while (*next++);
	return NULL;
}

static const struct option_row host_rows[] = {
	{ .name = "host", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "the trace is of a virtual machine, and this one of its host, from the same time: tell what the host did",
	  .field = offsetof(struct analyze_config, host) },
	{ .name = "vcpus", .type = OPTION_PARSED, .arg = "TID,TID,...",
	  .help = "the host's threads of the vCPUs 0, 1 and so on, if their events do not tell",
	  .parse = parse_vcpus },
	{ .name = NULL }
};

static const struct option_group host_group = { "Virtual machine", host_rows };

/* Read "SYSCALL[:FD]". */
static const char *parse_wait(void *to, const char *text)
{
	return cycles_parse_wait(&((struct analyze_config *)to)->cycles, text);
}

static const struct option_row cycle_rows[] = {
	{ .name = "comm", .type = OPTION_TEXT, .arg = "NAME",
	  .help = "explain the cycles of a thread with this name, from events of sched, irq, timer and raw_syscalls",
	  .field = offsetof(struct analyze_config, cycles.comm) },
	{ .name = "tid", .type = OPTION_NUMBER, .arg = "N",
	  .min = 1, .max = INT32_MAX,
	  .help = "the same of the thread with this id",
	  .field = offsetof(struct analyze_config, cycles.tid) },
	{ .name = "wait", .type = OPTION_PARSED, .arg = "SYSCALL[:FD]",
	  .help = "where it waits for its next cycle, like read:5; the default is the wait that timers end most often",
	  .parse = parse_wait },
	{ .name = "deadline", .type = OPTION_NUMBER, .arg = "US", .unit = "us",
	  .min = 1, .max = DEADLINE_MAX_US, .scale = NS_PER_US,
	  .help = "count the cycles that take longer, and explain the first of them instead of the longest cycle",
	  .field = offsetof(struct analyze_config, cycles.deadline) },
	{ .name = NULL }
};

static const struct option_group cycle_group = { "Cycles of a thread", cycle_rows };

static const struct option_row json_rows[] = {
	{ .name = "json", .type = OPTION_TEXT, .yields = true, .arg = "FILE",
	  .help = "also write the report as JSON (- is standard output, which then has no text)",
	  .field = FIELD(output.json) },
	{ .name = NULL }
};

static const struct option_group json_group = { NULL, json_rows };

static const struct option_group *const groups[] = {
	&stack_group,	&perfetto_group, &json_group,
	&cycle_group,	&host_group,	&general_group, &debug_group,
	NULL
};

COMMAND_DEFAULTS(analyze_defaults, struct analyze_config,
		 .config.perfetto_periods = PERFETTO_PERIODS)

const struct command analyze = {
	.tool = "analyze",
	.summary = "Explain a stop from a trace that --trace saved, or the kernel's own tracers recorded, or the cycles of a thread from one of trace-cmd; the module is not needed.",
	.groups = groups,
	.set_defaults = analyze_defaults,
	.size = sizeof(struct analyze_config),
	.operands_field = offsetof(struct analyze_config, operands),
	.settle = analyze_settle,
	.run = analyze_run,
	.operand = "FILE",
	.operands_max = 1,
};
