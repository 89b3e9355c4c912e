// SPDX-License-Identifier: GPL-2.0
/*
 * Windows of known times in which a thread keeps its CPU from others, for the
 * tests. Never load this on a machine in use.
 *
 *	echo "KIND PAUSE CPU PRIORITY REPEAT SHORTEST LONGEST DISTANCE JITTER" \
 *		>/sys/kernel/debug/rtla_window
 *	cat /sys/kernel/debug/rtla_window
 *		KIND CPU PID LENGTH BEGIN END NET INTERRUPTS
 *
 * A thread window/CPU, SCHED_FIFO with PRIORITY or SCHED_OTHER with 0, has
 * REPEAT windows, and the write returns after the last one. A window takes
 * LENGTH ns, which is a random number from SHORTEST to LONGEST, of the thread's
 * own time. The next one begins DISTANCE to DISTANCE + JITTER ns after its end,
 * as chance has it. Until then the thread sleeps if PAUSE is "sleep". If it is
 * "busy", the thread spins with interrupts and preemption on, and calls the
 * scheduler where a kernel without preemption needs that. It also does so after
 * each window. KIND is
 *
 *	irqs_off	interrupts are off
 *	preempt_off	preemption is off
 *	both		preemption is off, and in the second third of it interrupts are
 *	paie		a thread preempt/CPU of the highest priority has been woken with
 *			interrupts off, and is to preempt the one that spins when they
 *			are on again. The next interrupt lets it do so, and that ends
 *			the window, unless the kernel is one without preemption
 *
 * The file shows the windows as the injector has seen them. BEGIN is the first
 * time that is read with interrupts or preemption off, and END the last one, in
 * ns of CLOCK_MONOTONIC. NET is the time between them without that of the
 * INTERRUPTS that came there. If a thread that is to preempt this one has been
 * woken by then, the scheduler has the CPU some instructions after END.
 *
 * Reading the clock must not turn preemption off and on, as the clock of KVM's
 * guests does: that would end a window of "paie".
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/irqflags.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/random.h>
#include <linux/seq_file.h>
#include <linux/vmalloc.h>

#include "common.h"

#define NAME		"rtla_window"
#define REPEAT_MAX	100000
#define LENGTH_MAX_NS	(100ULL * NSEC_PER_MSEC)
#define DISTANCE_MAX_NS	NSEC_PER_SEC

/* A round of the spinning loop takes less, an interrupt takes longer. */
#define GAP_MIN_NS	500
#define GAP_READINGS	5

enum {
	CPU, PRIORITY, REPEAT, SHORTEST, LONGEST, DISTANCE, JITTER, NUMBERS
};

/**
 * struct window - a window, as the file shows it; times in ns
 * @length: the net time that it is to take
 * @begin: its first moment
 * @end: its last moment
 * @net: its time without interrupts
 * @interrupts: number of interrupts, or of groups of them
 */
struct window {
	u64 length;
	u64 begin;
	u64 end;
	u64 net;
	unsigned int interrupts;
};

/**
 * struct plan - what a line asks for, and what has come of it
 * @kind: what a window is
 * @busy: the thread spins between windows
 * @number: of the line
 * @gap: ns; a longer time between two readings of the clock is an interrupt
 * @window: an array of so many windows as there are to be
 * @count: number of those that are over
 * @pid: the thread's
 */
struct plan {
	const struct kind *kind;
	bool busy;
	u64 number[NUMBERS];
	u64 gap;
	struct window *window;
	unsigned int count;
	pid_t pid;
};

struct kind {
	const char *name;
	void (*run)(struct window *window);
	bool other;		/* wakes a further thread */
};

static DEFINE_MUTEX(plan_lock);
static struct plan plan;
static DECLARE_COMPLETION(plan_done);
static struct task_struct *other;
static unsigned int other_ran;	/* how often; only that thread writes it */

/* ---- Windows ------------------------------------------------------------- */

