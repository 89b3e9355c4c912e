// SPDX-License-Identifier: GPL-2.0
/*
 * The options that several commands have in common.
 */
#include <stdio.h>
#include <string.h>

#include "base/amount.h"
#include "base/parse.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/lists.h"
#include "tracer/tracer_config.h"
#include "tracer/tracers.h"

#define BUFFER_MAX_KB	(1LL << 30)

static const char *common_options_add_event(void *config, const char *text)
{
	return event_add(&((struct config *)config)->events, text);
}

static const char *add_filter(void *config, const char *text)
{
	return event_filter(&((struct config *)config)->events, text);
}

static const char *add_trigger(void *config, const char *text)
{
	return event_trigger(&((struct config *)config)->events, text);
}

static const char *add_on_threshold(void *to, const char *text)
{
	struct config *config = to;

	return action_add(&config->on_threshold, text, config->trace_name);
}

static const char *add_on_end(void *to, const char *text)
{
	struct config *config = to;

	return action_add(&config->on_end, text, config->trace_name);
}

/* Without numbers, "auto" stands for these. */
#define DECIDED_AFTER_NS	(10 * NS_PER_SEC)
#define DECIDED_UNTIL_NS	(3600 * NS_PER_SEC)

static void set_duration(void *to, int64_t ns)
{
	struct config *config = to;

	config->duration_ns = ns;
	config->decided_after_ns = 0;
}

/* Read a time of @length characters; return false if it is none, or too long. */
static bool duration_in(const char *text, size_t length, int64_t *ns)
{
	char copy[32];

	if (length >= sizeof(copy))
		return false;
	snprintf(copy, sizeof(copy), "%.*s", (int)length, text);
	return !parse_amount(copy, amount_times, NS_PER_SEC, NS_PER_SEC, ns) &&
	       *ns >= (int64_t)NS_PER_SEC &&
	       *ns / (int64_t)NS_PER_SEC <= DURATION_MAX_S;
}

/* Read "auto", "auto:MOST" or "auto:LEAST..MOST". */
static const char *set_until_decided(void *to, const char *text)
{
	static const char *const why =
		"not auto[:[LEAST..]MOST]: give auto, or times like auto:1h or auto:1m..1h, LEAST first";
	int64_t least = DECIDED_AFTER_NS, most = DECIDED_UNTIL_NS;
	struct config *config = to;
	const char *dots;

	text += strlen("auto");
	if (*text && *text++ != ':')
		return why;
	dots = strstr(text, "..");
	if (dots && !duration_in(text, dots - text, &least))
		return why;
	if (dots)
		text = dots + 2;
	if ((dots || *text || text[-1] == ':') &&
	    !duration_in(text, strlen(text), &most))
		return why;
	if (!dots && least > most)
		least = most;
	if (least > most)
		return why;
	config->duration_ns = most;
	config->decided_after_ns = least;
	return NULL;
}

const char *const cpus_words[] = { CPUS_AUTO, NULL };

void common_set_cpus_auto(void *to, int64_t given)
{
	struct config *config = to;

	config->cpus_auto = given;
}

static const struct option_row cpus_rows[] = {
	{ .name = "cpus", .letter = 'c', .type = OPTION_CPUS,
	  .arg = "LIST", .help = "measure these CPUs, like 0-3,5; " CPUS_AUTO_HELP "; default all",
	  .words = cpus_words, .word = CPUS_AUTO, .set = common_set_cpus_auto,
	  .field = FIELD(tracer.cpus) },
	{ .name = "house-keeping", .letter = 'H', .type = OPTION_CPUS,
	  .arg = "LIST",
	  .help = "run this tool on these CPUs; default those that are not measured",
	  .field = FIELD(house_keeping) },
	{ .name = NULL }
};

static const struct option_row threads_rows[] = {
	{ .name = "priority", .letter = 'P', .type = OPTION_PRIORITY,
	  .arg = "PRIO",
	  .help = "policy and priority of the measuring threads: o:NICE (-20 to 19), r:PRIO or f:PRIO (round robin or FIFO, 1 to 99), or d:RUNTIME:PERIOD (deadline, each with ns, us, ms or s); default f:95 for timerlat, o:0 for osnoise",
	  .field = FIELD(tracer.priority) },
	{ .name = "cgroup", .letter = 'C', .type = OPTION_TEXT, .optional = true,
	  .arg = "NAME",
	  .help = "run the measuring threads in this cgroup (v2, like /machine.slice), or in that of this tool if NAME is left out",
	  .field = FIELD(cgroup) },
	{ .name = NULL }
};

