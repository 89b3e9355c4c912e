// SPDX-License-Identifier: GPL-2.0
/*
 * Results as JSON: see results_write.h.
 *
 * json_pack() takes over the values that it is given with "o", and returns NULL
 * if any of them is NULL. json_set() and json_append() pass NULL on, too: so a
 * lack of memory is noticed at the end, as NULL for the whole result.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rtla_version.h>

#include "base/json_write.h"
#include "host/host_info.h"
#include "host/stalls.h"
#include "host/untraced.h"
#include "options/command.h"
#include "options/config.h"
#include "results/causes_json.h"
#include "results/cpu_figures.h"
#include "results/figures_json.h"
#include "results/not_seen.h"
#include "results/results_format.h"
#include "results/results_write.h"
#include "stats/batches.h"
#include "stats/clusters.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/extremes.h"
#include "stats/figure_row.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stationarity.h"
#include "stats/stats.h"
#include "tracer/tracer_state.h"

#define CONFIDENCE	99	/* of the intervals of averages, in % */

/* ---- Latencies ----------------------------------------------------------- */

/* The latencies of one CPU and context, or of all CPUs. */
struct latencies {
	int cpu;		/* -1: all */
	enum event_context context;
	struct latency measured;
	struct latency corrected;	/* with the skipped periods */
	struct distribution of_measured;
	struct distribution of_corrected;
};

static void latencies_free(struct latencies *latencies)
{
	distribution_free(&latencies->of_measured);
	distribution_free(&latencies->of_corrected);
}

/* The caller calls latencies_free() in any case. False: there is no memory. */
static bool latencies_get(struct latencies *latencies,
			  const struct run_summary *summary, int cpu,
			  enum event_context context)
{
	const struct sample_record *record = summary->record;

	*latencies = (struct latencies) {
		.cpu = cpu, .context = context,
		.measured = stats_measured(summary->stats, cpu, context),
		.corrected = stats_corrected(summary->stats, cpu, context),
	};
	return record_copy(record, cpu, context, RECORD_ALL,
			   &latencies->of_corrected) &&
	       record_copy(record, cpu, context, RECORD_MEASURED,
			   &latencies->of_measured);
}

static json_t *percentile_json(uint32_t percentile,
			       const struct latencies *latencies,
			       uint64_t measured_ns)
{
	const struct latency *corrected = &latencies->corrected;
	uint64_t needs = percentile_needs(percentile);
	char name[32];

	snprintf(name, sizeof(name), "%.10g", percentile_number(percentile));
	return json_pack("{s:s, s:o, s:o, s:b, s:o, s:o}", "percentile", name,
		"value_ns", json_number(percentile_value(&latencies->of_corrected,
					percentile, corrected->max)),
		"measured_ns", json_number(percentile_value(&latencies->of_measured,
					   percentile, latencies->measured.max)),
		"supported", corrected->count >= needs,
		"needed_count", json_number(needs),
		"needed_ns", json_number(percentile_needs_ns(percentile,
					 corrected->count, measured_ns)));
}

static json_t *percentiles_json(const struct latencies *latencies,
				uint64_t measured_ns)
{
	json_t *percentiles = json_array();

	for (const uint32_t *of = percentiles_all;
	     *of && latencies->corrected.count; of++)
		json_append(&percentiles,
			    percentile_json(*of, latencies, measured_ns));
	return percentiles;
}

static json_t *histogram_json(const struct distribution *distribution)
{
	json_t *upper = json_array(), *counts = json_array();
	int bucket;

	for (bucket = distribution_next(distribution, 0); bucket >= 0;
	     bucket = distribution_next(distribution, bucket + 1)) {
		json_append(&upper, json_number(distribution_high(bucket)));
		json_append(&counts, json_number(distribution_count(distribution,
								    bucket)));
	}
	return json_pack("{s:o, s:o}", "upper_ns", upper, "count", counts);
}

static json_t *results_write_maxima_json(const struct sample_record *record,
					 int cpu, enum event_context context)
{
	json_t *array = json_array();
	uint64_t maxima[BLOCKS_MAX];
	int count = record_maxima(record, cpu, context, maxima);

	for (int i = 0; i < count; i++)
		json_append(&array, json_number(maxima[i]));
	return array;
}

