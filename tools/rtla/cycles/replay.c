// SPDX-License-Identifier: GPL-2.0
/*
 * The replay of events: see replay.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/times.h"
#include "cycles/replay.h"
#include "cycles/sched_trace.h"
#include "cycles/whereabouts.h"

/* An interrupt within a softirq, an NMI, and their callbacks. */
#define DEPTH_MAX	8

/* A timer that expires so much too late was started on another clock. */
#define LATE_MAX	10000000000ULL

/* Spans that are open on a CPU, outermost first. */
struct open_spans {
	struct cpu_span span[DEPTH_MAX];
	int depth;
};

/**
 * struct thread_now - a thread at the time of the replay
 * @in_call: it is in a system call
 * @call_known: whether it is, and in which
 * @faulted: its last page fault was after its last system call
 * @call: the wait of that call
 * @contends: it waits for a lock of the kernel
 * @pending: it was woken as it ran
 * @early: it was, and sleeps now all the same
 * @waking: the last time that it was woken
 * @passed: number of the stretch that passes if nothing says otherwise; 0: none
 * @spans: softirqs of the thread itself, which has lost its CPU within them
 * @faults: its page faults until it left a CPU, if @faults_known
 */
struct thread_now {
	bool in_call;
	bool call_known;
	bool faulted;
	struct cycle_wait call;
	bool contends;
	bool pending;
	bool early;
	struct waking waking;
	size_t passed;
	struct open_spans spans;
	uint64_t faults;
	bool faults_known;
};

/**
 * struct cpu_now - a CPU at the time of the replay
 * @time: of its last event
 * @clock, @begun: the time of a timer's clock when its interrupt looked for
 *	timers, and of the first event of that; each interrupt has another one
 * @expiry: of the timer whose callback runs, or NO_EXPIRY
 */
struct cpu_now {
	uint64_t time;
	struct open_spans spans;
	uint64_t clock;
	uint64_t begun;
	uint64_t expiry;
};

struct replay {
	struct whereabouts *where;
	struct thread_now *now;		/* as where->thread */
	struct cpu_now *cpu;
	struct number_map expiries;	/* of timers */
	struct number_map calling;	/* the threads that make system calls */
	bool wakings;			/* the trace has sched_waking */
	int marks;			/* so many were passed */
	bool no_memory;
};

/* ---- Threads and CPUs ---------------------------------------------------- */

/* Return the index of a thread, which is made if needed, or -1. */
static int64_t replay_find_thread(struct replay *replay, int pid)
{
	struct whereabouts *where = replay->where;
	struct thread_line *lines;
	struct thread_now *nows;
	int64_t i, calls;

	if (number_map_find(&where->place, pid, &i))
		return i;
	lines = array_grow(where->thread, where->threads, sizeof(*lines));
	where->thread = lines ?: where->thread;
	nows = array_grow(replay->now, where->threads, sizeof(*nows));
	replay->now = nows ?: replay->now;
	if (!lines || !nows ||
	    !number_map_put(&where->place, pid, where->threads)) {
		replay->no_memory = true;
		return -1;
	}
	i = where->threads++;
	lines[i] = (struct thread_line) {
		.pid = pid,
		.has_calls = number_map_find(&replay->calling, pid, &calls),
	};
	/* A thread without any call sleeps in none. */
	nows[i] = (struct thread_now) { .call_known = !lines[i].has_calls };
	return i;
}

static const struct stretch *last_stretch(const struct thread_line *line)
{
	static const struct stretch unknown = { .state = THREAD_UNKNOWN };

	return line->stretches ? &line->stretch[line->stretches - 1] : &unknown;
}

static struct stretch *replay_add_stretch(struct replay *replay, int64_t thread,
				   const struct stretch *stretch)
{
	struct thread_line *line = &replay->where->thread[thread];
	struct stretch *grown = array_grow(line->stretch, line->stretches,
					   sizeof(*grown));

	if (!grown) {
		replay->no_memory = true;
		return NULL;
	}
	line->stretch = grown;
	grown += line->stretches++;
	*grown = *stretch;
	return grown;
}

static void replay_add_turn(struct replay *replay, int cpu,
		     const struct cpu_turn *turn)
{
	struct cpu_line *line = &replay->where->cpu[cpu];
	struct cpu_turn *grown = array_grow(line->turn, line->turns,
					    sizeof(*grown));

	if (!grown) {
		replay->no_memory = true;
		return;
	}
	line->turn = grown;
	grown[line->turns++] = *turn;
}

