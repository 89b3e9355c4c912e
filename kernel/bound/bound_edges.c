// SPDX-License-Identifier: GPL-2.0
/*
 * The windows of a bound from edge to edge, on kernels that tell whenever preemption or
 * interrupts are disabled or enabled: those with CONFIG_PREEMPT_TRACER and
 * CONFIG_IRQSOFF_TRACER.
 *
 * A section is open while preemption or interrupts are disabled. Which variable it
 * belongs to is known at its end:
 *
 *	The scheduler was called in it. Then it is PSD; and DST, if there was a switch, from
 *	where the scheduler is called, as soon as it has disabled interrupts. If interrupts
 *	were disabled before, and enabled again, preemption was not disabled in order to
 *	schedule: up to the call it is POID. A thread does so when it exits.
 *
 *	Only interrupts were disabled, and one came. So it came when they were enabled,
 *	and the section is that of its own entry and exit, and no window. The exit may
 *	wake threads, with preemption disabled, and call the scheduler: then the section
 *	begins where preemption is disabled for that.
 *
 *	Otherwise it is POID.
 *
 * If a thread waits for the scheduler at the end of a section, the section belongs to one
 * window with the PAIE behind it, and all else up to the section in which the scheduler
 * is called. bound.c finds the same windows, but for their exact edges.
 *
 * Edges inside of interrupts and softirqs are not looked at: their time is no part of a
 * window anyway. Nor are those of the idle thread, except when it calls the scheduler.
 */
#include <linux/instruction_pointer.h>
#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include <trace/events/preemptirq.h>
#include <trace/events/rcu.h>
#include <trace/events/sched.h>

#include "bound/bound_edges.h"
#include "bound/bound_windows.h"
#include "bound/hooks_edges.h"
#include "noise/hooks.h"
#include "noise/hooks_arch.h"
#include "noise/noise.h"
#include "noise/scheduler_call.h"
#include "session/cpu_memory.h"
#include "session/workload.h"

/* Interrupts and preemption are disabled: the bits of bound_edges.off. */
#define OFF_IRQS	BIT(0)
#define OFF_PREEMPTION	BIT(1)

/* Contexts in which edges are not looked at, as bits of the preempt count. */
#define EDGES_IGNORED	(NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET)

/* So many functions may be above that which enables something. */
#define STACK_ABOVE	8

/**
 * struct bound_section - a section that is open
 * @start: when it began
 * @irqs: number of interrupts at that time
 * @at_exit: it began at the exit of an interrupt
 * @irqs_only: preemption is not disabled in it, and was not, but at that exit
 * @inner: number of times that interrupts were disabled in it, but for that interrupt
 * @called: the scheduler was called in it
 * @switched: and has switched
 * @ip: where it began
 * @parent: who called that
 * @call: when that was
 */
struct bound_section {
	struct noise_window start;
	u64 irqs;
	bool at_exit;
	bool irqs_only;
	unsigned int inner;
	bool called;
	bool switched;
	unsigned long ip;
	unsigned long parent;
	struct noise_window call;
};

/**
 * struct bound_edges - what is known of a CPU
 * @on: sections are looked for
 * @busy: the edges are those of this file
 * @off: what is disabled; 0: no section is open
 * @section: the open one
 * @waits: since when a thread waits for the scheduler; a start of 0: none does
 * @waits_in: what that belongs to: RTLA_BOUND_POID or RTLA_BOUND_PAIE
 * @place: where that began
 * @config: of the session
 * @windows: what it knows of this CPU
 * @own: ns; how long the module itself has kept the CPU, in all
 */
struct bound_edges {
	bool on;
	bool busy;
	u8 off;
	struct bound_section section;
	struct noise_window waits;
	enum rtla_context waits_in;
	struct bound_place place;
	const struct workload_config *config;
	struct bound_cpu_windows *windows;
	u64 *own;
};

static struct bound_edges __percpu *bound_edges __read_mostly;
struct cpu_memory rtla_edges_memory = CPU_MEMORY(bound_edges);

static struct noise_window edges_stamp(void)
{
	return rtla_noise_stamp(this_cpu_ptr(&rtla_noise_cpu));
}

