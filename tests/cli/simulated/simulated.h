/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A simulated machine, on which whole runs of the command can be tested without
 * the module and without trace instances: simulated_tracer.c stands in for the
 * one, simulated_instance.c for the other.
 *
 * The environment variable SIM controls the machine. It is a list of
 * NAME=NUMBER, separated by commas:
 *
 *	cpus=N		number of CPUs, up to 512; default: as this machine
 *	hit=MS		a hit comes MS ms after arming; default: never
 *	hits=N		maximum number of hits; default: no limit
 *	hit_cpu=N	CPU of the hits; default: 0
 *	context=N	context of the hits; default: 1 (thread), for osnoise 3
 *			(single), for wake-ups 11 (total), for overheads 15 (cxs),
 *			for a bound 21 (poid)
 *	latency=NS	latency of the first hit; default: 150000
 *	grow=NS		each hit is NS ns longer than the last; default: 0
 *	idle=1		the timer of a hit found the CPU idle
 *	entry=NS	the timer's interrupt of a hit began so late; default: 1000
 *	lost=N		N events are lost once, which the ring buffer reports
 *	gap=N		N activations have no samples, which nothing reports. The
 *			next samples come 20 ms later; more activations than fit
 *			into this are taken for numbers that begin anew
 *	unseen=N	the same for the last N activations
 *	skipped=N	N periods are skipped on the last CPU, which were late by 1,
 *			2 ... N ms, at least
 *	skipped_before=N	N periods were skipped there before the measurement
 *	offline=N	the last CPU goes offline N times, and is so at the end
 *	suspended=N	the system is suspended N times
 *	detached=N	N user-space workloads leave the last CPU
 *	causes=N	N interrupts take time from each CPU, and half as many softirqs,
 *			and threads
 *	steal=NS	a hypervisor takes NS from each CPU
 *	state=N		state of the last CPU at the end (enum tracer_cpu_state)
 *	sessions=N	N sessions have run in all; 0: that is not known; default: 1
 *	untraced=N	N interrupts without a tracepoint come to the last CPU
 *			between two readings of /proc/interrupts
 *	silent=1	nothing is measured
 *	absent=BITS	these overheads cannot be measured; bit 0 is release-latency
 *			of a bound, these variables; bit 0 is poid
 *	observed=NS	the latency that the probe of a bound observes; default: 31000
 *	storm=1		an interrupt of a device takes longer than until it comes again
 *	late=N		from the Nth on, each poid is 30 us longer
 *	stack=1		the stack of the longest poid is known
 *	blind=1		the probe of a bound has never expired
 *	gap_ns=NS	its longest gap; default: its period
 *	unmeasured=N	the end of N calls of the scheduler is not known
 *	broken=BITS	these rules of the model are broken 3 times; bit 0 is R1
 *	uncalibrated=1	it is not known what interrupts take beyond their events
 *	ordinary=1	no real-time thread runs
 *	negative=N	N interrupts between CPUs are received before they are sent, in
 *			each tick of CPU 0
 *	distributed=N	only the first N threads have distributions; default: all
 *	full=1		there are more threads than can be watched
 *	quiet=1		what is measured has no noise: there are no samples
 *	arm=0		arming fails, so that the run ends there
 *	own=NS		our own work in a thread latency; default: 0, unknown
 *	pid=N		thread id of all measuring threads; default: 0, none
 *	bind=N		no workload can be bound to its CPU: the errno is N
 *	schedule=N	no priority can be set: the errno is N
 *	attach=N	no user-space workload can attach: the errno is N
 *	dma_latency=N	no limit of the time to leave an idle state can be set: the
 *			errno is N
 *	broken=1	user-space workloads attach, but their read() fails
 *	refuse=1	the kernel accepts no filter and no trigger of an
 *			event, and no filter of functions
 *	functions=0	the kernel cannot trace functions
 *	unreadable=1	no trace can be read as text
 *	works=0		there are no events of workqueues
 *	escapes=1	names of threads have escape sequences and newlines
 *
 * The environment variable SIM_SETTINGS lets latencies depend on files. It is a
 * list of FILE=VALUE:PERCENT, separated by commas: where FILE has VALUE when
 * the measurement begins, latencies are PERCENT % of what they were.
 *
 * Each call of the command is written to the file that the environment variable
 * SIM_LOG names, as a line.
 */