static void replay_add_span(struct replay *replay, int cpu, uint64_t from,
		     const struct cpu_span *innermost)
{
	struct cpu_line *line = &replay->where->cpu[cpu];
	struct cpu_span *grown = array_grow(line->span, line->spans,
					    sizeof(*grown));

	if (!grown) {
		replay->no_memory = true;
		return;
	}
	line->span = grown;
	grown[line->spans] = *innermost;
	grown[line->spans++].from = from;
}

static const struct cpu_span *innermost_span(const struct open_spans *spans)
{
	static const struct cpu_span none = { .kind = SPAN_NONE };

	return spans->depth ? &spans->span[spans->depth - 1] : &none;
}

/* ---- Spans --------------------------------------------------------------- */

static void open_span(struct replay *replay, const struct sched_event *event)
{
	struct open_spans *spans = &replay->cpu[event->cpu].spans;
	const struct cpu_span span = {
		event->time, event->kind, event->name,
	};

	/* More than can be: ends are missing. */
	if (spans->depth == DEPTH_MAX)
		spans->depth = 0;
	spans->span[spans->depth++] = span;
	replay_add_span(replay, event->cpu, event->time, &span);
}

static void close_span(struct replay *replay, const struct sched_event *event)
{
	struct open_spans *spans = &replay->cpu[event->cpu].spans;
	int depth = spans->depth;

	while (depth && spans->span[depth - 1].kind != event->kind)
		depth--;
	/* The trace has begun within it. */
	if (!depth)
		return;
	spans->depth = depth - 1;
	replay_add_span(replay, event->cpu, event->time, innermost_span(spans));
}

/* The event of an NMI comes at its end, and nothing is within it. */
static void replay_nmi(struct replay *replay,
			  const struct sched_event *event)
{
	const struct cpu_line *line = &replay->where->cpu[event->cpu];
	uint64_t from = event->time - time_min(event->time, event->expiry);

	if (line->spans)
		from = time_max(from, line->span[line->spans - 1].from);
	replay_add_span(replay, event->cpu, from, &(struct cpu_span) {
		.kind = SPAN_NMI, .name = event->name,
	});
	replay_add_span(replay, event->cpu, event->time,
		 innermost_span(&replay->cpu[event->cpu].spans));
}

/*
 * Find when the timer whose callback begins was to expire, in the trace clock:
 * before the interrupt has read the timer's clock by as much as it was late
 * then. The time of the first event after that is the nearest to it.
 */
static void find_expiry(struct replay *replay, const struct sched_event *event)
{
	struct cpu_now *cpu = &replay->cpu[event->cpu];
	uint64_t late;
	int64_t expiry;

	cpu->expiry = NO_EXPIRY;
	if (!event->object)
		return;
	if (event->expiry != cpu->clock) {
		cpu->clock = event->expiry;
		cpu->begun = event->time;
	}
	if (!number_map_find(&replay->expiries, event->object, &expiry))
		return;
	late = event->expiry - (uint64_t)expiry;
	if ((int64_t)late >= 0 && late < LATE_MAX && late <= cpu->begun)
		cpu->expiry = cpu->begun - late;
}

/* ---- Wake-ups ------------------------------------------------------------ */

/* Return whether such an interrupt or softirq looks for timers. */
static bool looks_for_timers(const char *name)
{
	return !strncmp(name, "local_timer:", 12) ||
	       !strncmp(name, "arch_timer:", 11) ||
	       !strncmp(name, "TIMER:", 6) || !strncmp(name, "HRTIMER:", 8);
}

static struct waking find_waking(const struct replay *replay,
				 const struct sched_event *event)
{
	static const enum woken_by by[] = {
		[SPAN_NONE] = WOKEN_BY_THREAD,
		[SPAN_SOFTIRQ] = WOKEN_BY_SOFTIRQ,
		[SPAN_IRQ] = WOKEN_BY_IRQ,
		[SPAN_TIMER] = WOKEN_BY_TIMER,
		[SPAN_NMI] = WOKEN_BY_IRQ,
	};
	const struct cpu_now *cpu = &replay->cpu[event->cpu];
	const struct cpu_span *span = innermost_span(&cpu->spans);
	struct waking waking = {
		/* Without events of interrupts, that of the waking tells. */
		.by = by[span->kind ?: event->kind], .pid = event->pid,
		.cpu = event->cpu, .name = span->name, .expiry = NO_EXPIRY,
		.time = event->time,
	};

	if (!span->kind)
		waking.name = event->name;
	if (span->kind == SPAN_TIMER)
		waking.expiry = cpu->expiry;
	else if (looks_for_timers(sched_trace_name(replay->where->trace,
						   span->name)))
		waking.by = WOKEN_BY_TIMER;
	return waking;
}

