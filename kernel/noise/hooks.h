/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks: functions of the module that the kernel calls at its tracepoints while
 * a session runs that needs them.
 */
#ifndef _RTLA_HOOKS_H
#define _RTLA_HOOKS_H

#include <linux/bits.h>
#include <linux/jump_label.h>
#include <linux/types.h>

struct task_struct;
struct tracepoint;

/* A function with the arguments of the tracepoint sched_switch. */
typedef void (*hook_switch_t)(bool preempt, struct task_struct *prev,
			      struct task_struct *next,
			      unsigned int prev_state);

/**
 * enum hook_order - where a hook is among all probes of its tracepoint
 * @HOOK_LAST: it is called after those of others
 * @HOOK_ANYWHERE: it is called in the order in which they were attached
 * @HOOK_FIRST: it is called before those of others
 */
enum hook_order {
	HOOK_LAST = -1,
	HOOK_ANYWHERE = 0,
	HOOK_FIRST = 1,
};

/**
 * struct hook - one probe on one of the kernel's tracepoints
 * @name: the tracepoint's name up to @suffix
 * @suffix: the rest of the name
 * @probe: the function to be called, with the prototype of the tracepoint
 * @data: first argument of @probe
 * @order: where it is among the probes of its tracepoint
 * @optional: the measurement can do without this hook
 * @tracepoint: found by rtla_hooks_find(); NULL: this kernel has no such
 *	tracepoint
 * @attached: @probe is registered with the tracepoint
 */
struct hook {
	const char *name;
	const char *suffix;
	void *probe;
	void *data;
	enum hook_order order;
	bool optional;
	struct tracepoint *tracepoint;
	bool attached;
};

/**
 * struct hook_set - hooks that are attached together
 * @hook: the hooks, in the order of attaching: exits before their entries
 * @count: their number
 * @on_switch: called while they are attached, with HOOKS_NOISE, as a CPU that
 *	is watched switches threads; NULL: nothing is. So the switches of other
 *	CPUs have no hook more
 * @key: enabled while they are attached; NULL: there is none
 * @attach: called when the hooks are attached; returns 0 or a negative error;
 *	NULL: nothing is to be done then, as for the two below
 * @detach: undo @attach, before they are detached
 * @detached: undo the rest, when none of them runs any more
 * @bit: the bit of the set, by which a session asks for it; set by
 *	rtla_hooks_add()
 * @users: the number of sessions that use it
 *
 * Context of the functions: process, may sleep; without cpus_read_lock().
 */
struct hook_set {
	struct hook *hook;
	size_t count;
	hook_switch_t on_switch;
	struct static_key_false *key;
	int (*attach)(void);
	void (*detach)(void);
	void (*detached)(void);
	unsigned int bit;
	unsigned int users;
};

/*
 * The bits of the sets of this folder. A kind of measurement may have sets of
 * its own, which get the bits after these.
 */
#define HOOKS_NMI	BIT(0)			/* NMIs */
#define HOOKS_NOISE	(BIT(1) | BIT(2))	/* interrupts, softirqs and threads */
#define HOOKS_WATCHED	BIT(3)	/* none, but the others know of watchers */
#define HOOKS_CAUSES	BIT(4)	/* likewise of those that count by name */
#define HOOKS_CALLBACKS	BIT(5)	/* callbacks of timers, works and the like */

void rtla_hooks_init(void);
void rtla_hooks_add(struct hook_set *set);
int rtla_hooks_find(void);
int rtla_hooks_get(unsigned int sets);
void rtla_hooks_put(unsigned int sets);

#endif /* _RTLA_HOOKS_H */
