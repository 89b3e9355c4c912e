// SPDX-License-Identifier: GPL-2.0
/*
 * Spins of a known time at known points of a thread's wake-up and of the switch
 * to it, for the tests. Never load this on a machine in use.
 *
 *	echo "KIND CPU NS REPEAT PERIOD [nmi]" >/sys/kernel/debug/rtla_sched
 *	echo run >/sys/kernel/debug/rtla_sched
 *	cat /sys/kernel/debug/rtla_sched
 *		KIND CPU PID NS COUNT SUM MIN MAX MISSED OFFSET
 *	echo clear >/sys/kernel/debug/rtla_sched
 *
 * The first line makes a target: a thread sched/KIND of SCHED_FIFO, which
 * sleeps on CPU. "run" wakes each target that has not been woken yet REPEAT
 * times, one target after the other, and returns when that is over. "clear"
 * ends the threads. The file shows for each target what the injector has seen
 * itself: how often it has spun, and in ns the sum, the shortest and the
 * longest of these times; then, how many rounds have failed.
 *
 * In a round, a thread helper/CPU of SCHED_OTHER starts a timer of CPU and
 * spins with preemption off until the timer has expired and has woken the
 * target. It lets the target have the CPU, and sleeps for PERIOD ns. All kinds
 * do this, so that what they have in common takes the same time. With NS 0,
 * there is no more in a round than the injector's own work. The spin of NS ns
 * is, by KIND,
 *
 *	none	nowhere
 *	timer	in the timer's callback, before that wakes the target
 *	late	with interrupts off, from when the timer is to expire
 *	queue	between the tracepoints sched_waking and sched_wakeup
 *	wait	with preemption off, when the target has been woken
 *	pick	in the scheduler, before it chooses the target
 *	sched_out  between the tracepoint sched_switch and the switch itself, also if
 *		it is to a thread of a higher priority that was woken, too
 *	sched_in   after the switch, before the scheduler returns
 *
 * The other kinds have rounds of their own:
 *
 *	tick	the helper keeps the CPU busy. The spin is in the timer's interrupt
 *		after the tick's handler has returned, before other probes see that.
 *		The target is not woken.
 *	ipi	the helper keeps interrupts off for NS ns, while a thread sender/CPU
 *		of another CPU wakes the target. What is shown is the time from the
 *		sender's wake-up until interrupts are on again; and OFFSET is the sum
 *		of the times from when they were off to that wake-up.
 *	stale	the target runs, is about to sleep, but is woken before it has, 1000
 *		times: half by itself, half by a timer. Then a thread preempt/CPU of
 *		a higher priority spins for NS ns. OFFSET is the number of those
 *		wake-ups.
 *
 * With "nmi", an NMI comes where the spin would be, and its handler spins.
 *
 * The spin of "sched_in" comes after other preempt notifiers that were added to
 * the target later, as the kernel calls the latest one first.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/hrtimer.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/seq_file.h>
#include <linux/tracepoint.h>

#include <trace/events/rcu.h>
#include <trace/events/sched.h>
#include <trace/events/timer.h>

#include "common.h"
#include "compat.h"
#include "nmi.h"

#define NAME		"rtla_sched"
#define TARGETS_MAX	64
#define REPEAT_MAX	1000000
#define AMOUNT_MAX_NS	(100ULL * NSEC_PER_MSEC)
#define PERIOD_MAX_NS	NSEC_PER_SEC

/* The timer expires this long after it was started, even in a slow emulator. */
#define LEAD_NS		(200 * NSEC_PER_USEC)

/* A timer or a thread that has not come after this time does not come any more. */
#define LIMIT_NS	(500 * NSEC_PER_MSEC)

/* The time between two ticks is shorter. */
#define TICK_MAX_NS	(20 * NSEC_PER_MSEC)

#define TARGET_PRIORITY		90
#define PREEMPT_PRIORITY	99
#define STALE_WAKEUPS		1000
#define STALE_LEAD_NS		(20 * NSEC_PER_USEC)

