// SPDX-License-Identifier: GPL-2.0
/*
 * Details: see sample_record.h.
 */
#include <stdlib.h>

#include "base/times.h"
#include "stats/batches.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/sample_record.h"

/* The record of one CPU and context. */
struct detail {
	struct distribution distribution;	/* with @skipped */
	struct distribution skipped;
	struct latency interval;	/* since record_interval() */
	uint64_t *maxima;	/* of BLOCKS_MAX blocks; NULL: no value yet */
	struct batches batches;
};

struct watch {
	enum event_context context;
	uint64_t limit;
};

struct sample_record {
	int cpus;
	uint64_t begin;		/* of block 0 */
	uint64_t block_ns;	/* length of a block */
	int blocks;		/* up to the last block with a value */
	/* The block of the last value: the next value is mostly in it, too. */
	int block;
	uint64_t block_from;
	uint64_t block_until;
	struct watch watch[WATCHES_MAX];
	int watches;
	uint64_t *over;		/* a counter for each CPU and watch */
	struct detail detail[][CONTEXTS];
};

struct sample_record *record_new(int cpus)
{
	struct sample_record *record;

	record = calloc(1, sizeof(*record) +
			    cpus * sizeof(record->detail[0]));
	if (!record)
		return NULL;
	record->over = calloc((size_t)cpus * WATCHES_MAX,
			      sizeof(*record->over));
	if (!record->over) {
		free(record);
		return NULL;
	}
	record->cpus = cpus;
	record->block_ns = BLOCK_NS;
	return record;
}

void record_free(struct sample_record *record)
{
	if (!record)
		return;
	for (int cpu = 0; cpu < record->cpus; cpu++) {
		for (int i = 0; i < CONTEXTS; i++) {
			record_clear(record, cpu, i);
			free(record->detail[cpu][i].maxima);
			batches_free(&record->detail[cpu][i].batches);
		}
	}
	free(record->over);
	free(record);
}

int record_watch(struct sample_record *record, enum event_context context,
		 uint64_t limit_ns)
{
	if (record->watches == WATCHES_MAX)
		return -1;
	record->watch[record->watches] = (struct watch) { context, limit_ns };
	return record->watches++;
}

void record_begin(struct sample_record *record, uint64_t time)
{
	record->begin = time;
}

/* Make the blocks twice as long: merge each pair of them. */
static void double_blocks(struct sample_record *record)
{
	for (int cpu = 0; cpu < record->cpus; cpu++) {
		for (int i = 0; i < CONTEXTS; i++) {
			uint64_t *maxima = record->detail[cpu][i].maxima;

			for (int to = 0; maxima && to < BLOCKS_MAX; to++)
				maxima[to] = 2 * to + 1 < BLOCKS_MAX ?
					time_max(maxima[2 * to],
						 maxima[2 * to + 1]) : 0;
		}
	}
	record->block_ns *= 2;
	record->blocks = (record->blocks + 1) / 2;
}

/* The first samples may have been taken just before record_begin(). */
static uint64_t since_begin(const struct sample_record *record, uint64_t time)
{
	return time > record->begin ? time - record->begin : 0;
}

static void find_block(struct sample_record *record, uint64_t time)
{
	uint64_t since = since_begin(record, time);

	while (since / record->block_ns >= BLOCKS_MAX)
		double_blocks(record);
	record->block = since / record->block_ns;
	record->block_from = record->begin +
			      record->block * record->block_ns;
	record->block_until = record->block_from + record->block_ns;
}

static int block_at(struct sample_record *record, uint64_t time)
{
	if (time < record->block_from || time >= record->block_until)
		find_block(record, time);
	return record->block;
}

static bool add_maximum(struct sample_record *record, struct detail *detail,
			int block, uint64_t value)
{
	if (!detail->maxima) {
		detail->maxima = calloc(BLOCKS_MAX, sizeof(*detail->maxima));
		if (!detail->maxima)
			return false;
	}
	detail->maxima[block] = time_max(detail->maxima[block], value);
	if (block >= record->blocks)
		record->blocks = block + 1;
	return true;
}

static void sample_record_look(struct sample_record *record, int cpu,
			       enum event_context context, uint64_t value)
{
	uint64_t *over = &record->over[cpu * WATCHES_MAX];

	for (int i = 0; i < record->watches; i++)
		over[i] += record->watch[i].context == context &&
			   value > record->watch[i].limit;
}

bool record_add(struct sample_record *record, int cpu,
		enum event_context context, uint64_t time, uint64_t value)
{
	struct detail *detail = &record->detail[cpu][context];

	sample_record_look(record, cpu, context, value);
	latency_add(&detail->interval, value);
	return distribution_add(&detail->distribution, value, 1) &&
	       batches_add(&detail->batches, since_begin(record, time), 1,
			   value) &&
	       add_maximum(record, detail, block_at(record, time), value);
}

void record_clear(struct sample_record *record, int cpu,
		  enum event_context context)
{
	struct detail *detail = &record->detail[cpu][context];

	distribution_free(&detail->distribution);
	distribution_free(&detail->skipped);
}

