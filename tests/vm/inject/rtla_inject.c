// SPDX-License-Identifier: GPL-2.0
/*
 * Known causes of latency, for the tests. Never load this on a machine in use.
 *
 *	echo "KIND CPU START DURATION MARK" >/sys/kernel/debug/rtla_inject
 *	cat /sys/kernel/debug/rtla_inject	KIND CPU PID BEGIN END NET
 *
 * A thread named inject/CPU sleeps on CPU until START (ns of CLOCK_MONOTONIC; 0
 * means now) and then holds the CPU for DURATION ns in the way that KIND says.
 * The write returns when that is over. Then the file shows what the injector
 * measured itself: the first and the last moment of the cause, and its net time
 * since MARK (0), without the gaps in which something else had the CPU. If the
 * thread is the cause, the last moment is when the thread is switched out.
 *
 * KIND may be a list of causes, in the order of time, of which the file shows a
 * line each: "KIND,KIND@AFTER+DURATION,...". A further cause begins AFTER ns
 * after START. If its kind is irq, irq_work or nmi, it comes in the middle of
 * the cause that has the CPU then, or is held off by it. A cause of another
 * kind has a thread of its own.
 *
 * In the kinds from "work" to "rcu", something of the kernel carries the cause:
 * a kworker, an interrupt from another CPU, a softirq. Which of the functions
 * carried_by_*() ran is what a user wants to know. The thread only asks for it,
 * and sleeps.
 */
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/irq_work.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/stop_machine.h>
#include <linux/timer.h>
#include <linux/tracepoint.h>
#include <linux/workqueue.h>

#include "common.h"
#include "compat.h"
#include "nmi.h"

#define NAME		"rtla_inject"
#define DURATION_MAX_NS	(10ULL * NSEC_PER_SEC)
#define CAUSES_MAX	6

/*
 * The thread ends this long after its cause: longer than the osnoise periods of
 * the tests that must contain no other noise than the cause.
 */
#define PAUSE_MS	30

/* A round of the spinning loop takes less, an interrupt takes longer. */
#define GAP_NS		500

struct cause {
	const struct kind *kind;
	u64 start;
	u64 duration;
	struct task_struct *thread;	/* NULL: comes inside another cause */
	pid_t pid;
	u64 begin;
	u64 end;
	u64 net;
};

struct injection {
	unsigned int cpu;
	u64 mark;
	struct cause cause[CAUSES_MAX];
	unsigned int causes;
	unsigned int due;	/* index of the next cause to begin */
	struct completion done;
};

struct kind {
	const char *name;
	void (*run)(struct cause *cause);
	bool inside;	/* can come in the middle of (inside) another cause */
	bool vector;	/* an interrupt vector without a device's handler */
	bool thread;	/* the thread is the cause */
	bool carried;	/* something else carries the cause: see above */
	int fifo;	/* SCHED_FIFO priority of the thread; 0: SCHED_OTHER */
};

static DEFINE_MUTEX(inject_lock);
static struct injection injection;
static struct cause *leaving;	/* thread is done, but not switched out yet */
static struct cause *nmi_cause, *irq_cause, *softirq_cause;
static int inject_irq;

/*
 * Raise the next cause that comes in the middle of another one, if it is due.
 * The cause that spins calls this, as it has the CPU.
 */
static void raise_due(u64 now)
{
	struct cause *cause = &injection.cause[injection.due];

	if (injection.due == injection.causes || now < cause->start)
		return;
	injection.due++;
	if (!cause->thread)
		cause->kind->run(cause);
}

/*
 * Hold the CPU for the cause's duration, and measure the cause. The loop has no
 * cpu_relax(), which an emulator takes as a hint to run another CPU.
 */
static void spin(struct cause *cause)
{
	u64 mark = injection.mark;
	u64 last = ktime_get_mono_fast_ns();
	u64 until = last + cause->duration;
	u64 now;

	cause->pid = current->pid;
	cause->begin = last;
	for (;;) {
		now = ktime_get_mono_fast_ns();
		if (now > mark && now - last < GAP_NS)
			cause->net += now - (last > mark ? last : mark);
		last = now;
		if (now >= until)
			break;
		raise_due(now);
	}
	cause->end = now;
}

