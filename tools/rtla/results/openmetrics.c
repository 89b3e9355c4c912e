// SPDX-License-Identifier: GPL-2.0
/*
 * OpenMetrics: see openmetrics.h.
 *
 * The buckets of a histogram end just below powers of two, in ns. Buckets of a
 * distribution end there, too, so that the counts are exact.
 */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/parse.h"
#include "base/printable.h"
#include "results/openmetrics.h"
#include "stats/percentiles.h"

/* The first "le" is 255 ns, the last one before +Inf is 1.07 s. */
#define FIRST_POWER	8
#define LAST_POWER	30

static void family(FILE *out, const char *name, const char *type,
		   const char *unit, const char *help)
{
	fprintf(out, "# TYPE %s %s\n", name, type);
	if (unit)
		fprintf(out, "# UNIT %s %s\n", name, unit);
	fprintf(out, "# HELP %s %s\n", name, help);
}

/* Print a time exactly to the ns, which a double could not do. */
static void print_seconds(FILE *out, uint64_t ns)
{
	const uint64_t second = NS_PER_SEC;

	fprintf(out, "%" PRIu64 ".%09" PRIu64, ns / second, ns % second);
}

static void print_label(FILE *out, const char *name, const char *text)
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

/* Print the name of a metric, and its first labels; the caller goes on. */
static void begin(FILE *out, const char *name, int cpu,
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
		begin(out, "rtla_latency_seconds_bucket", cpu, context);
		fputs(",le=\"", out);
		print_seconds(out, end);
		fprintf(out, "\"} %" PRIu64 "\n", below);
	}
	begin(out, "rtla_latency_seconds_bucket", cpu, context);
	fprintf(out, ",le=\"+Inf\"} %" PRIu64 "\n", measured.count);
	begin(out, "rtla_latency_seconds_sum", cpu, context);
	fputs("} ", out);
	print_seconds(out, latency->sum);
	fputc('\n', out);
	begin(out, "rtla_latency_seconds_count", cpu, context);
	fprintf(out, "} %" PRIu64 "\n", measured.count);
	distribution_free(&measured);
}

static void print_max(FILE *out, const struct run_summary *summary, int cpu,
		      enum event_context context)
{
	begin(out, "rtla_latency_max_seconds", cpu, context);
	fputs("} ", out);
	print_seconds(out, stats_get(summary->stats, cpu, context)->max);
	fputc('\n', out);
}

static void print_quantiles(FILE *out, const struct run_summary *summary,
			    int cpu, enum event_context context)
{
	const struct distribution *distribution =
		record_distribution(summary->record, cpu, context);
	uint64_t max = stats_corrected(summary->stats, cpu, context).max;

	for (const uint32_t *of = percentiles_all; *of; of++) {
		if (distribution->count < percentile_needs(*of))
			break;
		begin(out, "rtla_latency_quantile_seconds", cpu, context);
		fprintf(out, ",quantile=\"%.10g\"} ",
			percentile_number(*of) / 100);
		print_seconds(out, percentile_value(distribution, *of, max));
		fputc('\n', out);
	}
}

static void print_latencies(FILE *out, const struct run_summary *summary)
{
	family(out, "rtla_latency_seconds", "histogram", "seconds",
	       "Latencies of timerlat, lengths of noises of osnoise, parts of wake-ups, overheads.");
	each_latency(out, summary, print_histogram);
	family(out, "rtla_latency_max_seconds", "gauge", "seconds",
	       "The largest latency.");
	each_latency(out, summary, print_max);
	family(out, "rtla_latency_quantile_seconds", "gauge", "seconds",
	       "Quantiles with enough samples, skipped periods included, too high by less than 0.7813 %.");
	each_latency(out, summary, print_quantiles);
}

/* Print a sum of times for each CPU; @field is its offset in struct noise. */
static void print_times(FILE *out, const struct run_summary *summary,
			const char *name, size_t field)
{
	int cpu;

	cpus_for_each(cpu, &summary->config->tracer.cpus) {
		const struct noise *noise = stats_noise(summary->stats, cpu);

		fprintf(out, "%s{cpu=\"%d\"} ", name, cpu);
		print_seconds(out, *(const uint64_t *)((const char *)noise + field));
		fputc('\n', out);
	}
}

static void print_noise(FILE *out, const struct run_summary *summary)
{
	static const char *const sources[] = {
		"hardware", "nmi", "irq", "softirq", "thread"
	};
	int cpu;

	if (!config_kind(summary->config)->has_noise)
		return;
	family(out, "rtla_noise_runtime_seconds", "counter", "seconds",
	       "Time in which noise was looked for.");
	print_times(out, summary, "rtla_noise_runtime_seconds_total",
		    offsetof(struct noise, runtime));
	family(out, "rtla_noise_seconds", "counter", "seconds",
	       "Time of the runtime that was noise.");
	print_times(out, summary, "rtla_noise_seconds_total",
		    offsetof(struct noise, noise));
	family(out, "rtla_noise_interferences", "counter", NULL,
	       "Interferences by source; hardware stands for noises without any.");
	cpus_for_each(cpu, &summary->config->tracer.cpus) {
		const struct noise *noise = stats_noise(summary->stats, cpu);
		const uint64_t counts[] = {
			noise->hardware, noise->nmi, noise->irq, noise->softirq,
			noise->thread
		};

		for (int i = 0; i < 5; i++)
			fprintf(out, "rtla_noise_interferences_total{cpu=\"%d\",source=\"%s\"} %" PRIu64 "\n",
				cpu, sources[i], counts[i]);
	}
}

