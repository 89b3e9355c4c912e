// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics that the tracer keeps: see tracer_stats.h.
 */
#include <stdlib.h>

#include "base/times.h"
#include "base/wide.h"
#include "options/config.h"
#include "run/collector.h"
#include "run/tracer_stats.h"
#include "stats/bound_figures.h"
#include "stats/causes.h"
#include "stats/histogram.h"
#include "stats/interrupts.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "tracer/tracer.h"
#include "tracer/tracer_figures.h"
#include "tracer/tracer_state.h"

/* Buckets that are read at a time. */
#define BUCKETS_READ	1024

/* The block that is not over, of one CPU and context, as it was read last. */
struct open_block {
	uint64_t number;
	struct latency latency;
};

/* ---- What is to be counted ----------------------------------------------- */

/*
 * Let the tracer count how many samples exceed each limit that is watched.
 * Returns false if the tracer cannot count so many.
 */
static bool want_limits(struct tracer_stats_config *stats,
			const struct config *config,
			const struct sample_record *record)
{
	enum event_context context;

	for (int i = 0; i < record_watches(record); i++) {
		uint64_t limit = record_limit(record, i, &context);

		if (!config_measures(config, context))
			continue;
		if (stats->limits[context] == TRACER_LIMITS_MAX)
			return false;
		stats->limit_ns[context][stats->limits[context]++] = limit;
	}
	return true;
}

static uint64_t find_contexts(const struct config *config,
				  enum tracer_events samples)
{
	uint64_t contexts = 0;

	if (samples == TRACER_PERIODS)
		return 0;
	if (samples == TRACER_GAPS)
		return 1 << CONTEXT_SINGLE;
	for (int i = 0; i < CONTEXTS; i++)
		contexts |= (uint64_t)config_measures(config, i) << i;
	return contexts;
}

/* Return of how many threads the tracer is to keep distributions. */
static int want_threads(const struct config *config)
{
	bool needed = config->output.json || config->live ||
		      config_kind(config)->has_distributions;

	for (int i = 0; i < config->gates.count; i++)
		needed |= gate_needs_distributions(&config->gates.gate[i]);
	return needed && config_kind(config)->watches_threads ?
	       config->distributions : 0;
}

/* Fill in how the tracer is to count samples; false: it could not. */
static bool want_samples(struct tracer_stats_config *stats,
			 const struct config *config,
			 const struct sample_record *record)
{
	uint64_t unit = config->view.nano ? 1 : NS_PER_US;

	stats->wanted = true;
	if (config->view.hist.entries) {
		if (config->view.hist.entries > TRACER_ENTRIES_MAX)
			return false;
		stats->entries = config->view.hist.entries;
		stats->bucket_ns = config->view.hist.bucket_size * unit;
	}
	if (!record)
		return true;
	stats->distribution = true;
	stats->threads = want_threads(config);
	stats->block_ns = BLOCK_NS;
	return want_limits(stats, config, record);
}

bool tracer_stats_want(struct tracer_stats_config *stats,
		       const struct config *config,
		       const struct sample_record *record)
{
	const struct tracer_stats_config besides = {
		.skipped = record && config_kind(config)->skips_periods,
		.causes = config->tracer.causes,
	};

	*stats = besides;
	if (config->source != SOURCE_TRACE &&
	    want_samples(stats, config, record))
		return true;
	*stats = besides;
	return false;
}

enum result tracer_stats_open(struct tracer_counted *counted,
			      const struct tracer_ops *ops,
			      const struct config *config,
			      struct collector *collector,
			      enum tracer_events samples)
{
	int cpus = cpus_last(&config->tracer.cpus) + 1;

	*counted = (struct tracer_counted) {
		.ops = ops,
		.config = config,
		.collector = collector,
		.contexts = find_contexts(config, samples),
		.noise = samples == TRACER_PERIODS || samples == TRACER_NOISES,
		.open = calloc(cpus * CONTEXTS, sizeof(*counted->open)),
	};
	if (config->tracer.stats.causes)
		collector->kind.causes = causes_new();
	return counted->open &&
	       (collector->kind.causes || !config->tracer.stats.causes) ?
	       RESULT_OK : fail(RESULT_ERROR, "out of memory");
}

void tracer_stats_begin(struct tracer_counted *counted, struct tracer *tracer,
			struct tracer_cpu *cpu_totals)
{
	struct overheads *overheads = counted->collector->kind.overheads;