/* These wake whoever waits for their timer so that a signal could, too. */
static bool has_own_lock(const char *callback)
{
	return !strcmp(callback, "timerfd_tmrproc") ||
	       !strcmp(callback, "posix_timer_fn") ||
	       !strcmp(callback, "it_real_fn");
}

/*
 * Find who wakes the thread @thread. Under PREEMPT_RT, a thread that reads the
 * file of a timer sleeps for its lock, so that no signal wakes it, if the
 * callback of the timer has that just then.
 */
static struct waking find_waking_of(const struct replay *replay, int64_t thread,
				    const struct sched_event *event)
{
	struct thread_line *line = &replay->where->thread[thread];
	const struct stretch *last = last_stretch(line);
	struct waking waking = find_waking(replay, event);

	if (waking.by != WOKEN_BY_TIMER || last->state != THREAD_SLEEPS ||
	    !last->is_blocked ||
	    !has_own_lock(sched_trace_name(replay->where->trace, waking.name)))
		return waking;
	line->stretch[line->stretches - 1].needs_lock = true;
	waking.by = WOKEN_BY_THREAD;
	waking.expiry = NO_EXPIRY;
	return waking;
}

/* Nothing tells who woke a thread that goes on at @event. */
static struct waking unknown_waking(const struct sched_event *event)
{
	return (struct waking) {
		.by = WOKEN_BY_UNKNOWN, .pid = -1, .cpu = event->cpu,
		.expiry = NO_EXPIRY, .time = event->time,
	};
}

/* The thread @thread can run from the time of @waking on. */
static void make_ready(struct replay *replay, int64_t thread, uint64_t time,
		       int to, const struct waking *waking)
{
	const struct stretch *last =
		last_stretch(&replay->where->thread[thread]);
	const struct stretch ready = {
		.from = time, .state = THREAD_READY,
		.cpu = to >= 0 ? to : last->cpu, .prio = last->prio,
		.woken = true, .wait_known = last->wait_known,
		.faulted = last->faulted, .wait = last->wait,
		.waking = *waking,
	};

	replay_add_stretch(replay, thread, &ready);
}

/*
 * A thread that was woken before it could sleep goes on from its wait there:
 * it runs, or has lost its CPU on the way.
 */
static void put_passed(struct replay *replay, int64_t thread)
{
	struct thread_now *now = &replay->now[thread];
	const struct stretch *last =
		last_stretch(&replay->where->thread[thread]);
	const struct stretch passed = {
		.from = now->waking.time, .state = last->state,
		.cpu = last->cpu, .prio = last->prio, .passes = true,
		.woken = true, .wait_known = now->call_known,
		.wait = now->in_call ? now->call : (struct cycle_wait) {
			.nr = CYCLE_WAIT_NO_CALL,
		},
		.waking = now->waking,
	};

	if (!now->pending)
		return;
	now->pending = false;
	now->passed = replay->where->thread[thread].stretches;
	replay_add_stretch(replay, thread, &passed);
}

/* The thread sleeps after all: whoever has woken it just before did so too soon. */
static void unpass(struct replay *replay, int64_t thread)
{
	struct thread_now *now = &replay->now[thread];
	struct thread_line *line = &replay->where->thread[thread];

	if (now->passed && now->passed < line->stretches)
		line->stretch[now->passed].passes = false;
	now->passed = 0;
}

static void replay_waking(struct replay *replay, const struct sched_event *event)
{
	int64_t thread = replay_find_thread(replay, event->other);
	const struct stretch *last;
	struct thread_now *now;

	if (thread < 0)
		return;
	now = &replay->now[thread];
	now->waking = find_waking_of(replay, thread, event);
	now->pending = false;
	last = last_stretch(&replay->where->thread[thread]);
	switch (last->state) {
	case THREAD_RUNS:
		/* A thread that spins for a lock is woken for that. */
		now->pending = !now->contends;
		break;
	case THREAD_READY:
		now->pending = !now->contends && !last->woken;
		put_passed(replay, thread);
		break;
	case THREAD_SLEEPS:
		make_ready(replay, thread, event->time, event->to, &now->waking);
		break;
	default:
		break;
	}
}