static const struct option_row time_rows[] = {
	{ .name = "duration", .letter = 'd', .type = OPTION_NUMBER,
	  .arg = "TIME",
	  .help = "end after TIME: seconds, or with a unit like 5min; auto[:[LEAST..]MOST] ends when every --gate is decided; default until interrupted",
	  .unit = "s", .min = 1, .max = DURATION_MAX_S, .scale = NS_PER_SEC,
	  .word = "auto", .set = set_duration, .parse = set_until_decided },
	{ .name = "warm-up", .type = OPTION_NUMBER,
	  .arg = "TIME",
	  .help = "warm up for TIME, in seconds: samples before its end do not count",
	  .unit = "s", .min = 0, .max = DURATION_MAX_S, .scale = NS_PER_SEC,
	  .field = FIELD(warm_up_ns) },
	{ .name = NULL }
};

/* Each kept hit has a trace file, and its analysis text in memory. */
#define KEEP_MAX	1000

/* In the order of enum source. */
static const char *const sources[] = { "auto", "stats", "trace", NULL };

#define TRACER_ROW \
	{ .name = "tracer", .type = OPTION_CHOICE, .yields = true, .arg = "TRACER", \
	  .help = tracer_help, \
	  .choices = tracer_words, .field = FIELD(tracer_word) }

static const struct option_row tracer_rows[] = {
	TRACER_ROW,
	{ .name = NULL }
};

static const struct option_row source_rows[] = {
	TRACER_ROW,
	{ .name = "source", .type = OPTION_CHOICE, .arg = "SOURCE",
	  .help = "who counts the samples: the tracer (stats), or this command from the events of a trace (trace); auto is the tracer if it can",
	  .choices = sources, .field = FIELD(source) },
	{ .name = NULL }
};

static const struct option_row trace_rows[] = {
	{ .name = "trace", .letter = 't', .type = OPTION_TEXT, .optional = true,
	  .arg = "FILE", .help = "save the trace at a stop, for trace-cmd if FILE ends in .dat",
	  .field = FIELD(trace_file), .fallback = FIELD(trace_name) },
	{ .name = "keep", .type = OPTION_NUMBER, .yields = true, .arg = "N",
	  .help = "continue after a hit, and keep the N worst: the cause of each, and its trace in FILE-1, FILE-2 and so on; once N are kept, only a longer latency is a hit; 0 ends at the first hit",
	  .min = 0, .max = KEEP_MAX, .field = FIELD(keep) },
	{ .name = "event", .letter = 'e', .type = OPTION_PARSED,
	  .arg = "SYSTEM[:EVENT]",
	  .help = "also record this event, or all events of this system, or ftrace:function, in the trace; can be repeated",
	  .parse = common_options_add_event },
	{ .name = "filter", .type = OPTION_PARSED, .arg = "FILTER",
	  .help = "filter of the event that is given before it",
	  .parse = add_filter },
	{ .name = "trigger", .type = OPTION_PARSED, .arg = "TRIGGER",
	  .help = "trigger of the event that is given before it; a histogram (hist:...) is saved at the end in SYSTEM_EVENT_hist.txt",
	  .parse = add_trigger },
	{ .name = "trace-buffer-size", .type = OPTION_NUMBER, .arg = "KB",
	  .help = "size of the trace buffer of each CPU, also like 10M; 0 is the kernel's default",
	  .unit = "kB", .min = 0, .max = BUFFER_MAX_KB,
	  .field = FIELD(trace_buffer_kb) },
	{ .name = "on-threshold", .type = OPTION_PARSED, .arg = "ACTION",
	  .help = "do this at a stop: " ACTION_FORMS "; can be repeated",
	  .words = action_words, .parse = add_on_threshold },
	{ .name = "on-end", .type = OPTION_PARSED, .arg = "ACTION",
	  .help = "do this at the end, whatever ended the measurement; can be repeated",
	  .words = action_words, .parse = add_on_end },
	{ .name = "panic-on-stop", .type = OPTION_FLAG, .yields = true,
	  .help = "panic the kernel at a stop, for a crash dump",
	  .field = FIELD(tracer.panic) },
	{ .name = NULL }
};

