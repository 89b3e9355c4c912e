// SPDX-License-Identifier: GPL-2.0
/*
 * The module's noise accounting (kernel/noise/noise.c, noise_context.h) runs on
 * a simulated CPU, and is compared with a plain reference.
 *
 * The simulated CPU runs threads, softirqs, interrupts and NMIs, which nest at
 * random, and calls the hooks at their entries and exits. noise.c is compiled
 * so that it calls back before each access to memory (as the kernel's KCSAN
 * does): there, too, time passes and interrupts come.
 *
 * The reference is an array: for each nanosecond, the context that had the CPU.
 * A context begins and ends at the last reading of the clock in its hook, or,
 * if there is none, at the beginning of its hook. Its net duration is the
 * number of elements that have its name.
 *
 *	NOISE_SEED	the seed of all random numbers; it is printed
 *	NOISE_CASES	the number of cases that each test tries
 *	NOISE_CASE	try only the case with this number, as printed with a
 *			failure, and print each of its steps
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "repetitions.h"
#include "test.h"
#include "seed.h"
#include <linux/percpu.h>
#include <trace/events/rtla.h>
#include "contexts.h"

#define BEGIN		1000	/* ns; not 0: that is "not open" to noise.c */
#define HORIZON		4096	/* ns that a case may last */
#define MAX_CONTEXTS	64
#define MAX_DUE		64
#define TASKS		4
#define STEP_BACK	8	/* ns by which the clock steps back, at most */
#define DESC		"simulated interrupt"
#define DESC_LEN	sizeof(((struct noise_held *)0)->name)

/* A workload that runs while the CPU is watched is a THREAD like others. */
enum kind { NOBODY, NMI, IRQ, SOFTIRQ, THREAD, WORKLOAD };

/*
 * One stretch of a context. @seen: its entry hook was called since the
 * accounting began. @known: it was entered while threads and softirqs were
 * reported; otherwise its start is known only if a workload became due since,
 * from number @due on.
 * @deep: an interrupt whose time counts for the context around it: too many
 * interrupts nest, or the kernel has no tracepoint for it (@unhooked).
 */
struct context {
	enum kind kind;
	bool seen;
	bool known;
	int due;
	bool deep;
	bool unhooked;
	bool over;
	bool reported;
	u64 begin;
	u64 end;	/* of an NMI: the clock at its last progress hook */
	u8 outer;	/* the context that was interrupted */
};

struct event {
	enum kind kind;
	u64 start;
	u64 net;
	int vector;
};

#define EVENTS_MAX	2	/* of one hook */

/*
 * A call of noise.c that is in progress, and the events that it has made.
 * @stopped: the workload has left the CPU, but the CPU is watched.
 */
struct hook {
	struct hook *outer;
	u64 clock;		/* the last reading in this call */
	u64 entries;		/* entries of contexts before that reading */
	bool stopped;
	int events;
	struct event event[EVENTS_MAX];
};

/*
 * A change at @time of whether the module reports threads and softirqs. @opens:
 * a workload became due.
 */
struct due {
	u64 time;
	bool report;
	bool opens;
};

/* Events that a test allows. */
struct rules {
	bool irq_in_softirq_hooks;
	bool irq_in_irq_hooks;
	bool timers;
	bool timer_in_nested_irq;
	bool timer_without_window;
	bool clock_steps_back;
	bool watchers;
};

/* Sessions that watch the CPU at the same time, at most. */
#define WATCHERS	2

static struct simulation {
	struct rules rules;
	u64 random;
	u64 seed;
	unsigned int number;
	u64 now;
	u8 owner[HORIZON];
	u8 top;				/* the context that has the CPU now */
	struct context contexts[MAX_CONTEXTS];
	int count;
	int budget;			/* contexts that may still be entered */
	u32 calm;			/* more bits: rarer interrupts */
	u32 steady;			/* higher: a session ends less often */
	struct hook *hook;
	struct due due[MAX_DUE];
	int dues;
	bool irqs_on;
	bool in_nmi;
	bool in_softirq;
	int irqs;			/* nested interrupts, seen or not */
	struct task_struct *running;
	u8 thread;			/* the context of @running */
	u8 softirq;			/* the context, if @in_softirq */
	struct task_struct *workload;
	bool owner_reports;
	int watchers;
	struct noise_count entries;
	/*
	 * @sums: all is reported all of the time, so that its times add up.
	 * @sum is the net time of all events since the first switch of threads,
	 * at @sum_begin; 0: there was none yet.
	 */
	bool sums;
	u64 sum_begin;
	u64 sum;
	bool quiet;			/* no interrupts any more */
	bool inside;			/* another CPU acts: no interrupts */
	bool tell;			/* print each step */
} sim;

static struct task_struct tasks[TASKS] = {
	{ .pid = 10 }, { .pid = 11 }, { .pid = 12 }, { .pid = 13 },
};

/* ---- Random numbers, and failure ---------------------------------------- */

static u32 random_number(void)
{
	sim.random ^= sim.random << 13;
	sim.random ^= sim.random >> 7;
	sim.random ^= sim.random << 17;
	return sim.random >> 32;
}

/* Return true in one of @times calls on average. */
static bool chance(u32 times)
{
	return random_number() % times == 0;
}

static void begin_random(u64 seed, unsigned int number)
{
	u64 mixed = seed + (number + 1) * 0x9e3779b97f4a7c15;

	mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
	mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
	sim.random = (mixed ^ (mixed >> 31)) | 1;
}

#define LL(x) ((unsigned long long)(x))