void record_put_over(struct sample_record *record, int cpu, int watch,
		     uint64_t over)
{
	record->over[cpu * WATCHES_MAX + watch] = over;
}

int record_watches(const struct sample_record *record)
{
	return record->watches;
}

uint64_t record_limit(const struct sample_record *record, int watch,
		      enum event_context *context)
{
	*context = record->watch[watch].context;
	return record->watch[watch].limit;
}

bool record_add_block(struct sample_record *record, int cpu,
		      enum event_context context, uint64_t time,
		      const struct latency *values)
{
	struct detail *detail = &record->detail[cpu][context];

	latency_merge(&detail->interval, values);
	return batches_add(&detail->batches, since_begin(record, time),
			   values->count, values->sum) &&
	       add_maximum(record, detail, block_at(record, time),
			   values->max);
}

static const struct detail *
sample_record_find(const struct sample_record *record, int cpu,
		   enum event_context context)
{
	static const struct detail none;

	return cpu < 0 || cpu >= record->cpus ? &none :
						&record->detail[cpu][context];
}

const struct distribution *
record_distribution(const struct sample_record *record, int cpu,
		    enum event_context context)
{
	return &sample_record_find(record, cpu, context)->distribution;
}

bool record_copy(const struct sample_record *record, int cpu,
		 enum event_context context, enum record_part part,
		 struct distribution *copy)
{
	static const struct distribution none;
	int end = cpu < 0 ? record->cpus : cpu + 1;

	*copy = (struct distribution) { .count = 0 };
	for (int i = cpu < 0 ? 0 : cpu; i < end; i++) {
		const struct detail *of =
			sample_record_find(record, i, context);

		if (!distribution_merge_rest(copy, &of->distribution,
					     part == RECORD_MEASURED ?
					     &of->skipped : &none))
			return false;
	}
	return true;
}

/*
 * The time of a skipped period is one that its latency exceeds. So those in the
 * bucket of the limit count as over it, too, unless the bucket ends there.
 */
static uint64_t skipped_over(const struct distribution *skipped, uint64_t limit)
{
	int bucket = distribution_bucket(limit);
	uint64_t over = 0;

	bucket = distribution_next(skipped, bucket +
				   (distribution_high(bucket) == limit));
	for (; bucket >= 0; bucket = distribution_next(skipped, bucket + 1))
		over += distribution_count(skipped, bucket);
	return over;
}

uint64_t record_over(const struct sample_record *record, int cpu, int watch)
{
	const struct watch *of = &record->watch[watch];

	if (cpu >= record->cpus || of->context == CONTEXTS)
		return 0;
	return record->over[cpu * WATCHES_MAX + watch] +
	       skipped_over(
		       &sample_record_find(record, cpu, of->context)->skipped,
		       of->limit);
}

static void take_maxima(const struct sample_record *record, int cpu,
			enum event_context context, uint64_t *maxima)
{
	const uint64_t *of = record->detail[cpu][context].maxima;

	for (int i = 0; of && i < record->blocks; i++)
		maxima[i] = time_max(maxima[i], of[i]);
}

int record_maxima(const struct sample_record *record, int cpu,
		  enum event_context context, uint64_t *maxima)
{
	for (int i = 0; i < record->blocks; i++)
		maxima[i] = 0;
	if (cpu >= 0)
		take_maxima(record, cpu, context, maxima);
	for (int i = 0; cpu < 0 && i < record->cpus; i++)
		take_maxima(record, i, context, maxima);
	return record->blocks;
}

bool record_average(const struct sample_record *record, int cpu,
		    enum event_context context, double percent,
		    struct average_interval *interval)
{
	int end = cpu < 0 ? record->cpus : cpu + 1;
	struct batches all = { .used = 0 };
	bool known = true;

	for (int i = cpu < 0 ? 0 : cpu; i < end && known; i++)
		known = batches_merge(&all, &sample_record_find(record, i, context)->batches);
	known = known && batches_interval(&all, percent, interval);
	batches_free(&all);
	return known;
}

uint64_t record_block_ns(const struct sample_record *record)
{
	return record->block_ns;
}

struct latency record_interval(struct sample_record *record, int cpu,
			       enum event_context context)
{
	struct latency *interval = &record->detail[cpu][context].interval;
	struct latency was = *interval;

	*interval = (struct latency) { .count = 0 };
	return was;
}

bool record_put(struct sample_record *record, int cpu,
		enum event_context context, uint64_t high, uint64_t count)
{
	return distribution_add(&record->detail[cpu][context].distribution,
				high, count);
}

bool record_put_skipped(struct sample_record *record, int cpu,
			enum event_context context, uint64_t high,
			uint64_t count)
{
	return record_put(record, cpu, context, high, count) &&
	       distribution_add(&record->detail[cpu][context].skipped, high,
				count);
}

bool record_put_maximum(struct sample_record *record, int cpu,
			enum event_context context, int block,
			uint64_t maximum)
{
	return add_maximum(record, &record->detail[cpu][context], block,
			   maximum);
}

void record_put_block_ns(struct sample_record *record, uint64_t block_ns)
{
	record->block_ns = block_ns;
}