/* A thread that waits for its turn does so on another CPU from now on. */
static void replay_queue(struct replay *replay, int64_t thread,
		       const struct sched_event *event)
{
	struct stretch ready =
		*last_stretch(&replay->where->thread[thread]);

	if (event->to < 0 || event->to == ready.cpu)
		return;
	ready.from = event->time;
	ready.cpu = event->to;
	replay_add_stretch(replay, thread, &ready);
}

/*
 * A thread sleeps, and nobody has woken it since. Whoever has done that was
 * faster than the switch of the thread; or the trace has no sched_waking.
 */
static void replay_late(struct replay *replay, int64_t thread,
		      const struct sched_event *event)
{
	struct waking waking = unknown_waking(event);

	if (!replay->wakings)
		waking = find_waking_of(replay, thread, event);
	else if (replay->now[thread].early)
		waking = replay->now[thread].waking;
	unpass(replay, thread);
	make_ready(replay, thread, event->time, event->to, &waking);
}

static void replay_queued(struct replay *replay, const struct sched_event *event)
{
	int64_t thread = replay_find_thread(replay, event->other);

	if (thread < 0)
		return;
	switch (last_stretch(&replay->where->thread[thread])->state) {
	case THREAD_SLEEPS:
		replay_late(replay, thread, event);
		break;
	case THREAD_READY:
		replay_queue(replay, thread, event);
		break;
	default:
		break;
	}
}

static void replay_moved(struct replay *replay, const struct sched_event *event)
{
	int64_t thread = replay_find_thread(replay, event->other);

	if (thread >= 0 && last_stretch(&replay->where->thread[thread])->state ==
			   THREAD_READY)
		replay_queue(replay, thread, event);
}

/* ---- Switches ------------------------------------------------------------ */

/*
 * Softirqs belong to the thread in which they run, as these can lose the CPU
 * with PREEMPT_RT. No thread loses it in an interrupt.
 */
static void keep_softirqs(struct open_spans *kept,
			  const struct open_spans *spans)
{
	kept->depth = 0;
	for (int i = 0; i < spans->depth && spans->span[i].kind != SPAN_IRQ &&
			spans->span[i].kind != SPAN_NMI; i++)
		kept->span[kept->depth++] = spans->span[i];
}

/* Let the last stretch of a thread, in which it runs, have page faults. */
static void put_faults(struct replay *replay, int64_t thread, uint64_t faults)
{
	struct thread_line *line = &replay->where->thread[thread];

	if (line->stretches &&
	    line->stretch[line->stretches - 1].state == THREAD_RUNS)
		line->stretch[line->stretches - 1].faults += faults;
}

/* A trace of our own has a page fault only where a thread sleeps after it. */
static void note_fault(struct replay *replay, int64_t thread)
{
	replay->now[thread].faulted = true;
	if (!sched_trace_is_own(replay->where->trace))
		put_faults(replay, thread, 1);
}

/* Such a trace has their number at each switch. */
static void count_faults(struct replay *replay, int64_t thread,
			 const struct sched_event *event)
{
	struct thread_now *now = &replay->now[thread];

	if (!event->has_faults)
		return;
	if (now->faults_known)
		put_faults(replay, thread, event->faults - now->faults);
	now->faults_known = true;
	now->faults = event->faults;
}

static void leave(struct replay *replay, const struct sched_event *event)
{
	int64_t thread = replay_find_thread(replay, event->pid);
	struct stretch stretch = {
		.from = event->time, .cpu = event->cpu, .prio = event->prio,
		.state = event->sleeps ? THREAD_SLEEPS : THREAD_READY,
		.is_blocked = event->is_blocked,
	};
	struct thread_now *now;

	if (thread < 0)
		return;
	now = &replay->now[thread];
	stretch.needs_lock = event->needs_lock ||
			     (event->is_blocked && now->contends);
	keep_softirqs(&now->spans, &replay->cpu[event->cpu].spans);
	if (!now->in_call)
		now->passed = 0;
	now->early = now->pending;
	count_faults(replay, thread, event);
	put_passed(replay, thread);
	if (event->sleeps) {
		/* Within one call, it looks for what it waits for, and sleeps. */
		if (now->in_call)
			unpass(replay, thread);
		stretch.wait_known = now->call_known;
		stretch.faulted = now->faulted && !now->in_call;
		stretch.wait = now->in_call ? now->call : (struct cycle_wait) {
			.nr = CYCLE_WAIT_NO_CALL,
		};
	}
	replay_add_stretch(replay, thread, &stretch);
}

