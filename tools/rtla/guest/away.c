// SPDX-License-Identifier: GPL-2.0
/*
 * What a vCPU did: see away.h. All events of the host are passed over, up to
 * the end of the hit, and tell what each CPU and the vCPU's thread does.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/cpus.h"
#include "guest/away.h"
#include "guest/host_events.h"
#include "guest/host_trace.h"

/* An interrupt or softirq that has a CPU. */
struct holder {
	bool there;
	int id;
	char name[EVENT_DESC_LEN];
};

/* A CPU of the host. */
struct host_cpu {
	bool known;		/* which thread runs */
	int pid;
	int prio;
	char comm[EVENT_DESC_LEN];
	struct holder irq;
	struct holder softirq;
};

enum vcpu_state {
	VCPU_UNKNOWN,
	VCPU_IN_GUEST,
	VCPU_IN_HOST,		/* it has a CPU of the host */
	VCPU_READY,		/* it wants one */
	VCPU_ASLEEP,
};

/**
 * struct walk - the way through the events
 * @halted: the exit is one by which the guest waits for an interrupt, and it
 *	was not woken yet
 * @user: the hypervisor's program handles the exit
 * @reason: of the exit
 */
struct walk {
	struct away_list *list;
	const struct vcpu *vcpu;
	struct host_cpu cpu[CPUS_MAX];
	enum vcpu_state state;
	int on;
	bool halted;
	bool user;
	char reason[EVENT_DESC_LEN];
};

/* ---- Stretches ----------------------------------------------------------- */

static bool is_same_cause(const struct away *a, const struct away *b)
{
	return a->kind == b->kind && a->id == b->id && !strcmp(a->name, b->name);
}

/* Return the index of the cause @found, which is added if needed; -1: no memory. */
static long find_cause(struct away_list *list, const struct away *found)
{
	struct away *grown;

	for (size_t i = list->causes; i--;)
		if (is_same_cause(&list->cause[i], found))
			return i;
	grown = array_grow(list->cause, list->causes, sizeof(*grown));
	if (!grown)
		return -1;
	list->cause = grown;
	grown[list->causes] = *found;
	return list->causes++;
}

static int add_stretch(struct away_list *list, const struct away *found,
		       uint64_t at, uint64_t ns)
{
	long cause = find_cause(list, found);
	struct away_stretch *last, *grown;

	if (cause < 0)
		return -1;
	list->cause[cause].ns += ns;
	last = list->stretches ? &list->stretch[list->stretches - 1] : NULL;
	if (last && last->cause == (size_t)cause && last->cpu == found->cpu) {
		last->ns += ns;
		return 0;
	}
	grown = array_grow(list->stretch, list->stretches, sizeof(*grown));
	if (!grown)
		return -1;
	list->stretch = grown;
	grown[list->stretches++] = (struct away_stretch) {
		at, ns, found->cpu, cause,
	};
	return 0;
}

static void name_cause(struct away *found, enum away_kind kind, int id,
		       const char *name)
{
	found->kind = kind;
	found->id = id;
	snprintf(found->name, sizeof(found->name), "%s", name);
}

/* The CPU has the vCPU's thread, or that waits for it: who has it? */
static bool find_holder(struct away *found, const struct host_cpu *cpu)
{
	if (cpu->irq.there)
		name_cause(found, AWAY_IRQ, cpu->irq.id, cpu->irq.name);
	else if (cpu->softirq.there)
		name_cause(found, AWAY_SOFTIRQ, cpu->softirq.id,
			   cpu->softirq.name);
	else
		return false;
	return true;
}

static void find_who(struct away *found, const struct walk *walk)
{
	const struct host_cpu *cpu = &walk->cpu[walk->on];

	if (find_holder(found, cpu))
		return;
	if (!cpu->known || cpu->pid == walk->vcpu->tid)
		name_cause(found, AWAY_UNKNOWN, 0, "");
	else if (!cpu->pid)
		name_cause(found, AWAY_IDLE, 0, "");
	else
		name_cause(found, AWAY_THREAD, cpu->pid, cpu->comm);
	found->prio = cpu->prio;
}

/* Find what the vCPU does now. */
static void find_now(struct away *found, const struct walk *walk)
{
	*found = (struct away) { .cpu = walk->on };
	switch (walk->state) {
	case VCPU_IN_GUEST:
		return name_cause(found, AWAY_GUEST, 0, "");
	case VCPU_IN_HOST:
		if (find_holder(found, &walk->cpu[walk->on]))
			return;
		return name_cause(found, walk->halted ? AWAY_HALTED :
				  walk->user ? AWAY_USER : AWAY_KERNEL, 0,
				  walk->reason);
	case VCPU_READY:
		return find_who(found, walk);
	case VCPU_ASLEEP:
		return name_cause(found, walk->halted ? AWAY_HALTED :
				  AWAY_ASLEEP, 0, walk->reason);
	default:
		return name_cause(found, AWAY_UNKNOWN, 0, "");
	}
}

/* ---- Events -------------------------------------------------------------- */

/* x86 on Intel and AMD, arm64, RISC-V; the guest waits for an interrupt. */
static bool is_halt(const char *reason)
{
	static const char *const halts[] = {
		"HLT", "hlt", "WFx", "MWAIT_INSTRUCTION", "mwait", "WFI",
	};

	for (size_t i = 0; i < sizeof(halts) / sizeof(halts[0]); i++)
		if (!strcmp(reason, halts[i]))
			return true;
	return false;
}

