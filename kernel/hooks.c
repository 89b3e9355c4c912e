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

#include <trace/events/rtla.h>

#include "hooks.h"
#include "hooks_arch.h"
#include "noise.h"

static void hook_irq_entry(void *data, int irq, struct irqaction *action)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	lockdep_assert_irqs_disabled();
	if (rtla_noise_is_on(noise))
		rtla_noise_irq_entry(noise);
}

static void hook_irq_exit(void *data, int irq, struct irqaction *action,
			  int ret)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	char desc[RTLA_DESC_LEN];

	lockdep_assert_irqs_disabled();
	if (!rtla_noise_is_on(noise))
		return;
	strscpy_pad(desc, action->name ?: "", sizeof(desc));
	rtla_noise_irq_exit(noise, desc, irq);
}

static void hook_sched_switch(void *data, bool preempt,
			      struct task_struct *prev,
			      struct task_struct *next, unsigned int prev_state)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	lockdep_assert_irqs_disabled();
	if (rtla_noise_is_on(noise))
		rtla_noise_switch(noise, prev, next);
}

/* On PREEMPT_RT softirqs run in threads, and are accounted as those threads. */
#ifndef CONFIG_PREEMPT_RT
static void hook_softirq_entry(void *data, unsigned int vector)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	lockdep_assert_preemption_disabled();
	if (rtla_noise_is_on(noise))
		rtla_noise_softirq_entry(noise);
}

static void hook_softirq_exit(void *data, unsigned int vector)
{
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);

	lockdep_assert_preemption_disabled();
	if (rtla_noise_is_on(noise))
		rtla_noise_softirq_exit(noise, vector);
}
#endif

static struct hook common_hooks[] = {
	{ .name = "irq_handler", .suffix = "_exit", .probe = hook_irq_exit },
	{ .name = "irq_handler", .suffix = "_entry", .probe = hook_irq_entry },
#ifndef CONFIG_PREEMPT_RT
	{ .name = "softirq", .suffix = "_exit", .probe = hook_softirq_exit },
	{ .name = "softirq", .suffix = "_entry", .probe = hook_softirq_entry },
#endif
	{ .name = "sched", .suffix = "_switch", .probe = hook_sched_switch },
};

static struct hook_set hooks_common = {
	.hook = common_hooks,
	.count = ARRAY_SIZE(common_hooks),
};

static DEFINE_MUTEX(hooks_lock);
static unsigned int hooks_users;

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
	hooks_find_in_set(&hooks_common, tp);
	hooks_find_in_set(&rtla_hooks_arch, tp);
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
 * rtla_hooks_find - look up the kernel's tracepoints
 *
 * Return: 0, or -EOPNOTSUPP if a tracepoint is missing that is not optional;
 * the kernel log names it. Context: process, once, before rtla_hooks_get().
 */
int rtla_hooks_find(void)
{
	bool ok;

	rtla_hooks_arch_init();
	for_each_kernel_tracepoint(hooks_find_tracepoint, NULL);
	ok = hooks_are_complete(&hooks_common);
	ok = hooks_are_complete(&rtla_hooks_arch) && ok;
	return ok ? 0 : -EOPNOTSUPP;
}

static void hooks_detach(struct hook_set *set)
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

static int hooks_attach(struct hook_set *set)
{
	struct hook *hook;
	size_t i;
	int ret;

	lockdep_assert_held(&hooks_lock);
	for (i = 0; i < set->count; i++) {
		hook = &set->hook[i];
		if (!hook->tracepoint)
			continue;
		ret = tracepoint_probe_register(hook->tracepoint, hook->probe,
						hook->data);
		if (ret) {
			hooks_detach(set);
			return ret;
		}
		hook->attached = true;
	}
	return 0;
}

static int hooks_attach_all(void)
{
	int ret;

	ret = hooks_attach(&hooks_common);
	if (ret)
		return ret;
	ret = hooks_attach(&rtla_hooks_arch);
	if (ret)
		goto err_common;
	ret = rtla_hooks_arch_attach();
	if (ret)
		goto err_arch;
	return 0;

err_arch:
	hooks_detach(&rtla_hooks_arch);
err_common:
	hooks_detach(&hooks_common);
	return ret;
}

/**
 * rtla_hooks_get - attach the hooks if the caller is their first user
 *
 * Return: 0, then rtla_hooks_put() has to follow; or a negative error, -EINTR
 * after a fatal signal. Context: process, may sleep; without cpus_read_lock().
 */
int rtla_hooks_get(void)
{
	int ret;

	ret = mutex_lock_killable(&hooks_lock);
	if (ret)
		return ret;
	if (!hooks_users)
		ret = hooks_attach_all();
	if (!ret)
		hooks_users++;
	mutex_unlock(&hooks_lock);
	return ret;
}

/**
 * rtla_hooks_put - detach the hooks if the caller is their last user
 *
 * If the hooks were detached, no probe runs any more when the function returns.
 * Context: process, may sleep; without cpus_read_lock().
 */
void rtla_hooks_put(void)
{
	mutex_lock(&hooks_lock);
	if (!--hooks_users) {
		rtla_hooks_arch_detach();
		hooks_detach(&rtla_hooks_arch);
		hooks_detach(&hooks_common);
		tracepoint_synchronize_unregister();
		/*
		 * From 7.0 on tracepoint_synchronize_unregister() does not wait
		 * for NMI handlers; synchronize_rcu() does.
		 */
		synchronize_rcu();
	}
	mutex_unlock(&hooks_lock);
}