#define tell(format, ...) \
	do { \
		if (sim.tell) \
			printf("# %llu: " format "\n", LL(sim.now), ##__VA_ARGS__); \
	} while (0)

#define check(condition, ...) \
	do { \
		if (!(condition)) { \
			print_error(__VA_ARGS__); \
			fail_msg("\nat %llu ns; again: NOISE_SEED=%llu NOISE_CASE=%u", \
				 (unsigned long long)sim.now, \
				 (unsigned long long)sim.seed, sim.number); \
		} \
	} while (0)

/* ---- The reference ------------------------------------------------------ */

static bool is_on(void)
{
	return rtla_noise_cpu.on.any;
}

static void pass(u64 ns)
{
	while (ns--) {
		check(sim.now - BEGIN < HORIZON, "the case is too long");
		sim.owner[sim.now++ - BEGIN] = sim.top;
	}
}

static u64 length(u8 name, u64 begin, u64 end)
{
	u64 t, net = 0;

	for (t = begin; t < end; t++)
		net += sim.owner[t - BEGIN] == name;
	return net;
}

/* Give @to the CPU, and all time since @when that @from had. */
static void hand_over(u8 from, u8 to, u64 when)
{
	u64 t;

	for (t = when; t < sim.now; t++)
		if (sim.owner[t - BEGIN] == from)
			sim.owner[t - BEGIN] = to;
	sim.top = to;
}

static u8 new_context(enum kind kind)
{
	u8 name = sim.count++;

	check(name < MAX_CONTEXTS, "too many contexts");
	sim.contexts[name] =
		(struct context) { .kind = kind, .outer = sim.top };
	return name;
}

static void enter(u8 name, u64 when)
{
	struct context *context = &sim.contexts[name];

	tell("%d (kind %d, %s) entered at %llu", name, context->kind,
	     context->seen ? "seen" : "not seen", LL(when));
	context->begin = when;
	context->end = when;
	if (!context->deep)
		hand_over(context->outer, name, when);
}

static void leave(u8 name, u64 when)
{
	struct context *context = &sim.contexts[name];

	tell("%d left at %llu", name, LL(when));
	if (!context->deep)
		hand_over(name, context->outer, when);
	context->over = true;
}

/*
 * A workload that becomes due takes time away from the event of a context,
 * unless the CPU is watched.
 */
static void add_due(u64 time, bool report, bool opens)
{
	tell("report %d from %llu%s", report, LL(time), opens ? ", workload due" : "");
	check(sim.dues < MAX_DUE, "too many timers");
	sim.due[sim.dues++] = (struct due) { time, report, opens };
	if (!report || (opens && !sim.watchers))
		sim.sums = false;
}

/* Return whether contexts that ended at @when are reported. */
static bool reported_at(u64 when)
{
	bool report = false;
	int i;

	for (i = 0; i < sim.dues; i++)
		if (sim.due[i].time <= when)
			report = sim.due[i].report;
	return report;
}

/*
 * Return from when on a softirq or thread, which ended at @end, is reported:
 * not before the workload became due.
 */
static u64 counts_from(const struct context *context, u64 end)
{
	u64 from = context->begin;
	int i;

	for (i = 0; i < sim.dues; i++)
		if (sim.due[i].opens && sim.due[i].time <= end &&
		    sim.due[i].time > from)
			from = sim.due[i].time;
	return from;
}

/* Return whether noise.c knows at @end when a softirq or thread began, or was due. */
static bool is_known(const struct context *context, u64 end)
{
	bool known = context->known;
	int i;

	for (i = context->due; i < sim.dues; i++)
		if (sim.due[i].opens && sim.due[i].time <= end &&
		    sim.due[i].time > context->begin)
			known = true;
	return context->seen && known;
}

/* Let it be known no more when a context began. */
static void forget_start(u8 name)
{
	sim.contexts[name].known = false;
	sim.contexts[name].due = sim.dues;
}

/* Return the number of running interrupts that noise.c has seen. */
static int depth(void)
{
	int i, open = 0;

	for (i = 1; i < sim.count; i++)
		open += sim.contexts[i].kind == IRQ && sim.contexts[i].seen &&
			!sim.contexts[i].over;
	return open;
}

/*
 * Return whether the event of @hook cannot be checked exactly; then only its
 * limits are checked. If the clock steps back, net times are wrong by some ns.
 * If the session ended in the middle of the hook, it may still report once, and
 * nothing relies on that event.
 */
static bool is_vague(const struct hook *hook, enum kind kind)
{
	if (is_on() && !sim.rules.clock_steps_back)
		return false;
	check(hook->events <= 1, "kind %d: %d events", kind, hook->events);
	check(hook->event[0].net <= sim.now - BEGIN + sim.count * STEP_BACK,
	      "kind %d: %lld ns", kind, (long long)hook->event[0].net);
	return true;
}

static void check_event(const struct event *event, enum kind kind, u8 name,
			u64 start, u64 end)
{
	u64 net = length(name, start, end);

	check(event->kind == kind, "kind %d instead of %d", event->kind, kind);
	check(event->vector == name, "kind %d: vector or thread %d instead of %d",
	      kind, event->vector, name);
	check(event->start == start, "kind %d: started at %llu instead of %llu",
	      kind, LL(event->start), LL(start));
	check(event->net == net, "kind %d, from %llu to %llu: %llu ns instead of %llu",
	      kind, LL(start), LL(end), LL(event->net), LL(net));
	sim.sum += net;
}

static void expect_event(const struct hook *hook, enum kind kind, u8 name,
			 u64 start, u64 end)
{
	if (is_vague(hook, kind))
		return;
	check(hook->events == 1, "kind %d: %d events", kind, hook->events);
	check_event(&hook->event[0], kind, name, start, end);
}

static void expect_none(const struct hook *hook, enum kind kind)
{
	check(!hook->events || is_vague(hook, kind), "kind %d: reported from %llu, %llu ns, but must not be",
	      kind, LL(hook->event[0].start), LL(hook->event[0].net));
}

/*
 * The timer of a watched CPU expired in the hook: the contexts that it
 * interrupted have an event each for the time before @due, at which its
 * interrupt began.
 *
 * In the hook of a softirq, the reference knows only later to whom the time
 * belongs.
 */
static void expect_split(const struct hook *hook, u64 due)
{
	const struct context *softirq = &sim.contexts[sim.softirq];
	const struct context *thread = &sim.contexts[sim.thread];
	int expected = 0;

	if (hook->outer || sim.rules.clock_steps_back) {
		for (int i = 0; i < hook->events; i++)
			sim.sum += hook->event[i].net;
		return;
	}
	if (sim.watchers && sim.in_softirq && is_known(softirq, sim.now))
		check_event(&hook->event[expected++], SOFTIRQ, sim.softirq,
			    counts_from(softirq, sim.now), due);
	if (sim.watchers && thread->kind == THREAD && is_known(thread, sim.now))
		check_event(&hook->event[expected++], THREAD, sim.thread,
			    counts_from(thread, sim.now), due);
	check(hook->events == expected, "%d events of what the timer interrupted, not %d",
	      hook->events, expected);
}

/* ---- Functions that noise.c calls --------------------------------------- */

static void take_event(enum kind kind, u64 start, u64 net, int vector)
{
	cpu_point();
	tell("event of kind %d: from %llu, %llu ns, %d", kind, LL(start), LL(net),
	     vector);
	check(sim.hook->events < EVENTS_MAX, "too many events");
	sim.hook->event[sim.hook->events++] =
		(struct event) { kind, start, net, vector };
	cpu_point();
}

/* Events that test_hold() has got; otherwise they are compared at once. */
static struct {
	bool on;
	int count;
	struct noise_held event[4 * NOISE_HELD_MAX];
} taken;

static bool take(enum noise_kind kind, u64 start, u64 duration, int id,
		 int prio, const char *name)
{
	struct noise_held *event = &taken.event[taken.count];

	if (!taken.on)
		return false;
	*event = (struct noise_held) {
		.kind = kind, .start = start, .duration = duration, .id = id,
		.prio = prio,
	};
	strncpy((char *)event->name, name, sizeof(event->name) - 1);
	taken.count++;
	return true;
}

void trace_irq_noise(u64 start, u64 duration, const char *desc, int vector)
{
	if (take(NOISE_IRQ, start, duration, vector, 0, desc))
		return;
	check(!strcmp(desc, DESC), "the name is '%s'", desc);
	take_event(IRQ, start, duration, vector);
}

void trace_softirq_noise(u64 start, u64 duration, int vector)
{
	if (take(NOISE_SOFTIRQ, start, duration, vector, 0, ""))
		return;
	take_event(SOFTIRQ, start, duration, vector);
}

/* An event names a thread, but the reference names its stretches. */
void trace_thread_noise(const char *comm, int pid, int prio, u64 start,
			u64 duration)
{
	if (take(NOISE_THREAD, start, duration, pid, prio, comm))
		return;
	check(comm == sim.running->comm && prio == sim.running->prio,
	      "thread %d is reported", pid);
	take_event(THREAD, start, duration, sim.thread);
}

static struct context *find_nmi(u64 start)
{
	int i;

	for (i = 1; i < sim.count; i++)
		if (sim.contexts[i].kind == NMI && sim.contexts[i].seen &&
		    sim.contexts[i].begin == start)
			return &sim.contexts[i];
	return NULL;
}

void trace_nmi_noise(u64 start, u64 duration)
{
	struct context *nmi = find_nmi(start);

	tell("event of an NMI: from %llu, %llu ns", LL(start), LL(duration));
	if (sim.rules.clock_steps_back) {
		check(duration <= sim.now - BEGIN + STEP_BACK, "an NMI of %lld ns",
		      (long long)duration);
		return;
	}
	check(nmi, "an NMI at %llu, which there was none", LL(start));
	check(nmi->over, "the NMI at %llu is not over", LL(start));
	check(!nmi->reported, "the NMI at %llu is reported twice", LL(start));
	check(duration == nmi->end - start, "the NMI at %llu: %llu ns instead of %llu",
	      LL(start), LL(duration), LL(nmi->end - start));
	nmi->reported = true;
	cpu_point();
}

void cpu_add(uint64_t *to, uint64_t amount)
{
	cpu_point();
	*to += amount;
}

uint64_t cpu_cmpxchg(uint64_t *at, uint64_t old, uint64_t new)
{
	uint64_t found;

	cpu_point();
	found = *at;
	if (found == old)
		*at = new;
	return found;
}

bool cpu_irqs_off(void)
{
	bool on = sim.irqs_on;

	cpu_point();
	sim.irqs_on = false;
	return on;
}

void cpu_irqs_restore(bool on)
{
	sim.irqs_on = on;
	cpu_point();
}

bool cpu_in_nmi(void)
{
	return sim.in_nmi;
}

struct task_struct *cpu_current(void)
{
	return sim.running;
}

static u64 entries_so_far(void)
{
	return sim.entries.nmi + sim.entries.irq + sim.entries.softirq +
	       sim.entries.thread;
}

uint64_t cpu_clock(void)
{
	u64 now;

	cpu_point();
	now = sim.now;
	if (sim.rules.clock_steps_back && now >= BEGIN + STEP_BACK && chance(4))
		now -= random_number() % STEP_BACK;
	if (sim.hook) {
		sim.hook->clock = now;
		sim.hook->entries = entries_so_far();
	}
	return now;
}

/* ---- The session -------------------------------------------------------- */

static void begin_hook(struct hook *hook)
{
	*hook = (struct hook) { .outer = sim.hook, .clock = sim.now };
	sim.hook = hook;
}

static void end_hook(struct hook *hook)
{
	sim.hook = hook->outer;
}

/* The accounting begins. Contexts that began before are unknown to it. */
static void begin_accounting(void)
{
	int i;

	for (i = 1; i < sim.count; i++)
		sim.contexts[i].seen = false;
	sim.entries = (struct noise_count) { };
	sim.dues = 0;
	sim.sums = false;
	sim.sum_begin = 0;
	sim.owner_reports = false;
	sim.workload = NULL;
}

static void start_session(void)
{
	struct task_struct *workload = &tasks[random_number() % TASKS];

	tell("a session starts");
	if (!is_on())
		begin_accounting();
	sim.workload = chance(3) ? NULL : workload;
	sim.inside = true;
	rtla_noise_start(0, sim.workload, NULL);
	sim.inside = false;
	sim.owner_reports = chance(2);
	if (!sim.owner_reports)
		return;
	rtla_noise_cpu.report.owner = true;
	add_due(sim.now, true, false);
	sim.sums = sim.sums || (!sim.rules.timers && !sim.watchers);
}

static void stop_session(void)
{
	struct hook *hook;

	tell("the session ends");
	sim.inside = true;
	rtla_noise_stop(0);
	sim.inside = false;
	sim.workload = NULL;
	if (!sim.watchers)
		sim.sums = false;
	for (hook = sim.hook; hook; hook = hook->outer)
		hook->stopped = true;
}

static void watch(void)
{
	tell("another watcher comes");
	if (!is_on())
		begin_accounting();
	sim.inside = true;
	rtla_noise_watch(0, true);
	sim.inside = false;
	if (sim.watchers++)
		return;
	add_due(sim.now, true, false);
	sim.sums = true;
	sim.sum_begin = 0;
}

/* Without watchers, a workload is no noise, and what is not reported has no start. */
static void unwatch(void)
{
	tell("a watcher goes");
	sim.inside = true;
	rtla_noise_unwatch(0, true);
	sim.inside = false;
	if (--sim.watchers || !is_on())
		return;
	add_due(sim.now, sim.owner_reports, false);
	sim.sums = false;
	if (sim.running == sim.workload)
		sim.contexts[sim.thread].kind = WORKLOAD;
	if (sim.owner_reports)
		return;
	forget_start(sim.thread);
	forget_start(sim.softirq);
}

/*
 * End the session at random, as another CPU or the death of its holder does, or
 * start the next one. All but the end of a session takes an interrupt.
 */
static void meddle(void)
{
	bool can_begin = !sim.hook && !sim.in_nmi && sim.irqs_on;

	if (rtla_noise_cpu.on.owner) {
		if (chance(sim.steady))
			stop_session();
	} else if (can_begin && chance(2)) {
		start_session();
	}
	if (!can_begin || !sim.rules.watchers || chance(3))
		return;
	if (sim.watchers && chance(sim.watchers < WATCHERS ? sim.steady : 2))
		unwatch();
	else if (sim.watchers < WATCHERS)
		watch();
}

/* Have the last NMI reported, as a hit does before it stops the trace. */
static void report_nmi(void)
{
	struct hook hook;

	begin_hook(&hook);
	rtla_noise_report_nmi(&rtla_noise_cpu);
	end_hook(&hook);
	expect_none(&hook, NMI);
}

/* ---- The contexts ------------------------------------------------------- */

static void irq(void);

static void nmi(void)
{
	u8 name = new_context(NMI);
	struct context *context = &sim.contexts[name];
	int handlers = random_number() % 4;
	struct hook hook;

	sim.in_nmi = true;
	pass(1);
	if (is_on()) {
		context->seen = true;
		begin_hook(&hook);
		rtla_noise_nmi_entry(&rtla_noise_cpu);
		end_hook(&hook);
		expect_none(&hook, NMI);
		sim.entries.nmi++;
		enter(name, hook.clock);
	} else {
		enter(name, sim.now);
	}
	pass(1);
	while (handlers--) {
		pass(random_number() % 8);
		if (chance(8))
			meddle();
		if (!is_on())
			continue;
		begin_hook(&hook);
		rtla_noise_nmi_progress(&rtla_noise_cpu);
		end_hook(&hook);
		if (context->seen)
			context->end = hook.clock;
		pass(random_number() % 4);
	}
	leave(name, context->seen ? context->end : sim.now);
	pass(1);
	sim.in_nmi = false;
}

/*
 * Let an interrupt or a thread do its work: time passes, and other contexts may
 * interrupt it.
 */
static void work(void)
{
	int steps = random_number() % 4;

	while (steps--) {
		pass(random_number() % 8);
		cpu_point();
		if (chance(16))
			meddle();
		if (is_on() && chance(8))
			report_nmi();
	}
}

static bool is_due_since(u64 time)
{
	int i;

	for (i = 0; i < sim.dues; i++)
		if (sim.due[i].opens && sim.due[i].time > time)
			return true;
	return false;
}

/* Let the timer of timerlat expire in an interrupt: its workload is due. */
static void timer(u8 name)
{
	const struct context *context = &sim.contexts[name];
	bool has_window = context->seen && !context->deep;
	struct hook hook;
	u64 from;

	if (!is_on() || (!has_window && !sim.rules.timer_without_window) ||
	    (sim.irqs > 1 && !sim.rules.timer_in_nested_irq) ||
	    is_due_since(context->begin))
		return;
	begin_hook(&hook);
	from = call_open_workload(&rtla_noise_cpu);
	check(!sim.watchers || !rtla_noise_cpu.holds, "a watched CPU's noises are held");
	/* Here, events are expected at once; test_hold() has those that are held. */
	rtla_noise_cpu.holds = NULL;
	end_hook(&hook);
	check(!has_window || from == context->begin,
	      "the timer's interrupt began at %llu, not %llu", LL(context->begin),
	      LL(from));
	expect_split(&hook, from);
	sim.owner_reports = true;
	add_due(from, true, true);
}

static void softirq(void)
{
	u8 name = new_context(SOFTIRQ);
	struct context *context = &sim.contexts[name];
	bool in_hooks = sim.rules.irq_in_softirq_hooks;
	struct hook hook;
	u64 from;

	sim.in_softirq = true;
	sim.softirq = name;
	sim.irqs_on = in_hooks;
	if (is_on()) {
		sim.entries.softirq++;
		begin_hook(&hook);
		call_softirq_entry(&rtla_noise_cpu, name);
		end_hook(&hook);
		context->seen = true;
		context->known = reported_at(hook.clock);
		enter(name, hook.clock);
	} else {
		enter(name, sim.now);
	}
	sim.irqs_on = true;
	work();
	sim.irqs_on = in_hooks;
	if (is_on()) {
		begin_hook(&hook);
		call_softirq_exit(&rtla_noise_cpu, name);
		end_hook(&hook);
		leave(name, context->seen ? hook.clock : sim.now);
		from = counts_from(context, hook.clock);
		if (is_known(context, hook.clock) && reported_at(hook.clock))
			expect_event(&hook, SOFTIRQ, name, from, hook.clock);
		else
			expect_none(&hook, SOFTIRQ);
	} else {
		leave(name, sim.now);
	}
	sim.irqs_on = true;
	sim.in_softirq = false;
}

static void irq_entry(u8 name)
{
	struct context *context = &sim.contexts[name];
	struct hook hook;

	context->unhooked = sim.rules.timer_without_window && chance(4);
	context->deep = context->unhooked;
	if (!is_on() || context->unhooked) {
		enter(name, sim.now);
		return;
	}
	context->deep = depth() >= NOISE_IRQ_DEPTH;
	context->seen = true;
	sim.entries.irq++;
	begin_hook(&hook);
	call_irq_entry(&rtla_noise_cpu);
	end_hook(&hook);
	expect_none(&hook, IRQ);
	enter(name, hook.clock);
}

static void irq_exit(u8 name)
{
	struct context *context = &sim.contexts[name];
	char desc[24] = DESC;
	struct hook hook;

	if (!is_on() || context->unhooked) {
		leave(name, sim.now);
		return;
	}
	begin_hook(&hook);
	call_irq_exit(&rtla_noise_cpu, desc, name);
	end_hook(&hook);
	if (context->seen && !context->deep) {
		leave(name, hook.clock);
		expect_event(&hook, IRQ, name, context->begin, hook.clock);
	} else {
		leave(name, sim.now);
		expect_none(&hook, IRQ);
	}
}

/* Run an interrupt. After the outermost one, softirqs may run. */
static void irq(void)
{
	u8 name = new_context(IRQ);
	bool in_hooks = sim.rules.irq_in_irq_hooks;

	sim.irqs++;
	sim.irqs_on = false;
	pass(1);
	sim.irqs_on = in_hooks;
	irq_entry(name);
	sim.irqs_on = chance(2);
	work();
	if (sim.rules.timers && chance(3)) {
		sim.irqs_on = false;
		timer(name);
		work();
	}
	sim.irqs_on = in_hooks;
	irq_exit(name);
	sim.irqs_on = false;
	pass(1);
	sim.irqs--;
	if (!sim.irqs && !sim.in_softirq && sim.budget > 0 && chance(3)) {
		sim.budget--;
		softirq();
	}
	sim.irqs_on = true;
}

bool cpu_on_thread_stack(void)
{
	return true;
}

void cpu_point(void)
{
	u32 number;

	if (sim.inside || sim.in_nmi || sim.quiet)
		return;
	number = random_number();
	if (number & 3)
		return;
	pass(1);
	if (sim.budget <= 0 || (number & sim.calm))
		return;
	sim.budget--;
	if (sim.irqs_on && sim.irqs < (sim.rules.irq_in_irq_hooks ?
				       NOISE_IRQ_DEPTH : NOISE_IRQ_DEPTH + 3) &&
	    (number & 0x300))
		irq();
	else
		nmi();
}

/* ---- Threads ------------------------------------------------------------ */

/*
 * Check that no time is missing in a session that reports all of the time: at
 * the switch at @end, all net times must add up to the time that has passed.
 */
static void check_sum(u64 end)
{
	u64 sum = sim.sum;
	int i;

	if (!sim.sums || sim.rules.clock_steps_back)
		return;
	if (!sim.sum_begin) {
		sim.sum_begin = end;
		sim.sum = 0;
		return;
	}
	for (i = 1; i < sim.count; i++) {
		const struct context *context = &sim.contexts[i];

		if (!context->seen || context->begin < sim.sum_begin ||
		    context->begin >= end)
			continue;
		if (context->kind == NMI)
			sum += context->end - context->begin;
		else if (context->kind == WORKLOAD)
			sum += length(i, context->begin, end);
	}
	check(sum == end - sim.sum_begin, "%llu ns in all, but %llu have passed",
	      LL(sum), LL(end - sim.sum_begin));
}

static void switch_threads(void)
{
	struct task_struct *next = &tasks[random_number() % TASKS];
	struct context *prev = &sim.contexts[sim.thread];
	bool is_workload = next == sim.workload, was_known;
	struct hook hook;
	u64 start;
	u8 name;

	if (next == sim.running)
		return;
	sim.irqs_on = false;
	name = new_context(is_workload && !sim.watchers ? WORKLOAD : THREAD);
	was_known = prev->kind == THREAD && is_known(prev, sim.now);
	tell("switch from %d to %d (kind %d)", sim.thread, name,
	     sim.contexts[name].kind);
	hook.clock = sim.now;
	if (is_on()) {
		begin_hook(&hook);
		call_switch(&rtla_noise_cpu, sim.running, next);
		end_hook(&hook);
		sim.entries.thread += !is_workload;
		sim.contexts[name].seen = true;
		sim.contexts[name].known = reported_at(hook.clock);
		/* By now, it may be no workload any more. */
		if (hook.stopped)
			sim.entries.thread = rtla_noise_cpu.count.thread;
	}
	hand_over(sim.thread, name, hook.clock);
	sim.contexts[name].begin = hook.clock;
	prev->over = true;
	if (sim.contexts[name].seen) {
		if (was_known && reported_at(hook.clock))
			expect_event(&hook, THREAD, sim.thread,
				     counts_from(prev, hook.clock), hook.clock);
		else
			expect_none(&hook, THREAD);
		start = rtla_noise_cpu.report.any ? hook.clock :
						    NOISE_UNKNOWN_START;
		check(!is_workload || hook.stopped ||
		      rtla_noise_cpu.workload_start == start,
		      "the workload was switched to at %llu", LL(hook.clock));
		check_sum(hook.clock);
	}
	sim.running = next;
	sim.thread = name;
	sim.irqs_on = true;
}

/*
 * Read the clock as osnoise's loop does: no interference may be missed, or
 * counted twice.
 */
static void read_clock_and_count(void)
{
	struct hook hook;
	u64 total;

	begin_hook(&hook);
	rtla_noise_clock_count(&rtla_noise_cpu, &total);
	end_hook(&hook);
	check(sim.rules.irq_in_irq_hooks || total == hook.entries,
	      "%llu interferences instead of %llu", LL(total), LL(hook.entries));
}

static void run_workload(void)
{
	read_clock_and_count();
	if (sim.rules.timers && rtla_noise_cpu.report.owner && chance(4)) {
		rtla_noise_cpu.report.owner = false;
		sim.owner_reports = false;
		add_due(sim.now, sim.watchers, false);
		pass(1);
	}
}

static void check_end(void)
{
	int i;

	sim.quiet = true;
	sim.entries.all = sim.entries.nmi + sim.entries.irq +
			  sim.entries.softirq + sim.entries.thread;
	check(!is_on() || !rtla_noise_cpu.irq_depth, "%u interrupts are left",
	      rtla_noise_cpu.irq_depth);
	check(!is_on() || sim.rules.irq_in_irq_hooks ||
	      !memcmp(&sim.entries, &rtla_noise_cpu.count, sizeof(sim.entries)),
	      "entries are counted wrong");
	report_nmi();
	check(sim.rules.clock_steps_back || !rtla_noise_cpu.nmi.start,
	      "an NMI is left");
	for (i = 1; i < sim.count && !sim.rules.clock_steps_back; i++)
		check(sim.contexts[i].kind != NMI || !sim.contexts[i].seen ||
		      sim.contexts[i].reported, "the NMI at %llu is never reported",
		      LL(sim.contexts[i].begin));
}

static void run_case(const struct rules *rules, u64 seed, unsigned int number,
		     bool tell)
{
	int steps;

	sim = (struct simulation) {
		.rules = *rules, .seed = seed, .number = number, .tell = tell,
		.now = BEGIN, .count = 1, .running = &tasks[0], .irqs_on = true,
	};
	begin_random(seed, number);
	memset(&rtla_noise_cpu, 0, sizeof(rtla_noise_cpu));
	rtla_noise_watched = (struct static_key_false) { rules->watchers };
	sim.calm = chance(4) ? 0x0c : 0x7c;
	sim.steady = chance(4) ? 2 : 16;
	sim.budget = 4 + random_number() % 16;
	sim.thread = new_context(THREAD);
	enter(sim.thread, sim.now);
	steps = 4 + random_number() % 12;
	start_session();
	while (steps--) {
		work();
		if (chance(3))
			switch_threads();
		if (sim.running == sim.workload && is_on())
			run_workload();
		if (sim.budget > 0 && chance(8)) {
			sim.budget--;
			softirq();
		}
	}
	check_end();
}

/* ---- The tests ---------------------------------------------------------- */

static u64 from_environment(const char *name, u64 otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 0) : otherwise;
}

