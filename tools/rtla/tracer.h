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

enum tracer_workload {
	TRACER_TIMERLAT,
	TRACER_OSNOISE,
};

/*
 * What is to be measured. Times in ns; a threshold of 0 is off. What belongs to
 * the other workload is not looked at.
 */
struct tracer_config {
	enum tracer_workload workload;
	struct cpus cpus;
	int64_t period_ns;
	int64_t runtime_ns;		/* osnoise */
	int64_t noise_ns;		/* osnoise: 0 is the tracer's default */
	int64_t stop_ns[STOPS];
	int64_t stack_ns;		/* timerlat */
	int64_t align_ns;		/* timerlat: -1 is not aligned */
	bool no_threads;		/* they are made by others: attach() */
	bool preempt_off;		/* osnoise */
	bool irqs_off;			/* osnoise */
	bool panic;			/* a hit panics the kernel */
	struct priority priority;
};

/* The latency or noise that hit its threshold. */
struct tracer_hit {
	int cpu;
	enum event_context context;
	uint32_t seqnum;
	uint64_t latency_ns;
	uint64_t threshold_ns;
	uint64_t t_w_ns;
};

/* How one CPU fares; the figures count from the start. */
enum tracer_cpu_state {
	TRACER_CPU_MEASURED,
	TRACER_CPU_OFFLINE,
	TRACER_CPU_WAITING,	/* for a workload: nobody has attached */
	TRACER_CPU_SUSPENDED,
	TRACER_CPU_LOST,	/* its thread was moved away */
};

struct tracer_cpu {
	enum tracer_cpu_state state;
	int pid;		/* of the measuring thread; 0 is none */
	uint64_t activations;	/* measured to the end; the number of a sample */
	uint64_t skipped;	/* periods that nothing was measured in */
	uint64_t offline;	/* times it went offline */
	uint64_t suspended;	/* times the system was suspended */
	uint64_t detached;	/* times a workload of user space left */
};

/* Which events an instance is to collect. */
enum tracer_events {
	TRACER_LATENCIES,	/* timerlat: the latencies only */
	TRACER_PERIODS,		/* osnoise: a summary of each period only */
	TRACER_GAPS,		/* osnoise: each single noise only */
	TRACER_NOISES,		/* osnoise: both of them */
	TRACER_ALL,		/* all there are */
	TRACER_NOTHING,		/* none: it is only to be switched off */
};

/**
 * struct tracer_ops - one kind of tracer
 * @system: where its events are in tracefs
 * @hit_event: which of them a hit causes
 * @default_prio: of its threads by themselves, on the kernel's scale
 * @open: can it measure here? Changes nothing.
 * @start: measure, thresholds off
 * @collect: have an instance, which is off, collect events, and, if it is to
 *	@freeze, be switched off by a hit
 * @attach: make the caller, who is bound to @cpu, the workload of a session with
 *	no_threads: a descriptor whose read() returns at each period, to be closed
 *	in the end; -1 with errno, and nothing said
 * @arm: from now on, hit at the thresholds of the configuration
 * @disarm: from now on, hit no more; a hit that was can still be read
 * @hit_fd: a descriptor to poll for a hit
 * @read_hit: true if there was one
 * @cpu: how a CPU fares
 * @symbol: the function of the kernel that an address is in; false: unknown
 * @end: let the CPUs be left soon, for good, without waiting for that; a hit that
 *	was can still be read, and functions be asked for
 * @close: end the measurement, if it has not ended; waits for it, but not for long
 *
 * Failing functions have said why.
 */
struct tracer_ops {
	const char *system;
	const char *hit_event;
	int default_prio;
	enum result (*open)(struct tracer **tracer);
	enum result (*start)(struct tracer *tracer,
			     const struct tracer_config *config);
	enum result (*collect)(struct tracer *tracer, struct instance *instance,
			       enum tracer_events events, bool freeze);
	enum result (*arm)(struct tracer *tracer,
			   const struct tracer_config *config);
	enum result (*disarm)(struct tracer *tracer);
	int (*hit_fd)(const struct tracer *tracer);
	bool (*read_hit)(struct tracer *tracer, struct tracer_hit *hit);
	enum result (*cpu)(struct tracer *tracer, int cpu,
			   struct tracer_cpu *state);
	bool (*symbol)(struct tracer *tracer, uint64_t address, char *name,
		       size_t size);
	int (*attach)(int cpu);
	void (*end)(struct tracer *tracer);
	void (*close)(struct tracer *tracer);
};

/* rtla.ko */
extern const struct tracer_ops tracer_module;

#endif /* RTLA_TRACER_H */
