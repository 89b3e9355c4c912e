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

#include "noise/callbacks.h"
#include "noise/causes.h"
#include "noise/clock.h"
#include "noise/hooks.h"
#include "noise/hooks_arch.h"
#include "noise/noise.h"
#include "noise/noise_context.h"

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

/*
 * What sets do at a switch on a CPU that is watched, after the accounting, each
 * at a place of its own; NULL: it is not attached.
 */
static hook_switch_t hooks_on_switch[2];
static DEFINE_STATIC_KEY_FALSE(hooks_switching);

static noinline void hooks_switch_watched(bool preempt,
					  struct task_struct *prev,
					  struct task_struct *next,
					  unsigned int prev_state)
{
	hook_switch_t on_switch;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hooks_on_switch); i++) {
		on_switch = READ_ONCE(hooks_on_switch[i]);
		if (on_switch)
			on_switch(preempt, prev, next, prev_state);
	}
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
	if (static_branch_unlikely(&hooks_switching) &&
	    unlikely(rtla_noise_is_watched_here()))
		hooks_switch_watched(preempt, prev, next, prev_state);
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

/*
 * The compiler checks that the hooks have the prototypes of their tracepoints.
 */
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
	  .probe = common_hook_irq_exit },
	{ .name = "irq_handler", .suffix = "_entry",
	  .probe = common_hook_irq_entry },
#ifndef CONFIG_PREEMPT_RT
	{ .name = "softirq", .suffix = "_exit",
	  .probe = common_hook_softirq_exit },
	{ .name = "softirq", .suffix = "_entry",
	  .probe = common_hook_softirq_entry },
#endif
	{ .name = "sched", .suffix = "_switch",
	  .probe = common_hook_sched_switch },
};

static struct hook_set hooks_common = {
	.hook = common_hooks,
	.count = ARRAY_SIZE(common_hooks),
	.detached = rtla_noise_forget,
};

/* These two only let the other hooks know who wants something. */
static struct hook_set hooks_watched = {
	.key = &rtla_noise_watched,
};

static struct hook_set hooks_causes = {
	.key = &rtla_causes_kept,
};

/*
 * All sets, in the order of their bits: the first ones are those that hooks.h
 * names.
 */
static struct hook_set *hook_sets[BITS_PER_TYPE(unsigned int)];
static unsigned int hook_sets_count;

static DEFINE_MUTEX(hooks_lock);

static bool hook_is_named(const struct hook *hook, const char *name)
{
	size_t len = strlen(hook->name);

	return !strncmp(name, hook->name, len) &&
	       !strcmp(name + len, hook->suffix);
}

static void hooks_find_in_set(struct hook_set *set, struct tracepoint *tp)
{
	size_t i;

	for (i = 0; i < set->count; i++) {
		if (hook_is_named(&set->hook[i], tp->name))
			set->hook[i].tracepoint = tp;
	}
}

static void hooks_find_tracepoint(struct tracepoint *tp, void *unused)
{
	unsigned int i;

	for (i = 0; i < hook_sets_count; i++)
		hooks_find_in_set(hook_sets[i], tp);
}

static bool hooks_are_complete(const struct hook_set *set)
{
	bool ok = true;
	size_t i;

	for (i = 0; i < set->count; i++) {
		if (set->hook[i].tracepoint || set->hook[i].optional)
			continue;
		pr_err("this kernel has no tracepoint %s%s\n",
		       set->hook[i].name, set->hook[i].suffix);
		ok = false;
	}
	return ok;
}

/**
 * rtla_hooks_add - make a set of hooks known, which gets its bit
 * @set: has to exist as long as the module
 *
 * Context: process, before rtla_hooks_find().
 */
void rtla_hooks_add(struct hook_set *set)
{
	set->bit = BIT(hook_sets_count);
	hook_sets[hook_sets_count++] = set;
}

/*
 * rtla_hooks_init - add the sets of this folder, before all others; context:
 * likewise
 */