/**
 * struct target - a thread that is woken, and what happens until it runs
 * @kind: where the spin is
 * @cpu: the CPU of the thread
 * @amount: ns; length of the spin
 * @repeat: number of rounds
 * @period: ns; pause after a round
 * @nmi: an NMI's handler spins
 * @ran: the rounds are over
 * @thread: the thread
 * @other: of ipi: the sender; of stale: the thread of a higher priority
 * @timer: wakes the thread
 * @notifier: of the thread, or of the helper
 * @expiry: ns; when @timer is to expire
 * @woken: the timer has woken the thread, and no spin has followed yet
 * @pending: the timer has woken the thread in this round
 * @begin: ns; of ipi: when interrupts were off; 0: they are not
 * @sent: ns; of ipi: when the sender has woken the thread; 0: not yet
 * @waits: of ipi: the sender waits for @begin
 * @done: the rounds are over
 * @count: number of spins
 * @sum: ns; of all spins
 * @min: ns; the shortest spin
 * @max: ns; the longest spin
 * @missed: number of rounds in which something did not come
 * @offset: see above
 */
struct target {
	const struct kind *kind;
	unsigned int cpu;
	u64 amount;
	unsigned int repeat;
	u64 period;
	bool nmi;
	bool ran;
	struct task_struct *thread;
	struct task_struct *other;
	struct hrtimer timer;
	struct preempt_notifier notifier;
	u64 expiry;
	bool woken;
	bool pending;
	u64 begin;
	u64 sent;
	bool waits;
	struct completion done;
	unsigned int count;
	u64 sum;
	u64 min;
	u64 max;
	unsigned int missed;
	u64 offset;
};

/**
 * struct kind - a place for a spin
 * @name: its name
 * @round: what the helper does in a round
 * @target: what the thread does when it has been woken, or NULL
 * @other: what a further thread does, or NULL
 * @tracepoint: a tracepoint with a probe that spins, or NULL
 * @probe: the probe
 * @priority: where the probe is among other ones of the tracepoint
 */
struct kind {
	const char *name;
	void (*round)(struct target *target);
	void (*target)(struct target *target);
	int (*other)(void *data);
	const char *tracepoint;
	void *probe;
	int priority;
};

enum {
	NONE,
	TIMER,
	LATE,
	QUEUE,
	WAIT,
	PICK,
	SCHED_OUT,
	SCHED_IN,
	TICK,
	IPI,
	STALE,
	KINDS
};

static const struct kind kinds[KINDS];
static DEFINE_MUTEX(targets_lock);
static struct target targets[TARGETS_MAX];
static unsigned int targets_count;
static unsigned long tick_handler;	/* its address, or 4 bytes more */
static struct target *nmi_target;	/* whose NMI was sent, and has not come yet */

static bool is(const struct target *target, unsigned int kind)
{
	return target->kind == &kinds[kind];
}

/* ---- Spins --------------------------------------------------------------- */

static void note_amount(struct target *target, u64 amount)
{
	target->count++;
	target->sum += amount;
	target->min = min(target->min, amount);
	target->max = max(target->max, amount);
}

static void spin_here(struct target *target)
{
	u64 begin = ktime_get_mono_fast_ns();

	note_amount(target, spin_until(begin + target->amount) - begin);
}

static int on_nmi(unsigned int type, struct pt_regs *regs)
{
	struct target *target = READ_ONCE(nmi_target);

	if (!target || target->cpu != raw_smp_processor_id())
		return NMI_DONE;
	spin_here(target);
	WRITE_ONCE(nmi_target, NULL);
	return NMI_HANDLED;
}

/* The loop waits until the NMI has come. */
static void spin(struct target *target)
{
	if (!target->nmi) {
		spin_here(target);
		return;
	}
	WRITE_ONCE(nmi_target, target);
	send_nmi(raw_smp_processor_id());
	while (READ_ONCE(nmi_target))
		barrier();
}