static void run_irqs_off(struct cause *cause)
{
	local_irq_disable();
	spin(cause);
	local_irq_enable();
}

static void run_preempt_off(struct cause *cause)
{
	preempt_disable();
	spin(cause);
	WRITE_ONCE(leaving, cause);
	preempt_enable();
}

/* An empty function, which the compiler does not know to be called. */
static void nothing(void)
{
}

static void (*called)(void) = nothing;

/*
 * A third of this time is spent in the thunk of indirect calls, if the kernel
 * has one.
 */
static void run_indirect_calls(struct cause *cause)
{
	u64 until;

	cause->pid = current->pid;
	cause->begin = ktime_get_mono_fast_ns();
	until = cause->begin + cause->duration;
	preempt_disable();
	do {
		for (int i = 0; i < 100; i++)
			READ_ONCE(called)();
		cause->end = ktime_get_mono_fast_ns();
	} while (cause->end < until);
	cause->net = cause->end - cause->begin;
	preempt_enable();
}

static void run_fifo(struct cause *cause)
{
	spin(cause);
	WRITE_ONCE(leaving, cause);
}

static void on_switch(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	struct cause *cause = READ_ONCE(leaving);
	u64 now;

	if (!cause || prev != cause->thread)
		return;
	leaving = NULL;
	now = ktime_get_mono_fast_ns();
	cause->net += now - cause->end;
	cause->end = now;
}

static irqreturn_t on_irq(int irq, void *data)
{
	spin(irq_cause);
	return IRQ_HANDLED;
}

static void raise_irq(struct irq_work *work)
{
	if (irq_cause->kind->vector)
		spin(irq_cause);
	else
		generic_handle_irq(inject_irq);
}

static struct irq_work irq_raiser = IRQ_WORK_INIT_HARD(raise_irq);

static void run_irq(struct cause *cause)
{
	irq_cause = cause;
	irq_work_queue(&irq_raiser);
}

static void on_tasklet(struct tasklet_struct *unused)
{
	spin(softirq_cause);
}

static DECLARE_TASKLET(inject_tasklet, on_tasklet);

static void run_softirq(struct cause *cause)
{
	softirq_cause = cause;
	local_bh_disable();
	tasklet_schedule(&inject_tasklet);
	local_bh_enable();
	tasklet_unlock_wait(&inject_tasklet);
}

static int on_nmi(unsigned int type, struct pt_regs *regs)
{
	struct cause *cause;

	if (smp_processor_id() != injection.cpu)
		return NMI_DONE;
	cause = xchg(&nmi_cause, NULL);
	if (!cause)
		return NMI_DONE;
	spin(cause);
	return NMI_HANDLED;
}

static void run_nmi(struct cause *cause)
{
	WRITE_ONCE(nmi_cause, cause);
	send_nmi(injection.cpu);
	while (READ_ONCE(nmi_cause) && !in_nmi())
		barrier();
}

/* ---- Causes that something carries --------------------------------------- */

static struct cause *carried_cause;
static struct completion carried_done;

/*
 * Hold the CPU in what carries the cause, and tell its thread that it is over.
 * If it is a thread, the scheduler would let it share the CPU with a measuring
 * thread that is as fair, in pieces as short as each kernel likes.
 */
static __always_inline void hold_carried(void)
{
	preempt_disable();
	spin(carried_cause);
	preempt_enable();
	complete(&carried_done);
}

static void carried_by_work(struct work_struct *work)
{
	hold_carried();
}

static DECLARE_WORK(carried_work, carried_by_work);

static void run_work(struct cause *cause)
{
	schedule_work_on(injection.cpu, &carried_work);
}

static void carried_by_timer(struct timer_list *timer)
{
	hold_carried();
}

static DEFINE_TIMER(carried_timer, carried_by_timer);

/* A timer has to be begun with the CPU on which it expires. */
static void run_timer(struct cause *cause)
{
	carried_timer.expires = jiffies + 2;
	add_timer_on(&carried_timer, injection.cpu);
}