static const struct option_row analysis_rows[] = {
	{ .name = "no-aa", .type = OPTION_FLAG,
	  .help = "do not analyse the cause of a stop",
	  .field = FIELD(no_analysis) },
	{ .name = NULL }
};

#define PERFETTO_PERIODS_MAX	1000000

static const struct option_row perfetto_rows[] = {
	{ .name = "perfetto", .type = OPTION_TEXT, .yields = true, .arg = "FILE",
	  .help = "write the stop, its parts and the events before it as a trace for ui.perfetto.dev",
	  .field = FIELD(perfetto_file) },
	{ .name = "perfetto-periods", .type = OPTION_NUMBER, .yields = true,
	  .arg = "N",
	  .help = "have N periods before the stop in the file for --perfetto; 0 is all that was traced",
	  .min = 0, .max = PERFETTO_PERIODS_MAX,
	  .field = FIELD(perfetto_periods) },
	{ .name = NULL }
};

/* In the order of enum color. */
static const char *const colors[] = { "auto", "always", "never", NULL };

static const struct option_row table_rows[] = {
	{ .name = "quiet", .letter = 'q', .type = OPTION_FLAG,
	  .help = "show the table once, at the end",
	  .field = FIELD(quiet) },
	{ .name = "color", .type = OPTION_CHOICE, .arg = "WHEN",
	  .help = "highlight in the live table, and show values over a threshold in red",
	  .choices = colors, .field = FIELD(view.color) },
	{ .name = NULL }
};

#define BUCKET_MAX	999999

static void set_bucket_time(void *config, int64_t ns)
{
	((struct config *)config)->view.hist.bucket_ns = ns;
}

static const struct option_row hist_rows[] = {
	{ .name = "bucket-size", .letter = 'b', .type = OPTION_NUMBER,
	  .arg = "N", .help = "width of a bucket: a time like 5us, or a number in the unit that is shown, us or ns",
	  .min = 1, .max = BUCKET_MAX, .set_time = set_bucket_time,
	  .field = FIELD(view.hist.bucket_size) },
	{ .name = NULL }
};

#define ENTRIES(most) \
	{ .name = "entries", .letter = 'E', .type = OPTION_NUMBER, \
	  .arg = "N", .help = "number of buckets; longer samples count as \"over\"", \
	  .min = 10, .max = most, .field = FIELD(view.hist.entries) }

static const struct option_row entries_rows[] = {
	ENTRIES(9999999),
	{ .name = NULL }
};

static const struct option_row tracer_entries_rows[] = {
	ENTRIES(TRACER_ENTRIES_MAX),
	{ .name = NULL }
};

static void common_set_bars(void *to, int64_t of_all)
{
	struct config *config = to;

	(void)of_all;
	config->view.hist.bars = true;
}

static const char *const bars_words[] = { "all", NULL };

static const struct option_row bars_rows[] = {
	{ .name = "matrix", .type = OPTION_FLAG, .yields = true,
	  .help = "show a column for each CPU and a row for each bucket; the default unless stdout is a terminal",
	  .field = FIELD(view.hist.matrix) },
	{ .name = "bars", .type = OPTION_CPUS, .arg = "LIST", .yields = true,
	  .no_undo = true,
	  .help = "show bars and percentiles of these CPUs together, or of all; the default on a terminal, of all",
	  .words = bars_words, .word = "all", .set = common_set_bars,
	  .field = FIELD(view.hist.bars_cpus) },
	{ .name = NULL }
};

static const struct option_row hist_text_rows[] = {
	{ .name = "no-header", .type = OPTION_FLAG,
	  .help = "show no header", .field = FIELD(view.hist.no_header) },
	{ .name = "no-summary", .type = OPTION_FLAG,
	  .help = "show no count, minimum, average or maximum",
	  .field = FIELD(view.hist.no_summary) },
	{ .name = "no-index", .type = OPTION_FLAG,
	  .help = "show no index column; needs --with-zeros",
	  .field = FIELD(view.hist.no_index) },
	{ .name = "with-zeros", .type = OPTION_FLAG,
	  .help = "show empty buckets, too",
	  .field = FIELD(view.hist.with_zeros) },
	{ .name = NULL }
};