static void enter(struct replay *replay, const struct sched_event *event)
{
	int64_t thread = replay_find_thread(replay, event->other);
	const struct stretch runs = {
		.from = event->time, .state = THREAD_RUNS, .cpu = event->cpu,
		.prio = event->other_prio,
	};
	struct waking waking;

	if (thread < 0)
		return;
	if (last_stretch(&replay->where->thread[thread])->state ==
	    THREAD_SLEEPS) {
		waking = unknown_waking(event);
		make_ready(replay, thread, event->time, event->cpu, &waking);
	}
	replay_add_stretch(replay, thread, &runs);
	replay->cpu[event->cpu].spans = replay->now[thread].spans;
	replay->now[thread].spans.depth = 0;
	replay->now[thread].pending = false;
}

static void replay_switch(struct replay *replay, const struct sched_event *event)
{
	struct cpu_now *cpu = &replay->cpu[event->cpu];
	bool open = cpu->spans.depth;

	/* The idle thread of each CPU has the id 0. */
	if (event->pid)
		leave(replay, event);
	cpu->spans.depth = 0;
	if (event->other)
		enter(replay, event);
	if (open || cpu->spans.depth)
		replay_add_span(replay, event->cpu, event->time,
			 innermost_span(&cpu->spans));
	replay_add_turn(replay, event->cpu, &(struct cpu_turn) {
		event->time, event->other, event->other_prio,
	});
}

/* ---- System calls -------------------------------------------------------- */

static void add_call(struct replay *replay, int64_t thread,
		     const struct sched_event *event)
{
	struct thread_line *line = &replay->where->thread[thread];
	struct thread_call *grown = array_grow(line->call, line->calls,
					       sizeof(*grown));

	if (!grown) {
		replay->no_memory = true;
		return;
	}
	line->call = grown;
	grown += line->calls++;
	*grown = (struct thread_call) { .from = event->time };
	if (event->type == SCHED_CALL)
		grown->wait = event->wait;
	else if (event->type == SCHED_RETURN || !replay->now[thread].in_call)
		grown->wait = (struct cycle_wait) { .nr = CYCLE_WAIT_NO_CALL };
	else
		grown->wait = replay->now[thread].call;
	grown->contends = event->type == SCHED_CONTENDS;
	grown->owner = grown->contends ? event->other : 0;
}

static void replay_call(struct replay *replay, const struct sched_event *event)
{
	int64_t thread = replay_find_thread(replay, event->pid);
	struct thread_now *now;

	if (thread < 0)
		return;
	put_passed(replay, thread);
	add_call(replay, thread, event);
	now = &replay->now[thread];
	now->in_call = event->type == SCHED_CALL;
	now->call_known = true;
	now->faulted = false;
	now->passed = 0;
	if (now->in_call)
		now->call = event->wait;
}

/* Nothing but the state of the lock changes. */
static void replay_contention(struct replay *replay,
			      const struct sched_event *event)
{
	int64_t thread = replay_find_thread(replay, event->pid);

	if (thread < 0)
		return;
	add_call(replay, thread, event);
	replay->now[thread].contends = event->type == SCHED_CONTENDS;
}

/* ---- Marks --------------------------------------------------------------- */

/* A thread passes a mark, for which it has to run; before, it need not be known. */
static void put_mark(struct replay *replay, const struct traced_cycle *cycle,
		     uint64_t time)
{
	int64_t thread = replay_find_thread(replay, cycle->tid);
	const struct stretch *last;
	struct stretch passed = {
		.from = time, .state = THREAD_RUNS, .passes = true,
		.wait_known = true, .wait = cycle->home,
		.waking = {
			.by = WOKEN_BY_UNKNOWN, .pid = -1, .cpu = cycle->cpu,
			.expiry = NO_EXPIRY, .time = time,
		},
	};

	if (thread < 0)
		return;
	last = last_stretch(&replay->where->thread[thread]);
	passed.cpu = last->state == THREAD_RUNS ? last->cpu : cycle->cpu;
	passed.prio = last->prio;
	replay_add_stretch(replay, thread, &passed);
}

/* Let the thread pass the marks that are before @now. */
static void pass_marks(struct replay *replay, uint64_t now)
{
	const struct traced_cycle *cycle = &replay->where->trace->cycle;
	const uint64_t at[] = { cycle->release, cycle->completion };

	if (cycle->home.nr != CYCLE_WAIT_MARK)
		return;
	while (replay->marks < 2 && at[replay->marks] < now)
		put_mark(replay, cycle, at[replay->marks++]);
}