/* Return the limit between rounds and interrupts, in the time of this machine. */
static u64 find_gap(void)
{
	u64 last, now, shortest = U64_MAX;
	unsigned int i;

	local_irq_disable();
	last = ktime_get_mono_fast_ns();
	for (i = 0; i < 16; i++) {
		now = ktime_get_mono_fast_ns();
		shortest = min(shortest, now - last);
		last = now;
	}
	local_irq_enable();
	return max(GAP_READINGS * shortest, (u64)GAP_MIN_NS);
}

/*
 * Disable interrupts, with which each window begins: so none comes before the
 * clock has been read. No thread waits for the CPU then: if the kernel cannot
 * preempt this one, that would make a longer window of this one.
 */
static void begin(struct window *window)
{
	local_irq_disable();
	while (need_resched()) {
		local_irq_enable();
		schedule();
		local_irq_disable();
	}
	window->begin = ktime_get_mono_fast_ns();
	window->end = window->begin;
}

/*
 * Spin until the net time of the window is @net, or until the other thread has
 * run more often than @ran: then the window was over at the last reading before
 * that. A round with an interrupt in it takes as long, but for the interrupt,
 * as the one before.
 */
static void spin(struct window *window, u64 net, unsigned int ran)
{
	u64 now, round = 0;

	while (window->net < net) {
		now = ktime_get_mono_fast_ns();
		if (READ_ONCE(other_ran) != ran)
			return;
		if (now - window->end < plan.gap)
			round = now - window->end;
		else
			window->interrupts++;
		window->net += round;
		window->end = now;
	}
}

static void run_irqs_off(struct window *window)
{
	begin(window);
	spin(window, window->length, other_ran);
	local_irq_enable();
}

static void run_preempt_off(struct window *window)
{
	begin(window);
	preempt_disable();
	local_irq_enable();
	spin(window, window->length, other_ran);
	preempt_enable();
}

static void run_both(struct window *window)
{
	u64 third = div_u64(window->length, 3);

	begin(window);
	preempt_disable();
	local_irq_enable();
	spin(window, third, other_ran);
	local_irq_disable();
	spin(window, 2 * third, other_ran);
	local_irq_enable();
	spin(window, window->length, other_ran);
	preempt_enable();
}

static void run_paie(struct window *window)
{
	unsigned int ran = READ_ONCE(other_ran);

	begin(window);
	wake_up_process(other);
	window->end = ktime_get_mono_fast_ns();
	window->net = window->end - window->begin;
	local_irq_enable();
	spin(window, window->length, ran);
}

static const struct kind kinds[] = {
	{ "irqs_off", run_irqs_off },
	{ "preempt_off", run_preempt_off },
	{ "both", run_both },
	{ "paie", run_paie, .other = true },
};

/* ---- Threads ------------------------------------------------------------- */

/* Return a random number from @least to @least + @more, which is below 2^32. */
static u64 any_of(u64 least, u64 more)
{
	return least + mul_u64_u32_shr(more + 1, get_random_u32(), 32);
}

static void wait_until(u64 time)
{
	if (!plan.busy) {
		sleep_until(time);
		return;
	}
	while (ktime_get_mono_fast_ns() < time && !kthread_should_stop())
		cond_resched();
}

static int window_thread(void *unused)
{
	const u64 *number = plan.number;
	u64 end = ktime_get_mono_fast_ns();
	struct window *window = plan.window;

	plan.gap = find_gap();
	for (; window < plan.window + number[REPEAT]; window++) {
		window->length = any_of(number[SHORTEST],
					number[LONGEST] - number[SHORTEST]);
		wait_until(any_of(end + number[DISTANCE], number[JITTER]));
		if (kthread_should_stop())
			break;
		plan.kind->run(window);
		cond_resched();
		end = window->end;
		plan.count++;
	}
	complete(&plan_done);
	while (sleep_till_woken())
		;
	return 0;
}

static int other_thread(void *unused)
{
	while (sleep_till_woken())
		WRITE_ONCE(other_ran, other_ran + 1);
	return 0;
}

static struct task_struct *make_own_thread(int (*run)(void *data),
					   const char *what,
					   unsigned int priority)
{
	unsigned int cpu = plan.number[CPU];
	char name[TASK_COMM_LEN];

	snprintf(name, sizeof(name), "%s/%u", what, cpu);
	return make_thread(run, NULL, cpu, priority, name);
}

