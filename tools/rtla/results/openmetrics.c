// SPDX-License-Identifier: GPL-2.0
/*
 * OpenMetrics: see openmetrics.h.
 *
 * The buckets of a histogram end just below powers of two, in ns. Buckets of a
 * distribution end there, too, so that the counts are exact.
 */
#include <inttypes.h>
#include <string.h>

#include "base/parse.h"
#include "base/printable.h"
#include "host/host_info.h"
#include "options/command.h"
#include "options/config.h"
#include "results/cpu_figures.h"
#include "results/openmetrics.h"
#include "results/results_write.h"
#include "stats/causes.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/figure_row.h"
#include "stats/kind.h"
#include "stats/kind_name.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "tracer/tracer_state.h"

/* The first "le" is 255 ns, the last one before +Inf is 1.07 s. */
#define FIRST_POWER	8
#define LAST_POWER	30

void metrics_family(FILE *out, const char *name, const char *type,
		    const char *unit, const char *help)
{
	fprintf(out, "# TYPE %s %s\n", name, type);
	if (unit)
		fprintf(out, "# UNIT %s %s\n", name, unit);
	fprintf(out, "# HELP %s %s\n", name, help);
}

void metrics_seconds(FILE *out, uint64_t ns)
{
	const uint64_t second = NS_PER_SEC;

	fprintf(out, "%" PRIu64 ".%09" PRIu64, ns / second, ns % second);
}

void metrics_label(FILE *out, const char *name, const char *text)
{
	fprintf(out, "%s=\"", name);
	while (*text) {
		if (*text == '\\' || *text == '"')
			fputc('\\', out);
		text += printable_put(out, text);
	}
	fputc('"', out);
}

/* Call @print for each CPU and context that has samples. */
static void each_latency(FILE *out, const struct run_summary *summary,
			 void (*print)(FILE *out,
				       const struct run_summary *summary,
				       int cpu, enum event_context context))
{
	int cpu;

	cpus_for_each(cpu, &summary->config->tracer.cpus)
		for (int i = 0; i < CONTEXTS; i++)
			if (stats_get(summary->stats, cpu, i)->count)
				print(out, summary, cpu, i);
}

void metrics_begin(FILE *out, const char *name, int cpu,
		   enum event_context context)
{
	fprintf(out, "%s{cpu=\"%d\",context=\"%s\"", name, cpu,
		context_name(context));
}

static void print_histogram(FILE *out, const struct run_summary *summary,
			    int cpu, enum event_context context)
{
	const struct latency *latency = stats_get(summary->stats, cpu, context);
	struct distribution measured;
	uint64_t below = 0;
	int bucket;

	/* Without memory some buckets would lack samples: better none at all. */
	if (!record_copy(summary->record, cpu, context, RECORD_MEASURED,
			 &measured)) {
		distribution_free(&measured);
		return;
	}
	bucket = distribution_next(&measured, 0);

	for (int power = FIRST_POWER; power <= LAST_POWER; power++) {
		uint64_t end = (1ULL << power) - 1;

		for (; bucket >= 0 && distribution_high(bucket) <= end;
		     bucket = distribution_next(&measured, bucket + 1))
			below += distribution_count(&measured, bucket);
		metrics_begin(out, "rtla_latency_seconds_bucket", cpu, context);
		fputs(",le=\"", out);
		metrics_seconds(out, end);
		fprintf(out, "\"} %" PRIu64 "\n", below);
	}
	metrics_begin(out, "rtla_latency_seconds_bucket", cpu, context);
	fprintf(out, ",le=\"+Inf\"} %" PRIu64 "\n", measured.count);
	metrics_begin(out, "rtla_latency_seconds_sum", cpu, context);
	fputs("} ", out);
	metrics_seconds(out, latency->sum);
	fputc('\n', out);
	metrics_begin(out, "rtla_latency_seconds_count", cpu, context);
	fprintf(out, "} %" PRIu64 "\n", measured.count);
	distribution_free(&measured);
}

static void openmetrics_print_max(FILE *out, const struct run_summary *summary,
				  int cpu, enum event_context context)
{
	metrics_begin(out, "rtla_latency_max_seconds", cpu, context);
	fputs("} ", out);
	metrics_seconds(out, stats_get(summary->stats, cpu, context)->max);
	fputc('\n', out);
}

static void openmetrics_print_percentiles(FILE *out, const struct run_summary *summary,
			    int cpu, enum event_context context)
{
	const struct distribution *distribution =
		record_distribution(summary->record, cpu, context);
	uint64_t max = stats_corrected(summary->stats, cpu, context).max;

	for (const uint32_t *of = percentiles_all; *of; of++) {
		if (distribution->count < percentile_needs(*of))
			break;
		metrics_begin(out, "rtla_latency_percentile_seconds", cpu, context);
		fprintf(out, ",percentile=\"%.10g\"} ",
			percentile_number(*of));
		metrics_seconds(out, percentile_value(distribution, *of, max));
		fputc('\n', out);
	}
}

