/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a tracer is at some moment: its hit, and its CPUs.
 */
#ifndef RTLA_TRACER_STATE_H
#define RTLA_TRACER_STATE_H

#include <stdint.h>

#include "base/message.h"
#include "trace/contexts.h"
#include "trace/cycle_wait.h"

struct tracer_targets;

/* A hit: a latency at or over its threshold, or a noise over its threshold. */
struct tracer_hit {
	int cpu;
	enum event_context context;
	uint32_t seqnum;
	uint64_t latency_ns;
	uint64_t threshold_ns;
	uint64_t t_w_ns;	/* timer expiry, or begin of noise or period */
	/*
	 * Wake-ups: the thread that was woken. Cycles: their thread. Overheads:
	 * the thread that was woken, or to which the CPU was given. Bound: the
	 * thread that ran. 0: none
	 */
	int pid;
	struct cycle_wait home;	/* cycles: where that waits for its next period */
};

/* The state of one CPU. */
enum tracer_cpu_state {
	TRACER_CPU_MEASURED,
	TRACER_CPU_OFFLINE,
	TRACER_CPU_WAITING,	/* waits for a workload of user space */
	TRACER_CPU_SUSPENDED,
	TRACER_CPU_LOST,	/* its thread was moved, or not made again */
};

/* The state of one CPU, and its counters since the start of the tracer. */
struct tracer_cpu {
	enum tracer_cpu_state state;
	int pid;		/* thread id of the measuring thread; 0: none */
	/*
	 * Activations (timerlat) or periods (osnoise) measured to the end. This
	 * is the number of the last sample, unless sample numbers began anew:
	 * after offline or suspend, or after a workload left.
	 */
	uint64_t activations;
	uint64_t measured;	/* @activations since the measurement began */
	uint64_t skipped;	/* periods in which nothing was measured */
	uint64_t offline;	/* times the CPU went offline */
	uint64_t suspended;	/* times the system was suspended */
	uint64_t detached;	/* times a workload of user space left */
	/*
	 * Time that a hypervisor took from the CPU, of an unknown start on;
	 * FIGURE_UNKNOWN: it is not known
	 */
	uint64_t steal_ns;
	uint64_t own_irq_ns;	/* own work of the tracer in each IRQ latency */
	uint64_t own_thread_ns;	/* and in each thread latency; 0: unknown */
	/*
	 * Sessions of the module that have run since the start, on any CPUs,
	 * this one included; the same for each CPU; 0: unknown
	 */
	uint64_t sessions;
};

/*
 * The state of a CPU as a tracer says it that does not tell what only the
 * module does.
 */
extern const struct tracer_cpu tracer_cpu_untold;

/* tracer_no_thread - print that there is none of the threads to watch */
enum result tracer_no_thread(const struct tracer_targets *targets);

/*
 * tracer_sessions - return the sessions of a run: see
 * &struct tracer_cpu.sessions
 *
 * @states are those of @cpus CPUs, of which the last one was asked last.
 */
static inline uint64_t tracer_sessions(const struct tracer_cpu *states,
				       int cpus)
{
	return states[cpus - 1].sessions;
}

#endif /* RTLA_TRACER_STATE_H */