/* Spin once for each wake-up, if the target is of this kind. */
static void spin_if_woken(struct target *target, unsigned int kind)
{
	if (!is(target, kind) || !READ_ONCE(target->woken))
		return;
	WRITE_ONCE(target->woken, false);
	spin(target);
}

static enum hrtimer_restart on_timer(struct hrtimer *timer)
{
	struct target *target = container_of(timer, struct target, timer);

	if (is(target, TIMER))
		spin(target);
	WRITE_ONCE(target->woken, true);
	wake_up_process(target->thread);
	WRITE_ONCE(target->pending, true);
	return HRTIMER_NORESTART;
}

static void on_waking(void *data, struct task_struct *task)
{
	struct target *target = data;

	if (task == target->thread)
		spin_if_woken(target, QUEUE);
}

/* The wake-up is over when @pending is set: before, the target is not on a queue. */
static void on_utilization(void *data, const char *what)
{
	struct target *target = data;

	if (READ_ONCE(target->pending) &&
	    raw_smp_processor_id() == target->cpu &&
	    !strcmp(what, "End context switch"))
		spin_if_woken(target, PICK);
}

static void on_sched_in(struct preempt_notifier *notifier, int cpu)
{
	spin_if_woken(container_of(notifier, struct target, notifier),
		      SCHED_IN);
}

static void on_sched_out(struct preempt_notifier *notifier,
			 struct task_struct *next)
{
	spin_if_woken(container_of(notifier, struct target, notifier),
		      SCHED_OUT);
}

static struct preempt_ops notifier_ops = {
	.sched_in = on_sched_in,
	.sched_out = on_sched_out,
};

static void on_expire_exit(void *data, struct hrtimer *timer)
{
	unsigned long handler = (unsigned long)ACCESS_PRIVATE(timer, function);
	struct target *target = data;

	if (raw_smp_processor_id() != target->cpu ||
	    (handler != tick_handler && handler != tick_handler - 4))
		return;
	if (READ_ONCE(target->count) < target->repeat)
		spin(target);
}

/* The compiler checks that the probes have the prototypes of their tracepoints. */
static void __maybe_unused check_probes(void)
{
	check_trace_callback_type_sched_waking(on_waking);
	check_trace_callback_type_rcu_utilization(on_utilization);
	check_trace_callback_type_hrtimer_expire_exit(on_expire_exit);
}

/* ---- Rounds -------------------------------------------------------------- */

static bool is_over(u64 limit)
{
	return ktime_get_mono_fast_ns() > limit;
}

static void start_timer(struct target *target, u64 lead)
{
	WRITE_ONCE(target->pending, false);
	target->expiry = ktime_get_mono_fast_ns() + lead;
	hrtimer_start(&target->timer, ns_to_ktime(target->expiry),
		      HRTIMER_MODE_ABS_PINNED_HARD);
}

static void hold_interrupts(struct target *target)
{
	local_irq_disable();
	note_amount(target, spin_until(target->expiry + target->amount) -
		    target->expiry);
	local_irq_enable();
}

static void wake_round(struct target *target)
{
	u64 limit;

	preempt_disable();
	start_timer(target, LEAD_NS);
	if (is(target, LATE))
		hold_interrupts(target);
	limit = target->expiry + target->amount + LIMIT_NS;
	while (!READ_ONCE(target->pending)) {
		if (!is_over(limit))
			continue;
		target->missed++;
		break;
	}
	if (is(target, WAIT))
		spin(target);
	preempt_enable();
	/* Without preemption of the kernel, the target would still wait. */
	cond_resched();
}

/* All ticks are in the first round. */
static void tick_round(struct target *target)
{
	u64 limit = ktime_get_mono_fast_ns() +
		    (target->amount + TICK_MAX_NS) * target->repeat + LIMIT_NS;

	while (READ_ONCE(target->count) < target->repeat) {
		if (kthread_should_stop() || is_over(limit)) {
			target->missed = target->repeat - target->count;
			return;
		}
		cond_resched();
	}
}