json_t *results_latency(const struct latency *latency)
{
	bool any = latency->count;

	return json_pack("{s:o, s:o, s:o, s:o}",
			 "count", json_number(latency->count),
			 "min_ns", any ? json_number(latency->min) : json_null(),
			 "avg_ns", any ? json_number(latency_average(latency)) :
					 json_null(),
			 "max_ns", any ? json_number(latency->max) : json_null());
}

static json_t *
results_write_figures_json(const struct latency *latency,
			   const struct distribution *distribution)
{
	json_t *json = results_latency(latency);

	json_set(&json, "sum_ns", json_number(latency->sum));
	json_set(&json, "stddev_ns", latency->count > 1 ?
		 json_number(latency_deviation(latency)) : json_null());
	json_set(&json, "histogram", histogram_json(distribution));
	return json;
}

/* Return the latencies and the skipped periods together; null if there are none. */
static json_t *corrected_json(const struct latencies *latencies)
{
	const struct latency *corrected = &latencies->corrected;
	uint64_t skipped = corrected->count - latencies->measured.count;
	json_t *json;

	if (!skipped)
		return json_null();
	json = results_write_figures_json(corrected, &latencies->of_corrected);
	json_set(&json, "skipped", json_number(skipped));
	json_set(&json, "skipped_ppb",
		 json_number(part_bounds(skipped, corrected->count).low));
	return json;
}

/* Return the interval of the average; null: the run is too short to tell. */
static json_t *average_interval_json(const struct run_summary *summary,
				     const struct latencies *latencies)
{
	int64_t percent = summary->config->output.confidence ?: CONFIDENCE;
	struct average_interval interval;

	if (!record_average(summary->record, latencies->cpu, latencies->context,
			    percent, &interval))
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:i}",
			 "confidence_percent", json_number(percent),
			 "low_ns", json_number(llround(interval.low_ns)),
			 "high_ns", json_number(llround(interval.high_ns)),
			 "batches", interval.batches);
}

/* Return whether the run was the same to its end; null: it was too short to tell. */
static json_t *stationarity_json(const struct run_summary *summary,
				 const struct latencies *latencies)
{
	const struct run_blocks blocks = {
		summary->record, summary->measured_ns, latencies->cpu,
		latencies->context
	};
	struct stationarity stationarity;

	if (!stationarity_test(&blocks, &stationarity))
		return json_null();
	return json_pack("{s:b, s:o, s:o, s:o}",
			 "changed", stationarity_changed(&stationarity),
			 "chance_ppm", json_number(llround(stationarity.chance * 1e6)),
			 "first_ns", json_number(stationarity.first_ns),
			 "last_ns", json_number(stationarity.last_ns));
}

static json_t *return_level_json(const struct return_level *level)
{
	bool known = level->known;

	return json_pack("{s:o, s:o, s:o, s:o, s:o}",
			 "period_ns", json_number(level->period_ns),
			 "level_ns", known ? json_number(level->level_ns) : json_null(),
			 "low_ns", known ? json_number(level->low_ns) : json_null(),
			 "high_ns", known ? json_number(level->high_ns) : json_null(),
			 "refused", known ? json_null() : json_string(level->refused));
}

/* Return the distribution that was fitted to block maxima; null: none was. */
static json_t *fit_json(const struct return_levels *levels)
{
	if (!levels->fitted)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o}",
			 "location_ns", json_integer(llround(levels->location_ns)),
			 "scale_ns", json_number(llround(levels->scale_ns)),
			 "shape_ppm", json_integer(llround(levels->shape * 1e6)),
			 "chance_ppm", json_number(llround(levels->chance * 1e6)));
}

/*
 * Return what is exceeded once in a day, and in a year; null for single CPUs,
 * as it is the largest latency of all of them that matters.
 */
static json_t *return_levels_json(const struct run_summary *summary,
				  const struct latencies *latencies)
{
	const struct run_blocks blocks = {
		summary->record, summary->measured_ns, latencies->cpu,
		latencies->context
	};
	struct return_levels levels;
	json_t *array;

	if (latencies->cpu >= 0)
		return json_null();
	array = json_array();
	return_levels_get(&blocks, return_periods, &levels);
	for (int i = 0; i < RETURN_PERIODS; i++)
		json_append(&array, return_level_json(&levels.level[i]));
	return json_pack("{s:i, s:o, s:o, s:o}", "blocks", levels.blocks,
			 "block_ns", json_number(levels.block_ns),
			 "fit", fit_json(&levels), "levels", array);
}