/* Print a number of each CPU and overhead; @field is its offset in the flaws. */
static void print_flaw(FILE *out, const struct run_summary *summary,
		       const char *name, size_t field)
{
	int cpu;

	cpus_for_each(cpu, &summary->config->tracer.cpus) {
		for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++) {
			struct overhead_flaws of =
				overheads_flaws(summary->overheads, cpu, i);

			begin(out, name, cpu, i);
			fprintf(out, "} %" PRIu64 "\n",
				*(const uint64_t *)((const char *)&of + field));
		}
	}
}

static void print_flaws(FILE *out, const struct run_summary *summary)
{
	if (!summary->overheads)
		return;
	family(out, "rtla_overhead_disturbed", "counter", NULL,
	       "Overheads that an interrupt or an NMI disturbed.");
	print_flaw(out, summary, "rtla_overhead_disturbed_total",
		   offsetof(struct overhead_flaws, disturbed));
	family(out, "rtla_overhead_negative", "counter", NULL,
	       "Interrupts between CPUs that were received before they were sent, as the clocks say.");
	print_flaw(out, summary, "rtla_overhead_negative_total",
		   offsetof(struct overhead_flaws, negative));
}

/* Print both ends of a time that lies between them; BOUND_ENDLESS is no number of ns. */
static void print_ends(FILE *out, const char *name, int cpu, const char *label,
		       const char *of, uint64_t lower_ns, uint64_t upper_ns)
{
	const uint64_t ends[] = { lower_ns, upper_ns };

	for (int i = 0; i < 2; i++) {
		fprintf(out, "%s{cpu=\"%d\",%s=\"%s\",end=\"%s\"} ", name, cpu,
			label, of, i ? "upper" : "lower");
		if (ends[i] == BOUND_ENDLESS)
			fputs("+Inf", out);
		else
			print_seconds(out, ends[i]);
		fputc('\n', out);
	}
}

static void print_variables(FILE *out, int cpu, const struct bound_figures *figures)
{
	for (int i = BOUND_FIRST; i < BOUND_FIRST + BOUND_VARIABLES; i++) {
		const struct bound_windows *of = bound_windows_of(figures, i);

		if (of->method != BOUND_ABSENT)
			print_ends(out, "rtla_bound_variable_seconds", cpu, "context",
				   context_name(i), of->longest.lower_ns,
				   of->longest.upper_ns);
	}
}

static void print_margins(FILE *out, int cpu, const struct bound_figures *figures)
{
	for (int i = BOUND_FIRST; i < BOUND_FIRST + BOUND_VARIABLES; i++) {
		const struct bound_windows *of = bound_windows_of(figures, i);

		if (of->method == BOUND_ABSENT)
			continue;
		begin(out, "rtla_bound_variable_margin_seconds", cpu, i);
		fputs("} ", out);
		print_seconds(out, of->margin_ns);
		fputc('\n', out);
	}
}

static void print_columns(FILE *out, int cpu, const struct bound_figures *figures)
{
	for (int i = 0; i < BOUND_COLUMNS; i++)
		print_ends(out, "rtla_bound_seconds", cpu, "column",
			   bound_column_name(i), figures->column[i].lower_ns,
			   figures->column[i].upper_ns);
}

static void print_converged(FILE *out, int cpu, const struct bound_figures *figures)
{
	for (int i = 0; i < BOUND_COLUMNS; i++)
		fprintf(out, "rtla_bound_converged{cpu=\"%d\",column=\"%s\"} %d\n",
			cpu, bound_column_name(i), figures->column[i].converged);
}

static void print_observed(FILE *out, int cpu, const struct bound_figures *figures)
{
	if (!figures->observed.count)
		return;
	fprintf(out, "rtla_bound_observed_seconds{cpu=\"%d\"} ", cpu);
	print_seconds(out, figures->observed.max_ns);
	fputc('\n', out);
}

static void print_holds(FILE *out, int cpu, const struct bound_figures *figures)
{
	fprintf(out, "rtla_bound_holds{cpu=\"%d\"} %d\n", cpu,
		!bound_is_exceeded(figures));
}

