// SPDX-License-Identifier: GPL-2.0
/*
 * Known causes of latency, for the tests. Never for a machine in use.
 *
 *	echo "KIND CPU START DURATION MARK" >/sys/kernel/debug/rtla_inject
 *	cat /sys/kernel/debug/rtla_inject	KIND CPU PID BEGIN END NET
 *
 * A thread named inject/CPU sleeps on CPU until START (ns of CLOCK_MONOTONIC; 0
 * is at once) and then holds the CPU for DURATION ns in the way that KIND says.
 * The write returns when it is over. Then the injector tells what it measured
 * itself: the first and the last moment of the cause, and its net time since
 * MARK, which is without the gaps in which something else had the CPU. Where the
 * thread is the cause, its last moment is when it is switched out.
 */
#include <linux/bitops.h>
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/timekeeping.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>
#include <uapi/linux/sched/types.h>

#include <asm/apic.h>
#include <asm/irq_vectors.h>
#include <asm/nmi.h>

#define NAME		"rtla_inject"
#define DURATION_MAX_NS	(10ULL * NSEC_PER_SEC)

/* The spinning loop takes less than this, an interrupt takes longer. */
#define GAP_NS		500

struct injection {
	const struct kind *kind;
	unsigned int cpu;
	u64 start;
	u64 duration;
	u64 mark;
	pid_t pid;
	u64 begin;
	u64 end;
	u64 net;
	struct completion done;
};

struct kind {
	const char *name;
	void (*run)(struct injection *injection);
	bool thread;	/* the thread is the cause */
	int fifo;	/* its priority; 0 is SCHED_OTHER */
};

static DEFINE_MUTEX(inject_lock);
static struct injection injection;
static struct task_struct *leaving;	/* done, but not switched out yet */
static unsigned long nmi_pending;
static int inject_irq;

/* No cpu_relax(): an emulator takes it as a hint to run another CPU. */
static void spin(struct injection *inj)
{
	u64 last = ktime_get_mono_fast_ns();
	u64 until = last + inj->duration;
	u64 now;

	inj->begin = last;
	for (;;) {
		now = ktime_get_mono_fast_ns();
		if (now > inj->mark && now - last < GAP_NS)
			inj->net += now - (last > inj->mark ? last : inj->mark);
		last = now;
		if (now >= until)
			break;
	}
	inj->end = now;
}

static void run_irqs_off(struct injection *inj)
{
	local_irq_disable();
	spin(inj);
	local_irq_enable();
}

static void run_preempt_off(struct injection *inj)
{
	preempt_disable();
	spin(inj);
	WRITE_ONCE(leaving, current);
	preempt_enable();
}

static void run_fifo(struct injection *inj)
{
	spin(inj);
	WRITE_ONCE(leaving, current);
}

static void on_switch(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	u64 now;

	if (prev != READ_ONCE(leaving))
		return;
	leaving = NULL;
	now = ktime_get_mono_fast_ns();
	injection.net += now - injection.end;
	injection.end = now;
}

static irqreturn_t on_irq(int irq, void *data)
{
	spin(data);
	return IRQ_HANDLED;
}

static void raise_irq(struct irq_work *work)
{
	generic_handle_irq(inject_irq);
}

static struct irq_work irq_raiser = IRQ_WORK_INIT_HARD(raise_irq);

static void run_irq(struct injection *inj)
{
	irq_work_queue(&irq_raiser);
	irq_work_sync(&irq_raiser);
}

static void on_tasklet(struct tasklet_struct *unused)
{
	spin(&injection);
}

static DECLARE_TASKLET(inject_tasklet, on_tasklet);

static void run_softirq(struct injection *inj)
{
	local_bh_disable();
	tasklet_schedule(&inject_tasklet);
	local_bh_enable();
	tasklet_unlock_wait(&inject_tasklet);
}

static int on_nmi(unsigned int type, struct pt_regs *regs)
{
	if (smp_processor_id() != injection.cpu ||
	    !test_and_clear_bit(0, &nmi_pending))
		return NMI_DONE;
	spin(&injection);
	return NMI_HANDLED;
}

static void run_nmi(struct injection *inj)
{
	set_bit(0, &nmi_pending);
	apic->send_IPI(inj->cpu, NMI_VECTOR);
	while (test_bit(0, &nmi_pending))
		barrier();
}

/* No latency: what a guest's tests have to fail by. */
static void run_warning(struct injection *inj)
{
	WARN(1, NAME ": a warning, as asked for\n");
}

static const struct kind kinds[] = {
	{ "irqs_off", run_irqs_off },
	{ "preempt_off", run_preempt_off, true },
	{ "irq", run_irq },
	{ "softirq", run_softirq },
	{ "fifo", run_fifo, true, 99 },
	{ "nmi", run_nmi },
	{ "warning", run_warning },
};