static void openmetrics_print_latencies(FILE *out,
					const struct run_summary *summary)
{
	metrics_family(out, "rtla_latency_seconds", "histogram", "seconds",
	       "Latencies of timerlat, lengths of noises of osnoise, parts of wake-ups, overheads.");
	each_latency(out, summary, print_histogram);
	metrics_family(out, "rtla_latency_max_seconds", "gauge", "seconds",
	       "The largest latency.");
	each_latency(out, summary, openmetrics_print_max);
	metrics_family(out, "rtla_latency_percentile_seconds", "gauge", "seconds",
	       "Percentiles with enough samples, skipped periods included, too high by less than 0.7813 %.");
	each_latency(out, summary, openmetrics_print_percentiles);
}

void metrics_figure(FILE *out, const struct figure_row *figure)
{
	metrics_family(out, figure->metric, "counter",
		       figure->in_ns ? "seconds" : NULL, figure->meaning);
}

void metrics_figure_of(FILE *out, const struct figure_row *figure, int cpu,
		       const void *of)
{
	if (!figure_is_known(figure, of))
		return;
	fprintf(out, "%s_total{cpu=\"%d\"} ", figure->metric, cpu);
	if (figure->in_ns)
		metrics_seconds(out, figure_value(figure, of));
	else
		fprintf(out, "%" PRIu64, figure_value(figure, of));
	fputc('\n', out);
}

/* Print the figures of each CPU that have a metric. */
static void openmetrics_print_figures(FILE *out,
				      const struct run_summary *summary)
{
	const struct figure_row *figure;
	int cpu;

	for (figure = cpu_figures; figure->id; figure++) {
		const struct tracer_cpu *of = summary->cpu_totals;

		if (!figure->metric)
			continue;
		metrics_figure(out, figure);
		cpus_for_each(cpu, &summary->config->tracer.cpus)
			metrics_figure_of(out, figure, cpu, of++);
	}
}

static void print_losses(FILE *out, const struct run_summary *summary)
{
	int cpu;

	metrics_family(out, "rtla_lost_events", "counter", NULL,
	       "Events that the trace buffer had no room for.");
	fprintf(out, "rtla_lost_events_total %" PRIu64 "\n",
		summary->counts.lost);
	metrics_family(out, "rtla_missed_samples", "counter", NULL,
	       "Samples that are not in the result.");
	cpus_for_each(cpu, &summary->config->tracer.cpus)
		fprintf(out, "rtla_missed_samples_total{cpu=\"%d\"} %" PRIu64 "\n",
			cpu, summary->missing_of[cpu]);
	openmetrics_print_figures(out, summary);
}

static void openmetrics_print_verdict(FILE *out,
				      const struct run_summary *summary)
{
	const json_t *gate;
	size_t i;

	metrics_family(out, "rtla_gate_passed", "gauge", NULL,
	       "1 if the gate was passed, else 0.");
	json_array_foreach(summary->gates, i, gate) {
		const char *verdict =
			json_string_value(json_object_get(gate, "verdict"));

		fputs("rtla_gate_passed{", out);
		metrics_label(out, "gate",
					json_string_value(json_object_get(gate, "gate")));
		fprintf(out, "} %d\n", !summary->exit_code &&
			!strcmp(verdict, "pass"));
	}
	metrics_family(out, "rtla_exit_code", "gauge", NULL,
	       "0 good, 1 not to be trusted, 2 a gate failed or a threshold was hit, 4 cannot measure here.");
	fprintf(out, "rtla_exit_code %d\n", summary->exit_code);
}

/* The user's labels have a prefix, so that they are not those of a scraper. */
static void print_info(FILE *out, const struct run_summary *summary)
{
	const struct labels *labels = &summary->config->output.labels;
	char name[LABEL_KEY_LEN + sizeof("label_")];

	metrics_family(out, "rtla_run", "info", NULL, "What was measured.");
	fputs("rtla_run_info{", out);
	metrics_label(out, "tracer", kind_name(summary->config->tracer.kind));
	fputc(',', out);
	metrics_label(out, "mode",
				summary->command->mode ?: summary->command->tool);
	if (summary->host) {
		fputc(',', out);
		metrics_label(out, "host", summary->host->name);
		fputc(',', out);
		metrics_label(out, "machine_id", summary->host->machine_id);
	}
	for (int i = 0; i < labels->count; i++) {
		snprintf(name, sizeof(name), "label_%s", labels->label[i].key);
		fputc(',', out);
		metrics_label(out, name, labels->label[i].value);
	}
	fputs("} 1\n", out);
}