static void ipi_round(struct target *target)
{
	u64 begin, end, sent, limit = ktime_get_mono_fast_ns() + LIMIT_NS;

	WRITE_ONCE(target->sent, 0);
	/* A wake-up is lost if the sender is just about to sleep. */
	while (!READ_ONCE(target->waits) && !is_over(limit)) {
		wake_up_process(target->other);
		cond_resched();
	}
	local_irq_disable();
	begin = ktime_get_mono_fast_ns();
	WRITE_ONCE(target->begin, begin);
	end = spin_until(begin + target->amount);
	sent = READ_ONCE(target->sent);
	WRITE_ONCE(target->begin, 0);
	local_irq_enable();
	if (!sent || sent > end) {
		target->missed++;
		return;
	}
	target->offset += sent - begin;
	note_amount(target, end - sent);
}

/* The sender's part of a round; it waits for at most as long as the helper. */
static void send(struct target *target)
{
	u64 limit = ktime_get_mono_fast_ns() + 2 * LIMIT_NS;

	WRITE_ONCE(target->waits, true);
	while (!READ_ONCE(target->begin) && !is_over(limit))
		;
	WRITE_ONCE(target->waits, false);
	if (!READ_ONCE(target->begin))
		return;
	WRITE_ONCE(target->sent, ktime_get_mono_fast_ns());
	wake_up_process(target->thread);
}

/* ---- Threads ------------------------------------------------------------- */

static int sender_thread(void *data)
{
	while (sleep_till_woken())
		send(data);
	return 0;
}

static int preempt_thread(void *data)
{
	while (sleep_till_woken())
		spin(data);
	return 0;
}

/* Wake a thread that is about to sleep, and see that it does not have to. */
static void wake_while_running(struct target *target, bool by_timer)
{
	u64 limit = ktime_get_mono_fast_ns() + LIMIT_NS;

	set_current_state(TASK_UNINTERRUPTIBLE);
	if (by_timer)
		start_timer(target, STALE_LEAD_NS);
	else
		wake_up_process(current);
	while (READ_ONCE(current->__state) != TASK_RUNNING && !is_over(limit))
		;
	if (READ_ONCE(current->__state) != TASK_RUNNING)
		target->missed++;
	__set_current_state(TASK_RUNNING);
	/* Even if it was missed, the timer does not wake the thread later. */
	hrtimer_cancel(&target->timer);
	target->offset++;
}

static void stale_target(struct target *target)
{
	unsigned int i;

	if (!READ_ONCE(target->pending))
		return;
	for (i = 0; i < STALE_WAKEUPS; i++)
		wake_while_running(target, i % 2);
	wake_up_process(target->other);
	cond_resched();
}

static int target_thread(void *data)
{
	struct target *target = data;

	target->notifier.ops = &notifier_ops;
	if (is(target, SCHED_IN))
		preempt_notifier_register(&target->notifier);
	while (sleep_till_woken()) {
		if (target->kind->target)
			target->kind->target(target);
	}
	if (is(target, SCHED_IN))
		preempt_notifier_unregister(&target->notifier);
	return 0;
}

static int helper_thread(void *data)
{
	struct target *target = data;
	unsigned int i;

	if (is(target, SCHED_OUT))
		preempt_notifier_register(&target->notifier);
	for (i = 0; i < target->repeat && !kthread_should_stop(); i++) {
		target->kind->round(target);
		sleep_until(ktime_get_mono_fast_ns() + target->period);
	}
	if (is(target, SCHED_OUT))
		preempt_notifier_unregister(&target->notifier);
	complete(&target->done);
	while (sleep_till_woken())
		;
	return 0;
}

static int make_other(struct target *target)
{
	unsigned int cpu = target->cpu;
	char name[TASK_COMM_LEN];

	if (is(target, IPI)) {
		cpu = cpumask_any_but(cpu_online_mask, target->cpu);
		if (cpu >= nr_cpu_ids)
			return -ENODEV;
	}
	snprintf(name, sizeof(name), "%s/%u",
		 is(target, IPI) ? "sender" : "preempt", cpu);
	target->other = make_thread(target->kind->other, target, cpu,
				    PREEMPT_PRIORITY, name);
	return PTR_ERR_OR_ZERO(target->other);
}