/* ---- All of it ----------------------------------------------------------- */

/* Events of a CPU were lost: nobody knows what they have changed. */
static void replay_loss(struct replay *replay, const struct sched_event *event)
{
	struct whereabouts *where = replay->where;
	struct trace_gap *grown = array_grow(where->gap, where->gaps,
					     sizeof(*grown));
	struct cpu_now *cpu = &replay->cpu[event->cpu];

	if (!grown) {
		replay->no_memory = true;
		return;
	}
	where->gap = grown;
	grown[where->gaps++] = (struct trace_gap) { cpu->time, event->time };
	cpu->spans.depth = 0;
	replay_add_span(replay, event->cpu, event->time, innermost_span(&cpu->spans));
	replay_add_turn(replay, event->cpu, &(struct cpu_turn) {
		event->time, event->pid, 0,
	});
	for (size_t i = 0; i < where->threads; i++) {
		replay->now[i] = (struct thread_now) {
			.call_known = !where->thread[i].has_calls,
		};
		if (last_stretch(&where->thread[i])->state != THREAD_UNKNOWN)
			replay_add_stretch(replay, i, &(struct stretch) {
				.from = event->time, .state = THREAD_UNKNOWN,
			});
	}
}

static void replay_event(struct replay *replay, const struct sched_event *event)
{
	int64_t thread;

	if (event->lost)
		replay_loss(replay, event);
	replay->cpu[event->cpu].time = event->time;
	switch (event->type) {
	case SCHED_SWITCH:
		replay_switch(replay, event);
		break;
	case SCHED_WAKING:
		replay_waking(replay, event);
		break;
	case SCHED_QUEUED:
		replay_queued(replay, event);
		break;
	case SCHED_MIGRATE:
		replay_moved(replay, event);
		break;
	case SCHED_BEGIN:
		find_expiry(replay, event);
		open_span(replay, event);
		break;
	case SCHED_END:
		close_span(replay, event);
		break;
	case SCHED_NMI:
		replay_nmi(replay, event);
		break;
	case SCHED_TIMER_START:
		replay->no_memory |= !number_map_put(&replay->expiries,
						     event->object,
						     event->expiry);
		break;
	case SCHED_CALL:
	case SCHED_RETURN:
		replay_call(replay, event);
		break;
	case SCHED_CONTENDS:
	case SCHED_HAS_LOCK:
		replay_contention(replay, event);
		break;
	case SCHED_FAULT:
		thread = replay_find_thread(replay, event->pid);
		if (thread >= 0)
			note_fault(replay, thread);
		break;
	}
}

/* Find how many CPUs there are, and which threads make system calls. */
static bool look_ahead(struct replay *replay)
{
	const struct sched_trace *trace = replay->where->trace;
	int cpus = 0;

	for (size_t i = 0; i < trace->events; i++) {
		const struct sched_event *event = &trace->event[i];

		cpus = event->cpu >= cpus ? event->cpu + 1 : cpus;
		if ((event->type == SCHED_CALL ||
		     event->type == SCHED_RETURN) &&
		    !number_map_put(&replay->calling, event->pid, true))
			return false;
	}
	replay->wakings = trace->has & SCHED_HAS(SCHED_WAKING);
	replay->where->cpu = calloc(cpus + 1, sizeof(*replay->where->cpu));
	replay->cpu = calloc(cpus + 1, sizeof(*replay->cpu));
	if (!replay->where->cpu || !replay->cpu)
		return false;
	replay->where->cpus = cpus;
	return true;
}

bool replay_trace(struct whereabouts *where, const struct sched_trace *trace)
{
	struct replay replay = { .where = where };

	*where = (struct whereabouts) { .trace = trace };
	if (trace->events)
		where->end = trace->event[trace->events - 1].time;
	replay.no_memory = !look_ahead(&replay);
	for (size_t i = 0; i < trace->events && !replay.no_memory; i++) {
		pass_marks(&replay, trace->event[i].time);
		replay_event(&replay, &trace->event[i]);
	}
	if (!replay.no_memory)
		pass_marks(&replay, UINT64_MAX);
	number_map_free(&replay.expiries);
	number_map_free(&replay.calling);
	free(replay.now);
	free(replay.cpu);
	return !replay.no_memory;
}