static const struct option_row unit_rows[] = {
	{ .name = "nano", .letter = 'n', .type = OPTION_FLAG,
	  .help = "show nanoseconds; thresholds stay in microseconds",
	  .field = FIELD(view.nano) },
	{ .name = NULL }
};

/* In the order of enum stack_format. */
static const char *const stack_formats[] = { "truncate", "skip", "full", NULL };

static const struct option_row stack_rows[] = {
	{ .name = "stack-format", .type = OPTION_CHOICE, .arg = "FORMAT",
	  .help = "what to do with unknown addresses in a stack: end there, leave them out, or show them",
	  .choices = stack_formats, .field = FIELD(stack_format) },
	{ .name = NULL }
};

static const struct option_row debug_rows[] = {
	DEBUG_ROW(FIELD(debug)),
	{ .name = NULL }
};

static const struct option_row general_rows[] = {
	{ .name = "help", .letter = 'h', .type = OPTION_HELP, .yields = true,
	  .help = "show this help" },
	{ .name = "version", .type = OPTION_VERSION, .yields = true,
	  .help = "show the version" },
	{ .name = "list-opts", .type = OPTION_NAMES, .yields = true,
	  .help = "list all long names in one line, and exit with 130" },
	{ .name = NULL }
};

const struct option_group cpus_group = { "CPUs, threads and time", cpus_rows };
const struct option_group threads_group = { NULL, threads_rows };
const struct option_group time_group = { NULL, time_rows };
const struct option_group trace_group = { "Trace and actions", trace_rows };
const struct option_group tracer_group = { NULL, tracer_rows };
const struct option_group source_group = { NULL, source_rows };
const struct option_group analysis_group = { NULL, analysis_rows };
const struct option_group perfetto_group = { NULL, perfetto_rows };
const struct option_group table_group = { "Table", table_rows };
const struct option_group hist_group = { "Histogram", hist_rows };
const struct option_group entries_group = { NULL, entries_rows };
const struct option_group tracer_entries_group = { NULL, tracer_entries_rows };
const struct option_group bars_group = { NULL, bars_rows };
const struct option_group hist_text_group = { NULL, hist_text_rows };
const struct option_group unit_group = { NULL, unit_rows };
const struct option_group stack_group = { NULL, stack_rows };
const struct option_group debug_group = { NULL, debug_rows };
const struct option_group general_group = { "General", general_rows };

bool hist_shapes_matrix(const struct hist_config *hist)
{
	return hist->matrix || hist->no_header || hist->no_summary ||
	       hist->no_index || hist->with_zeros;
}

/* Express a bucket that was given as a time in the unit that is shown. */
static enum options_result settle_bucket(const struct option_set *set,
					 struct config *config)
{
	struct hist_config *hist = &config->view.hist;
	int64_t unit = config->view.nano ? 1 : NS_PER_US;

	if (!hist->bucket_ns)
		return OPTIONS_OK;
	if (hist->bucket_ns % unit)
		return options_wrong(set, "--bucket-size %lldns: not a whole number of us: give a multiple of 1us, or add --nano",
				     (long long)hist->bucket_ns);
	hist->bucket_size = hist->bucket_ns / unit;
	if (hist->bucket_size > BUCKET_MAX)
		return options_wrong(set, "--bucket-size %lldns: out of range [1, %d]: give 1 to %d %s",
				     (long long)hist->bucket_ns, BUCKET_MAX,
				     BUCKET_MAX, unit == 1 ? "ns" : "us");
	return OPTIONS_OK;
}

enum options_result hist_settle(const struct option_set *set,
				struct config *config)
{
	const struct hist_config *hist = &config->view.hist;

	if (hist->bars && hist_shapes_matrix(hist))
		return options_wrong(set, "--bars: no matrix is shown: leave out --matrix, --no-header, --no-summary, --no-index and --with-zeros");
	if (hist->no_index && !hist->with_zeros)
		return options_wrong(set, "--no-index: rows could not be identified: add --with-zeros");
	return settle_bucket(set, config);
}