static struct hrtimer carried_hrtimer;

static enum hrtimer_restart carried_by_hrtimer(struct hrtimer *timer)
{
	hold_carried();
	return HRTIMER_NORESTART;
}

static void run_hrtimer(struct cause *cause)
{
	hrtimer_setup(&carried_hrtimer, carried_by_hrtimer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
	hrtimer_start(&carried_hrtimer, NSEC_PER_MSEC,
		      HRTIMER_MODE_REL_PINNED_HARD);
}

static void run_soft_hrtimer(struct cause *cause)
{
	hrtimer_setup(&carried_hrtimer, carried_by_hrtimer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_SOFT);
	hrtimer_start(&carried_hrtimer, NSEC_PER_MSEC,
		      HRTIMER_MODE_REL_PINNED_SOFT);
}

static void carried_by_tasklet(struct tasklet_struct *unused)
{
	hold_carried();
}

static DECLARE_TASKLET(carried_tasklet, carried_by_tasklet);

static void run_tasklet(struct cause *cause)
{
	tasklet_schedule(&carried_tasklet);
}

static void carried_by_call(void *unused)
{
	hold_carried();
}

static struct task_struct *sender;

/*
 * Runs on another CPU, and asks this one to call a function. It lives on, so
 * that a report finds its name.
 */
static int send_call(void *unused)
{
	smp_call_function_single(injection.cpu, carried_by_call, NULL, true);
	while (sleep_till_woken())
		;
	return 0;
}

static void run_call(struct cause *cause)
{
	unsigned int other = cpumask_any_but(cpu_online_mask, injection.cpu);

	end_thread(&sender);
	if (other < nr_cpu_ids)
		sender = make_thread(send_call, NULL, other, 0,
				     "inject_sender");
	/* A single CPU has nobody to ask it. */
	if (IS_ERR_OR_NULL(sender))
		complete(&carried_done);
}

static int carried_by_stopper(void *unused)
{
	hold_carried();
	return 0;
}

static void run_stopper(struct cause *cause)
{
	stop_machine(carried_by_stopper, NULL, cpumask_of(injection.cpu));
}

static struct rcu_head carried_head;

static void carried_by_rcu(struct rcu_head *head)
{
	hold_carried();
}

static void run_rcu(struct cause *cause)
{
	call_rcu(&carried_head, carried_by_rcu);
}

static irqreturn_t wake_carried(int irq, void *data)
{
	return IRQ_WAKE_THREAD;
}

/* No device has an interest in where its thread is. */
static irqreturn_t carried_by_handler(int irq, void *data)
{
	set_cpus_allowed_ptr(current, cpumask_of(injection.cpu));
	hold_carried();
	return IRQ_HANDLED;
}

static int carried_irq;

static void raise_carried(struct irq_work *work)
{
	generic_handle_irq(carried_irq);
}

static struct irq_work carried_raiser = IRQ_WORK_INIT_HARD(raise_carried);

static void run_handler(struct cause *cause)
{
	irq_work_queue(&carried_raiser);
}

/* This kind only causes a warning, by which a guest's tests must fail. */
static void run_warning(struct cause *cause)
{
	WARN(1, NAME ": a warning, as asked for\n");
}

static const struct kind kinds[] = {
	{ "irqs_off", run_irqs_off },
	{ "preempt_off", run_preempt_off, .thread = true },
	{ "indirect_calls", run_indirect_calls },
	{ "irq", run_irq, .inside = true },
	{ "irq_work", run_irq, .inside = true, .vector = true },
	{ "softirq", run_softirq },
	{ "fifo", run_fifo, .thread = true, .fifo = 99 },
	{ "nmi", run_nmi, .inside = true },
	{ "work", run_work, .carried = true },
	{ "timer", run_timer, .carried = true },
	{ "hrtimer", run_hrtimer, .carried = true },
	{ "soft_hrtimer", run_soft_hrtimer, .carried = true },
	{ "tasklet", run_tasklet, .carried = true },
	{ "call", run_call, .carried = true },
	{ "stopper", run_stopper, .carried = true },
	{ "handler", run_handler, .carried = true },
	{ "rcu", run_rcu, .carried = true },
	{ "warning", run_warning },
};

static int inject_thread(void *data)
{
	struct cause *cause = data;
	ktime_t start = ns_to_ktime(cause->start);
	ktime_t pause = ms_to_ktime(PAUSE_MS);

	/* The cause belongs to this CPU, which goes offline only after it. */
	migrate_disable();
	while (ktime_before(ktime_get(), start)) {
		set_current_state(TASK_UNINTERRUPTIBLE);
		schedule_hrtimeout_range(&start, 0, HRTIMER_MODE_ABS);
	}
	if (cause->kind->carried) {
		carried_cause = cause;
		init_completion(&carried_done);
	}
	cause->kind->run(cause);
	if (cause->kind->carried)
		wait_for_completion(&carried_done);
	/* Ending the thread takes long: let what waits have the CPU first. */
	set_current_state(TASK_UNINTERRUPTIBLE);
	schedule_hrtimeout_range(&pause, 0, HRTIMER_MODE_REL);
	irq_work_sync(&irq_raiser);
	irq_work_sync(&carried_raiser);
	migrate_enable();
	complete(&injection.done);
	return 0;
}

static int make_cause_thread(struct cause *cause)
{
	struct task_struct *thread;
	char name[TASK_COMM_LEN];

	snprintf(name, sizeof(name), "inject/%u", injection.cpu);
	thread = make_sleeping_thread(inject_thread, cause, injection.cpu,
				      cause->kind->fifo, name);
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	cause->thread = thread;
	return 0;
}

/* The first cause always has a thread: there is no other one to be in. */
static int run_injection(void)
{
	struct cause *cause = injection.cause;
	struct cause *end = cause + injection.causes;
	int ret = 0;

	injection.due = 1;
	init_completion(&injection.done);
	for (; cause < end && !ret; cause++) {
		if (cause == injection.cause || !cause->kind->inside)
			ret = make_cause_thread(cause);
	}
	for (cause = injection.cause; cause < end; cause++) {
		if (!cause->thread)
			continue;
		if (ret)
			kthread_stop(cause->thread);
		else
			wake_up_process(cause->thread);
	}
	for (cause = injection.cause; cause < end && !ret; cause++) {
		if (cause->thread)
			wait_for_completion(&injection.done);
	}
	return ret;
}

static const struct kind *find_kind(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	}
	return NULL;
}

