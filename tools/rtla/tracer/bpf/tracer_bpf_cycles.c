// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer by BPF programs for cycles (programs/bpf_cycles.c). It is the only
 * one of them, as no other kernel code sees where a thread sleeps.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/message.h"
#include "stats/kind.h"
#include "stats/watched_threads.h"
#include "trace/cycle_wait.h"
#include "tracer/bpf/bpf_cycles.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/bpf/bpf_steps.h"
#include "tracer/bpf/bpf_tracer.h"
#include "tracer/bpf/bpf_watcher.h"
#include "tracer/tracer.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"

static bool cycles_measures_kind(enum kind kind)
{
	return kind_row(kind)->has_cycles;
}

static bool cycles_find(enum kind kind, bool quiet,
			struct tracer_absence *absence)
{
	if (!bpf_tracer_find(kind, quiet, absence))
		return false;
	if (bpf_programs_find_helper("bpf_task_pt_regs"))
		return true;
	*absence = (struct tracer_absence) {
		.what = "--tracer bpf",
		.why = "this kernel does not tell BPF programs where a thread sleeps",
		.remedy = "boot Linux 5.15 or later",
		.remedy_too = "boot Linux 5.15 or later",
	};
	return false;
}

static enum result cycles_refuse(const struct tracer_config *config)
{
	if (config->panic)
		return fail(RESULT_CANNOT, "--panic-on-stop: BPF programs cannot panic the kernel: leave it out");
	return bpf_watcher_refuse(config);
}

/* ---- Where threads sleep ------------------------------------------------- */

static struct bpf_wait bpf_wait_of(const struct cycle_wait *wait)
{
	return (struct bpf_wait) {
		.call = wait->nr, .how = wait->how, .object = wait->object,
	};
}

static struct cycle_wait cycle_wait_of(const struct bpf_wait *wait)
{
	return (struct cycle_wait) {
		.nr = wait->call, .how = wait->how, .object = wait->object,
	};
}

/* Return what tells apart the waits in a system call. */
static enum bpf_call call_kind(uint32_t call)
{
	if (call == SYS_futex)
		return BPF_CALL_FUTEX;
	if (call == SYS_clock_nanosleep)
		return BPF_CALL_FLAGS;
	return cycle_wait_has_descriptor(call) ? BPF_CALL_DESCRIPTOR :
						 BPF_CALL_ALONE;
}

static void set_home(struct bpf_home *home, const struct tracer_config *config)
{
	int64_t deadline = config->cycle.deadline_ns ?: config->cycle.period_ns;

	home->wait = bpf_wait_of(&config->cycle.wait);
	home->is_given = config->cycle.given;
	if (config->cycle.marks.count) {
		home->wait.call = BPF_NO_HOME;
		home->is_given = true;
		home->is_marked = true;
	}
	home->is_any = config->cycle.any;
	home->deadline = deadline ? (uint64_t)deadline : UINT64_MAX;
	for (uint32_t call = 0; call < BPF_CALLS_MAX; call++)
		home->call[call] = call_kind(call);
}

/* ---- Who made threads wait ----------------------------------------------- */

static struct cycle_culprit culprit_of(const struct bpf_culprit *from)
{
	struct cycle_culprit culprit = {
		.part = CYCLE_FIRST + from->part,
		.kind = from->part == BPF_CYCLE_BLOCKED ?
			(enum waker_kind)from->kind : WAKER_THREAD,
		.pid = from->pid,
		.wait = { .nr = from->call, .how = from->how },
		.count = from->count, .ns = from->ns, .max_ns = from->max,
	};

	memcpy(culprit.comm, from->comm, sizeof(culprit.comm) - 1);
	return culprit;
}

/* Leave out @of, for which there is no room. */
static void leave_culprit(struct watched_cycles *cycles,
			  const struct cycle_culprit *of)
{
	if (of->part == CONTEXT_CYCLE_PREEMPTED)
		cycles->preempted_by_others_ns += of->ns;
	else
		cycles->blocked_by_others_ns += of->ns;
}

/* Keep a culprit among those of the longest times. */
static void keep_culprit(struct watched_cycles *cycles,
			 struct cycle_culprit culprit)
{
	for (int i = 0; i < CULPRITS_MAX; i++) {
		struct cycle_culprit other = cycles->culprit[i];

		if (culprit.ns <= other.ns)
			continue;
		cycles->culprit[i] = culprit;
		culprit = other;
	}
	leave_culprit(cycles, &culprit);
}

static void add_culprits(const struct tracer *tracer, int place,
			 struct watched_cycles *cycles)
{
	const struct bpf_culprits *all = tracer->watcher->more;

	all += place;
	cycles->preempted_by_others_ns = all->others[BPF_CYCLE_PREEMPTED];
	cycles->blocked_by_others_ns = all->others[BPF_CYCLE_BLOCKED];
	for (int i = 0; i < BPF_CULPRITS; i++)
		if (all->culprit[i].count)
			keep_culprit(cycles, culprit_of(&all->culprit[i]));
}

