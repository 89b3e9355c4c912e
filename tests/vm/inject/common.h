/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that several of the injectors need, for lines that are written to
 * their files, for spins, and for threads of a CPU.
 */
#ifndef _RTLA_INJECT_COMMON_H
#define _RTLA_INJECT_COMMON_H

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>
#include <uapi/linux/sched/types.h>

/*
 * Copy what user space has written to a file into @text, which has room for
 * @room bytes; returns 0 or an error.
 */
static inline int copy_text(char *text, size_t room, const char __user *user,
			    size_t size)
{
	if (size >= room)
		return -EINVAL;
	if (copy_from_user(text, user, size))
		return -EFAULT;
	text[size] = '\0';
	return 0;
}

/*
 * The operations @name_fops of an injector's file: written by @name_write(),
 * read as @name_show() prints it.
 */
#define DEFINE_INJECTOR_FILE(name)					\
static int name##_open(struct inode *inode, struct file *file)	\
{									\
	return single_open(file, name##_show, NULL);			\
}									\
									\
static const struct file_operations name##_fops = {			\
	.owner = THIS_MODULE,						\
	.open = name##_open,						\
	.read = seq_read,						\
	.llseek = seq_lseek,						\
	.write = name##_write,						\
	.release = single_release,					\
}

/* The least and the largest value of a number. */
struct limits {
	u64 least;
	u64 most;
};

/* Take the next word from *@text, which is NULL after the last one. */
static inline char *next_word(char **text)
{
	return strsep(text, " ");
}

/* Read a decimal number within @limits; @word may be NULL. Returns 0 or -EINVAL. */
static inline int read_number(const char *word, u64 *number,
			      const struct limits *limits)
{
	if (!word || kstrtou64(word, 10, number) || *number < limits->least ||
	    *number > limits->most)
		return -EINVAL;
	return 0;
}

/* Read @count numbers, which are the next words of *@text. Returns 0 or -EINVAL. */
static inline int read_numbers(char **text, u64 *numbers,
			       const struct limits *limits, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		if (read_number(next_word(text), &numbers[i], &limits[i]))
			return -EINVAL;
	}
	return 0;
}

/*
 * Spin until @until; returns the time (ns of CLOCK_MONOTONIC). The loop has no
 * cpu_relax(), which an emulator takes as a hint to run another CPU.
 */
static inline u64 spin_until(u64 until)
{
	u64 now;

	do {
		now = ktime_get_mono_fast_ns();
	} while (now < until);
	return now;
}

/*
 * Make a thread of @cpu, which nobody has woken yet; it is SCHED_FIFO with
 * @priority, or SCHED_OTHER with 0. Returns it or an error pointer.
 */
static inline struct task_struct *
make_sleeping_thread(int (*run)(void *data), void *data, unsigned int cpu,
		     unsigned int priority, const char *name)
{
	struct sched_attr sched = {
		.size = sizeof(sched),
		.sched_policy = priority ? SCHED_FIFO : SCHED_NORMAL,
		.sched_priority = priority,
	};
	struct task_struct *thread;

	thread = kthread_create_on_node(run, data, NUMA_NO_NODE, "%s", name);
	if (IS_ERR(thread))
		return thread;
	sched_setattr_nocheck(thread, &sched);
	kthread_bind(thread, cpu);
	return thread;
}

/* The same, but the thread runs. */
static inline struct task_struct *
make_thread(int (*run)(void *data), void *data, unsigned int cpu,
	    unsigned int priority, const char *name)
{
	struct task_struct *thread;

	thread = make_sleeping_thread(run, data, cpu, priority, name);
	if (!IS_ERR(thread))
		wake_up_process(thread);
	return thread;
}

/* End a thread that make_thread() has returned, if it has returned one. */
static inline void end_thread(struct task_struct **thread)
{
	if (!IS_ERR_OR_NULL(*thread))
		kthread_stop(*thread);
	*thread = NULL;
}

/* Sleep until somebody wakes this thread; returns false if it is to end. */
static inline bool sleep_till_woken(void)
{
	set_current_state(TASK_IDLE);
	if (!kthread_should_stop())
		schedule();
	__set_current_state(TASK_RUNNING);
	return !kthread_should_stop();
}

/* Sleep until @time (ns of CLOCK_MONOTONIC), or until this thread is to end. */
static inline void sleep_until(u64 time)
{
	ktime_t expiry = ns_to_ktime(time);

	set_current_state(TASK_IDLE);
	if (!kthread_should_stop())
		schedule_hrtimeout_range(&expiry, 0, HRTIMER_MODE_ABS);
	__set_current_state(TASK_RUNNING);
}

#endif /* _RTLA_INJECT_COMMON_H */
