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
	for (; *text; text++) {
		if (*text == '\\' || *text == '"')
			fputc('\\', out);
		fputc(*text >= ' ' && *text < 0x7f ? *text : '?', out);
	}
	fputc('"', out);
}

/* Call @print for each CPU and context that has samples. */
static void each_latency(FILE *out, const struct results_facts *facts,
			 void (*print)(FILE *out, const struct results_facts *facts,
				       int cpu, enum event_context context))
{
	int cpu;

	cpus_for_each(cpu, &facts->config->tracer.cpus)
		for (int i = 0; i < STOPS; i++)
			if (stats_get(facts->stats, cpu, i)->count)
				print(out, facts, cpu, i);
}

/* Print the name of a metric, and its first labels; the caller goes on. */
static void begin(FILE *out, const char *name, int cpu,
		  enum event_context context)
{
	fprintf(out, "%s{cpu=\"%d\",context=\"%s\"", name, cpu,
		context_name(context));
}

static void print_histogram(FILE *out, const struct results_facts *facts,
			    int cpu, enum event_context context)
{
	const struct distribution *distribution =
		details_distribution(facts->details, cpu, context);
	const struct latency *latency = stats_get(facts->stats, cpu, context);
	int bucket = distribution_next(distribution, 0);
	uint64_t below = 0;

	for (int power = FIRST_POWER; power <= LAST_POWER; power++) {
		uint64_t end = (1ULL << power) - 1;

		for (; bucket >= 0 && distribution_high(bucket) <= end;
		     bucket = distribution_next(distribution, bucket + 1))
			below += distribution_count(distribution, bucket);
		begin(out, "rtla_latency_seconds_bucket", cpu, context);
		fputs(",le=\"", out);
		print_seconds(out, end);
		fprintf(out, "\"} %" PRIu64 "\n", below);
	}
	begin(out, "rtla_latency_seconds_bucket", cpu, context);
	fprintf(out, ",le=\"+Inf\"} %" PRIu64 "\n", distribution->count);
	begin(out, "rtla_latency_seconds_sum", cpu, context);
	fputs("} ", out);
	print_seconds(out, latency->sum);
	fputc('\n', out);
	begin(out, "rtla_latency_seconds_count", cpu, context);
	fprintf(out, "} %" PRIu64 "\n", distribution->count);
}

static void print_max(FILE *out, const struct results_facts *facts, int cpu,
		      enum event_context context)
{
	begin(out, "rtla_latency_max_seconds", cpu, context);
	fputs("} ", out);
	print_seconds(out, stats_get(facts->stats, cpu, context)->max);
	fputc('\n', out);
}