static int inject_thread(void *data)
{
	struct injection *inj = data;
	ktime_t start = ns_to_ktime(inj->start);
	ktime_t pause = ms_to_ktime(1);

	/* A CPU that goes offline waits: the cause belongs to it. */
	migrate_disable();
	while (ktime_before(ktime_get(), start)) {
		set_current_state(TASK_UNINTERRUPTIBLE);
		schedule_hrtimeout_range(&start, 0, HRTIMER_MODE_ABS);
	}
	inj->pid = current->pid;
	inj->kind->run(inj);
	/* Leave the CPU at once: ending takes long, at this priority. */
	set_current_state(TASK_UNINTERRUPTIBLE);
	schedule_hrtimeout_range(&pause, 0, HRTIMER_MODE_REL);
	migrate_enable();
	complete(&inj->done);
	return 0;
}

static int run_injection(struct injection *inj)
{
	struct sched_attr sched = {
		.size = sizeof(sched),
		.sched_policy = inj->kind->fifo ? SCHED_FIFO : SCHED_NORMAL,
		.sched_priority = inj->kind->fifo,
	};
	struct task_struct *thread;

	init_completion(&inj->done);
	thread = kthread_create_on_node(inject_thread, inj, NUMA_NO_NODE,
					"inject/%u", inj->cpu);
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	sched_setattr_nocheck(thread, &sched);
	kthread_bind(thread, inj->cpu);
	wake_up_process(thread);
	wait_for_completion(&inj->done);
	return 0;
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

static ssize_t inject_write(struct file *file, const char __user *user,
			    size_t size, loff_t *pos)
{
	struct injection next = { };
	char buf[96], kind[16];
	ssize_t ret;

	if (size >= sizeof(buf))
		return -EINVAL;
	if (copy_from_user(buf, user, size))
		return -EFAULT;
	buf[size] = '\0';
	if (sscanf(buf, "%15s %u %llu %llu %llu", kind, &next.cpu, &next.start,
		   &next.duration, &next.mark) < 4)
		return -EINVAL;
	next.kind = find_kind(kind);
	if (!next.kind || !cpu_online(next.cpu) ||
	    next.duration > DURATION_MAX_NS)
		return -EINVAL;
	if (IS_ENABLED(CONFIG_PREEMPT_RT) && !strcmp(kind, "softirq"))
		return -EOPNOTSUPP;

	mutex_lock(&inject_lock);
	injection = next;
	ret = run_injection(&injection);
	mutex_unlock(&inject_lock);
	return ret ?: size;
}

static int inject_show(struct seq_file *m, void *unused)
{
	mutex_lock(&inject_lock);
	if (injection.kind)
		seq_printf(m, "%s %u %d %llu %llu %llu\n", injection.kind->name,
			   injection.cpu, injection.pid, injection.begin,
			   injection.end, injection.net);
	mutex_unlock(&inject_lock);
	return 0;
}

static int inject_open(struct inode *inode, struct file *file)
{
	return single_open(file, inject_show, NULL);
}

static const struct file_operations inject_fops = {
	.owner = THIS_MODULE,
	.open = inject_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.write = inject_write,
	.release = single_release,
};

static void free_inject_irq(void)
{
	free_irq(inject_irq, &injection);
	irq_free_descs(inject_irq, 1);
}

static struct dentry *inject_file;
static struct tracepoint *sched_switch;

static void find_switch(struct tracepoint *tp, void *unused)
{
	if (!strcmp(tp->name, "sched_switch"))
		sched_switch = tp;
}

/* An interrupt of no device, raised by the irq_work, not threaded on RT. */
static int make_irq(void)
{
	int ret;

	inject_irq = irq_alloc_descs(-1, 1, 1, NUMA_NO_NODE);
	if (inject_irq < 0)
		return inject_irq;
	irq_set_chip_and_handler_name(inject_irq, &dummy_irq_chip,
				      handle_simple_irq, NAME);
	irq_modify_status(inject_irq, IRQ_NOREQUEST, 0);
	ret = request_irq(inject_irq, on_irq, IRQF_NO_THREAD, NAME, &injection);
	if (ret)
		irq_free_descs(inject_irq, 1);
	return ret;
}

static int __init inject_init(void)
{
	int ret;

	for_each_kernel_tracepoint(find_switch, NULL);
	if (!sched_switch)
		return -EOPNOTSUPP;
	ret = make_irq();
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
	free_inject_irq();
	return ret;
}

static void __exit inject_exit(void)
{
	debugfs_remove(inject_file);
	tracepoint_probe_unregister(sched_switch, on_switch, NULL);
	tracepoint_synchronize_unregister();
	unregister_nmi_handler(NMI_LOCAL, NAME);
	free_inject_irq();
	tasklet_kill(&inject_tasklet);
}

module_init(inject_init);
module_exit(inject_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Known causes of latency, for tests");