/* Add what is known of the cycles of a thread. */
static void add_cycles(const struct tracer *tracer, int place,
		       struct watched_thread *thread)
{
	const struct bpf_watcher *own = tracer->watcher;
	const struct tracer_cycle *config = &tracer->config.cycle;
	const struct bpf_loop *loop = (const void *)
		((const char *)own->loops + place * own->way->loop_bytes);
	uint64_t count = thread->part[0].count;

	thread->cycles = (struct watched_cycles) {
		.home_known = config->given ? loop->is_home || count :
			      !config->marks.count && loop->is_known,
		.home = cycle_wait_of(config->given && loop->is_home ?
				      &loop->wait : &loop->home),
		.period_ns = count > 1 ? (loop->last - loop->first) /
					 (count - 1) : 0,
		.misses = loop->misses,
		.migrations = loop->migrations,
	};
	if (config->given && !config->any)
		thread->cycles.home = config->wait;
	add_culprits(tracer, place, &thread->cycles);
}

/* ---- Hits ---------------------------------------------------------------- */

static void describe_cycle(const struct tracer *tracer,
			   const struct bpf_place *place,
			   struct tracer_hit *hit)
{
	const struct bpf_cycle_hit *from =
		bpf_watcher_hit(tracer, place->number);

	*hit = bpf_watcher_describe(tracer, place->number);
	hit->latency_ns = from->of.part == BPF_PART_WHOLE ?
			  from->end - from->release :
			  from->part[from->of.part];
	hit->t_w_ns = from->release;
	hit->home = cycle_wait_of(&from->home);
}

/* Nothing is kept of a place: print_cycles() prints all that was recorded. */
static bool take_cycle(const struct tracer *tracer, struct bpf_place *place,
		       const struct tracer_hit *hit)
{
	(void)tracer;
	(void)place;
	(void)hit;
	return true;
}

static bool print_cycles(struct tracer *tracer, FILE *out)
{
	const struct bpf_watcher *own = tracer->watcher;

	/* Without a hit, the programs go on to record. */
	own->control->frozen = 1;
	return bpf_steps_print(out, &(struct bpf_steps) {
		.cycles = own->hits,
		.noise = bpf_programs_cpu(tracer->programs, 0),
		.cpus = own->cpus,
		.names = &tracer->places.names,
		.hit = own->last_hit,
	});
}

/* ---- Marks --------------------------------------------------------------- */

#define CYCLE_WATCHER \
	.object = BPF_CYCLES, \
	.first = CYCLE_FIRST, \
	.whole = CONTEXT_CYCLE_RESPONSE, \
	.hits = "cycle_cpus", \
	.hit_bytes = sizeof(struct bpf_cycle_cpu), \
	.more = "culprits", \
	.more_bytes = sizeof(struct bpf_culprits), \
	.home = set_home, \
	.thread = add_cycles

static const struct bpf_watcher_way cycle_watcher = {
	CYCLE_WATCHER,
	.loops = "loops",
	.loop_bytes = sizeof(struct bpf_loop),
};

/* The cycles between marks are counted beside the account of the thread. */
static const struct bpf_watcher_way marked_watcher = {
	CYCLE_WATCHER,
	.loops = "marked",
	.loop_bytes = sizeof(struct bpf_marked),
};

static enum result load_cycles(struct tracer *tracer)
{
	if (tracer->config.cycle.marks.count)
		tracer->watcher->way = &marked_watcher;
	return bpf_watcher_load(tracer);
}

static enum result attach_mark(struct tracer *tracer,
			       const struct tracer_mark *mark)
{
	return bpf_programs_mark(tracer->programs, BPF_CYCLES,
				 mark->ends ? "mark_ends" : "mark_begins",
				 mark);
}

static enum result watch_cycles(struct tracer *tracer)
{
	const struct tracer_marks *marks = &tracer->config.cycle.marks;
	enum result result = bpf_watcher_watch(tracer);

	for (int i = 0; i < marks->count && !result; i++)
		result = attach_mark(tracer, &marks->mark[i]);
	return result;
}

/* ---- The tracer ---------------------------------------------------------- */

static const struct bpf_way cycle_way = {
	.accounts = true,
	.remedy = "boot another kernel",
	.load = load_cycles,
	.start = watch_cycles,
	.heard = bpf_watcher_heard,
	.describe = describe_cycle,
	.take = take_cycle,
};

static enum result cycles_open(struct tracer **opened)
{
	return bpf_watcher_open(opened, &cycle_way, &cycle_watcher);
}

const struct tracer_ops tracer_bpf_cycles = {
	BPF_WATCHER_OPS,
	.measures_kind = cycles_measures_kind,
	.find = cycles_find,
	.refuse = cycles_refuse,
	.open = cycles_open,
	.print = print_cycles,
};
