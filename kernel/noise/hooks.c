// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks common to all architectures, and the attaching of all hooks.
 *
 * The kernel does not export its tracepoints one by one, so the module finds
 * them by name. Probes run on the CPU that the event happens on.
 */
#include <linux/interrupt.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include <trace/events/irq.h>
#include <trace/events/rtla.h>
#include <trace/events/sched.h>

#include "bound/hooks_bound.h"
#include "noise/clock.h"
#include "noise/hooks.h"
#include "noise/hooks_arch.h"
#include "noise/hooks_overheads.h"
#include "noise/noise.h"
#include "noise/noise_context.h"
#include "wakeup/hooks_wakers.h"
#include "wakeup/hooks_wakeup.h"

static void common_hook_irq_entry(void *data, int irq, struct irqaction *action)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	lockdep_assert_irqs_disabled();
	if (rtla_noise_is_on(noise) && !rtla_hooks_arch_in_nmi())
		rtla_noise_irq_entry(noise);
}

static void common_hook_irq_exit(void *data, int irq, struct irqaction *action,
				 int ret)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	char desc[RTLA_DESC_LEN];

	lockdep_assert_irqs_disabled();
	if (!rtla_noise_is_on(noise) || rtla_hooks_arch_in_nmi())
		return;
	strscpy_pad(desc, rtla_hooks_arch_irq_name(action), sizeof(desc));
	rtla_noise_irq_exit(noise, desc, irq);
}

static void common_hook_sched_switch(void *data, bool preempt,
				     struct task_struct *prev,
				     struct task_struct *next,
				     unsigned int prev_state)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	lockdep_assert_irqs_disabled();
	if (rtla_noise_is_on(noise))
		rtla_noise_switch(noise, prev, next);
}

/* On PREEMPT_RT softirqs run in threads, and are accounted as those threads. */
#ifndef CONFIG_PREEMPT_RT
static void common_hook_softirq_entry(void *data, unsigned int vector)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	lockdep_assert_preemption_disabled();
	if (rtla_noise_is_on(noise))
		rtla_noise_softirq_entry(noise, vector);
}

static void common_hook_softirq_exit(void *data, unsigned int vector)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	lockdep_assert_preemption_disabled();
	if (rtla_noise_is_on(noise))
		rtla_noise_softirq_exit(noise, vector);
}
#endif

/* The compiler checks that the hooks have the prototypes of their tracepoints. */
static void __maybe_unused common_check_hooks(void)
{
	check_trace_callback_type_irq_handler_entry(common_hook_irq_entry);
	check_trace_callback_type_irq_handler_exit(common_hook_irq_exit);
	check_trace_callback_type_sched_switch(common_hook_sched_switch);
#ifndef CONFIG_PREEMPT_RT
	check_trace_callback_type_softirq_entry(common_hook_softirq_entry);
	check_trace_callback_type_softirq_exit(common_hook_softirq_exit);
#endif
}

static struct hook common_hooks[] = {
	{ .name = "irq_handler", .suffix = "_exit",
	  .probe = common_hook_irq_exit, .set = HOOKS_NOISE },
	{ .name = "irq_handler", .suffix = "_entry",
	  .probe = common_hook_irq_entry, .set = HOOKS_NOISE },
#ifndef CONFIG_PREEMPT_RT
	{ .name = "softirq", .suffix = "_exit",
	  .probe = common_hook_softirq_exit, .set = HOOKS_NOISE },
	{ .name = "softirq", .suffix = "_entry",
	  .probe = common_hook_softirq_entry, .set = HOOKS_NOISE },
#endif
	{ .name = "sched", .suffix = "_switch",
	  .probe = common_hook_sched_switch, .set = HOOKS_NOISE },
};

static struct hook_list hooks_common = {
	.hook = common_hooks,
	.count = ARRAY_SIZE(common_hooks),
};