static u64 seed_of_run(void)
{
	static u64 seed;

	if (!seed)
		seed = seed_of("NOISE_SEED");
	return seed;
}

static void run_cases(const struct rules *rules, u64 cases)
{
	u64 seed = seed_of_run(), only = from_environment("NOISE_CASE", -1ULL);
	u64 i;

	cases = from_environment("NOISE_CASES", cases);
	if (only != -1ULL) {
		run_case(rules, seed, only, true);
		return;
	}
	for (i = 0; i < cases; i++)
		run_case(rules, seed, i, false);
}

/* The tests try a million cases together in the long form. */
#define CASES	repetitions(400000)

static void test_nested(void **state)
{
	(void)state;
	run_cases(&(struct rules) { .timers = true }, CASES);
}

static void test_all_of_the_time(void **state)
{
	(void)state;
	run_cases(&(struct rules) { }, CASES / 2);
}

static void test_irq_in_softirq_hooks(void **state)
{
	(void)state;
	run_cases(&(struct rules) { .irq_in_softirq_hooks = true,
				    .timers = true },
		  CASES / 2);
}

static void test_timer_without_window(void **state)
{
	(void)state;
	run_cases(&(struct rules) { .timer_without_window = true,
				    .timers = true },
		  CASES / 8);
}

static void test_timer_in_nested_irq(void **state)
{
	(void)state;
	run_cases(&(struct rules) { .timer_in_nested_irq = true,
				    .timers = true },
		  CASES / 8);
}

