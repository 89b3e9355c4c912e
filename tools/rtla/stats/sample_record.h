/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The figures that a result has beyond the usual statistics, for each CPU and
 * context: the distribution, the maximum of each block of time, how far the
 * average can be trusted, and how often a limit was exceeded.
 *
 * Periods that timerlat could not measure belong to the distribution, each with
 * the least latency that it has had; they also count as over a limit. A
 * distribution of the measured values alone would have the less of a stall, the
 * longer that is. The blocks have only what was measured.
 *
 * A block is a stretch of time. Memory is bounded: the length of a block is
 * doubled whenever there would be more than BLOCKS_MAX blocks.
 */
#ifndef RTLA_SAMPLE_RECORD_H
#define RTLA_SAMPLE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/contexts.h"

struct average_interval;
struct distribution;
struct latency;

#define BLOCKS_MAX	1024
#define BLOCK_NS	100000000ULL	/* initial length of a block */
#define WATCHES_MAX	64

struct sample_record;

/*
 * record_new - make empty record for CPUs 0 to @cpus - 1
 *
 * Returns NULL if there is no memory. The caller frees it with record_free().
 */
struct sample_record *record_new(int cpus);
void record_free(struct sample_record *record);

/*
 * record_watch - count the values that exceed @limit_ns in @context; CONTEXTS:
 * none
 *
 * To be called before the first value is added. Returns the number of the
 * watch, counted from 0, or -1 if there are WATCHES_MAX already.
 */
int record_watch(struct sample_record *record, enum event_context context,
		 uint64_t limit_ns);

/* record_begin - let block 0 begin at @time, in ns of CLOCK_MONOTONIC */
void record_begin(struct sample_record *record, uint64_t time);

/*
 * record_add - add a value in ns that was measured at @time
 *
 * Returns false if there is no memory for it.
 */
bool record_add(struct sample_record *record, int cpu,
		enum event_context context, uint64_t time, uint64_t value);

/*
 * record_distribution - return the distribution of one CPU
 *
 * It belongs to @record. It is empty for a CPU that is out of range.
 */
const struct distribution *
record_distribution(const struct sample_record *record, int cpu,
		    enum event_context context);

/* The parts of a distribution. */
enum record_part {
	RECORD_ALL,		/* as record_distribution() */
	RECORD_MEASURED,	/* without the skipped periods */
};

/*
 * record_copy - fill in @copy with the distribution of a CPU; -1: of all CPUs
 *
 * Returns false if there is no memory. The caller frees @copy with
 * distribution_free(), also after a failure.
 */
bool record_copy(const struct sample_record *record, int cpu,
		 enum event_context context, enum record_part part,
		 struct distribution *copy);

/* record_over - return how often the limit of @watch was exceeded on @cpu */
uint64_t record_over(const struct sample_record *record, int cpu, int watch);

/*
 * record_maxima - fill in @maxima with the maximum of each block, in ns
 *
 * The maximum is 0 in a block without samples. @cpu -1 stands for all CPUs
 * together. @maxima has room for BLOCKS_MAX values. Returns how many blocks
 * there are.
 */
int record_maxima(const struct sample_record *record, int cpu,
		  enum event_context context, uint64_t *maxima);

/*
 * record_average - set the interval in which the average is with a confidence
 * of @percent; @cpu -1: of all CPUs together
 *
 * Skipped periods are not in it. Returns false, like batches_interval(), if the
 * run is too short, and without memory.
 */
bool record_average(const struct sample_record *record, int cpu,
		    enum event_context context, double percent,
		    struct average_interval *interval);

/* record_block_ns - return the current length of a block */
uint64_t record_block_ns(const struct sample_record *record);

/*
 * record_interval - return the statistics of the current interval
 *
 * The interval holds the values of @cpu and @context that were added since the
 * last call, or since the beginning. The call begins a new interval.
 */
struct latency record_interval(struct sample_record *record, int cpu,
			       enum event_context context);

/*
 * record_clear - forget the distribution of a CPU, to put the present one
 *
 * The skipped periods are forgotten, too. This function and the next four are
 * for values that the tracer has counted.
 */
void record_clear(struct sample_record *record, int cpu,
		  enum event_context context);

/* record_put_over - set how often the limit of @watch was exceeded on @cpu */
void record_put_over(struct sample_record *record, int cpu, int watch,
		     uint64_t over);

/* record_watches - return the number of watches */
int record_watches(const struct sample_record *record);

/* record_limit - return the limit of @watch, in ns, and set its context */
uint64_t record_limit(const struct sample_record *record, int watch,
		      enum event_context *context);

/*
 * record_add_block - add the values that were measured in the BLOCK_NS from
 * @time on
 *
 * Returns false if there is no memory.
 */
bool record_add_block(struct sample_record *record, int cpu,
		      enum event_context context, uint64_t time,
		      const struct latency *values);

/*
 * record_put - add @count values in the bucket that contains @high
 *
 * This function and the next three also restore the record of a result that is
 * read from a file. Returns false if there is no memory.
 */
bool record_put(struct sample_record *record, int cpu,
		enum event_context context, uint64_t high, uint64_t count);

/* record_put_skipped - add skipped periods in the same way */
bool record_put_skipped(struct sample_record *record, int cpu,
			enum event_context context, uint64_t high,
			uint64_t count);

/*
 * record_put_maximum - restore the maximum of @block, 0 to BLOCKS_MAX - 1
 *
 * Returns false if there is no memory.
 */
bool record_put_maximum(struct sample_record *record, int cpu,
			enum event_context context, int block,
			uint64_t maximum);

/* record_put_block_ns - restore the length of a block */
void record_put_block_ns(struct sample_record *record, uint64_t block_ns);

#endif /* RTLA_SAMPLE_RECORD_H */