#ifndef SIMULATED_H
#define SIMULATED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/parse.h"
#include "host/process.h"
#include "ring.h"
#include "run/loop.h"
#include "trace/instance.h"
#include "tracer/tracer.h"

#define CPUS_SIMULATED	512

struct noise;
struct overhead_flaws;
struct tracer_stats_config;

long sim_setting(const char *name, long otherwise);
void sim_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
uint64_t sim_now(void);

/* Write the name of a thread: @usual, or what "escapes" says. */
void sim_comm(char comm[16], const char *usual);

/* Add an event to @page: a sample of @latency ns that was taken at @time ns. */
void sim_add_sample(struct ring_page *page, uint64_t time, uint32_t seqnum,
		    int pid, int context, uint64_t latency);

/*
 * Statistics of the made-up samples: their configuration and the time that
 * counts; a sample of @value ns that was taken at @time, and belongs to the
 * time @began; the noise of a period; the flaws of overheads; @periods that are
 * skipped; and the functions of struct tracer_ops that read them.
 */
void sim_stats_start(const struct tracer_stats_config *config);
void sim_stats_count(uint64_t from_ns, uint64_t until_ns);
bool sim_stats_counting(uint64_t time);
void sim_stats_add(int cpu, enum event_context context, uint64_t time,
		   uint64_t began, uint64_t value);
void sim_stats_add_noise(int cpu, uint64_t time, const struct noise *noise);
void sim_stats_add_flaws(int cpu, enum event_context context, uint64_t time,
			 const struct overhead_flaws *flaws);
void sim_stats_read(int cpu, enum event_context context,
		    struct tracer_stats *stats);
void sim_stats_skip(int cpu, int periods);
void sim_stats_buckets(int cpu, enum event_context context,
		       enum tracer_buckets kind, int first, int count,
		       uint64_t *buckets);
void sim_stats_blocks(int cpu, enum event_context context, bool last,
		      struct tracer_block *blocks, int *count);

/* See simulated_bound.c. */
void sim_bound_add(struct ring_page *page, int cpu, uint64_t now);
void sim_bound_read(int cpu, uint64_t period_ns, struct bound_figures *figures);

/*
 * Functions of instances for the tracer. sim_freezes() lets later hits freeze
 * an instance: sim_freeze() switches all of these off. sim_sampled() returns
 * whether the samples instance was on at @time, and sets @cpus to its CPUs.
 * sim_send() sends samples of @cpu to the samples instance.
 */
const char *sim_name(const struct instance *instance);
void sim_freezes(struct instance *instance);
void sim_freeze(void);
bool sim_sampled(uint64_t time, struct cpus *cpus);
void sim_send(int cpu, const struct ring_page *page);

/*
 * With --wrap, the linker replaces functions of the command by those with
 * __wrap_; the functions that they replace are called __real_.
 */
void __wrap_cpus_online(struct cpus *cpus);
void __wrap_cpus_present(struct cpus *cpus);
void __real_cpus_online(struct cpus *cpus);
int __wrap_scheduling_allowed(struct cpus *cpus);
int __real_scheduling_allowed(struct cpus *cpus);
int __wrap_scheduling_bind(const struct cpus *cpus);
int __real_scheduling_bind(const struct cpus *cpus);
int __wrap_scheduling_set(const struct priority *priority);
int __wrap_loop_wait(struct loop *loop, struct occurrence *what, int size);
int __real_loop_wait(struct loop *loop, struct occurrence *what, int size);
bool __wrap_samples_read_in_between(void *context);
bool __real_samples_read_in_between(void *context);
int __wrap_shell_run(const char *command, const struct patience *patience);
int __real_shell_run(const char *command, const struct patience *patience);

#endif /* SIMULATED_H */
