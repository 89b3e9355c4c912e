// SPDX-License-Identifier: GPL-2.0
/*
 * Advice on a cycle: see cycle_advice.h.
 */
#include <stdio.h>
#include <string.h>

#include "base/parse.h"
#include "base/scan.h"
#include "base/times.h"
#include "cycles/cycle_advice.h"
#include "cycles/cycle_names.h"
#include "cycles/explained_cycle.h"

/* ---- Causes -------------------------------------------------------------- */

static bool is_inverted(const struct blocking_chain *chain)
{
	for (size_t i = 0; i < chain->count; i++)
		if (chain->link[i].inversion &&
		    chain->link[i].kind == SLEEP_FOR_LOCK)
			return true;
	return false;
}

static enum cause cause_of_sleep(const struct blocking_chain *chain)
{
	static const enum cause causes[] = {
		[SLEEP_UNKNOWN] = CAUSE_NONE,
		[SLEEP_BY_ITSELF] = CAUSE_OWN_SLEEP,
		[SLEEP_FOR_LOCK] = CAUSE_LOCK,
		[SLEEP_FOR_KERNEL_LOCK] = CAUSE_KERNEL_LOCK,
		[SLEEP_FOR_PAGE] = CAUSE_PAGES,
		[SLEEP_FOR_READER] = CAUSE_READER,
		[SLEEP_FOR_THREAD] = CAUSE_GIVER,
		[SLEEP_FOR_DEVICE] = CAUSE_DEVICE,
		[SLEEP_FOR_KERNEL] = CAUSE_DEVICE,
	};

	return is_inverted(chain) ? CAUSE_INVERSION :
				    causes[chain->link[0].kind];
}

/* Return why the thread could run, and did not, or its timer was late. */
static enum cause cause_of_wait(const struct explained_cycle *explained,
				const struct cycle_item *item)
{
	if (explained_timer_thread(explained, item))
		return CAUSE_TIMER_THREAD;
	if (cycle_item_is_throttled(item))
		return CAUSE_THROTTLED;
	switch (item->kind) {
	case ITEM_SPAN:
		return CAUSE_INTERRUPTED;
	case ITEM_THREAD:
		return item->lower ? CAUSE_PREEMPT_OFF : CAUSE_PREEMPTED;
	case ITEM_IDLE:
		return CAUSE_IDLE;
	default:
		return CAUSE_NONE;
	}
}

static enum cause cause_of_item(const struct explained_cycle *explained,
				const struct cycle_item *item)
{
	const struct blocking_chain *chain = explained_chain(explained, item);

	if (item->kind == ITEM_SPIN)
		return CAUSE_KERNEL_LOCK;
	/* PREEMPT_RT spins for a lock with inheritance while its owner runs. */
	if (item->part == CYCLE_RUN)
		return item->kind == ITEM_CALL && wait_is_lock(&item->call) ?
		       CAUSE_LOCK : CAUSE_NONE;
	return chain ? cause_of_sleep(chain) : cause_of_wait(explained, item);
}

/* ---- Facts --------------------------------------------------------------- */

static const char *class_of(int prio)
{
	if (prio < 0)
		return "deadline";
	return prio < PRIO_RT_MAX ? "real-time" : "fair";
}

/* Split the name of an interrupt, like "eth0:24". */
static void name_interrupt(struct cycle_suspect *suspect, char *name)
{
	char *colon = strrchr(name, ':');

	if (!colon || !scan(colon, ":%d%$", &suspect->irq))
		return;
	*colon = '\0';
	suspect->name = name;
}

/* Return the thread that had the lock of the kernel; 0: none, or not known. */
static int owner_of_kernel_lock(const struct explained_cycle *explained,
				const struct cycle_item *item)
{
	const struct blocking_chain *chain = explained_chain(explained, item);

	if (item->kind == ITEM_SPIN)
		return item->pid;
	return chain && chain->link[0].kind == SLEEP_FOR_KERNEL_LOCK ?
	       chain->link[0].waker.pid : 0;
}