/* Parse "KIND" for the first cause, "KIND@AFTER+DURATION" for a further one. */
static int parse_cause(const char *text, bool first, struct cause *cause)
{
	u64 after = 0;
	char name[16];

	if (sscanf(text, "%15[^@]@%llu+%llu", name, &after,
		   &cause->duration) != (first ? 1 : 3))
		return -EINVAL;
	cause->kind = find_kind(name);
	if (!cause->kind || cause->duration > DURATION_MAX_NS ||
	    after > DURATION_MAX_NS)
		return -EINVAL;
	if (IS_ENABLED(CONFIG_PREEMPT_RT) && !strcmp(name, "softirq"))
		return -EOPNOTSUPP;
	if (!can_send_nmi() && !strcmp(name, "nmi"))
		return -EOPNOTSUPP;
	cause->start += after;
	return 0;
}

static int parse_causes(char *text, const struct cause *first,
			struct injection *inj)
{
	struct cause *cause;
	char *word;
	int ret;

	while ((word = strsep(&text, ","))) {
		if (inj->causes == CAUSES_MAX)
			return -E2BIG;
		cause = &inj->cause[inj->causes];
		*cause = *first;
		ret = parse_cause(word, !inj->causes, cause);
		if (ret)
			return ret;
		inj->causes++;
	}
	return 0;
}