void rtla_hooks_init(void)
{
	rtla_noise_init();
	rtla_hooks_arch_init();
	rtla_hooks_add(&rtla_hooks_arch_nmi);
	rtla_hooks_add(&hooks_common);
	rtla_hooks_add(&rtla_hooks_arch);
	rtla_hooks_add(&hooks_watched);
	rtla_hooks_add(&hooks_causes);
	rtla_hooks_add(&rtla_hooks_callbacks);
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
	unsigned int i;

	for_each_kernel_tracepoint(hooks_find_tracepoint, NULL);
	for (i = 0; i < hook_sets_count; i++)
		ok = hooks_are_complete(hook_sets[i]) && ok;
	return ok ? 0 : -EOPNOTSUPP;
}

static void hooks_detach_tracepoints(struct hook_set *set)
{
	size_t i = set->count;
	struct hook *hook;

	lockdep_assert_held(&hooks_lock);
	while (i--) {
		hook = &set->hook[i];
		if (!hook->attached)
			continue;
		tracepoint_probe_unregister(hook->tracepoint, hook->probe,
					    hook->data);
		hook->attached = false;
	}
}

static int hooks_attach_tracepoints(struct hook_set *set)
{
	struct hook *hook;
	size_t i;
	int ret;

	lockdep_assert_held(&hooks_lock);
	for (i = 0; i < set->count; i++) {
		hook = &set->hook[i];
		if (!hook->tracepoint)
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

/* Put @to where @from is; NULL: nothing is there. */
static void hooks_set_switch(hook_switch_t from, hook_switch_t to)
{
	size_t i;

	lockdep_assert_held(&hooks_lock);
	for (i = 0; i < ARRAY_SIZE(hooks_on_switch); i++) {
		if (hooks_on_switch[i] != from)
			continue;
		WRITE_ONCE(hooks_on_switch[i], to);
		return;
	}
	/* There is a place for each set that needs one. */
	WARN_ON_ONCE(1);
}

static void hooks_attach_switch(const struct hook_set *set)
{
	if (!set->on_switch)
		return;
	hooks_set_switch(NULL, set->on_switch);
	static_branch_inc(&hooks_switching);
}

static void hooks_detach_switch(const struct hook_set *set)
{
	if (!set->on_switch)
		return;
	static_branch_dec(&hooks_switching);
	hooks_set_switch(set->on_switch, NULL);
}

static int hooks_attach(struct hook_set *set)
{
	int ret = hooks_attach_tracepoints(set);

	if (!ret && set->attach)
		ret = set->attach();
	if (ret) {
		hooks_detach_tracepoints(set);
		return ret;
	}
	hooks_attach_switch(set);
	if (set->key)
		static_branch_enable(set->key);
	return 0;
}

static void hooks_detach(struct hook_set *set)
{
	if (set->key)
		static_branch_disable(set->key);
	hooks_detach_switch(set);
	if (set->detach)
		set->detach();
	hooks_detach_tracepoints(set);
}

static void hooks_put_locked(unsigned int sets)
{
	unsigned int i, gone = 0;

	lockdep_assert_held(&hooks_lock);
	for (i = 0; i < hook_sets_count; i++) {
		if (sets & BIT(i) && !--hook_sets[i]->users)
			gone |= BIT(i);
	}
	if (!gone)
		return;
	for (i = 0; i < hook_sets_count; i++) {
		if (gone & BIT(i))
			hooks_detach(hook_sets[i]);
	}
	tracepoint_synchronize_unregister();
	/*
	 * From 7.0 on tracepoint_synchronize_unregister() does not wait for NMI
	 * handlers; synchronize_rcu() does.
	 */
	synchronize_rcu();
	for (i = 0; i < hook_sets_count; i++) {
		if (gone & BIT(i) && hook_sets[i]->detached)
			hook_sets[i]->detached();
	}
}

/**
 * rtla_hooks_get - attach those hooks of which the caller is the first user
 * @sets: the bits of sets; may be none
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
	for (i = 0; i < hook_sets_count && !ret; i++) {
		if (!(sets & BIT(i)))
			continue;
		if (!hook_sets[i]->users)
			ret = hooks_attach(hook_sets[i]);
		if (ret)
			break;
		hook_sets[i]->users++;
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