static void take_of_vcpu(struct walk *walk, const struct host_event *event)
{
	walk->on = event->cpu;
	switch (event->type) {
	case HOST_ENTRY:
		walk->state = VCPU_IN_GUEST;
		walk->user = walk->halted = false;
		break;
	case HOST_EXIT:
		walk->state = VCPU_IN_HOST;
		snprintf(walk->reason, sizeof(walk->reason), "%s", event->name);
		walk->halted = is_halt(event->name);
		walk->user = false;
		break;
	case HOST_USER:
		walk->user = true;
		break;
	case HOST_SWITCH:
		walk->state = event->ready ? VCPU_READY : VCPU_ASLEEP;
		break;
	default:
		break;
	}
}

/* Take what others do to the vCPU's thread. */
static void take_to_vcpu(struct walk *walk, const struct host_event *event)
{
	switch (event->type) {
	case HOST_SWITCH:
		walk->state = VCPU_IN_HOST;
		walk->on = event->cpu;
		break;
	case HOST_WAKING:
		walk->halted = false;
		if (walk->state != VCPU_ASLEEP && walk->state != VCPU_READY)
			break;
		walk->state = VCPU_READY;
		if (event->to >= 0 && event->to < CPUS_MAX)
			walk->on = event->to;
		break;
	case HOST_MIGRATE:
		if (event->to >= 0 && event->to < CPUS_MAX)
			walk->on = event->to;
		break;
	default:
		break;
	}
}

static void holder_begin(struct holder *holder, const struct host_event *event)
{
	holder->there = true;
	holder->id = event->other;
	memcpy(holder->name, event->name, sizeof(holder->name));
}

static void take_of_cpu(struct host_cpu *cpu, const struct host_event *event)
{
	switch (event->type) {
	case HOST_SWITCH:
		cpu->known = true;
		cpu->pid = event->other;
		cpu->prio = event->prio;
		memcpy(cpu->comm, event->name, sizeof(cpu->comm));
		/* An interrupt whose end is missing has ended. */
		cpu->irq.there = cpu->softirq.there = false;
		break;
	case HOST_IRQ_BEGIN:
		holder_begin(&cpu->irq, event);
		break;
	case HOST_IRQ_END:
		cpu->irq.there = false;
		break;
	case HOST_SOFTIRQ_BEGIN:
		holder_begin(&cpu->softirq, event);
		break;
	case HOST_SOFTIRQ_END:
		cpu->softirq.there = false;
		break;
	default:
		break;
	}
}

static void walk_take(struct walk *walk, const struct host_event *event)
{
	bool named = event->type == HOST_SWITCH || event->type == HOST_WAKING ||
		     event->type == HOST_MIGRATE;

	if (event->cpu >= 0 && event->cpu < CPUS_MAX)
		take_of_cpu(&walk->cpu[event->cpu], event);
	if (event->pid == walk->vcpu->tid)
		take_of_vcpu(walk, event);
	if (named && event->other == walk->vcpu->tid)
		take_to_vcpu(walk, event);
}

static int compare_causes(const void *a, const void *b)
{
	const struct away *one = a, *two = b;

	return one->ns > two->ns ? -1 : one->ns < two->ns;
}

/* Put the longest cause first, with the CPU on which it took the most. */
static void sort_causes(struct away_list *list)
{
	uint64_t *most = calloc(list->causes, sizeof(*most));
	struct away *old = calloc(list->causes, sizeof(*old));

	for (size_t i = 0; i < list->stretches && most; i++) {
		const struct away_stretch *stretch = &list->stretch[i];

		if (stretch->ns > most[stretch->cause]) {
			most[stretch->cause] = stretch->ns;
			list->cause[stretch->cause].cpu = stretch->cpu;
		}
	}
	free(most);
	if (old) {
		memcpy(old, list->cause, list->causes * sizeof(*old));
		qsort(list->cause, list->causes, sizeof(*old), compare_causes);
		for (size_t i = 0; i < list->stretches; i++)
			for (size_t j = 0; j < list->causes; j++)
				if (is_same_cause(&old[list->stretch[i].cause],
					    &list->cause[j])) {
					list->stretch[i].cause = j;
					break;
				}
	}
	free(old);
}

/* Note what the vCPU does from @from to @to of the hit that begins at @start. */
static int walk_pass(const struct walk *walk, int64_t from, int64_t to,
		     int64_t start)
{
	struct away now;

	if (to <= from)
		return 0;
	find_now(&now, walk);
	return add_stretch(walk->list, &now, from - start, to - from);
}

int away_find(struct away_list *list, const struct host_trace *host,
	      const struct vcpu *vcpu, int64_t start, uint64_t ns)
{
	struct walk *walk = calloc(1, sizeof(*walk));
	int64_t at = start, end = start + ns;
	int error = walk ? 0 : -1;

	*list = (struct away_list) { .ns = ns };
	if (walk) {
		walk->list = list;
		walk->vcpu = vcpu;
	}
	for (size_t i = 0; i < host->events && !error; i++) {
		int64_t time = host->event[i].time;

		if (time >= end)
			break;
		error = walk_pass(walk, at, time, start);
		at = time > at ? time : at;
		walk_take(walk, &host->event[i]);
	}
	if (!error)
		error = walk_pass(walk, at, end, start);
	free(walk);
	if (!error)
		sort_causes(list);
	return error;
}

void away_free(struct away_list *list)
{
	free(list->stretch);
	free(list->cause);
	*list = (struct away_list) { .ns = 0 };
}
