/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface between sessions and the kinds of measurement: each kind has
 * one or two rows in the table of kinds.c, of type struct workload. A workload
 * is what measures on a CPU of a session.
 */
#ifndef _RTLA_WORKLOAD_H
#define _RTLA_WORKLOAD_H

#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/types.h>

#include <uapi/rtla.h>

#include "session/thread.h"

struct bound_cpu_windows;
struct causes;
struct cpu_memory;
struct hit_slot;
struct hook_set;
struct period_gap;
struct sched_attr;
struct session;
struct stats;
struct timerlat_counters;
struct user_workload;
struct watcher;

/*
 * Number of thresholds: one for each value of &enum rtla_context; and the value
 * of a threshold that is off, which nothing reaches.
 */
#define WORKLOAD_STOPS	RTLA_CONTEXTS
#define WORKLOAD_NEVER	U64_MAX

/**
 * struct workload_timerlat - configuration of timerlat
 * @aligned: the timers are aligned, that of the first CPU by
 *	&workload_config.first
 * @align: ns; the distance between the timers of a CPU and the next one
 * @periods: ns; the CPUs take these in turn; NULL: all have
 *	&workload_config.period
 * @periods_count: their number
 * @counts: counters are wanted
 * @counters: they; NULL: none
 */
struct workload_timerlat {
	bool aligned;
	u64 align;
	u64 *periods;
	unsigned int periods_count;
	bool counts;
	struct timerlat_counters __percpu *counters;
};

/**
 * struct workload_osnoise - configuration of osnoise
 * @runtime: ns; how long the loop runs in each period
 * @noise: ns; a gap of at least this is noise
 * @preempt_off: the loop runs with preemption off
 * @irqs_off: the loop runs with interrupts off
 */
struct workload_osnoise {
	u64 runtime;
	u64 noise;
	bool preempt_off;
	bool irqs_off;
};

/**
 * struct workload_wakeup - configuration of wake-ups
 * @watcher: the threads that are watched
 * @ids: their ids, or those of processes, as the caller knows them
 * @ids_count: number of @ids
 * @counts_wakers: wake-ups are counted for those who woke the threads, too
 * @checks: there may be thresholds, or a stack or the waker may be wanted
 */
struct workload_wakeup {
	struct watcher *watcher;
	s32 *ids;
	unsigned int ids_count;
	bool counts_wakers;
	bool checks;
};

/**
 * struct workload_overheads - configuration of overheads
 * @on: the session on each of its CPUs
 * @all_threads: also those of threads without a real-time priority are counted
 * @keep_disturbed: those that were disturbed are counted, too
 */
struct workload_overheads {
	struct overheads_session __percpu *on;
	bool all_threads;
	bool keep_disturbed;
};

/**
 * struct workload_bound - configuration of a bound
 * @windows: what is known of each CPU
 * @owner: the process that has the session, whose own windows do not count
 */
struct workload_bound {
	struct bound_cpu_windows __percpu *windows;
	pid_t owner;
};

/**
 * struct workload_config - configuration of a workload, given at its creation
 * @hit: where the workload reports a hit
 * @stats: where it counts its samples
 * @cpus: all CPUs of the session
 * @sched: policy and priority of the threads; NULL: those that the kernel gives
 *	a new thread
 * @period: ns; of those that have one
 * @first: ns; a period after the workloads of all CPUs were created
 * @stop: ns; the thresholds by &enum rtla_context
 * @stack: ns; a thread latency, or a whole wake-up, at or over it is reported
 *	with a stack; of a window of a bound at or over it, the probe takes one
 * @hooks: sets of hooks that are attached, as bits: see noise/hooks.h
 * @report_noise: noises are reported; osnoise and overheads do not ask this
 * @causes: where noises are counted by name; NULL: nowhere
 * @timerlat: what only this kind has, likewise @osnoise, @wakeup, @overheads
 *	and @bound
 *
 * A threshold that is off is WORKLOAD_NEVER. What only one kind has is no
 * concern of the session. It is here, and not in memory of its own, so that the
 * measured CPU finds it at once.
 */