/* Watchers come and go, and so does the workload beside them. */
static void test_watchers(void **state)
{
	(void)state;
	run_cases(&(struct rules) { .watchers = true, .timers = true }, CASES);
}

static void test_watchers_irq_in_softirq_hooks(void **state)
{
	(void)state;
	run_cases(&(struct rules) { .watchers = true, .timers = true,
				    .irq_in_softirq_hooks = true }, CASES / 2);
}

static void test_watchers_timer_anywhere(void **state)
{
	(void)state;
	run_cases(&(struct rules) { .watchers = true, .timers = true,
				    .timer_in_nested_irq = true }, CASES / 8);
	run_cases(&(struct rules) { .watchers = true, .timers = true,
				    .timer_without_window = true }, CASES / 8);
}

static void test_irq_in_irq_hooks(void **state)
{
	(void)state;
	run_cases(&(struct rules) { .irq_in_irq_hooks = true }, CASES / 8);
}

static void test_clock_steps_back(void **state)
{
	(void)state;
	run_cases(&(struct rules) { .clock_steps_back = true, .timers = true },
		  CASES / 4);
}

static void expect_taken(int at, enum noise_kind kind, u64 start, u64 duration,
			 int id, const char *name)
{
	const struct noise_held *event = &taken.event[at];

	assert_true(at < taken.count);
	assert_int_equal(event->kind, kind);
	assert_int_equal(event->start, start);
	assert_int_equal(event->duration, duration);
	assert_int_equal(event->id, id);
	assert_string_equal((const char *)event->name, name);
}