/* Return whether an edge counts here. */
static __always_inline bool edges_are_on(const struct bound_edges *edges)
{
	return READ_ONCE(edges->on) && !READ_ONCE(edges->busy) &&
	       !(preempt_count() & EDGES_IGNORED);
}

/* ---- Sections ------------------------------------------------------------- */

static void section_begins(struct bound_edges *edges, u8 off, unsigned long ip,
			   unsigned long parent)
{
	struct bound_section *section = &edges->section;

	/* An interrupt that comes from here on belongs to this section. */
	WRITE_ONCE(edges->off, off);
	barrier();
	section->irqs = READ_ONCE(this_cpu_ptr(&rtla_noise_cpu)->count.irq);
	section->at_exit = false;
	section->irqs_only = off == OFF_IRQS;
	section->inner = section->irqs_only;
	section->called = false;
	section->switched = false;
	section->ip = ip;
	section->parent = parent;
	section->start = edges_stamp();
}

/* Return whether the section is nothing but the entry and exit of an interrupt. */
static bool section_is_interrupt(const struct bound_section *section)
{
	return section->irqs_only &&
	       (section->at_exit || section->irqs !=
		READ_ONCE(this_cpu_ptr(&rtla_noise_cpu)->count.irq));
}

/*
 * Take the stack of the running thread, from @ip on: the functions of the tracepoint and
 * of this file come before.
 */
static noinline void edges_note_stack(struct bound_place *place,
				      unsigned long ip)
{
	unsigned long entry[RTLA_BOUND_STACK_MAX + STACK_ABOVE];
	unsigned int count = stack_trace_save(entry, ARRAY_SIZE(entry), 0);
	unsigned int i = 0;

	while (i < count && entry[i] != ip)
		i++;
	for (; i < count && place->stack_count < RTLA_BOUND_STACK_MAX; i++)
		place->stack[place->stack_count++] = entry[i];
}

/*
 * Note who has begun the section, which is the running thread, and where it ends: at @end,
 * by a call at @ip.
 */
static void edges_note_place(struct bound_edges *edges,
			     const struct noise_window *end, unsigned long ip)
{
	const struct bound_section *section = &edges->section;
	struct bound_place *place = &edges->place;

	place->pid = current->pid;
	memcpy(place->comm, current->comm, sizeof(place->comm));
	place->address = in_lock_functions(section->ip) ? section->parent :
							  section->ip;
	place->stack_count = 0;
	if (unlikely(rtla_noise_net_time(&section->start, end) >=
		     edges->config->stack))
		edges_note_stack(place, ip);
}

static void edges_window(struct bound_edges *edges, enum rtla_context context,
			 const struct noise_window *from,
			 const struct noise_window *end,
			 const struct bound_place *place)
{
	struct bound_window window = {
		.context = context,
		.by_edges = true,
		.start = from->start,
		.end = end->start,
		.lower = rtla_noise_net_time(from, end),
		.place = place,
	};

	window.upper = window.lower;
	rtla_bound_window(edges->config, edges->windows, &window);
}

/* Preemption was not disabled for the call of the scheduler at @call: it is POID so far. */
static noinline void call_is_late(struct bound_edges *edges,
				  const struct noise_window *call)
{
	if (!edges->waits.start) {
		edges->waits = edges->section.start;
		edges->waits_in = RTLA_BOUND_POID;
		edges_note_place(edges, call, edges->section.ip);
	}
	edges->section.start = *call;
}

/* The section in which the scheduler was called ends at @end. */
static void edges_call_ends(struct bound_edges *edges,
			    const struct noise_window *end, unsigned long ip)
{
	struct bound_section *section = &edges->section;

	if (edges->waits.start)
		edges_window(edges, edges->waits_in, &edges->waits,
			     &section->start, &edges->place);
	edges_window(edges, RTLA_BOUND_PSD, &section->start, end, NULL);
	if (section->switched)
		edges_window(edges, RTLA_BOUND_DST, &section->call, end, NULL);
	edges->waits.start = 0;
	if (!tif_need_resched())
		return;
	edges->waits = *end;
	edges->waits_in = RTLA_BOUND_PAIE;
	edges_note_place(edges, end, ip);
}