static void set_cycle_facts(struct facts *facts,
			    const struct explained_cycle *explained,
			    const struct cycle_item *item,
			    const struct cycle_machine *machine)
{
	const struct thread_cycles *cycles = explained->cycles;
	const struct sched_trace *trace = cycles->where->trace;
	int server = item ? explained_timer_thread(explained, item) : 0;
	int owner = item ? owner_of_kernel_lock(explained, item) : 0;
	const struct stretch *first =
		&cycles->thread->stretch[explained->cycle->first];
	struct cycle_suspect suspect = {
		.cpu = first->cpu, .delayed = cycles->thread->pid,
		.delayed_prio = explained_prio(explained), .name = "", .irq = -1,
	};
	char name[CYCLE_NAME_LEN];

	fact_set(facts, FACT_CPU, "%d", suspect.cpu);
	fact_set(facts, FACT_CLASS, "%s", class_of(suspect.delayed_prio));
	if (server) {
		suspect.pid = server;
		suspect.name = sched_trace_comm(trace, server);
	} else if (item && item->kind == ITEM_THREAD) {
		suspect.pid = item->pid;
		suspect.name = sched_trace_comm(trace, item->pid);
		fact_set(facts, FACT_THREAD, "%s",
			 name_traced(trace, item->pid, name));
		if (item->prio >= 0 && item->prio < PRIO_RT_MAX)
			fact_set(facts, FACT_PRIORITY, "%d",
				 PRIO_RT_MAX - item->prio);
	} else if (item && item->kind == ITEM_SPAN) {
		snprintf(name, sizeof(name), "%s",
			 sched_trace_name(trace, item->name));
		name_interrupt(&suspect, name);
	}
	if (server || owner)
		fact_set(facts, FACT_NAME, "%s",
			 sched_trace_comm(trace, server ?: owner));
	if (machine)
		machine->look(machine->context, facts, &suspect);
}

static void advise_cycle(struct advice *advice, enum cause cause,
			 const struct explained_cycle *explained,
			 const struct cycle_item *item,
			 const struct cycle_machine *machine)
{
	struct facts facts = { .read = NULL };

	set_cycle_facts(&facts, explained, item, machine);
	advice_add(advice, cause, &facts);
	facts_free(&facts);
}

/* ---- What took most ------------------------------------------------------ */

static bool takes_much(const struct explained_cycle *explained, uint64_t ns)
{
	return time_percent(ns, cycle_response(explained->cycle)) >=
	       CYCLE_MATTERS;
}

/* Return the longest item that is shorter than @than, or behind it, or NULL. */
static const struct cycle_item *
longest_after(const struct explained_cycle *explained,
	      const struct cycle_item *than)
{
	const struct cycle_item *longest = NULL;

	for (size_t i = 0; i < explained->items.count; i++) {
		const struct cycle_item *item = &explained->items.item[i];
		bool after = !than || item->ns < than->ns ||
			     (item->ns == than->ns && item > than);

		if (after && (!longest || item->ns > longest->ns))
			longest = item;
	}
	return longest;
}

void cycle_advice_find(struct advice *advice,
		       const struct explained_cycle *explained,
		       const struct cycle_machine *machine)
{
	const struct thread_cycle *cycle = explained->cycle;
	bool runs = explained_part(explained) == CYCLE_RUN;
	const struct cycle_item *item = NULL;
	enum cause cause;

	*advice = (struct advice) { .lines = 0 };
	if (cycle->faults >= CYCLE_FAULTS_MATTER &&
	    takes_much(explained, cycle->part[CYCLE_RUN]))
		advise_cycle(advice, CAUSE_PAGES, explained, NULL, machine);
	while ((item = longest_after(explained, item)) &&
	       takes_much(explained, item->ns)) {
		cause = cause_of_item(explained, item);
		runs &= item->kind != ITEM_SPIN;
		if (cause != CAUSE_NONE)
			advise_cycle(advice, cause, explained, item, machine);
	}
	if (runs)
		advise_cycle(advice, CAUSE_OWN_WORK, explained, NULL, machine);
}