struct workload_config {
	struct hit_slot *hit;
	struct stats *stats;
	const struct cpumask *cpus;
	const struct sched_attr *sched;
	u64 period;
	u64 first;
	u64 stop[WORKLOAD_STOPS];
	u64 stack;
	unsigned int hooks;
	bool report_noise;
	struct causes *causes;
	union {
		struct workload_timerlat timerlat;
		struct workload_osnoise osnoise;
		struct workload_wakeup wakeup;
		struct workload_overheads overheads;
		struct workload_bound bound;
	};
};

/*
 * workload_has_threshold - return whether a threshold is on; @stop: ns, by
 * &enum rtla_context
 */
static inline bool workload_has_threshold(const u64 *stop)
{
	unsigned int i;

	for (i = 0; i < WORKLOAD_STOPS; i++) {
		if (stop[i] != WORKLOAD_NEVER)
			return true;
	}
	return false;
}

/**
 * struct workload_status - state and counts of the workload of one CPU
 * @state: RTLA_CPU_MEASURED, RTLA_CPU_WAITING or RTLA_CPU_LOST
 * @pid: of its thread; 0: it has none
 * @activations: since its creation; see &struct rtla_cpu
 * @skipped: since its creation; see &struct rtla_cpu
 * @detached: since its creation; see &struct rtla_cpu
 */
struct workload_status {
	unsigned int state;
	pid_t pid;
	u64 activations;
	u64 skipped;
	u64 detached;
};

/* Most parts of memory of a kind of workload, and most sets of hooks. */
#define WORKLOAD_MEMORIES	2
#define WORKLOAD_HOOK_SETS	2

/**
 * struct workload - a row of the table of kinds
 * @id: the value of &enum rtla_workload that asks for it
 * @no_threads: only with RTLA_START_NO_THREADS
 * @skips: it can tell how many periods were not measured
 * @names_causes: it can count noises by name
 * @flags: the flags RTLA_START_* that it has
 * @observes: the flags with which a session only observes what runs, so that
 *	its caller needs no more than CAP_PERFMON; 0: such sessions do more in
 *	any case
 * @measures: the contexts, as bits, that it measures
 * @priority: SCHED_FIFO, of its threads by default; 0: they are those of the
 *	kernel
 * @start_size: bytes of its own structure in &struct rtla_start
 * @stops_at: bytes from the beginning of that structure to its thresholds
 * @first: the first context of its thresholds
 * @stops: number of its thresholds, which are those of adjacent contexts
 * @configure: check its own structure in &struct rtla_start, and set the fields
 *	of the configuration that come from it; @flags, and what is beyond that
 *	structure, are checked already. Returns 0 or a negative error of
 *	RTLA_IOC_START
 * @prepare: get what the session needs on its CPUs, for which perf takes
 *	cpus_read_lock() itself. Returns 0 or a negative error; NULL: nothing
 * @free: give back what @configure and @prepare have got, also after an error
 *	of them; NULL: nothing
 * @requests: the requests that only its sessions answer, as bits of their
 *	numbers
 * @read: answer such a request; @session is NULL if the caller's descriptor is
 *	no session of this kind. Returns 0 or a negative error of the request
 * @find_address: return the address that user space knows by @number, which is
 *	not 0, or 0: none; NULL: this kind gives addresses no numbers
 * @thread_buckets: read a distribution of a thread: see rtla_session_buckets();
 *	NULL: this kind has none
 * @hooks: its own sets of hooks; NULL: no more
 * @init: called once when the module is loaded, when hooks are found; NULL:
 *	nothing is to be done
 * @exit: undo @init; no session is left
 * @cpu_prepare: called before a CPU comes online, also without a session; NULL:
 *	nothing is to be done
 * @place: its place on a CPU
 * @memory: what it needs on all CPUs, from the start of its first session on;
 *	NULL: nothing
 * @in_scheduler: it reports hits with locks of the scheduler held
 * @watches_noise: @create and @destroy call rtla_noise_watch() and
 *	rtla_noise_unwatch(); so that neither has to wait for the CPU, the
 *	session does so, too, before and after them
 * @has_threads: it has a measuring thread there, which @create creates
 * @create: create the workload of a CPU that has none, without running it; the
 *	caller keeps the CPU online. Returns 0 or a negative error
 * @run: let a workload without threads run; NULL: nothing is to be done for
 *	that
 * @halt: tell the workload to end, before it is destroyed. Does not wait; a
 *	repeated call does nothing
 * @destroy: end what belongs to the workload besides its thread, which has
 *	ended; a grace period of RCU has passed since @halt. NULL: there is
 *	nothing
 * @arm: set new thresholds, by &enum rtla_context
 * @armed: called when the thresholds of the configuration are set anew; NULL:
 *	nothing is to be done
 * @pending: get an IRQ or thread latency that waits to be counted, and return
 *	whether there is one; NULL: this kind has none
 * @gap: get the periods that pass at present without being measured in a
 *	context, and return whether there are any; NULL together with @pending
 * @status: get state and counts
 * @suspend: make the workload pause; a grace period of RCU follows; NULL: the
 *	workload is destroyed instead
 * @suspended: called after that grace period, before anything is frozen
 * @resume: end the pause
 * @watch: have the session's CPUs watched from now on. Of a kind that has this
 *	function, sessions own no CPU: their CPUs are those on which something
 *	is watched, and the functions from @create to @resume are NULL
 * @begin: begin to watch what there is besides the noise; NULL: nothing.
 *	Returns 0 or a negative error; @end follows all the same
 * @end: undo @begin; a grace period of RCU and of tracepoints follows; NULL:
 *	nothing is to be done
 * @finish: undo @watch after that
 * @contexts: return the contexts, as bits, that this kernel can measure; hooks
 *	are attached; NULL: all of those that the session has asked for
 * @attach: make the calling thread, which user space bound to the CPU, the
 *	workload of the CPU; NULL: this kind cannot. Returns the workload, or an
 *	error pointer
 *
 * Context: all are called in process context, and all that follow @cpu_prepare
 * with rtla_sessions_lock held; all but @halt, @pending, @gap and @status may
 * sleep. Only @watch and @finish are called without that lock, but with
 * cpus_read_lock() held and hooks attached: they take as long as one of the
 * CPUs has interrupts off.
 */