/* All hooks, in the order of attaching. */
static struct hook_list *const hook_lists[] = {
	&hooks_common, &rtla_hooks_arch, &rtla_hooks_wakeup,
	&rtla_hooks_overheads, &rtla_hooks_wakers, &rtla_hooks_bound,
};

static int watched_attach(void)
{
	static_branch_enable(&rtla_noise_watched);
	return 0;
}

static void watched_detach(void)
{
	static_branch_disable(&rtla_noise_watched);
}

/**
 * struct hook_set - what belongs to a set besides its hooks; each may be NULL
 * @attach: called when its hooks are attached; returns 0 or a negative error
 * @detach: undo @attach, before they are detached
 * @detached: undo the rest, when none of them runs any more
 *
 * Context: process, may sleep; without cpus_read_lock().
 */
struct hook_set {
	int (*attach)(void);
	void (*detach)(void);
	void (*detached)(void);
};

/* The sets, in the order of their bits. */
static const struct hook_set hook_sets[HOOKS_SETS] = {
	{ .attach = rtla_hooks_arch_attach_nmi,
	  .detach = rtla_hooks_arch_detach_nmi },	/* HOOKS_NMI */
	{ .detached = rtla_noise_forget },		/* HOOKS_NOISE */
	{ .attach = rtla_wakeup_attach,
	  .detached = rtla_wakeup_detached },		/* HOOKS_WAKEUP */
	{ .attach = watched_attach,
	  .detach = watched_detach },			/* HOOKS_WATCHED */
	{ .attach = rtla_overheads_attach,
	  .detach = rtla_overheads_detach,
	  .detached = rtla_overheads_detached },	/* HOOKS_OVERHEADS */
	{ .attach = rtla_wakers_attach,
	  .detach = rtla_wakers_detach,
	  .detached = rtla_wakers_forget },		/* HOOKS_WAKERS */
	{ .attach = rtla_bound_attach,
	  .detach = rtla_bound_detach,
	  .detached = rtla_bound_detached },		/* HOOKS_BOUND */
};

static DEFINE_MUTEX(hooks_lock);
static unsigned int hooks_users[HOOKS_SETS];	/* of each set */

static bool hook_is_named(const struct hook *hook, const char *name)
{
	size_t len = strlen(hook->name);

	return !strncmp(name, hook->name, len) &&
	       !strcmp(name + len, hook->suffix);
}

static void hooks_find_in_list(struct hook_list *list, struct tracepoint *tp)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (hook_is_named(&list->hook[i], tp->name))
			list->hook[i].tracepoint = tp;
	}
}

static void hooks_find_tracepoint(struct tracepoint *tp, void *unused)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hook_lists); i++)
		hooks_find_in_list(hook_lists[i], tp);
}

static bool hooks_are_complete(const struct hook_list *list)
{
	bool ok = true;
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (list->hook[i].tracepoint || list->hook[i].optional)
			continue;
		pr_err("this kernel has no tracepoint %s%s\n",
		       list->hook[i].name, list->hook[i].suffix);
		ok = false;
	}
	return ok;
}

/**
 * rtla_hooks_find - look up the kernel's tracepoints
 *
 * Return: 0, or -EOPNOTSUPP if a tracepoint is missing that is not optional;
 * the kernel log names it. Context: process, once, before rtla_hooks_get().
 */
int rtla_hooks_find(void)
{
	bool ok = true;
	size_t i;

	rtla_hooks_arch_init();
	for_each_kernel_tracepoint(hooks_find_tracepoint, NULL);
	for (i = 0; i < ARRAY_SIZE(hook_lists); i++)
		ok = hooks_are_complete(hook_lists[i]) && ok;
	return ok ? 0 : -EOPNOTSUPP;
}

static void hooks_detach_from(struct hook_list *list, unsigned int set)
{
	size_t i = list->count;
	struct hook *hook;

	lockdep_assert_held(&hooks_lock);
	while (i--) {
		hook = &list->hook[i];
		if (!hook->attached || hook->set != set)
			continue;
		tracepoint_probe_unregister(hook->tracepoint, hook->probe,
					    hook->data);
		hook->attached = false;
	}
}

