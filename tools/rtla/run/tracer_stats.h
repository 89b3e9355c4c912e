/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The samples of a run, counted by the tracer itself, and the periods that it
 * had to skip: what it is to count, and how that comes into the collector.
 */
#ifndef RTLA_TRACER_STATS_H
#define RTLA_TRACER_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"
#include "tracer/tracer_events.h"

struct collector;
struct config;
struct open_block;
struct sample_record;
struct tracer;
struct tracer_cpu;
struct tracer_ops;
struct tracer_stats_config;

/* The tracer's statistics, and what was read of them. */
struct tracer_counted {
	const struct tracer_ops *ops;
	struct tracer *tracer;
	const struct config *config;
	struct collector *collector;
	uint64_t contexts;		/* bits: those that are counted */
	struct tracer_cpu *cpu_totals;	/* of each CPU, in order */
	bool noise;			/* the noise of periods, too */
	uint64_t from;			/* ns: when the counting began */
	struct open_block *open;	/* by CPU number, all contexts of each */
};

/*
 * tracer_stats_want - fill in what the tracer is to count
 *
 * @record is that of the collector, or NULL. Returns false if the samples have
 * to be read from a trace instance, because the user wants that, or the tracer
 * could not count all of them. Then it counts only skipped periods, which no
 * event shows.
 */
bool tracer_stats_want(struct tracer_stats_config *stats,
		       const struct config *config,
		       const struct sample_record *record);

/*
 * tracer_stats_open - prepare for reading
 *
 * @ops, @config and @collector are those of the run, which stay as they are
 * until tracer_stats_close(). Prints an error if there is no memory.
 */
enum result tracer_stats_open(struct tracer_counted *counted,
			      const struct tracer_ops *ops,
			      const struct config *config,
			      struct collector *collector,
			      enum tracer_events samples);
void tracer_stats_close(struct tracer_counted *counted);

/*
 * tracer_stats_begin - read from @tracer, which has started, from now on
 *
 * @cpu_totals has the state of each CPU, in order.
 */
void tracer_stats_begin(struct tracer_counted *counted, struct tracer *tracer,
			struct tracer_cpu *cpu_totals);

/*
 * tracer_stats_calibrate - let the collector know what interrupts take beyond
 * their events
 *
 * It is called before the first event is taken. Without a bound, nothing is
 * done. Prints an error if it fails.
 */
enum result tracer_stats_calibrate(struct tracer_counted *counted);

/* How much is read. */
enum tracer_reading {
	READING_SHOWN,		/* what tables show */
	READING_JUDGED,		/* also distributions, for gates and --openmetrics */
	READING_END		/* everything: nothing is counted any more */
};

/*
 * tracer_stats_read - set the collector to what was counted until now
 *
 * If the tracer keeps the skipped periods, @counted->cpu_totals gets, at the
 * end, the number of those that were to begin during the measurement. Prints an
 * error if it fails.
 */
enum result tracer_stats_read(struct tracer_counted *counted,
			      enum tracer_reading reading);

#endif /* RTLA_TRACER_STATS_H */