static json_t *latency_json(const struct run_summary *summary,
			    const struct latencies *latencies)
{
	const struct latency *measured = &latencies->measured;
	json_t *json =
		results_write_figures_json(measured, &latencies->of_measured);

	json_set(&json, "percentiles", percentiles_json(latencies,
							summary->measured_ns));
	json_set(&json, "corrected", corrected_json(latencies));
	json_set(&json, "block_max_ns", measured->count ?
		 results_write_maxima_json(summary->record, latencies->cpu,
					   latencies->context) : json_array());
	json_set(&json, "avg_interval", average_interval_json(summary, latencies));
	json_set(&json, "stationarity", stationarity_json(summary, latencies));
	json_set(&json, "return_levels", return_levels_json(summary, latencies));
	return json;
}

/* Return the latencies of one CPU and context, or of all CPUs. */
static json_t *context_json(const struct run_summary *summary, int cpu,
			    enum event_context context)
{
	struct latencies latencies;
	json_t *json = NULL;

	if (latencies_get(&latencies, summary, cpu, context))
		json = latency_json(summary, &latencies);
	latencies_free(&latencies);
	if (config_kind(summary->config)->set_context)
		config_kind(summary->config)->set_context(&json, summary, cpu,
							  context);
	return json;
}

/* Return the latencies of one CPU, or of all CPUs if @cpu is -1. */
static json_t *latencies_json(const struct run_summary *summary, int cpu)
{
	json_t *json = json_object();

	for (int i = 0; i < CONTEXTS; i++)
		if (config_measures(summary->config, i))
			json_set(&json, context_name(i),
				 context_json(summary, cpu, i));
	return json;
}

json_t *results_distribution(const struct latency *latency,
			     const struct distribution *distribution,
			     uint64_t measured_ns)
{
	/* The latencies borrow the distribution: they are not freed. */
	const struct latencies latencies = {
		.measured = *latency, .corrected = *latency,
		.of_measured = *distribution, .of_corrected = *distribution,
	};
	json_t *json = results_latency(latency);

	json_set(&json, "percentiles", percentiles_json(&latencies, measured_ns));
	json_set(&json, "histogram", histogram_json(distribution));
	return json;
}

/* ---- CPUs ---------------------------------------------------------------- */

/* Add what only this kind of measurement has of a CPU; -1: of all CPUs. */
static void set_of_kind(json_t **json, const struct run_summary *summary,
			int cpu)
{
	const struct kind_row *kind = config_kind(summary->config);

	if (kind->set_cpu)
		kind->set_cpu(json, summary, cpu);
}

static json_t *cpu_json(const struct run_summary *summary, int cpu,
			const struct tracer_cpu *cpu_totals)
{
	static const char *const states[] = {
		[TRACER_CPU_MEASURED] = "measured",
		[TRACER_CPU_OFFLINE] = "offline",
		[TRACER_CPU_WAITING] = "waiting",
		[TRACER_CPU_SUSPENDED] = "suspended",
		[TRACER_CPU_LOST] = "lost",
	};
	json_t *json = json_pack("{s:i, s:s, s:o, s:o}",
		"cpu", cpu, "state", states[cpu_totals->state],
		"latencies", latencies_json(summary, cpu),
		"missed_samples", json_number(summary->missing_of[cpu]));

	figures_set(&json, cpu_figures, cpu_totals);
	if (cpu_totals->own_thread_ns)
		json_set(&json, "own_ns", json_pack("{s:o, s:o}",
			 "irq", json_number(cpu_totals->own_irq_ns),
			 "thread", json_number(cpu_totals->own_thread_ns)));
	if (untraced_of(summary->untraced, cpu))
		json_set(&json, "untraced_interrupts",
			 untraced_json(untraced_of(summary->untraced, cpu)));
	for (int stall = 0; stall < STALLS; stall++) {
		int64_t count = stalls_of(summary->stalls, cpu, stall);

		json_set(&json, stall_name(stall),
			 count < 0 ? json_null() : json_number(count));
	}
	set_of_kind(&json, summary, cpu);
	if (summary->tracer->causes)
		json_set(&json, "causes",
			 causes_list_json(summary->kind.causes, cpu));
	return json;
}

static json_t *cpus_json(const struct run_summary *summary)
{
	const struct tracer_cpu *cpu_totals = summary->cpu_totals;
	json_t *cpus = json_array();
	int cpu;

	cpus_for_each(cpu, &summary->config->tracer.cpus)
		if (cpu_totals)
			json_append(&cpus,
				    cpu_json(summary, cpu, cpu_totals++));
	return cpus;
}

