/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The seam to whatever measures. Nothing above it knows what that is.
 *
 * A tracer is opened, started with all thresholds off, shown the trace
 * instances that its events are to be collected in, and then armed. From
 * arming on, a latency at or over a threshold freezes those instances at the
 * very event, and makes the descriptor of the hit readable. Closing undoes
 * everything.
 */
#ifndef RTLA_TRACER_H
#define RTLA_TRACER_H

#include <stdbool.h>
#include <stdint.h>

#include "cpus.h"
#include "events.h"
#include "message.h"
#include "values.h"

struct instance;
struct tracer;

/* What is to be measured. Times in ns; a threshold of 0 is off. */
struct tracer_config {
	struct cpus cpus;
	int64_t period_ns;
	int64_t stop_ns[CONTEXTS];
	int64_t stack_ns;
	struct priority priority;
};

/* The latency that was at or over its threshold. */
struct tracer_hit {
	int cpu;
	enum event_context context;
	uint32_t seqnum;
	uint64_t latency_ns;
	uint64_t threshold_ns;
	uint64_t t_w_ns;
};

/* How one CPU fares; the figures count from the start. */
struct tracer_cpu {
	bool online;
	uint64_t activations;	/* measured to the end; the number of a sample */
	uint64_t skipped;	/* periods that nothing was measured in */
	uint64_t offline;	/* times it went offline */
};

/* Which events an instance is to collect. */
enum tracer_events {
	TRACER_SAMPLES,		/* the samples only */
	TRACER_ALL,		/* all there are */
};

/**
 * struct tracer_ops - one kind of tracer
 * @system: where its events are in tracefs
 * @default_prio: of its threads by themselves, on the kernel's scale
 * @open: can it measure here? Changes nothing.
 * @start: measure, thresholds off
 * @collect: have an instance, which is off, collect events, and freeze at a hit
 * @arm: from now on, hit at the thresholds of the configuration
 * @hit_fd: a descriptor to poll for a hit
 * @read_hit: true if there was one
 * @cpu: how a CPU fares
 * @close: end the measurement
 *
 * Failing functions have said why.
 */
struct tracer_ops {
	const char *system;
	int default_prio;
	enum result (*open)(struct tracer **tracer);
	enum result (*start)(struct tracer *tracer,
			     const struct tracer_config *config);
	enum result (*collect)(struct tracer *tracer, struct instance *instance,
			       enum tracer_events events);
	enum result (*arm)(struct tracer *tracer,
			   const struct tracer_config *config);
	int (*hit_fd)(const struct tracer *tracer);
	bool (*read_hit)(struct tracer *tracer, struct tracer_hit *hit);
	enum result (*cpu)(struct tracer *tracer, int cpu,
			   struct tracer_cpu *state);
	void (*close)(struct tracer *tracer);
};

/* rtla.ko */
extern const struct tracer_ops tracer_module;

#endif /* RTLA_TRACER_H */