	counted->tracer = tracer;
	counted->cpu_totals = cpu_totals;
	for (int i = OVERHEAD_FIRST; overheads && i < OVERHEAD_END; i++)
		overheads_put_method(overheads, i,
				     counted->ops->measures(tracer, i) ?
				     METHOD_EXACT : METHOD_ABSENT);
}

void tracer_stats_close(struct tracer_counted *counted)
{
	free(counted->open);
	counted->open = NULL;
}

/* ---- Reading ------------------------------------------------------------- */

/* Set how often each limit of the context was exceeded. */
static void tracer_stats_take_over(struct sample_record *record, int cpu,
				   enum event_context context,
				   const struct tracer_stats *stats)
{
	enum event_context of;
	int limit = 0;

	for (int i = 0; i < record_watches(record); i++) {
		record_limit(record, i, &of);
		if (of == context)
			record_put_over(record, cpu, i, stats->over[limit++]);
	}
}

/*
 * Each of these functions takes the number of samples in a bucket, and returns
 * false if there is no memory.
 */

static bool take_fine_bucket(struct collector *collector, int cpu,
			     enum event_context context, int bucket,
			     uint64_t count)
{
	return record_put(collector->record, cpu, context,
			  distribution_high(bucket), count);
}

static bool take_skipped_bucket(struct collector *collector, int cpu,
				enum event_context context, int bucket,
				uint64_t count)
{
	return record_put_skipped(collector->record, cpu, context,
				  distribution_high(bucket), count);
}

static bool take_equal_bucket(struct collector *collector, int cpu,
			      enum event_context context, int bucket,
			      uint64_t count)
{
	return histogram_put(collector->histogram, cpu, context, bucket, count);
}

/* In this one, @thread is the index of a thread. */
static bool take_thread_bucket(struct collector *collector, int thread,
			       enum event_context context, int bucket,
			       uint64_t count)
{
	return watched_put(collector->kind.threads, thread, context,
			   distribution_high(bucket), count);
}

/*
 * Read the buckets from @bucket up to @end, and take those with samples.
 * Returns false if there is no memory, with @result unchanged, or after an
 * error.
 */
static bool take_buckets(struct tracer_counted *counted, int cpu,
			 enum event_context context, enum tracer_buckets kind,
			 int bucket, int end, enum result *result)
{
	static bool (*const take[])(struct collector *collector, int cpu,
				    enum event_context context, int bucket,
				    uint64_t count) = {
		[TRACER_DISTRIBUTION] = take_fine_bucket,
		[TRACER_SKIPPED] = take_skipped_bucket,
		[TRACER_HISTOGRAM] = take_equal_bucket,
		[TRACER_THREAD] = take_thread_bucket,
	};
	uint64_t buckets[BUCKETS_READ];

	for (; bucket < end; bucket += BUCKETS_READ) {
		int count = end - bucket < BUCKETS_READ ? end - bucket :
							  BUCKETS_READ;

		*result = counted->ops->read_buckets(counted->tracer, cpu,
						     context, kind, bucket,
						     count, buckets);
		if (*result)
			return false;
		for (int i = 0; i < count; i++)
			if (buckets[i] &&
			    !take[kind](counted->collector, cpu, context,
					bucket + i, buckets[i]))
				return false;
	}
	return true;
}

/* Take those buckets that values from @min to @max can be in: see take_buckets(). */
static bool take_distribution(struct tracer_counted *counted, int cpu,
			      enum event_context context,
			      enum tracer_buckets kind, uint64_t min,
			      uint64_t max, enum result *result)
{
	int last = distribution_bucket(max);

	/* The tracer has no more buckets: the last one also has what is larger. */
	if (last >= TRACER_DISTRIBUTION_BUCKETS)
		last = TRACER_DISTRIBUTION_BUCKETS - 1;
	return take_buckets(counted, cpu, context, kind,
			    distribution_bucket(min), last + 1, result);
}

static bool take_histogram(struct tracer_counted *counted, int cpu,
			   enum event_context context, enum result *result)
{
	return take_buckets(counted, cpu, context, TRACER_HISTOGRAM, 0,
			    counted->config->view.hist.entries + 1, result);
}

/*
 * Take the samples of a block into the record. Of a block that was read before
 * it was over, only the samples that have come since are taken.
 */