/* Let an interrupt of 10 ns begin now, after @more ns. */
static void short_irq(u64 more)
{
	static const char name[DESC_LEN] = DESC;

	sim.now += more;
	call_irq_entry(&rtla_noise_cpu);
	sim.now += 10;
	call_irq_exit(&rtla_noise_cpu, name, 7);
}

/* Take all events, for a test in which no time passes by itself. */
static void take_events(void)
{
	memset(&rtla_noise_cpu, 0, sizeof(rtla_noise_cpu));
	memset(&sim, 0, sizeof(sim));
	memset(&taken, 0, sizeof(taken));
	taken.on = true;
	sim.quiet = true;
	sim.now = BEGIN;
}

/*
 * From the timer's interrupt on, noises are held until they are released, in
 * the order of their ends; if there are too many, the last ones are recorded at
 * once.
 */
static void test_hold(void **state)
{
	static const char name[DESC_LEN] = DESC;
	struct task_struct thread = { "thread", 5, 120 }, workload = { "w", 6, 4 };

	(void)state;
	take_events();
	rtla_noise_start(0, &workload, NULL);
	call_switch(&rtla_noise_cpu, &workload, &thread);
	short_irq(0);
	assert_int_equal(taken.count, 1);

	sim.now = 2000;
	call_irq_entry(&rtla_noise_cpu);
	call_open_workload(&rtla_noise_cpu);
	sim.now = 2100;
	call_irq_exit(&rtla_noise_cpu, name, 236);
	sim.now = 2150;
	call_softirq_entry(&rtla_noise_cpu, 3);
	sim.now = 2180;
	call_softirq_exit(&rtla_noise_cpu, 3);
	for (int i = 0; i < NOISE_HELD_MAX; i++)
		short_irq(0);
	assert_int_equal(taken.count, 1 + 2);
	sim.now = 3000;
	call_switch(&rtla_noise_cpu, &thread, &workload);
	assert_int_equal(taken.count, 1 + 3);
	rtla_noise_release(&rtla_noise_cpu);
	assert_int_equal(taken.count, 1 + 3 + NOISE_HELD_MAX);
	expect_taken(3, NOISE_THREAD, 2000, 1000 - 130 - 10 * NOISE_HELD_MAX, 5,
		     "thread");
	expect_taken(4, NOISE_IRQ, 2000, 100, 236, DESC);
	expect_taken(5, NOISE_SOFTIRQ, 2150, 30, 3, "");
	expect_taken(6, NOISE_IRQ, 2180, 10, 7, DESC);
	short_irq(0);
	assert_int_equal(taken.count, 1 + 3 + NOISE_HELD_MAX + 1);
	rtla_noise_stop(0);
	taken.on = false;
}

