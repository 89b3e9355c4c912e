// SPDX-License-Identifier: GPL-2.0
/*
 * The way in: see way_in.h.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/plain_functions.h"
#include "analysis/way_in.h"

enum way_kind {
	WAY_SOFTIRQ,		/* came by itself */
	WAY_CALLER,		/* calls the function "%s" that it was given */
	WAY_USER,		/* a program in user space made it come */
	WAY_SYSCALL,		/* a system call; which one is not known */
	WAY_NAMED_SYSCALL,	/* "%s" is what the function's name has for the "*" */
};

static const struct way {
	const char *function;	/* see function_matches() */
	enum way_kind kind;
	const char *text;
} ways[] = {
	{ "process_one_work", WAY_CALLER, "in the work %s" },
	{ "irq_thread_fn", WAY_CALLER, "in the interrupt handler %s" },
	{ "irq_forced_thread_fn", WAY_CALLER, "in the interrupt handler %s" },
	{ "tasklet_action_common", WAY_CALLER, "in the tasklet %s" },
	{ "call_timer_fn", WAY_CALLER, "in the timer %s" },
	{ "__hrtimer_run_queues", WAY_CALLER, "in the timer %s" },
	{ "rcu_do_batch", WAY_CALLER, "in the RCU callback %s" },
	{ "cpu_stopper_thread", WAY_CALLER, "in the stopper %s" },
	{ "irq_work_single", WAY_CALLER, "in the irq_work %s" },
	{ "task_work_run", WAY_CALLER, "in the task work %s" },
	{ "handle_softirqs", WAY_SOFTIRQ, "in a softirq" },
	{ "__do_softirq", WAY_SOFTIRQ, "in a softirq" },
	{ "exc_page_fault", WAY_USER, "in a page fault" },
	{ "do_page_fault", WAY_USER, "in a page fault" },
	{ "do_translation_fault", WAY_USER, "in a page fault" },
	{ "syscall_exit_to_user_mode*", WAY_USER, "on its way to user space" },
	{ "irqentry_exit_to_user_mode", WAY_USER, "on its way to user space" },
	{ "exit_to_user_mode*", WAY_USER, "on its way to user space" },
	{ "do_notify_resume", WAY_USER, "on its way to user space" },
	{ "__x64_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__ia32_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__ia32_compat_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__arm64_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__arm64_compat_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__do_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__do_compat_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__se_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "ksys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "do_syscall_64", WAY_SYSCALL, "in a system call" },
	{ "el0_svc*", WAY_SYSCALL, "in a system call" },
};

static const struct way *find_way(const char *function)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		if (function_matches(function, ways[i].function))
			return &ways[i];
	return NULL;
}

static void way_in_set(struct way_in *way, const struct way *like,
		       const char *name)
{
	snprintf(way->text, sizeof(way->text), like->text, name);
}

/* The outermost of a system call's nested functions has the name that programs use. */
static void set_syscall(struct way_in *way, const struct way *like,
			const char *function)
{
	char name[SYMBOL_LEN];

	snprintf(name, sizeof(name), "%s",
		 function + strcspn(like->function, "*"));
	name[strcspn(name, ".")] = '\0';
	if (!*way->called)
		snprintf(way->called, sizeof(way->called), "%s", function);
	way_in_set(way, like, name);
}

/* If the last function is plain, the caller has not called what it was given. */
static void set_caller(struct way_in *way, const struct way *like)
{
	if (!*way->last || plain_kind_of(way->last) != PLAIN_NOT)
		return;
	memcpy(way->called, way->last, sizeof(way->called));
	way_in_set(way, like, way->called);
}

void way_in_look(struct way_in *way, const char *function)
{
	const struct way *like = way->ended ? NULL : find_way(function);

	if (like && like->kind == WAY_NAMED_SYSCALL)
		set_syscall(way, like, function);
	else if (like && like->kind == WAY_CALLER)
		set_caller(way, like);
	else if (like && !*way->text)
		way_in_set(way, like, "");
	if (like) {
		way->ended = like->kind < WAY_SYSCALL;
		way->from_user |= like->kind >= WAY_USER;
	}
	snprintf(way->last, sizeof(way->last), "%s", function);
}