struct workload {
	enum rtla_workload id;
	bool no_threads;
	bool skips;
	bool names_causes;
	u32 flags;
	u32 observes;
	unsigned int measures;
	unsigned int priority;
	u16 start_size;
	u16 stops_at;
	u16 first;
	u16 stops;
	int (*configure)(struct workload_config *config,
			 const struct rtla_start *start);
	int (*prepare)(struct workload_config *config,
		       const struct cpumask *cpus);
	void (*free)(struct workload_config *config);
	u32 requests;
	long (*read)(struct session *session, unsigned int number,
		     void __user *arg);
	unsigned long (*find_address)(const struct workload_config *config,
				      u64 number);
	int (*thread_buckets)(const struct workload_config *config,
			      const struct rtla_buckets *asked, u64 *buckets);
	struct hook_set *hooks[WORKLOAD_HOOK_SETS];
	void (*init)(void);
	void (*exit)(void);
	void (*cpu_prepare)(int cpu);
	enum cpu_place place;
	struct cpu_memory *memory[WORKLOAD_MEMORIES];
	bool in_scheduler;
	bool watches_noise;
	bool has_threads;
	int (*create)(int cpu, const struct workload_config *config);
	void (*run)(int cpu);
	void (*halt)(int cpu);
	void (*destroy)(int cpu);
	void (*arm)(int cpu, const u64 *stop);
	void (*armed)(struct workload_config *config);
	bool (*pending)(int cpu, enum rtla_context context, u64 *latency);
	bool (*gap)(int cpu, enum rtla_context context, struct period_gap *gap);
	void (*status)(int cpu, struct workload_status *status);
	void (*suspend)(int cpu);
	void (*suspended)(int cpu);
	void (*resume)(int cpu);
	void (*watch)(struct workload_config *config);
	int (*begin)(struct workload_config *config);
	void (*end)(struct workload_config *config);
	void (*finish)(struct workload_config *config);
	unsigned int (*contexts)(void);
	struct user_workload *(*attach)(int cpu);
};

/* All kinds, and NULL after the last one: see kinds.c. */
extern const struct workload *const rtla_kinds[];

#endif /* _RTLA_WORKLOAD_H */