static json_t *all_json(const struct run_summary *summary)
{
	json_t *all = json_object();

	if (!summary->stats) {
		json_set(&all, "latencies", json_object());
		return all;
	}
	json_set(&all, "latencies", latencies_json(summary, -1));
	set_of_kind(&all, summary, -1);
	return all;
}

/* Return the sum of a figure over all CPUs. */
static uint64_t figure_sum(const struct run_summary *summary,
			   const struct figure_row *figure)
{
	const struct tracer_cpu *cpu_totals = summary->cpu_totals;
	uint64_t sum = 0;

	for (int i = 0; i < cpus_count(&summary->config->tracer.cpus); i++)
		if (cpu_totals)
			sum += figure_value(figure, &cpu_totals[i]);
	return sum;
}

static json_t *losses_json(const struct run_summary *summary)
{
	uint64_t missing = 0;
	json_t *json;
	int cpu;

	cpus_for_each(cpu, &summary->config->tracer.cpus)
		if (summary->cpu_totals)
			missing += summary->missing_of[cpu];
	json = json_pack("{s:o, s:b, s:o, s:o}",
			 "lost_events", json_number(summary->counts.lost),
			 "lost_more", summary->counts.lost_more,
			 "missed_samples", json_number(missing),
			 "unwatched_ns", json_number(summary->unwatched_ns));
	for (const struct figure_row *figure = cpu_figures; figure->id;
	     figure++)
		if (figure->is_loss)
			json_set(&json, figure->id,
				 json_number(figure_sum(summary, figure)));
	return json;
}

/* ---- Configuration ------------------------------------------------------- */

static json_t *thresholds_json(const struct tracer_config *tracer)
{
	json_t *thresholds = json_object();
	char name[32];

	for (int i = 0; i < CONTEXTS; i++) {
		if (!tracer->stop_ns[i])
			continue;
		snprintf(name, sizeof(name), "%s_ns", context_name(i));
		json_set(&thresholds, name, json_number(tracer->stop_ns[i]));
	}
	return thresholds;
}

static json_t *results_write_cpu_list(const struct cpus *cpus)
{
	char text[CPUS_TEXT_SIZE];

	return json_string(cpus_format(cpus, text, sizeof(text)));
}

static json_t *until_decided_json(const struct config *config)
{
	if (!config_until_decided(config))
		return json_null();
	return json_pack("{s:o, s:i}",
			 "least_ns", json_number(config->decided_after_ns),
			 "looks", config_looks(config));
}

static json_t *
results_write_configuration_json(const struct run_summary *summary)
{
	static const char *const threads[] = {
		[THREADS_USER] = "user", [THREADS_KERNEL] = "kernel",
		[THREADS_FOREIGN] = "foreign",
	};
	const struct config *config = summary->config;
	const struct tracer_config *tracer = &config->tracer;
	const struct kind_row *kind = config_kind(config);
	char priority[PRIORITY_LEN];
	json_t *json = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
		"cpus", results_write_cpu_list(&tracer->cpus),
		"period_ns", json_number_if(!kind->watches, tracer->period_ns),
		"duration_ns", json_number_if(config->duration_ns, config->duration_ns),
		"until_decided", until_decided_json(config),
		"warm_up_ns", json_number(config->warm_up_ns),
		"priority", !kind->priority ? json_null() : json_string(
			priority_print(&tracer->priority, kind->priority, priority)),
		"threads", kind->watches ? json_null() : json_string(
			threads[tracer->no_threads ? config->threads :
						     THREADS_KERNEL]),
		"thresholds", thresholds_json(tracer),
		"house_keeping", cpus_empty(&config->house_keeping) ?
			json_null() : results_write_cpu_list(&config->house_keeping),
		"cgroup", json_text_or_null(config->cgroup),
		"dma_latency_ns", json_number_if(config->dma_latency_us >= 0,
						 config->dma_latency_us * NS_PER_US),
		"deepest_idle_state", config->deepest_idle_state < -1 ?
			json_null() : json_integer(config->deepest_idle_state));

	if (kind->set_configuration)
		kind->set_configuration(&json, summary);
	return json;
}

static json_t *results_write_command_json(const struct config *config)
{
	json_t *words = json_array();

	for (int i = 0; i < config->invocation->argc; i++)
		json_append(&words, json_words(config->invocation->argv[i]));
	return words;
}