/* ---- Targets ------------------------------------------------------------- */

static const struct kind kinds[KINDS] = {
	[NONE] = { .name = "none", .round = wake_round },
	[TIMER] = { .name = "timer", .round = wake_round },
	[LATE] = { .name = "late", .round = wake_round },
	[QUEUE] = { .name = "queue", .round = wake_round,
		.tracepoint = "sched_waking", .probe = on_waking,
		.priority = TRACEPOINT_DEFAULT_PRIO - 5 },
	[WAIT] = { .name = "wait", .round = wake_round },
	[PICK] = { .name = "pick", .round = wake_round,
		.tracepoint = "rcu_utilization", .probe = on_utilization,
		.priority = TRACEPOINT_DEFAULT_PRIO },
	[SCHED_OUT] = { .name = "sched_out", .round = wake_round },
	[SCHED_IN] = { .name = "sched_in", .round = wake_round },
	[TICK] = { .name = "tick", .round = tick_round,
		.tracepoint = "hrtimer_expire_exit", .probe = on_expire_exit,
		.priority = TRACEPOINT_DEFAULT_PRIO + 5 },
	[IPI] = { .name = "ipi", .round = ipi_round, .other = sender_thread },
	[STALE] = { .name = "stale", .round = wake_round,
		.target = stale_target, .other = preempt_thread },
};

struct tracepoint_search {
	const char *name;
	struct tracepoint *found;
};

static void compare_tracepoint(struct tracepoint *tp, void *data)
{
	struct tracepoint_search *search = data;

	if (!strcmp(tp->name, search->name))
		search->found = tp;
}

static struct tracepoint *find_tracepoint(const char *name)
{
	struct tracepoint_search search = { .name = name };

	for_each_kernel_tracepoint(compare_tracepoint, &search);
	return search.found;
}

static int run_helper(struct target *target)
{
	struct task_struct *helper;
	char name[TASK_COMM_LEN];
	int ret;

	init_completion(&target->done);
	snprintf(name, sizeof(name), "helper/%u", target->cpu);
	helper = make_thread(helper_thread, target, target->cpu, 0, name);
	if (IS_ERR(helper))
		return PTR_ERR(helper);
	ret = wait_for_completion_interruptible(&target->done);
	kthread_stop(helper);
	hrtimer_cancel(&target->timer);
	return ret;
}

static int run_with_probe(struct target *target)
{
	const struct kind *kind = target->kind;
	struct tracepoint *tp = find_tracepoint(kind->tracepoint);
	int ret;

	if (!tp)
		return -EOPNOTSUPP;
	ret = tracepoint_probe_register_prio(tp, kind->probe, target,
					     kind->priority);
	if (ret)
		return ret;
	ret = run_helper(target);
	tracepoint_probe_unregister(tp, kind->probe, target);
	tracepoint_synchronize_unregister();
	return ret;
}

static int run_target(struct target *target)
{
	int ret = 0;

	if (!cpu_online(target->cpu))
		return -ENODEV;
	if (target->kind->other)
		ret = make_other(target);
	if (!ret)
		ret = target->kind->tracepoint ? run_with_probe(target) :
						 run_helper(target);
	end_thread(&target->other);
	return ret;
}

static int run_targets(void)
{
	struct target *target;
	int ret = 0;

	cpus_read_lock();
	for (target = targets; target < targets + targets_count && !ret;
	     target++) {
		if (target->ran)
			continue;
		target->ran = true;
		ret = run_target(target);
	}
	cpus_read_unlock();
	return ret;
}