static int run_threads(void)
{
	struct task_struct *thread;
	int ret;

	if (plan.kind->other) {
		other = make_own_thread(other_thread, "preempt",
					MAX_RT_PRIO - 1);
		if (IS_ERR(other))
			return PTR_ERR(other);
	}
	reinit_completion(&plan_done);
	thread = make_own_thread(window_thread, "window",
				 plan.number[PRIORITY]);
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	plan.pid = thread->pid;
	ret = wait_for_completion_interruptible(&plan_done);
	end_thread(&thread);
	return ret ? -EINTR : 0;
}

/* ---- The file ------------------------------------------------------------ */

static void forget_plan(void)
{
	vfree(plan.window);
	memset(&plan, 0, sizeof(plan));
}

/*
 * Run @next, of which the file shows the windows then. CPUs stay online until
 * it is over.
 */
static int run_plan(const struct plan *next)
{
	int ret = -EINVAL;

	forget_plan();
	plan = *next;
	plan.window = vzalloc(array_size(next->number[REPEAT],
					 sizeof(*plan.window)));
	if (!plan.window)
		return -ENOMEM;
	cpus_read_lock();
	if (cpu_online(plan.number[CPU]))
		ret = run_threads();
	end_thread(&other);
	cpus_read_unlock();
	return ret;
}

static const struct kind *find_kind(const char *name)
{
	size_t i;

	for (i = 0; name && i < ARRAY_SIZE(kinds); i++) {
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	}
	return NULL;
}

static int read_plan(char *text, struct plan *next)
{
	static const struct limits limits[NUMBERS] = {
		[CPU] = { 0, UINT_MAX },
		[PRIORITY] = { 0, MAX_RT_PRIO - 1 },
		[REPEAT] = { 1, REPEAT_MAX },
		[SHORTEST] = { 1, LENGTH_MAX_NS },
		[LONGEST] = { 1, LENGTH_MAX_NS },
		[DISTANCE] = { 0, DISTANCE_MAX_NS },
		[JITTER] = { 0, DISTANCE_MAX_NS },
	};
	const char *pause;

	next->kind = find_kind(next_word(&text));
	pause = next_word(&text);
	if (!next->kind || !pause)
		return -EINVAL;
	next->busy = !strcmp(pause, "busy");
	if (!next->busy && strcmp(pause, "sleep"))
		return -EINVAL;
	if (read_numbers(&text, next->number, limits, NUMBERS) || text ||
	    next->number[CPU] >= nr_cpu_ids ||
	    next->number[LONGEST] < next->number[SHORTEST])
		return -EINVAL;
	return 0;
}

static ssize_t window_write(struct file *file, const char __user *user,
			    size_t size, loff_t *pos)
{
	struct plan next = { };
	char text[160];
	int ret;

	ret = copy_text(text, sizeof(text), user, size);
	if (!ret)
		ret = read_plan(strim(text), &next);
	if (ret)
		return ret;
	mutex_lock(&plan_lock);
	ret = run_plan(&next);
	mutex_unlock(&plan_lock);
	return ret ?: size;
}

static int window_show(struct seq_file *m, void *unused)
{
	const struct window *window;

	mutex_lock(&plan_lock);
	for (window = plan.window; window < plan.window + plan.count; window++)
		seq_printf(m, "%s %llu %d %llu %llu %llu %llu %u\n",
			   plan.kind->name, plan.number[CPU], plan.pid,
			   window->length, window->begin, window->end,
			   window->net, window->interrupts);
	mutex_unlock(&plan_lock);
	return 0;
}

DEFINE_INJECTOR_FILE(window);

static struct dentry *window_file;

static int __init window_init(void)
{
	window_file = debugfs_create_file(NAME, 0600, NULL, NULL, &window_fops);
	return 0;
}

static void __exit window_exit(void)
{
	debugfs_remove(window_file);
	forget_plan();
}

module_init(window_init);
module_exit(window_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Windows without interrupts or preemption, for tests");