/* ---- The whole result ---------------------------------------------------- */

json_t *results_stop(const struct tracer_hit *hit, const char *trace,
		     json_t *analysis)
{
	json_t *json = json_pack("{s:i, s:s, s:o, s:o, s:o, s:o}",
			 "cpu", hit->cpu, "context", context_name(hit->context),
			 "latency_ns", json_number(hit->latency_ns),
			 "threshold_ns", json_number(hit->threshold_ns),
			 "trace", json_text_or_null(trace),
			 "analysis", analysis ?: json_null());

	if (hit->pid)
		json_set(&json, "tid", json_integer(hit->pid));
	return json;
}

static json_t *verdict_json(const struct run_summary *summary)
{
	return json_pack("{s:s, s:i, s:b, s:o}", "outcome", summary->outcome,
			 "exit_code", summary->exit_code,
			 "trusted", summary->trusted,
			 "reasons", json_or(summary->reasons, json_array()));
}

const char *results_time(time_t when, char *text, size_t size)
{
	struct tm parts;

	if (!gmtime_r(&when, &parts) ||
	    !strftime(text, size, "%FT%TZ", &parts))
		*text = '\0';
	return text;
}

static json_t *host_json(const struct host_info *host)
{
	if (!host)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o}", "name", json_known(host->name),
			 "machine_id", json_known(host->machine_id),
			 "cpu_model", json_known(host->cpu_model),
			 "board", json_known(host->board));
}

static json_t *labels_json(const struct labels *labels)
{
	json_t *json = json_object();

	for (int i = 0; i < labels->count; i++)
		json_set(&json, labels->label[i].key,
			 json_words(labels->label[i].value));
	return json;
}

/* Add how many other sessions have run, if the tracer knows it. */
static void set_other_sessions(json_t **json, const struct run_summary *summary)
{
	int cpus = cpus_count(&summary->config->tracer.cpus);
	uint64_t sessions = summary->cpu_totals ?
			    tracer_sessions(summary->cpu_totals, cpus) : 0;

	if (sessions)
		json_set(json, "other_sessions", json_number(sessions - 1));
}

json_t *results_json(const struct run_summary *summary)
{
	const struct kind_row *kind = config_kind(summary->config);
	const struct command *command = summary->command;
	json_t *json = json_object();
	char started[32];

	json_set(&json, "format", json_string(RESULTS_FORMAT));
	json_set(&json, "schema_version", json_integer(RESULTS_VERSION));
	json_set(&json, "generator", json_string("rtla " RTLA_VERSION));
	json_set(&json, "command", results_write_command_json(summary->config));
	json_set(&json, "tracer", json_string(kind->name));
	json_set(&json, "measured_by",
		 json_text_or_null(summary->measured_by));
	json_set(&json, "not_seen", not_seen_json(summary->measured_by, kind));
	json_set(&json, "mode", json_string(command->mode ?: command->tool));
	json_set(&json, "started_at",
		 json_string(results_time(summary->started_at, started,
					  sizeof(started))));
	json_set(&json, "host", host_json(summary->host));
	json_set(&json, "labels",
		 labels_json(&summary->config->output.labels));
	json_set(&json, "verdict", verdict_json(summary));
	json_set(&json, "gates", json_or(summary->gates, json_array()));
	json_set(&json, "configuration", results_write_configuration_json(summary));
	json_set(&json, "environment", json_or(summary->environment,
					      json_pack("{s:[]}", "checks")));
	json_set(&json, "measured_ns", json_number(summary->measured_ns));
	json_set(&json, "ended_by", json_string(summary->ended_by));
	json_set(&json, "load", json_or(summary->load, json_null()));
	json_set(&json, "losses", losses_json(summary));
	set_other_sessions(&json, summary);
	json_set(&json, "stop", json_or(summary->stop, json_null()));
	json_set(&json, "kept", json_or(summary->kept, json_array()));
	json_set(&json, "histogram_error_ppm", json_integer(DISTRIBUTION_ERROR_PPM));
	json_set(&json, "block_ns",
		 json_number(summary->record ?
				     record_block_ns(summary->record) :
				     BLOCK_NS));
	json_set(&json, "all", all_json(summary));
	json_set(&json, "cpus", cpus_json(summary));
	if (kind->set_figures)
		kind->set_figures(&json, summary);
	return json;
}