static bool take_block(struct tracer_counted *counted, int cpu,
		       enum event_context context,
		       const struct tracer_block *block)
{
	struct open_block *open = &counted->open[cpu * CONTEXTS + context];
	struct latency latency = block->latency;

	if (open->latency.count && open->number == block->number) {
		latency.count -= open->latency.count;
		latency.sum -= open->latency.sum;
		latency.squares = wide_subtract(latency.squares,
						open->latency.squares);
	}
	*open = (struct open_block) { block->number, block->latency };
	return !latency.count ||
	       record_add_block(counted->collector->record, cpu, context,
				counted->from + block->number * BLOCK_NS,
				&latency);
}

/*
 * Read the blocks that have come since the last reading: those whose time is
 * over, and at the end of the measurement also the last one.
 */
static bool take_blocks(struct tracer_counted *counted, int cpu,
			enum event_context context, bool end,
			enum result *result)
{
	struct tracer_block blocks[TRACER_BLOCKS_MAX];
	uint64_t now = end ? UINT64_MAX : time_now();
	int count;

	*result = counted->ops->read_blocks(counted->tracer, cpu, context, true,
					    blocks, &count);
	if (*result)
		return false;
	for (int i = 0; i < count; i++) {
		if ((blocks[i].number + 1) * BLOCK_NS > now - counted->from)
			break;
		if (!take_block(counted, cpu, context, &blocks[i]))
			return false;
	}
	return true;
}

/* Take the samples of a context; returns as take_buckets() does. */
static bool take_samples(struct tracer_counted *counted, int cpu,
			 enum event_context context,
			 const struct tracer_stats *stats,
			 enum tracer_reading reading, enum result *result)
{
	struct collector *collector = counted->collector;
	const struct latency *latency = &stats->latency;

	stats_put(collector->stats, cpu, context, latency);
	if (reading == READING_END && collector->histogram &&
	    !take_histogram(counted, cpu, context, result))
		return false;
	if (!collector->record)
		return true;
	tracer_stats_take_over(collector->record, cpu, context, stats);
	if (reading != READING_SHOWN)
		record_clear(collector->record, cpu, context);
	if (reading != READING_SHOWN && latency->count &&
	    !take_distribution(counted, cpu, context, TRACER_DISTRIBUTION,
			       latency->min, latency->max, result))
		return false;
	return take_blocks(counted, cpu, context, reading == READING_END,
			   result);
}

/* Take the skipped periods of a context, after take_samples(). */
static bool tracer_stats_take_skipped(struct tracer_counted *counted, int cpu,
				      enum event_context context,
				      const struct latency *skipped,
				      enum tracer_reading reading,
				      enum result *result)
{
	stats_put_skipped(counted->collector->stats, cpu, context, skipped);
	return !skipped->count || reading == READING_SHOWN ||
	       take_distribution(counted, cpu, context, TRACER_SKIPPED, 0,
				 skipped->max, result);
}

static bool take_context(struct tracer_counted *counted, int cpu,
			 enum event_context context,
			 enum tracer_reading reading, enum result *result)
{
	const struct tracer_stats_config *kept = &counted->config->tracer.stats;
	struct tracer_stats stats;

	*result = counted->ops->read_stats(counted->tracer, cpu, context,
					   &stats);
	if (*result)
		return false;
	if (context_is_overhead(context))
		overheads_put(counted->collector->kind.overheads, cpu, context,
			      &stats.flaws);
	if (kept->wanted &&
	    !take_samples(counted, cpu, context, &stats, reading, result))
		return false;
	return !kept->skipped ||
	       tracer_stats_take_skipped(counted, cpu, context, &stats.skipped,
					 reading, result);
}

static enum result take_noise(struct tracer_counted *counted, int cpu)
{
	struct tracer_stats stats;
	enum result result = counted->ops->read_stats(counted->tracer, cpu,
						      CONTEXT_TOTAL, &stats);

	if (!result)
		stats_put_noise(counted->collector->stats, cpu, &stats.noise);
	return result;
}

/* Take the statistics of a CPU, if the tracer keeps any. */
static enum result take_cpu(struct tracer_counted *counted, int cpu,
			    enum tracer_reading reading)
{
	const struct tracer_stats_config *kept = &counted->config->tracer.stats;
	enum result result = RESULT_OK;