static void clear_targets(void)
{
	while (targets_count)
		end_thread(&targets[--targets_count].thread);
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

static int read_target(const char *text, struct target *target)
{
	char name[16], how[4] = "";
	int words;

	words = sscanf(text, "%15s %u %llu %u %llu %3s", name, &target->cpu,
		       &target->amount, &target->repeat, &target->period, how);
	target->nmi = !strcmp(how, "nmi");
	if (words < 5 || (words > 5 && !target->nmi))
		return -EINVAL;
	if (target->nmi && !can_send_nmi())
		return -EOPNOTSUPP;
	target->kind = find_kind(name);
	if (!target->kind || target->cpu >= nr_cpu_ids ||
	    !cpu_online(target->cpu) || target->amount > AMOUNT_MAX_NS ||
	    !target->repeat || target->repeat > REPEAT_MAX ||
	    target->period > PERIOD_MAX_NS)
		return -EINVAL;
	if (is(target, TICK) && !tick_handler)
		return -EOPNOTSUPP;
	target->min = U64_MAX;
	return 0;
}

static int add_target(const char *text)
{
	struct target *target = &targets[targets_count];
	char name[TASK_COMM_LEN];
	int ret;

	if (targets_count == TARGETS_MAX)
		return -ENOSPC;
	memset(target, 0, sizeof(*target));
	ret = read_target(text, target);
	if (ret)
		return ret;
	hrtimer_setup(&target->timer, on_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
	snprintf(name, sizeof(name), "sched/%s", target->kind->name);
	target->thread = make_thread(target_thread, target, target->cpu,
				     TARGET_PRIORITY, name);
	if (IS_ERR(target->thread))
		return PTR_ERR(target->thread);
	targets_count++;
	return 0;
}

/* ---- The file ------------------------------------------------------------ */

static ssize_t sched_write(struct file *file, const char __user *user,
			   size_t size, loff_t *pos)
{
	char text[96];
	int ret;

	ret = copy_text(text, sizeof(text), user, size);
	if (ret)
		return ret;
	mutex_lock(&targets_lock);
	if (sysfs_streq(text, "run"))
		ret = run_targets();
	else if (sysfs_streq(text, "clear"))
		clear_targets();
	else
		ret = add_target(text);
	mutex_unlock(&targets_lock);
	return ret ?: size;
}

static int sched_show(struct seq_file *m, void *unused)
{
	const struct target *target = targets;

	mutex_lock(&targets_lock);
	for (; target < targets + targets_count; target++)
		seq_printf(m, "%s %u %d %llu %u %llu %llu %llu %u %llu\n",
			   target->kind->name, target->cpu, target->thread->pid,
			   target->amount, target->count, target->sum,
			   target->count ? target->min : 0, target->max,
			   target->missed, target->offset);
	mutex_unlock(&targets_lock);
	return 0;
}

DEFINE_INJECTOR_FILE(sched);

/*
 * The address of the tick's handler, which has this name up to 6.11, and from
 * 6.12 on. A kprobe that is never enabled gives it; it is that
 * after the instruction ENDBR.
 */
static unsigned long __init find_tick_handler(void)
{
	static const char * const name[] __initconst = {
		"tick_sched_timer", "tick_nohz_handler",
	};
	unsigned long address;
	size_t i;

	/* tick_nohz_handler() of 6.1 is not a timer's, so the other one is first. */
	for (i = 0; i < ARRAY_SIZE(name); i++) {
		struct kprobe probe = {
			.symbol_name = name[i],
			.flags = KPROBE_FLAG_DISABLED,
		};

		if (register_kprobe(&probe))
			continue;
		address = (unsigned long)probe.addr;
		unregister_kprobe(&probe);
		return address;
	}
	return 0;
}

static struct dentry *sched_file;

static int __init sched_init(void)
{
	int ret = register_nmi_handler(NMI_LOCAL, on_nmi, 0, NAME);

	if (ret)
		return ret;
	tick_handler = find_tick_handler();
	preempt_notifier_inc();
	sched_file = debugfs_create_file(NAME, 0600, NULL, NULL, &sched_fops);
	return 0;
}

static void __exit sched_exit(void)
{
	debugfs_remove(sched_file);
	clear_targets();
	preempt_notifier_dec();
	unregister_nmi_handler(NMI_LOCAL, NAME);
}

module_init(sched_init);
module_exit(sched_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Known parts of wake-ups and switches, for tests");