static int hooks_attach_to(struct hook_list *list, unsigned int set)
{
	struct hook *hook;
	size_t i;
	int ret;

	lockdep_assert_held(&hooks_lock);
	for (i = 0; i < list->count; i++) {
		hook = &list->hook[i];
		if (!hook->tracepoint || hook->set != set)
			continue;
		ret = tracepoint_probe_register_prio(hook->tracepoint,
						     hook->probe, hook->data,
						     TRACEPOINT_DEFAULT_PRIO +
						     hook->order);
		if (ret)
			return ret;
		hook->attached = true;
	}
	return 0;
}

static void hooks_detach_tracepoints(unsigned int set)
{
	size_t i = ARRAY_SIZE(hook_lists);

	while (i--)
		hooks_detach_from(hook_lists[i], set);
}

/* @number: that of the bit of the set */
static int hooks_attach(unsigned int number)
{
	const struct hook_set *set = &hook_sets[number];
	int ret = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hook_lists) && !ret; i++)
		ret = hooks_attach_to(hook_lists[i], BIT(number));
	if (!ret && set->attach)
		ret = set->attach();
	if (ret)
		hooks_detach_tracepoints(BIT(number));
	return ret;
}

static void hooks_detach(unsigned int number)
{
	if (hook_sets[number].detach)
		hook_sets[number].detach();
	hooks_detach_tracepoints(BIT(number));
}

static void hooks_put_locked(unsigned int sets)
{
	unsigned int i, gone = 0;

	lockdep_assert_held(&hooks_lock);
	for (i = 0; i < HOOKS_SETS; i++) {
		if (sets & BIT(i) && !--hooks_users[i])
			gone |= BIT(i);
	}
	if (!gone)
		return;
	for (i = 0; i < HOOKS_SETS; i++) {
		if (gone & BIT(i))
			hooks_detach(i);
	}
	tracepoint_synchronize_unregister();
	/*
	 * From 7.0 on tracepoint_synchronize_unregister() does not wait for NMI
	 * handlers; synchronize_rcu() does.
	 */
	synchronize_rcu();
	for (i = 0; i < HOOKS_SETS; i++) {
		if (gone & BIT(i) && hook_sets[i].detached)
			hook_sets[i].detached();
	}
}

/**
 * rtla_hooks_get - attach those hooks of which the caller is the first user
 * @sets: HOOKS_*; may be none
 *
 * Until rtla_hooks_put(), the clock is fast, too.
 *
 * Return: 0, then rtla_hooks_put() has to follow with the same sets; or a
 * negative error, -EINTR after a fatal signal. Context: process, may sleep;
 * without cpus_read_lock().
 */
int rtla_hooks_get(unsigned int sets)
{
	unsigned int i, got = 0;
	int ret;

	ret = mutex_lock_killable(&hooks_lock);
	if (ret)
		return ret;
	for (i = 0; i < HOOKS_SETS && !ret; i++) {
		if (!(sets & BIT(i)))
			continue;
		if (!hooks_users[i])
			ret = hooks_attach(i);
		if (ret)
			break;
		hooks_users[i]++;
		got |= BIT(i);
	}
	if (ret)
		hooks_put_locked(got);
	else
		rtla_clock_get();
	mutex_unlock(&hooks_lock);
	return ret;
}

/**
 * rtla_hooks_put - detach those hooks of which the caller is the last user
 * @sets: those of rtla_hooks_get()
 *
 * If hooks were detached, none of their probes runs any more when the function
 * returns. Context: process, may sleep; without cpus_read_lock().
 */
void rtla_hooks_put(unsigned int sets)
{
	mutex_lock(&hooks_lock);
	rtla_clock_put();
	hooks_put_locked(sets);
	mutex_unlock(&hooks_lock);
}