/* The section ends at @end, and the scheduler was not called in it. */
static void section_ends(struct bound_edges *edges,
			 const struct noise_window *end, unsigned long ip)
{
	struct bound_section *section = &edges->section;
	bool interrupt = section_is_interrupt(section);

	/* It is a part of the window in which a thread waits. */
	if (edges->waits.start)
		return;
	if (tif_need_resched()) {
		edges->waits = interrupt ? *end : section->start;
		edges->waits_in = RTLA_BOUND_POID;
		edges_note_place(edges, end, ip);
	} else if (!interrupt) {
		edges_note_place(edges, end, ip);
		edges_window(edges, RTLA_BOUND_POID, &section->start, end,
			     &edges->place);
	}
}

/* All is enabled again, by a call at @ip. Context: interrupts off. */
static void all_is_enabled(struct bound_edges *edges,
			   const struct noise_window *end, unsigned long ip)
{
	edges->off = 0;
	if (edges->section.called)
		edges_call_ends(edges, end, ip);
	else
		section_ends(edges, end, ip);
	*edges->own += rtla_noise_steal_since(end);
}

/* ---- The hooks ------------------------------------------------------------ */

/* Context: any, interrupts off. */
static void edges_hook_irq_disable(void *data, unsigned long ip,
				   unsigned long parent)
{
	struct bound_edges *edges = this_cpu_ptr(bound_edges);

	if (!edges_are_on(edges) || is_idle_task(current))
		return;
	if (!edges->off) {
		section_begins(edges, OFF_IRQS, ip, parent);
		return;
	}
	edges->off |= OFF_IRQS;
	edges->section.inner++;
}

/* Context: any, interrupts still off. */
static void edges_hook_irq_enable(void *data, unsigned long ip,
				  unsigned long parent)
{
	struct bound_edges *edges = this_cpu_ptr(bound_edges);
	struct noise_window end;

	if (!edges_are_on(edges) || !edges->off)
		return;
	/* The idle thread never enables preemption: its call ends here. */
	if (edges->off == OFF_IRQS || is_idle_task(current)) {
		end = edges_stamp();
		all_is_enabled(edges, &end, ip);
	} else {
		edges->off &= ~OFF_IRQS;
	}
}

/* Context: any. */
static void edges_hook_preempt_disable(void *data, unsigned long ip,
				       unsigned long parent)
{
	struct bound_edges *edges = this_cpu_ptr(bound_edges);
	struct bound_section *section = &edges->section;

	if (!edges_are_on(edges) || is_idle_task(current))
		return;
	if (!edges->off) {
		section_begins(edges, OFF_PREEMPTION, ip, parent);
	} else if (section_is_interrupt(section)) {
		section_begins(edges, OFF_IRQS | OFF_PREEMPTION, ip, parent);
		section->at_exit = true;
	} else {
		edges->off |= OFF_PREEMPTION;
		section->irqs_only = false;
	}
}

/* Context: any. Nothing can preempt the thread yet. */
static void edges_hook_preempt_enable(void *data, unsigned long ip,
				      unsigned long parent)
{
	struct bound_edges *edges = this_cpu_ptr(bound_edges);
	struct noise_window end;
	unsigned long flags;

	if (!edges_are_on(edges) || is_idle_task(current))
		return;
	if (edges->off != OFF_PREEMPTION) {
		edges->off &= ~OFF_PREEMPTION;
		/* Not to schedule: the interrupt's exit goes on. */
		edges->section.irqs_only |= edges->section.at_exit &&
					    !edges->section.called;
		return;
	}
	end = edges_stamp();
	WRITE_ONCE(edges->busy, true);
	local_irq_save(flags);
	all_is_enabled(edges, &end, ip);
	local_irq_restore(flags);
	WRITE_ONCE(edges->busy, false);
}

/* Context: scheduler, interrupts off, or others: see bound.c. */
static void edges_hook_schedule(void *data, const char *what)
{
	struct bound_edges *edges = this_cpu_ptr(bound_edges);
	struct bound_section *section = &edges->section;

	if (!READ_ONCE(edges->on) || !rtla_scheduler_is_called(what) ||
	    current->flags & PF_VCPU)
		return;
	if (is_idle_task(current) || unlikely(!edges->off))
		section_begins(edges, OFF_IRQS | OFF_PREEMPTION, 0, 0);
	section->called = true;
	section->call = edges_stamp();
	/* Interrupts are disabled for the call itself. */
	if (unlikely(section->inner > 1))
		call_is_late(edges, &section->call);
}