/* ---- Causes -------------------------------------------------------------- */

/* So many of each CPU are printed: each has time series of its own. */
#define CAUSES_PRINTED	10

/* Print the first labels of a cause. */
static void openmetrics_begin_cause(FILE *out, const char *name,
				    const struct cause *cause)
{
	char text[CAUSE_TEXT_LEN];

	fprintf(out, "%s{cpu=\"%d\",kind=\"%s\",", name, cause->cpu,
		noise_source_name(cause->kind));
	metrics_label(out, "name", cause_text(cause, text));
}

/* Print the labels of a cause, and the blank before its value. */
static void openmetrics_print_cause(FILE *out, const char *name,
				    const struct cause *cause)
{
	openmetrics_begin_cause(out, name, cause);
	fputs("} ", out);
}

/* Call @print for those of each CPU that took the most time. */
static void openmetrics_each_cause(FILE *out, const struct causes *causes,
				   void (*print)(FILE *out,
						 const struct cause *cause))
{
	int before = 0;

	for (int i = 0; i < causes->count; i++) {
		const struct cause *cause = &causes->cause[i];

		before = i && cause[-1].cpu == cause->cpu ? before + 1 : 0;
		if (before < CAUSES_PRINTED)
			print(out, cause);
	}
}

static void openmetrics_print_cause_sum(FILE *out, const struct cause *cause)
{
	openmetrics_print_cause(out, "rtla_cause_seconds_total", cause);
	metrics_seconds(out, cause->sum);
	fputc('\n', out);
}

static void openmetrics_print_cause_count(FILE *out, const struct cause *cause)
{
	openmetrics_print_cause(out, "rtla_cause_noises_total", cause);
	fprintf(out, "%" PRIu64 "\n", cause->count);
}

static void openmetrics_print_cause_max(FILE *out, const struct cause *cause)
{
	openmetrics_print_cause(out, "rtla_cause_longest_seconds", cause);
	metrics_seconds(out, cause->max);
	fputc('\n', out);
}

/*
 * The function has a metric of its own: it changes when a longer one comes, and
 * as a label it would end the time series of the counters.
 */
static void openmetrics_print_cause_function(FILE *out,
					     const struct cause *cause)
{
	if (!*cause->function)
		return;
	openmetrics_begin_cause(out, "rtla_cause_function_seconds", cause);
	fputc(',', out);
	metrics_label(out, "function", cause->function);
	fputs("} ", out);
	metrics_seconds(out, cause->function_ns);
	fputc('\n', out);
}

static void openmetrics_print_causes(FILE *out, const struct causes *causes)
{
	metrics_family(out, "rtla_cause_seconds", "counter", "seconds",
		       "Time that each of the largest causes of noise took.");
	openmetrics_each_cause(out, causes, openmetrics_print_cause_sum);
	metrics_family(out, "rtla_cause_noises", "counter", NULL,
		       "How often it took time.");
	openmetrics_each_cause(out, causes, openmetrics_print_cause_count);
	metrics_family(out, "rtla_cause_longest_seconds", "gauge", "seconds",
		       "The longest of its noises.");
	openmetrics_each_cause(out, causes, openmetrics_print_cause_max);
	metrics_family(out, "rtla_cause_function_seconds", "gauge", "seconds",
		       "The function that took longest of those that it ran for others.");
	openmetrics_each_cause(out, causes, openmetrics_print_cause_function);
}

/* ---- All ----------------------------------------------------------------- */

void openmetrics_print(FILE *out, const struct run_summary *summary, bool final)
{
	const struct kind_row *kind = config_kind(summary->config);

	print_info(out, summary);
	metrics_family(out, "rtla_start_time_seconds", "gauge", "seconds",
	       "When it began, since the epoch.");
	fprintf(out, "rtla_start_time_seconds %lld\n",
		(long long)summary->started_at);
	metrics_family(out, "rtla_measured_seconds", "gauge", "seconds",
	       "For how long.");
	fputs("rtla_measured_seconds ", out);
	metrics_seconds(out, summary->measured_ns);
	fputc('\n', out);
	metrics_family(out, "rtla_completed", "gauge", NULL,
	       "1 if it has ended, 0 while it goes on.");
	fprintf(out, "rtla_completed %d\n", final);
	if (summary->stats && summary->record) {
		openmetrics_print_latencies(out, summary);
		if (kind->print_metrics)
			kind->print_metrics(out, summary);
	}
	if (summary->kind.causes)
		openmetrics_print_causes(out, summary->kind.causes);
	if (final && summary->cpu_totals)
		print_losses(out, summary);
	if (final)
		openmetrics_print_verdict(out, summary);
	fputs("# EOF\n", out);
}