static void print_bounds(FILE *out, const struct run_summary *summary)
{
	static const struct {
		const char *name;
		const char *unit;
		const char *help;
		void (*print)(FILE *out, int cpu, const struct bound_figures *figures);
	} families[] = {
		{ "rtla_bound_variable_seconds", "seconds",
		  "The longest window of a variable of the bound, at least and at most.",
		  print_variables },
		{ "rtla_bound_variable_margin_seconds", "seconds",
		  "A window may be longer than measured by up to this.", print_margins },
		{ "rtla_bound_seconds", "seconds",
		  "The bound of the scheduling latency, at least and at most; +Inf if it does not converge.",
		  print_columns },
		{ "rtla_bound_converged", NULL,
		  "1 if the bound has an upper end, else 0.", print_converged },
		{ "rtla_bound_observed_seconds", "seconds",
		  "The largest latency of the thread of the probe.", print_observed },
		{ "rtla_bound_holds", NULL,
		  "0 if the observed latency is over the bound, so that the model does not hold, else 1.",
		  print_holds },
	};

	if (!summary->bounds)
		return;
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++) {
		int cpu;

		family(out, families[i].name, "gauge", families[i].unit,
		       families[i].help);
		cpus_for_each(cpu, &summary->config->tracer.cpus) {
			const struct bound_figures *figures =
				bound_set_at(summary->bounds, cpu);

			if (figures && !bound_is_blind(figures))
				families[i].print(out, cpu, figures);
		}
	}
}

static void print_losses(FILE *out, const struct run_summary *summary)
{
	const struct tracer_cpu *cpu_totals = summary->cpu_totals;
	int index = 0, cpu;

	family(out, "rtla_lost_events", "counter", NULL,
	       "Events that the trace buffer had no room for.");
	fprintf(out, "rtla_lost_events_total %" PRIu64 "\n",
		summary->counts.lost);
	family(out, "rtla_missed_samples", "counter", NULL,
	       "Samples that are not in the result.");
	cpus_for_each(cpu, &summary->config->tracer.cpus)
		fprintf(out, "rtla_missed_samples_total{cpu=\"%d\"} %" PRIu64 "\n",
			cpu, summary->missing_of[cpu]);
	family(out, "rtla_skipped_periods", "counter", NULL,
	       "Periods in which nothing was measured.");
	cpus_for_each(cpu, &summary->config->tracer.cpus)
		fprintf(out, "rtla_skipped_periods_total{cpu=\"%d\"} %" PRIu64 "\n",
			cpu, cpu_totals[index++].skipped);
}

static void print_verdict(FILE *out, const struct run_summary *summary)
{
	const json_t *gate;
	size_t i;

	family(out, "rtla_gate_passed", "gauge", NULL,
	       "1 if the gate was passed, else 0.");
	json_array_foreach(summary->gates, i, gate) {
		const char *verdict =
			json_string_value(json_object_get(gate, "verdict"));

		fputs("rtla_gate_passed{", out);
		print_label(out, "gate",
			    json_string_value(json_object_get(gate, "gate")));
		fprintf(out, "} %d\n", !summary->exit_code &&
			!strcmp(verdict, "pass"));
	}
	family(out, "rtla_exit_code", "gauge", NULL,
	       "0 good, 1 not to be trusted, 2 a gate failed or a threshold was hit, 4 cannot measure here.");
	fprintf(out, "rtla_exit_code %d\n", summary->exit_code);
}

/* The user's labels have a prefix, so that they are not those of a scraper. */
static void print_info(FILE *out, const struct run_summary *summary)
{
	const struct labels *labels = &summary->config->output.labels;
	char name[LABEL_KEY_LEN + sizeof("label_")];

	family(out, "rtla_run", "info", NULL, "What was measured.");
	fputs("rtla_run_info{", out);
	print_label(out, "tracer", kind_name(summary->config->tracer.kind));
	fputc(',', out);
	print_label(out, "mode",
		    summary->command->mode ?: summary->command->tool);
	if (summary->host) {
		fputc(',', out);
		print_label(out, "host", summary->host->name);
		fputc(',', out);
		print_label(out, "machine_id", summary->host->machine_id);
	}
	for (int i = 0; i < labels->count; i++) {
		snprintf(name, sizeof(name), "label_%s", labels->label[i].key);
		fputc(',', out);
		print_label(out, name, labels->label[i].value);
	}
	fputs("} 1\n", out);
}

void openmetrics_print(FILE *out, const struct run_summary *summary, bool final)
{
	print_info(out, summary);
	family(out, "rtla_start_time_seconds", "gauge", "seconds",
	       "When it began, since the epoch.");
	fprintf(out, "rtla_start_time_seconds %lld\n",
		(long long)summary->started_at);
	family(out, "rtla_measured_seconds", "gauge", "seconds",
	       "For how long.");
	fputs("rtla_measured_seconds ", out);
	print_seconds(out, summary->measured_ns);
	fputc('\n', out);
	family(out, "rtla_completed", "gauge", NULL,
	       "1 if it has ended, 0 while it goes on.");
	fprintf(out, "rtla_completed %d\n", final);
	if (summary->stats && summary->record) {
		print_latencies(out, summary);
		print_noise(out, summary);
		print_flaws(out, summary);
		print_bounds(out, summary);
	}
	if (final && summary->cpu_totals)
		print_losses(out, summary);
	if (final)
		print_verdict(out, summary);
	fputs("# EOF\n", out);
}