/* Context: scheduler, interrupts off, the lock of this CPU's queue held. */
static void edges_hook_switch(void *data, bool preempt,
			      struct task_struct *prev,
			      struct task_struct *next, unsigned int prev_state)
{
	this_cpu_ptr(bound_edges)->section.switched = true;
}

/* The compiler checks that the hooks have the prototypes of their tracepoints. */
static void __maybe_unused edges_check_hooks(void)
{
#ifdef CONFIG_PREEMPTIRQ_TRACEPOINTS
#ifdef CONFIG_TRACE_IRQFLAGS
	check_trace_callback_type_irq_disable(edges_hook_irq_disable);
	check_trace_callback_type_irq_enable(edges_hook_irq_enable);
#endif
#ifdef CONFIG_TRACE_PREEMPT_TOGGLE
	check_trace_callback_type_preempt_disable(edges_hook_preempt_disable);
	check_trace_callback_type_preempt_enable(edges_hook_preempt_enable);
#endif
#endif
	check_trace_callback_type_rcu_utilization(edges_hook_schedule);
	check_trace_callback_type_sched_switch(edges_hook_switch);
}

/* Where others do something at an edge, that is outside of the section. */
static struct hook edges_hooks[] = {
	{ .name = "irq", .suffix = "_enable", .probe = edges_hook_irq_enable,
	  .set = HOOKS_EDGES, .order = HOOK_FIRST, .optional = true },
	{ .name = "irq", .suffix = "_disable", .probe = edges_hook_irq_disable,
	  .set = HOOKS_EDGES, .order = HOOK_LAST, .optional = true },
	{ .name = "preempt", .suffix = "_enable",
	  .probe = edges_hook_preempt_enable,
	  .set = HOOKS_EDGES, .order = HOOK_FIRST, .optional = true },
	{ .name = "preempt", .suffix = "_disable",
	  .probe = edges_hook_preempt_disable,
	  .set = HOOKS_EDGES, .order = HOOK_LAST, .optional = true },
	{ .name = "sched", .suffix = "_switch", .probe = edges_hook_switch,
	  .set = HOOKS_EDGES },
	{ .name = "rcu", .suffix = "_utilization", .probe = edges_hook_schedule,
	  .set = HOOKS_EDGES, .order = HOOK_LAST },
};

struct hook_list rtla_hooks_edges = {
	.hook = edges_hooks,
	.count = ARRAY_SIZE(edges_hooks),
};

/**
 * rtla_edges_are_told - return whether this kernel tells of all edges
 *
 * Context: any, after rtla_hooks_find().
 */
bool rtla_edges_are_told(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(edges_hooks); i++) {
		if (!edges_hooks[i].tracepoint)
			return false;
	}
	return true;
}

/* ---- Of a CPU ------------------------------------------------------------- */

/**
 * rtla_edges_begin - look for sections on this CPU from here on
 * @config: of the session, whose hooks are attached
 * @own: the ns that the module itself takes are added to it
 *
 * Context: thread, preemption enabled but for what local_irq_save() does.
 */
void rtla_edges_begin(const struct workload_config *config, u64 *own)
{
	struct bound_edges *edges = this_cpu_ptr(bound_edges);

	lockdep_assert_irqs_disabled();
	memset(edges, 0, sizeof(*edges));
	edges->config = config;
	edges->windows = this_cpu_ptr(config->windows);
	edges->own = own;
	section_begins(edges, OFF_IRQS, _THIS_IP_, _RET_IP_);
	WRITE_ONCE(edges->on, true);
}

/**
 * rtla_edges_end - look for none any more
 * @cpu: the CPU of rtla_edges_begin(), or any other
 *
 * Context: any.
 */
void rtla_edges_end(int cpu)
{
	WRITE_ONCE(per_cpu_ptr(bound_edges, cpu)->on, false);
}
