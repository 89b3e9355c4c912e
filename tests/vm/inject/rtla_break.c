// SPDX-License-Identifier: GPL-2.0
/*
 * Defects that a debug kernel has to report, for the tests of such kernels.
 * Never load this on a machine in use: some of the defects leave it broken.
 *
 *	echo KIND >/sys/kernel/debug/rtla_break
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/timer.h>

#include "common.h"

#define NAME	"rtla_break"

static void use_after_free(void)
{
	int *memory = kmalloc(sizeof(*memory), GFP_KERNEL);

	kfree(memory);
	OPTIMIZER_HIDE_VAR(memory);
	WRITE_ONCE(*memory, 1);
}

static void out_of_bounds(void)
{
	static int numbers[8];
	unsigned int index = ARRAY_SIZE(numbers);
	int number;

	OPTIMIZER_HIDE_VAR(index);
	/*
	 * READ_ONCE() would take the element's address, and taking the address
	 * of the element after the last one is no defect.
	 */
	number = numbers[index];
	OPTIMIZER_HIDE_VAR(number);
}

static void leak(void)
{
	void *memory = kmalloc(sizeof(int), GFP_KERNEL);

	OPTIMIZER_HIDE_VAR(memory);
}

static DEFINE_MUTEX(first_lock);
static DEFINE_MUTEX(second_lock);

static void lock_order(void)
{
	mutex_lock(&first_lock);
	mutex_lock(&second_lock);
	mutex_unlock(&second_lock);
	mutex_unlock(&first_lock);

	mutex_lock(&second_lock);
	mutex_lock(&first_lock);
	mutex_unlock(&first_lock);
	mutex_unlock(&second_lock);
}

static void no_rcu_reader(void)
{
	static int __rcu *pointer;

	(void)rcu_dereference(pointer);
}

static void sleep_in_atomic(void)
{
	preempt_disable();
	might_sleep();
	preempt_enable();
}

static void list_twice(void)
{
	static LIST_HEAD(list);
	static struct list_head item;

	list_add(&item, &list);
	list_add(&item, &list);
	INIT_LIST_HEAD(&list);
}

static void on_timer(struct timer_list *unused)
{
}

/* A kernel that notices this defect deactivates the timer. */
static void free_active_timer(void)
{
	struct timer_list *timer = kmalloc(sizeof(*timer), GFP_KERNEL);

	if (!timer)
		return;
	timer_setup(timer, on_timer, 0);
	mod_timer(timer, jiffies + 100 * HZ);
	kfree(timer);
}

static int raced;

static int race_thread(void *unused)
{
	unsigned int i;

	for (i = 0; !kthread_should_stop(); i++) {
		raced = raced * 3 + 1;
		barrier();
		if (!(i % 1024))
			cond_resched();
	}
	return 0;
}

static void race(void)
{
	struct task_struct *thread[2];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(thread); i++)
		thread[i] = kthread_run_on_cpu(race_thread, NULL, i, NAME "/%u");
	msleep(10 * MSEC_PER_SEC);
	for (i = 0; i < ARRAY_SIZE(thread); i++) {
		if (!IS_ERR(thread[i]))
			kthread_stop(thread[i]);
	}
}

static const struct {
	const char *name;
	void (*run)(void);
} kinds[] = {
	{ "use_after_free", use_after_free },
	{ "out_of_bounds", out_of_bounds },
	{ "leak", leak },
	{ "lock_order", lock_order },
	{ "no_rcu_reader", no_rcu_reader },
	{ "sleep_in_atomic", sleep_in_atomic },
	{ "list_twice", list_twice },
	{ "free_active_timer", free_active_timer },
	{ "race", race },
};

static ssize_t break_write(struct file *file, const char __user *user,
			   size_t size, loff_t *pos)
{
	char buf[32];
	size_t i;
	int ret;

	ret = copy_text(buf, sizeof(buf), user, size);
	if (ret)
		return ret;
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!sysfs_streq(buf, kinds[i].name))
			continue;
		kinds[i].run();
		return size;
	}
	return -EINVAL;
}

static const struct file_operations break_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = break_write,
};

static struct dentry *break_file;

static int __init break_init(void)
{
	break_file = debugfs_create_file(NAME, 0200, NULL, NULL, &break_fops);
	return 0;
}

static void __exit break_exit(void)
{
	debugfs_remove(break_file);
}

module_init(break_init);
module_exit(break_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Defects for debug kernels to notice, for tests");
