// SPDX-License-Identifier: GPL-2.0
/*
 * Breaks rules of the model of the bound, for the tests. Never load this on a
 * machine in use.
 *
 *	echo "KIND CPU" >/sys/kernel/debug/rtla_rules
 *
 * A thread of CPU calls the probes of a tracepoint of the scheduler, as if the
 * kernel had come by there in a state that it never has there. Nothing is
 * woken or switched. By KIND,
 *
 *	switch	sched_switch, with preemption and interrupts enabled
 *	irq	sched_switch, in an interrupt, with preemption disabled
 *	nmi	the same in an NMI
 *	waking	sched_wakeup, with preemption and interrupts enabled
 */
#include <linux/debugfs.h>
#include <linux/irq_work.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include <trace/events/sched.h>

#include "common.h"
#include "compat.h"
#include "nmi.h"

#define NAME	"rtla_rules"

static struct dentry *file;
static struct tracepoint *switches, *wakings;
static bool is_due;	/* the interrupt or NMI was sent, and has not come yet */

/*
 * Call @call for each probe of a tracepoint, in the state in which the kernel
 * calls them.
 */
static void call_probes(struct tracepoint *tp,
			void (*call)(const struct tracepoint_func *probe))
{
	const struct tracepoint_func *probe;

	rcu_read_lock();
	if (RTLA_PROBE_PREEMPT)
		preempt_disable_notrace();
	probe = rcu_dereference_raw(tp->funcs);
	for (; probe && probe->func; probe++)
		call(probe);
	if (RTLA_PROBE_PREEMPT)
		preempt_enable_notrace();
	rcu_read_unlock();
}

static void call_switch(const struct tracepoint_func *probe)
{
	void (*func)(void *data, bool preempt, struct task_struct *prev,
		     struct task_struct *next, unsigned int prev_state) =
		probe->func;

	func(probe->data, false, current, current, TASK_RUNNING);
}

/* The thread is any but this one. */
static void call_waking(const struct tracepoint_func *probe)
{
	void (*func)(void *data, struct task_struct *task) = probe->func;

	func(probe->data, &init_task);
}

static void on_irq(struct irq_work *work)
{
	call_probes(switches, call_switch);
	WRITE_ONCE(is_due, false);
}

static struct irq_work irq = IRQ_WORK_INIT_HARD(on_irq);

static int on_nmi(unsigned int type, struct pt_regs *regs)
{
	if (!READ_ONCE(is_due))
		return NMI_DONE;
	call_probes(switches, call_switch);
	WRITE_ONCE(is_due, false);
	return NMI_HANDLED;
}

/* The thread is not within the scheduler when it comes. */
static void break_in_interrupt(bool nmi)
{
	preempt_disable();
	WRITE_ONCE(is_due, true);
	if (nmi)
		send_nmi(raw_smp_processor_id());
	else
		irq_work_queue(&irq);
	while (READ_ONCE(is_due))
		barrier();
	preempt_enable();
}

static int break_rules(void *kind)
{
	if (!strcmp(kind, "switch"))
		call_probes(switches, call_switch);
	else if (!strcmp(kind, "waking"))
		call_probes(wakings, call_waking);
	else if (!strcmp(kind, "irq"))
		break_in_interrupt(false);
	else if (!strcmp(kind, "nmi") && can_send_nmi())
		break_in_interrupt(true);
	else
		return -EINVAL;
	return 0;
}

static ssize_t rules_write(struct file *opened, const char __user *user,
			   size_t size, loff_t *at)
{
	static const struct limits cpu_limits = { 0, U16_MAX };
	char line[32], *text = line, *kind;
	u64 cpu;
	int ret;

	ret = copy_text(line, sizeof(line), user, size);
	if (ret)
		return ret;
	kind = next_word(&text);
	if (!kind || read_numbers(&text, &cpu, &cpu_limits, 1))
		return -EINVAL;
	ret = smp_call_on_cpu(cpu, break_rules, kind, false);
	return ret ?: size;
}

static const struct file_operations rules_fops = {
	.owner = THIS_MODULE,
	.write = rules_write,
};

static void find_tracepoints(struct tracepoint *tp, void *unused)
{
	if (!strcmp(tp->name, "sched_switch"))
		switches = tp;
	else if (!strcmp(tp->name, "sched_wakeup"))
		wakings = tp;
}

static int __init rules_init(void)
{
	int ret;

	for_each_kernel_tracepoint(find_tracepoints, NULL);
	if (!switches || !wakings)
		return -EOPNOTSUPP;
	ret = register_nmi_handler(NMI_LOCAL, on_nmi, 0, NAME);
	if (ret)
		return ret;
	file = debugfs_create_file(NAME, 0200, NULL, NULL, &rules_fops);
	return 0;
}

static void __exit rules_exit(void)
{
	debugfs_remove(file);
	irq_work_sync(&irq);
	unregister_nmi_handler(NMI_LOCAL, NAME);
}

module_init(rules_init);
module_exit(rules_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Broken rules of the scheduler, for tests");