/* Let the timer's interrupt begin at 2000, and end at 2100. */
static void timer_at_2000(void)
{
	static const char name[DESC_LEN] = DESC;

	sim.now = 2000;
	call_irq_entry(&rtla_noise_cpu);
	call_open_workload(&rtla_noise_cpu);
	sim.now = 2100;
	call_irq_exit(&rtla_noise_cpu, name, 236);
}

/* A watcher that comes while noises are held gets those, too. */
static void test_watcher_of_held(void **state)
{
	struct task_struct thread = { "thread", 5, 120 }, workload = { "w", 6, 4 };

	(void)state;
	take_events();
	rtla_noise_watched = (struct static_key_false) { true };
	rtla_noise_start(0, &workload, NULL);
	call_switch(&rtla_noise_cpu, &workload, &thread);
	timer_at_2000();
	assert_int_equal(taken.count, 0);
	rtla_noise_watch(0, true);
	assert_int_equal(taken.count, 1);
	expect_taken(0, NOISE_IRQ, 2000, 100, 236, DESC);
	short_irq(0);
	assert_int_equal(taken.count, 2);
	taken.on = false;
}

/*
 * An owner ends while noises are held, and a watcher that wants none to be
 * reported stays. So the accounting is not emptied, but the next owner gets
 * nothing of the last one.
 */