static ssize_t inject_write(struct file *file, const char __user *user,
			    size_t size, loff_t *pos)
{
	struct injection next = { };
	struct cause first = { };
	char buf[192], kind[128];
	ssize_t ret;

	ret = copy_text(buf, sizeof(buf), user, size);
	if (ret)
		return ret;
	if (sscanf(buf, "%127s %u %llu %llu %llu", kind, &next.cpu,
		   &first.start, &first.duration, &next.mark) < 4)
		return -EINVAL;
	if (!cpu_online(next.cpu))
		return -EINVAL;
	first.start = first.start ?: ktime_get_mono_fast_ns();
	ret = parse_causes(kind, &first, &next);
	if (ret)
		return ret;

	mutex_lock(&inject_lock);
	injection = next;
	ret = run_injection();
	mutex_unlock(&inject_lock);
	return ret ?: size;
}

static int inject_show(struct seq_file *m, void *unused)
{
	const struct cause *cause = injection.cause;

	mutex_lock(&inject_lock);
	for (; cause < injection.cause + injection.causes; cause++)
		seq_printf(m, "%s %u %d %llu %llu %llu\n", cause->kind->name,
			   injection.cpu, cause->pid, cause->begin, cause->end,
			   cause->net);
	mutex_unlock(&inject_lock);
	return 0;
}

DEFINE_INJECTOR_FILE(inject);

static void free_inject_irqs(void)
{
	free_irq(inject_irq, &injection);
	irq_free_descs(inject_irq, 1);
	free_irq(carried_irq, &injection);
	irq_free_descs(carried_irq, 1);
}

static struct dentry *inject_file;
static struct tracepoint *sched_switch;

static void find_switch(struct tracepoint *tp, void *unused)
{
	if (!strcmp(tp->name, "sched_switch"))
		sched_switch = tp;
}

/*
 * Make an interrupt that belongs to no device and that an irq_work raises. It
 * has a thread only if there is a @thread_fn, also on PREEMPT_RT.
 */
static int make_irq(int *irq, irq_handler_t handler, irq_handler_t thread_fn)
{
	int ret;

	*irq = irq_alloc_descs(-1, 1, 1, NUMA_NO_NODE);
	if (*irq < 0)
		return *irq;
	irq_set_chip_and_handler_name(*irq, &dummy_irq_chip, handle_simple_irq,
				      NAME);
	irq_modify_status(*irq, IRQ_NOREQUEST, 0);
	ret = request_threaded_irq(*irq, handler, thread_fn,
				   thread_fn ? 0 : IRQF_NO_THREAD, NAME,
				   &injection);
	if (ret)
		irq_free_descs(*irq, 1);
	return ret;
}

static int make_irqs(void)
{
	int ret = make_irq(&inject_irq, on_irq, NULL);

	if (ret)
		return ret;
	ret = make_irq(&carried_irq, wake_carried, carried_by_handler);
	if (ret) {
		free_irq(inject_irq, &injection);
		irq_free_descs(inject_irq, 1);
	}
	return ret;
}

static int __init inject_init(void)
{
	int ret;

	for_each_kernel_tracepoint(find_switch, NULL);
	if (!sched_switch)
		return -EOPNOTSUPP;
	ret = make_irqs();
	if (ret)
		return ret;
	ret = register_nmi_handler(NMI_LOCAL, on_nmi, 0, NAME);
	if (ret)
		goto err_irq;
	ret = tracepoint_probe_register(sched_switch, on_switch, NULL);
	if (ret)
		goto err_nmi;
	inject_file = debugfs_create_file(NAME, 0600, NULL, NULL, &inject_fops);
	return 0;

err_nmi:
	unregister_nmi_handler(NMI_LOCAL, NAME);
err_irq:
	free_inject_irqs();
	return ret;
}

static void __exit inject_exit(void)
{
	debugfs_remove(inject_file);
	end_thread(&sender);
	tracepoint_probe_unregister(sched_switch, on_switch, NULL);
	tracepoint_synchronize_unregister();
	unregister_nmi_handler(NMI_LOCAL, NAME);
	free_inject_irqs();
	tasklet_kill(&inject_tasklet);
	tasklet_kill(&carried_tasklet);
	rcu_barrier();
}

module_init(inject_init);
module_exit(inject_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Known causes of latency, for tests");
