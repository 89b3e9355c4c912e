// SPDX-License-Identifier: GPL-2.0
/*
 * Storms of interrupts or NMIs on one CPU, for the tests. Never load this on a
 * machine in use.
 *
 *	echo "KIND CPU INTERVAL" >/sys/kernel/debug/rtla_storm
 *	echo off >/sys/kernel/debug/rtla_storm
 *
 * KIND is irq or nmi. A timer of the CPU that the writer runs on sends one to
 * CPU every INTERVAL ns until "off"; the handler does nothing.
 */
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/smp.h>

#include "common.h"
#include "compat.h"
#include "nmi.h"

#define NAME		"rtla_storm"
#define INTERVAL_MIN_NS	(10 * NSEC_PER_USEC)

/* An NMI arrives at the latest this long after it was sent. */
#define LATE_MS		20

static DEFINE_MUTEX(storm_lock);
static struct hrtimer storm_timer;
static unsigned int storm_cpu;
static u64 storm_interval;
static bool storm_is_nmi;
static bool storm_on;
static int nmi_cpu = -1;	/* on_nmi() claims all its NMIs; -1: none */

static void on_irq(void *unused)
{
}

static call_single_data_t storm_call = CSD_INIT(on_irq, NULL);

/*
 * Two NMIs that are sent close together can arrive as one, or as two of which
 * the first already handles what both were sent for. So the handler does not
 * count NMIs, and claims all that arrive on the CPU.
 */
static int on_nmi(unsigned int type, struct pt_regs *regs)
{
	return smp_processor_id() == READ_ONCE(nmi_cpu) ? NMI_HANDLED :
							  NMI_DONE;
}

static enum hrtimer_restart on_timer(struct hrtimer *timer)
{
	if (!storm_is_nmi)
		smp_call_function_single_async(storm_cpu, &storm_call);
	else if (cpu_online(storm_cpu))
		send_nmi(storm_cpu);
	hrtimer_forward_now(timer, ns_to_ktime(storm_interval));
	return HRTIMER_RESTART;
}

static void stop_storm(void)
{
	if (!storm_on)
		return;
	storm_on = false;
	hrtimer_cancel(&storm_timer);
	/*
	 * Wait for this call, which comes after the storm's last interrupt. An
	 * offline CPU has none left.
	 */
	smp_call_function_single(storm_cpu, on_irq, NULL, true);
	msleep(LATE_MS);
	WRITE_ONCE(nmi_cpu, -1);
}

static int start_storm(const char *kind, unsigned int cpu, u64 interval)
{
	bool nmi = !strcmp(kind, "nmi");

	if (!nmi && strcmp(kind, "irq"))
		return -EINVAL;
	if (nmi && !can_send_nmi())
		return -EOPNOTSUPP;
	if (cpu >= nr_cpu_ids || !cpu_online(cpu) || interval < INTERVAL_MIN_NS)
		return -EINVAL;
	storm_cpu = cpu;
	storm_interval = interval;
	storm_is_nmi = nmi;
	if (nmi)
		WRITE_ONCE(nmi_cpu, cpu);
	storm_on = true;
	hrtimer_start(&storm_timer, ns_to_ktime(interval),
		      HRTIMER_MODE_REL_PINNED_HARD);
	return 0;
}

static ssize_t storm_write(struct file *file, const char __user *user,
			   size_t size, loff_t *pos)
{
	char buf[64], kind[8];
	unsigned int cpu;
	u64 interval;
	int ret;

	ret = copy_text(buf, sizeof(buf), user, size);
	if (ret)
		return ret;
	mutex_lock(&storm_lock);
	stop_storm();
	if (!sysfs_streq(buf, "off")) {
		if (sscanf(buf, "%7s %u %llu", kind, &cpu, &interval) == 3)
			ret = start_storm(kind, cpu, interval);
		else
			ret = -EINVAL;
	}
	mutex_unlock(&storm_lock);
	return ret ?: size;
}

static const struct file_operations storm_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = storm_write,
};

static struct dentry *storm_file;

static int __init storm_init(void)
{
	int ret = register_nmi_handler(NMI_LOCAL, on_nmi, 0, NAME);

	if (ret)
		return ret;
	hrtimer_setup(&storm_timer, on_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
	storm_file = debugfs_create_file(NAME, 0200, NULL, NULL, &storm_fops);
	return 0;
}

static void __exit storm_exit(void)
{
	debugfs_remove(storm_file);
	stop_storm();
	unregister_nmi_handler(NMI_LOCAL, NAME);
}

module_init(storm_init);
module_exit(storm_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Storms of interrupts, for tests");