static void test_owner_after_held(void **state)
{
	struct task_struct thread = { "thread", 5, 120 }, workload = { "w", 6, 4 };

	(void)state;
	take_events();
	rtla_noise_watch(0, false);
	rtla_noise_start(0, &workload, NULL);
	call_switch(&rtla_noise_cpu, &workload, &thread);
	timer_at_2000();
	rtla_noise_stop(0);
	rtla_noise_start(0, &workload, NULL);
	assert_null(rtla_noise_cpu.holds);
	rtla_noise_release(&rtla_noise_cpu);
	assert_int_equal(taken.count, 0);
	short_irq(0);
	assert_int_equal(taken.count, 1);
	rtla_noise_stop(0);
	rtla_noise_unwatch(0, false);
	taken.on = false;
}

/*
 * The timer of a watched CPU's workload expires in a softirq: both the softirq
 * and the thread around it have one event up to that interrupt, and one from
 * there on.
 */
static void test_split(void **state)
{
	struct task_struct thread = { "thread", 5, 120 }, workload = { "w", 6, 4 };

	(void)state;
	take_events();
	rtla_noise_watched = (struct static_key_false) { true };
	rtla_noise_watch(0, true);
	rtla_noise_start(0, &workload, NULL);
	call_switch(&rtla_noise_cpu, &workload, &thread);
	sim.running = &thread;
	sim.now = 1500;
	call_softirq_entry(&rtla_noise_cpu, 3);
	timer_at_2000();
	sim.now = 2150;
	call_softirq_exit(&rtla_noise_cpu, 3);
	sim.now = 2200;
	call_switch(&rtla_noise_cpu, &thread, &workload);
	sim.now = 2300;
	call_switch(&rtla_noise_cpu, &workload, &thread);
	assert_int_equal(taken.count, 6);
	expect_taken(0, NOISE_SOFTIRQ, 1500, 500, 3, "");
	expect_taken(1, NOISE_THREAD, BEGIN, 500, 5, "thread");
	expect_taken(2, NOISE_IRQ, 2000, 100, 236, DESC);
	expect_taken(3, NOISE_SOFTIRQ, 2000, 50, 3, "");
	expect_taken(4, NOISE_THREAD, 2000, 50, 5, "thread");
	expect_taken(5, NOISE_THREAD, 2200, 100, 6, "w");
	assert_int_equal(rtla_noise_cpu.workload_start, 2200);
	taken.on = false;
}

