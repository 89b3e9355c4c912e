/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tool on a machine that is made up: in the place of the module
 * (simulated_tracer.c) and of trace instances (simulated_instance.c), so that
 * whole runs can be tried without either.
 *
 * What the machine does is told by the variable SIM, a list of NAME=NUMBER:
 *
 *	cpus=N		it has so many CPUs, up to 64, default this machine's
 *	hit=MS		a threshold is hit so long after arming
 *	hits=N		but only so often, default always
 *	hit_cpu=N	on this CPU, default 0
 *	context=N	in that context, default 1, of osnoise 3
 *	latency=NS	which is so long, default 150000
 *	idle=1		and the timer found the CPU idle
 *	lost=N		events are lost, and the ring buffer says so
 *	gap=N		activations are missing, and nobody says so
 *	unseen=N	the same at the end
 *	skipped=N	periods are skipped on the last CPU
 *	offline=1	the last CPU goes offline
 *	suspended=N	the system is suspended so often
 *	detached=N	so many workloads of user space leave the last CPU
 *	state=N		the last CPU is in this state, of enum tracer_cpu_state
 *	untraced=N	so many interrupts without a tracepoint come to the last CPU
 *	silent=1	there are no samples
 *	arm=0		it cannot be armed, so that the run ends there
 *	pid=N		of all measuring threads, default none
 *	bind=N		no workload can be bound to its CPU, with this errno
 *	schedule=N	or have its priority, likewise
 *	attach=N	or attach, likewise
 *	broken=1	or can, but not read
 *	refuse=1	the kernel takes no filter and no trigger
 *	unreadable=1	and no trace can be read
 *	works=0		it has no events of workqueues
 *
 * and what is done to it is written to the file SIM_LOG, a line for each call.
 */
#ifndef SIMULATED_H
#define SIMULATED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/parse.h"
#include "ring.h"
#include "trace/instance.h"

long sim_setting(const char *name, long otherwise);
void sim_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
uint64_t sim_now(void);

/* The trace events of a hit, as its cause a thread "culprit". */
void sim_add_sample(struct ring_page *page, uint64_t time, uint32_t seqnum,
		    int pid, int context, uint64_t latency);

/*
 * Instances. Those that a hit is to freeze are off after sim_freeze(). Samples
 * of that time are for the CPUs of sim_sampled(), which is false if they were off.
 */
const char *sim_name(const struct instance *instance);
void sim_freezes(struct instance *instance);
void sim_freeze(void);
bool sim_sampled(uint64_t time, struct cpus *cpus);
void sim_send(int cpu, const struct ring_page *page);

/* The linker has these called instead of those of cpus.c and scheduling.c. */
void __wrap_cpus_online(struct cpus *cpus);
void __wrap_cpus_present(struct cpus *cpus);
void __real_cpus_online(struct cpus *cpus);
int __wrap_scheduling_allowed(struct cpus *cpus);
int __real_scheduling_allowed(struct cpus *cpus);
int __wrap_scheduling_bind(const struct cpus *cpus);
int __real_scheduling_bind(const struct cpus *cpus);
int __wrap_scheduling_set(const struct priority *priority);

#endif /* SIMULATED_H */