static void print_quantiles(FILE *out, const struct results_facts *facts,
			    int cpu, enum event_context context)
{
	const struct distribution *distribution =
		details_distribution(facts->details, cpu, context);
	uint64_t max = stats_get(facts->stats, cpu, context)->max;

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

static void print_latencies(FILE *out, const struct results_facts *facts)
{
	family(out, "rtla_latency_seconds", "histogram", "seconds",
	       "Latencies of timerlat, lengths of noises of osnoise.");
	each_latency(out, facts, print_histogram);
	family(out, "rtla_latency_max_seconds", "gauge", "seconds",
	       "The largest of them.");
	each_latency(out, facts, print_max);
	family(out, "rtla_latency_quantile_seconds", "gauge", "seconds",
	       "Quantiles that there are enough samples for, too high by less than 0.79 %.");
	each_latency(out, facts, print_quantiles);
}

/* Print a sum of times for each CPU; @field is its offset in struct noise. */
static void print_times(FILE *out, const struct results_facts *facts,
			const char *name, size_t field)
{
	int cpu;

	cpus_for_each(cpu, &facts->config->tracer.cpus) {
		const struct noise *noise = stats_noise(facts->stats, cpu);

		fprintf(out, "%s{cpu=\"%d\"} ", name, cpu);
		print_seconds(out, *(const uint64_t *)((const char *)noise + field));
		fputc('\n', out);
	}
}

static void print_noise(FILE *out, const struct results_facts *facts)
{
	static const char *const sources[] = {
		"hardware", "nmi", "irq", "softirq", "thread"
	};
	int cpu;

	if (facts->config->tracer.workload != TRACER_OSNOISE)
		return;
	family(out, "rtla_noise_runtime_seconds", "counter", "seconds",
	       "Time that was looked at.");
	print_times(out, facts, "rtla_noise_runtime_seconds_total",
		    offsetof(struct noise, runtime));
	family(out, "rtla_noise_seconds", "counter", "seconds",
	       "Time of it that was noise.");
	print_times(out, facts, "rtla_noise_seconds_total",
		    offsetof(struct noise, noise));
	family(out, "rtla_noise_interferences", "counter", NULL,
	       "Interferences, by their source; hardware is noises without any.");
	cpus_for_each(cpu, &facts->config->tracer.cpus) {
		const struct noise *noise = stats_noise(facts->stats, cpu);
		const uint64_t counts[] = {
			noise->hardware, noise->nmi, noise->irq, noise->softirq,
			noise->thread
		};

		for (int i = 0; i < 5; i++)
			fprintf(out, "rtla_noise_interferences_total{cpu=\"%d\",source=\"%s\"} %" PRIu64 "\n",
				cpu, sources[i], counts[i]);
	}
}

static void print_losses(FILE *out, const struct results_facts *facts)
{
	const struct tracer_cpu *fared = facts->fared;
	int index = 0, cpu;

	family(out, "rtla_lost_events", "counter", NULL,
	       "Events that the trace buffer had no room for.");
	fprintf(out, "rtla_lost_events_total %" PRIu64 "\n", facts->counts.lost);
	family(out, "rtla_missed_samples", "counter", NULL,
	       "Samples that are not in the result.");
	cpus_for_each(cpu, &facts->config->tracer.cpus)
		fprintf(out, "rtla_missed_samples_total{cpu=\"%d\"} %" PRIu64 "\n",
			cpu, facts->missing_of[cpu]);
	family(out, "rtla_skipped_periods", "counter", NULL,
	       "Periods that nothing was measured in.");
	cpus_for_each(cpu, &facts->config->tracer.cpus)
		fprintf(out, "rtla_skipped_periods_total{cpu=\"%d\"} %" PRIu64 "\n",
			cpu, fared[index++].skipped);
}

static void print_verdict(FILE *out, const struct results_facts *facts)
{
	const json_t *gate;
	size_t i;

	family(out, "rtla_gate_passed", "gauge", NULL,
	       "1 if the gate was passed, else 0.");
	json_array_foreach(facts->gates, i, gate) {
		const char *verdict =
			json_string_value(json_object_get(gate, "verdict"));

		fputs("rtla_gate_passed{", out);
		print_label(out, "gate",
			    json_string_value(json_object_get(gate, "gate")));
		fprintf(out, "} %d\n", !facts->exit_code &&
			!strcmp(verdict, "pass"));
	}
	family(out, "rtla_exit_code", "gauge", NULL,
	       "0 good, 1 not to be trusted, 2 a gate failed or a threshold was hit, 4 cannot measure here.");
	fprintf(out, "rtla_exit_code %d\n", facts->exit_code);
}

void openmetrics_print(FILE *out, const struct results_facts *facts, bool final)
{
	family(out, "rtla_run", "info", NULL, "What was measured.");
	fputs("rtla_run_info{", out);
	print_label(out, "tracer", facts->command->tracer);
	fputc(',', out);
	print_label(out, "mode", facts->command->mode ?: facts->command->tool);
	fputs("} 1\n", out);
	family(out, "rtla_start_time_seconds", "gauge", "seconds",
	       "When it began, since the epoch.");
	fprintf(out, "rtla_start_time_seconds %lld\n",
		(long long)facts->started_at);
	family(out, "rtla_measured_seconds", "gauge", "seconds",
	       "For how long.");
	fputs("rtla_measured_seconds ", out);
	print_seconds(out, facts->measured_ns);
	fputc('\n', out);
	family(out, "rtla_completed", "gauge", NULL,
	       "1 if it has ended, 0 while it goes on.");
	fprintf(out, "rtla_completed %d\n", final);
	if (facts->stats && facts->details) {
		print_latencies(out, facts);
		print_noise(out, facts);
	}
	if (final && facts->fared)
		print_losses(out, facts);
	if (final)
		print_verdict(out, facts);
	fputs("# EOF\n", out);
}