/*
 * A watcher that wants no reports has the stolen time, and no thread is
 * reported for it; another one that wants them comes and goes.
 */
static void test_quiet_watcher(void **state)
{
	struct task_struct one = { "one", 5, 120 }, two = { "two", 6, 120 };

	(void)state;
	take_events();
	rtla_noise_watch(0, false);
	call_switch(&rtla_noise_cpu, &one, &two);
	short_irq(100);
	assert_int_equal(rtla_noise_cpu.stolen, 10);
	call_switch(&rtla_noise_cpu, &two, &one);
	assert_int_equal(taken.count, 1);
	rtla_noise_watch(0, true);
	call_switch(&rtla_noise_cpu, &one, &two);
	assert_int_equal(taken.count, 1);
	sim.now += 300;
	call_switch(&rtla_noise_cpu, &two, &one);
	assert_int_equal(taken.count, 2);
	expect_taken(1, NOISE_THREAD, sim.now - 300, 300, 6, "two");
	rtla_noise_unwatch(0, true);
	call_switch(&rtla_noise_cpu, &one, &two);
	assert_int_equal(taken.count, 2);
	short_irq(100);
	assert_int_equal(rtla_noise_cpu.stolen, 20);
	rtla_noise_unwatch(0, false);
	assert_false(rtla_noise_is_on(&rtla_noise_cpu));
	taken.on = false;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quiet_watcher),
		cmocka_unit_test(test_hold),
		cmocka_unit_test(test_watcher_of_held),
		cmocka_unit_test(test_owner_after_held),
		cmocka_unit_test(test_split),
		cmocka_unit_test(test_nested),
		cmocka_unit_test(test_all_of_the_time),
		cmocka_unit_test(test_clock_steps_back),
		cmocka_unit_test(test_irq_in_softirq_hooks),
		cmocka_unit_test(test_timer_without_window),
		cmocka_unit_test(test_timer_in_nested_irq),
		cmocka_unit_test(test_irq_in_irq_hooks),
		cmocka_unit_test(test_watchers),
		cmocka_unit_test(test_watchers_irq_in_softirq_hooks),
		cmocka_unit_test(test_watchers_timer_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
