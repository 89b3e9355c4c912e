// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts that come at known times and take a known time, for the tests.
 * Never load this on a machine in use.
 *
 *	echo "CPU PRIORITY REPEAT PERIOD OFFSET+SPIN OFFSET+SPIN..." \
 *		>/sys/kernel/debug/rtla_send
 *	cat /sys/kernel/debug/rtla_send		CPU PID SENT BEGIN END
 *
 * A thread send/CPU, SCHED_FIFO with PRIORITY or SCHED_OTHER with 0, sends
 * interrupts of the vector irq_work to its own CPU, in REPEAT rounds. The write
 * returns after the last one. A round begins PERIOD ns after the one before it,
 * or later if that took longer; the thread sleeps until then. In a round, an
 * interrupt is sent OFFSET ns after its begin, and its handler spins for SPIN
 * ns. An interrupt that would have to come before the handler of the one before
 * it has returned is sent at once then. While the thread waits, it spins with
 * interrupts and preemption on.
 *
 * The file shows in ns of CLOCK_MONOTONIC when each interrupt was sent, and
 * when its handler began and ended to spin.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/irq_work.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/vmalloc.h>

#include "common.h"

#define NAME		"rtla_send"
#define PATTERN_MAX	16
#define REPEAT_MAX	10000
#define TIME_MAX_NS	NSEC_PER_SEC
#define SPIN_MAX_NS	(10ULL * NSEC_PER_MSEC)

enum {
	CPU, PRIORITY, REPEAT, PERIOD, NUMBERS
};

enum {
	OFFSET, SPIN, PARTS
};

/* An interrupt, as the file shows it; times in ns. */
struct arrival {
	u64 spin;	/* how long the handler is to spin */
	u64 sent;
	u64 begin;
	u64 end;
};

/**
 * struct plan - what a line asks for, and what has come of it
 * @number: of the line
 * @pattern: the interrupts of a round
 * @size: number of interrupts in @pattern
 * @arrival: an array of all interrupts
 * @count: number of those that have come
 * @pid: the thread's
 */
struct plan {
	u64 number[NUMBERS];
	u64 pattern[PATTERN_MAX][PARTS];
	unsigned int size;
	struct arrival *arrival;
	unsigned int count;
	pid_t pid;
};

static DEFINE_MUTEX(plan_lock);
static struct plan plan;
static DECLARE_COMPLETION(plan_done);

/* ---- Interrupts ---------------------------------------------------------- */

static void on_interrupt(struct irq_work *unused)
{
	struct arrival *arrival = &plan.arrival[plan.count];

	arrival->begin = ktime_get_mono_fast_ns();
	arrival->end = spin_until(arrival->begin + arrival->spin);
	WRITE_ONCE(plan.count, plan.count + 1);
}

static struct irq_work sender = IRQ_WORK_INIT_HARD(on_interrupt);

/* Send an interrupt at @time. It has come when the function returns. */
static void send_at(u64 time, u64 spin)
{
	struct arrival *arrival = &plan.arrival[plan.count];

	while (ktime_get_mono_fast_ns() < time && !kthread_should_stop())
		cond_resched();
	if (kthread_should_stop())
		return;
	arrival->spin = spin;
	arrival->sent = ktime_get_mono_fast_ns();
	irq_work_queue(&sender);
	irq_work_sync(&sender);
}

static void send_round(u64 begin)
{
	unsigned int i;

	for (i = 0; i < plan.size; i++)
		send_at(begin + plan.pattern[i][OFFSET], plan.pattern[i][SPIN]);
}

static int send_thread(void *unused)
{
	u64 time = ktime_get_mono_fast_ns();
	u64 i;

	for (i = 0; i < plan.number[REPEAT] && !kthread_should_stop(); i++) {
		time = max(time + plan.number[PERIOD],
			   ktime_get_mono_fast_ns());
		sleep_until(time);
		send_round(time);
	}
	complete(&plan_done);
	while (sleep_till_woken())
		;
	return 0;
}

static int run_thread(void)
{
	unsigned int cpu = plan.number[CPU];
	struct task_struct *thread;
	char name[TASK_COMM_LEN];
	int ret;

	reinit_completion(&plan_done);
	snprintf(name, sizeof(name), "send/%u", cpu);
	thread = make_thread(send_thread, NULL, cpu, plan.number[PRIORITY],
			     name);
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
	vfree(plan.arrival);
	memset(&plan, 0, sizeof(plan));
}

/*
 * Run @next, of which the file shows the interrupts then. CPUs stay online
 * until it is over.
 */
static int run_plan(const struct plan *next)
{
	int ret = -EINVAL;

	forget_plan();
	plan = *next;
	plan.arrival = vzalloc(array3_size(next->number[REPEAT], next->size,
					   sizeof(*plan.arrival)));
	if (!plan.arrival)
		return -ENOMEM;
	cpus_read_lock();
	if (cpu_online(plan.number[CPU]))
		ret = run_thread();
	cpus_read_unlock();
	return ret;
}

/* Read "OFFSET+SPIN". */
static int read_arrival(char *word, u64 *arrival)
{
	static const struct limits limits[PARTS] = {
		[OFFSET] = { 0, TIME_MAX_NS },
		[SPIN] = { 0, SPIN_MAX_NS },
	};
	char *offset = strsep(&word, "+");

	if (read_number(offset, &arrival[OFFSET], &limits[OFFSET]))
		return -EINVAL;
	return read_number(word, &arrival[SPIN], &limits[SPIN]);
}

static int read_plan(char *text, struct plan *next)
{
	static const struct limits limits[NUMBERS] = {
		[CPU] = { 0, UINT_MAX },
		[PRIORITY] = { 0, MAX_RT_PRIO - 1 },
		[REPEAT] = { 1, REPEAT_MAX },
		[PERIOD] = { 0, TIME_MAX_NS },
	};

	if (read_numbers(&text, next->number, limits, NUMBERS) || !text ||
	    next->number[CPU] >= nr_cpu_ids)
		return -EINVAL;
	while (text) {
		if (next->size == PATTERN_MAX ||
		    read_arrival(next_word(&text), next->pattern[next->size]))
			return -EINVAL;
		next->size++;
	}
	return 0;
}

static ssize_t send_write(struct file *file, const char __user *user,
			  size_t size, loff_t *pos)
{
	struct plan next = { };
	char text[512];
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

static int send_show(struct seq_file *m, void *unused)
{
	const struct arrival *arrival;

	mutex_lock(&plan_lock);
	for (arrival = plan.arrival; arrival < plan.arrival + plan.count; arrival++)
		seq_printf(m, "%llu %d %llu %llu %llu\n", plan.number[CPU],
			   plan.pid, arrival->sent, arrival->begin,
			   arrival->end);
	mutex_unlock(&plan_lock);
	return 0;
}

DEFINE_INJECTOR_FILE(send);

static struct dentry *send_file;

static int __init send_init(void)
{
	send_file = debugfs_create_file(NAME, 0600, NULL, NULL, &send_fops);
	return 0;
}

static void __exit send_exit(void)
{
	debugfs_remove(send_file);
	forget_plan();
}

module_init(send_init);
module_exit(send_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Interrupts at known times, for tests");