	if (!kept->wanted && !kept->skipped)
		return RESULT_OK;
	for (int i = 0; i < CONTEXTS; i++) {
		if (!(counted->contexts >> i & 1) ||
		    take_context(counted, cpu, i, reading, &result))
			continue;
		counted->collector->no_memory |= !result;
		return result;
	}
	return counted->noise ? take_noise(counted, cpu) : RESULT_OK;
}

/* Take who woke the watched threads. */
static enum result take_wakers(struct tracer_counted *counted)
{
	struct wakers *wakers = counted->collector->kind.wakers;
	enum result result;
	int cpu;

	wakers->count = 0;
	cpus_for_each(cpu, &counted->config->tracer.cpus) {
		result = counted->ops->read_wakers(counted->tracer, cpu,
						   wakers);
		if (result)
			return result;
	}
	wakers_merge(wakers);
	return RESULT_OK;
}

/* Take what has taken time on the CPUs. */
static enum result take_causes(struct tracer_counted *counted)
{
	struct causes *causes = counted->collector->kind.causes;
	enum result result;
	int cpu;

	causes->count = 0;
	cpus_for_each(cpu, &counted->config->tracer.cpus) {
		result = counted->ops->read_causes(counted->tracer, cpu,
						   causes);
		if (result)
			return result;
	}
	causes_sort(causes);
	return RESULT_OK;
}

/* Take the distributions of a thread; returns as take_buckets() does. */
static bool take_thread(struct tracer_counted *counted, int thread,
			enum result *result)
{
	const struct watched_thread *of =
		&counted->collector->kind.threads->thread[thread];

	for (int i = 0; i < CONTEXTS && of->distributed; i++) {
		const struct latency *part = &of->part[context_number(i)];

		if (config_measures(counted->config, i) && part->count &&
		    !take_distribution(counted, thread, i, TRACER_THREAD,
				       part->min, part->max, result))
			return false;
	}
	return true;
}

/* Take what is known of the watched threads. */
static enum result take_threads(struct tracer_counted *counted,
				enum tracer_reading reading)
{
	struct watched_threads *threads = counted->collector->kind.threads;
	enum result result = counted->ops->read_threads(counted->tracer,
							threads);

	if (result || reading == READING_SHOWN)
		return result;
	watched_forget(threads);
	for (int i = 0; i < threads->count; i++) {
		if (take_thread(counted, i, &result))
			continue;
		counted->collector->no_memory |= !result;
		break;
	}
	return result;
}

static enum result read_bound(struct tracer_counted *counted, int cpu)
{
	return counted->ops
		->read_bound(counted->tracer, cpu,
			     &counted->collector->kind.bounds->of[cpu]);
}

enum result tracer_stats_calibrate(struct tracer_counted *counted)
{
	struct collector *collector = counted->collector;
	enum result result;
	int cpu;

	if (!collector->kind.bounds)
		return RESULT_OK;
	cpus_for_each(cpu, &counted->config->tracer.cpus) {
		result = read_bound(counted, cpu);
		if (result)
			return result;
		interrupts_unseen(collector->interrupts, cpu,
				  collector->kind.bounds->of[cpu]
					  .entry.average_ns);
	}
	return RESULT_OK;
}

static enum result take_bound(struct tracer_counted *counted, int cpu)
{
	enum result result = read_bound(counted, cpu);

	if (!result)
		collector_bound(counted->collector, cpu);
	return result;
}

enum result tracer_stats_read(struct tracer_counted *counted,
			      enum tracer_reading reading)
{
	struct tracer_cpu *cpu_totals = counted->cpu_totals;
	enum result result;
	int cpu;

	if (config_kind(counted->config)->watches_threads) {
		result = take_threads(counted, reading);
		if (!result && counted->config->tracer.wakers)
			result = take_wakers(counted);
		if (result)
			return result;
	}
	if (counted->collector->kind.causes) {
		result = take_causes(counted);
		if (result)
			return result;
	}
	cpus_for_each(cpu, &counted->config->tracer.cpus) {
		result = take_cpu(counted, cpu, reading);
		if (!result && counted->collector->kind.bounds)
			result = take_bound(counted, cpu);
		if (result)
			return result;
		if (reading == READING_END)
			cpu_totals->skipped =
				collector_skipped(counted->collector,
						  &counted->config->tracer, cpu,
						  cpu_totals->skipped);
		cpu_totals++;
	}
	return RESULT_OK;
}
