/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The collector takes the samples that are read: it adds them to the
 * statistics, and counts missed ones.
 */
#ifndef RTLA_COLLECTOR_H
#define RTLA_COLLECTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"
#include "stats/kind_figures.h"
#include "tracer/tracer_events.h"

struct config;
struct cpus;
struct event;
struct histogram;
struct interrupts;
struct sample_gaps;
struct sample_record;
struct skips;
struct stats;
struct tracer_config;
struct tracer_cpu;
struct tracer_ops;

struct collector {
	struct kind_figures kind;
	/* The interrupts that a bound is computed from; NULL: other samples */
	struct interrupts *interrupts;
	/* ns: samples that do not belong to this time are not counted. */
	uint64_t from;
	uint64_t until;
	struct stats *stats;
	struct histogram *histogram;	/* NULL: not wanted */
	struct sample_record *record;	/* NULL: not wanted */
	struct sample_gaps *gaps;
	/* Contexts, as bits, with a sample of each activation or period. */
	unsigned int numbered;
	uint64_t missing;	/* missed samples that no lost event explains */
	uint64_t *missing_of;		/* the same, by CPU number */
	/* Events say less than those of rtla.ko, see trace/kernel_events.h. */
	bool bare_events;
	/* The tracer does not number samples, nor tell which periods were skipped. */
	bool unnumbered;
	bool without_idle;	/* a bound is that of CPUs that do not sleep */
	struct skips *skips;	/* NULL: the tracer counts skipped periods */
	bool no_memory;		/* histogram, record or interrupts are incomplete */
};

/*
 * collector_init - prepare for samples of the CPUs of @config
 *
 * The samples are @events of the tracer @ops. Prints an error if it fails. The
 * caller calls collector_free() in any case.
 */
enum result collector_init(struct collector *collector,
			   const struct config *config,
			   enum tracer_events events,
			   const struct tracer_ops *ops);
void collector_free(struct collector *collector);

/*
 * collector_bound - compute the bound of @cpu from its variables and interrupts
 *
 * The tracer has read the variables into the figures of the CPU in
 * @collector->kind.bounds; the observed latencies are in the statistics
 * already.
 */
void collector_bound(struct collector *collector, int cpu);

/* collector_take - take one event; a reader_fn, @context is the collector */
void collector_take(void *context, int cpu, const struct event *event,
		    bool lost);

/*
 * collector_begin - determine which samples are expected first, and counted
 *
 * Samples that are missed at the beginning can be counted then. @baseline has
 * the state of each of @cpus, in order, read after the ring buffers began to
 * collect samples. Activations that begin from @from on and before @until, and
 * noises and periods that end in this time, are counted; both are ns of the
 * clock of samples, CLOCK_MONOTONIC. UINT64_MAX is without an end. With
 * @baseline NULL, nothing is known of the samples before.
 */
void collector_begin(struct collector *collector, const struct cpus *cpus,
		     const struct tracer_cpu *baseline, uint64_t from,
		     uint64_t until);

/*
 * collector_stop - count no activation that begins at @until or later, and no
 * noise or period that ends then
 */
void collector_stop(struct collector *collector, uint64_t until);

/*
 * collector_skipped - return how many periods of @cpu were skipped, of those
 * that count
 *
 * The statistics tell it. Where they keep no skipped periods, it is @skipped,
 * the number that the tracer tells of the whole session, since the measurement
 * began.
 */
uint64_t collector_skipped(const struct collector *collector,
			   const struct tracer_config *tracer, int cpu,
			   uint64_t skipped);

/*
 * collector_forget - the samples end, or there may be a gap before the next
 * ones, which is no loss
 */
void collector_forget(struct collector *collector, const struct cpus *cpus);

/*
 * collector_measured - return how many activations or periods of @cpu were
 * counted
 *
 * This is for tracers that do not know it themselves.
 */
uint64_t collector_measured(const struct collector *collector, int cpu);

/*
 * collector_end - count the samples that are missed at the end
 *
 * It is called when all samples have been taken. @baseline is that of
 * collector_begin(). @cpu_totals has the state of each of @cpus, in order, read
 * while the ring buffers still collected samples; its counts are those since
 * @baseline, except @activations, which count from the start of the tracer.
 */
void collector_end(struct collector *collector, const struct cpus *cpus,
		   const struct tracer_cpu *baseline,
		   const struct tracer_cpu *cpu_totals);

#endif /* RTLA_COLLECTOR_H */
