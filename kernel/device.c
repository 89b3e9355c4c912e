// SPDX-License-Identifier: GPL-2.0
/*
 * The device: what comes from user space, checked, and what goes back.
 *
 * An open file becomes a session by RTLA_IOC_START, or a workload of user space
 * by RTLA_IOC_ATTACH, and stays that; whatever ends its holder closes it.
 */
#include <linux/capability.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/sched/prio.h>
#include <linux/slab.h>
#include <linux/stddef.h>
#include <linux/uaccess.h>

#include "device.h"
#include "session.h"
#include "timerlat_user.h"

#define PRIORITY_DEFAULT	95	/* of timerlat's threads, FIFO */

/* Sizes of the first version of the structures that have grown. */
#define START_SIZE_MIN	offsetofend(struct rtla_start, reserved)
#define ARM_SIZE_MIN	offsetofend(struct rtla_arm, stop_thread_ns)
#define CPU_SIZE_MIN	offsetofend(struct rtla_cpu, offline)

/**
 * struct descriptor - an open file
 * @lock: guards what it becomes
 * @session: started or not
 * @started: it is a session
 * @user: it is a workload of user space, if not NULL; set once
 */
struct descriptor {
	struct mutex lock;	/* see above */
	struct session session;
	bool started;
	struct timerlat_user *user;
};

/* ---- Input -------------------------------------------------------------- */

/* A structure begins with the size that its caller knows. */
static int get_struct(void *dst, size_t size, size_t size_min,
		      const void __user *src)
{
	const u32 __user *src_size = src;
	u32 user_size;

	if (get_user(user_size, src_size))
		return -EFAULT;
	if (user_size < size_min)
		return -EINVAL;
	return copy_struct_from_user(dst, size, src, user_size);
}

/* 0 is off for user space. */
static int get_threshold(u64 *dst, u64 ns)
{
	if (ns > RTLA_THRESHOLD_MAX_NS)
		return -ERANGE;
	*dst = ns ?: WORKLOAD_NEVER;
	return 0;
}

/* @ns has the thresholds as given, by &enum rtla_context. */
static int get_thresholds(u64 *stop, const u64 *ns)
{
	int i, ret = 0;

	for (i = 0; i < WORKLOAD_STOPS && !ret; i++)
		ret = get_threshold(&stop[i], ns[i]);
	return ret;
}

static int get_sched(struct session_config *config,
		     const struct rtla_start *start)
{
	struct sched_attr *sched = &config->sched;

	*sched = (struct sched_attr) {
		.size = sizeof(*sched),
		.sched_policy = SCHED_FIFO,
		.sched_priority = PRIORITY_DEFAULT,
	};
	config->workload.sched = sched;
	if (!(start->flags & RTLA_START_SCHED)) {
		if (start->workload == RTLA_OSNOISE)
			config->workload.sched = NULL;
		return 0;
	}

	sched->sched_policy = start->sched_policy;
	sched->sched_nice = start->sched_nice;
	sched->sched_priority = start->sched_priority;
	sched->sched_runtime = start->sched_runtime_ns;
	sched->sched_deadline = start->sched_period_ns;
	sched->sched_period = start->sched_period_ns;
	switch (start->sched_policy) {
	case SCHED_NORMAL:
		if (start->sched_nice < MIN_NICE || start->sched_nice > MAX_NICE)
			return -ERANGE;
		return start->sched_priority ? -EINVAL : 0;
	case SCHED_FIFO:
	case SCHED_RR:
		if (!start->sched_priority ||
		    start->sched_priority >= MAX_RT_PRIO)
			return -ERANGE;
		return 0;
	case SCHED_DEADLINE:
		if (!start->sched_runtime_ns ||
		    start->sched_runtime_ns > start->sched_period_ns)
			return -EINVAL;
		return start->sched_priority ? -EINVAL : 0;
	default:
		return -EINVAL;
	}
}

static int get_cpus(struct cpumask *cpus, struct rtla_start *start)
{
	const u64 __user *words = u64_to_user_ptr(start->cpus);
	unsigned int i, bit;
	u64 word;

	if (!start->cpus_size || start->cpus_size % sizeof(word) ||
	    start->cpus_size > RTLA_CPUS_MAX_SIZE)
		return -EINVAL;

	cpumask_clear(cpus);
	for (i = 0; i < start->cpus_size / sizeof(word); i++) {
		if (get_user(word, words + i))
			return -EFAULT;
		for (; word; word &= word - 1) {
			bit = i * 64 + __ffs64(word);
			if (bit >= nr_cpu_ids || !cpu_possible(bit)) {
				start->cpu = bit;
				return -ENODEV;
			}
			cpumask_set_cpu(bit, cpus);
		}
	}
	return cpumask_empty(cpus) ? -EINVAL : 0;
}

static int get_timerlat(struct session_config *config,
			const struct rtla_start *start)
{
	struct workload_config *workload = &config->workload;
	bool aligned = start->flags & RTLA_START_ALIGN;

	if (start->flags & (RTLA_START_PREEMPT_OFF | RTLA_START_IRQS_OFF) ||
	    start->runtime_ns || start->noise_ns || start->stop_single_ns ||
	    start->stop_total_ns || (start->align_ns && !aligned))
		return -EINVAL;
	if (start->period_ns < RTLA_PERIOD_MIN_NS ||
	    start->period_ns > RTLA_PERIOD_MAX_NS ||
	    start->align_ns > RTLA_THRESHOLD_MAX_NS)
		return -ERANGE;
	config->kind = start->flags & RTLA_START_NO_THREADS ? &timerlat_users :
							      &timerlat_threads;
	workload->aligned = aligned;
	workload->align = start->align_ns;
	return get_threshold(&workload->stack, start->stack_ns);
}

static int get_osnoise(struct session_config *config,
		       const struct rtla_start *start)
{
	struct workload_config *workload = &config->workload;

	if (start->flags & RTLA_START_ALIGN || start->stop_irq_ns ||
	    start->stop_thread_ns || start->stop_user_ns || start->stack_ns ||
	    start->align_ns)
		return -EINVAL;
	if (start->runtime_ns < RTLA_RUNTIME_MIN_NS ||
	    start->runtime_ns > start->period_ns ||
	    start->period_ns > RTLA_OSNOISE_PERIOD_MAX_NS ||
	    start->noise_ns > RTLA_THRESHOLD_MAX_NS)
		return -ERANGE;
	config->kind = start->flags & RTLA_START_NO_THREADS ?
		       &osnoise_annotation : &osnoise_threads;
	workload->runtime = start->runtime_ns;
	workload->noise = start->noise_ns ?: RTLA_NOISE_DEFAULT_NS;
	workload->preempt_off = start->flags & RTLA_START_PREEMPT_OFF;
	workload->irqs_off = start->flags & RTLA_START_IRQS_OFF;
	return 0;
}

static int get_config(struct session_config *config, struct session *session,
		      struct rtla_start *start)
{
	const u64 stop[WORKLOAD_STOPS] = {
		[RTLA_CONTEXT_IRQ] = start->stop_irq_ns,
		[RTLA_CONTEXT_THREAD] = start->stop_thread_ns,
		[RTLA_CONTEXT_USER] = start->stop_user_ns,
		[RTLA_CONTEXT_SINGLE] = start->stop_single_ns,
		[RTLA_CONTEXT_TOTAL] = start->stop_total_ns,
	};
	int ret;

	if (start->flags & ~RTLA_START_FLAGS || start->reserved)
		return -EINVAL;
	if (start->workload == RTLA_TIMERLAT)
		ret = get_timerlat(config, start);
	else if (start->workload == RTLA_OSNOISE)
		ret = get_osnoise(config, start);
	else
		ret = -EINVAL;
	config->workload.session = session;
	config->workload.period = start->period_ns;
	config->workload.cpus = &config->cpus;
	config->panic = start->flags & RTLA_START_PANIC;
	if (!ret)
		ret = get_thresholds(config->workload.stop, stop);
	if (!ret)
		ret = get_sched(config, start);
	if (!ret)
		ret = get_cpus(&config->cpus, start);
	return ret;
}

/* ---- Requests ----------------------------------------------------------- */

static int start(struct descriptor *file, struct session_config *config,
		 struct rtla_start *user)
{
	int ret = -EBUSY;

	mutex_lock(&file->lock);
	if (!file->started && !file->user)
		ret = session_start(&file->session, config, &user->cpu);
	if (!ret)
		file->started = true;
	user->session = session_number(&file->session);
	mutex_unlock(&file->lock);
	return ret;
}

static long ioctl_start(struct descriptor *file, struct rtla_start __user *arg)
{
	struct session_config *config;
	struct rtla_start user;
	long ret;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	ret = get_struct(&user, sizeof(user), START_SIZE_MIN, arg);
	if (ret)
		return ret;
	config = kzalloc(sizeof(*config), GFP_KERNEL);
	if (!config)
		return -ENOMEM;
	user.cpu = -1;
	ret = get_config(config, &file->session, &user);
	if (!ret)
		ret = start(file, config, &user);
	if (ret)
		kfree(config);
	else if (put_user(user.session, &arg->session))
		goto err_stop;
	if (put_user(user.cpu, &arg->cpu))
		goto err_stop;
	return ret;

err_stop:
	if (!ret)
		session_stop(&file->session);
	return -EFAULT;
}

static long ioctl_arm(struct descriptor *file, const void __user *arg)
{
	u64 stop[WORKLOAD_STOPS];
	struct rtla_arm arm;
	int ret;

	ret = get_struct(&arm, sizeof(arm), ARM_SIZE_MIN, arg);
	if (ret)
		return ret;
	if (arm.reserved)
		return -EINVAL;
	ret = get_thresholds(stop, (const u64[]) {
		[RTLA_CONTEXT_IRQ] = arm.stop_irq_ns,
		[RTLA_CONTEXT_THREAD] = arm.stop_thread_ns,
		[RTLA_CONTEXT_USER] = arm.stop_user_ns,
		[RTLA_CONTEXT_SINGLE] = arm.stop_single_ns,
		[RTLA_CONTEXT_TOTAL] = arm.stop_total_ns,
	});
	return ret ?: session_arm(&file->session, stop);
}

static long ioctl_cpu(struct descriptor *file, void __user *arg)
{
	struct rtla_cpu info;
	int ret;

	ret = get_struct(&info, sizeof(info), CPU_SIZE_MIN, arg);
	if (ret)
		return ret;
	ret = session_cpu(&file->session, &info);
	if (ret)
		return ret;
	return copy_to_user(arg, &info, min_t(size_t, info.size, sizeof(info))) ?
	       -EFAULT : 0;
}

static long ioctl_attach(struct descriptor *file, const void __user *arg)
{
	struct timerlat_user *user;
	struct rtla_attach attach;
	int ret;

	ret = get_struct(&attach, sizeof(attach), sizeof(attach), arg);
	if (ret)
		return ret;
	mutex_lock(&file->lock);
	if (file->started || file->user) {
		ret = -EINVAL;
	} else {
		user = sessions_attach(attach.cpu);
		ret = PTR_ERR_OR_ZERO(user);
		if (!ret) {
			/* Pairs with the acquire in user_of(). */
			smp_store_release(&file->user, user);
		}
	}
	mutex_unlock(&file->lock);
	return ret;
}

/* An address without a name is printed as a number. */
static bool find_symbol(char *text, u64 address)
{
	sprint_symbol_no_offset(text, address);
	return strncmp(text, "0x", 2);
}

static long ioctl_symbol(void __user *arg)
{
	struct rtla_symbol *symbol;
	char *text;
	long ret;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	symbol = kzalloc(sizeof(*symbol), GFP_KERNEL);
	text = kzalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	ret = symbol && text ? 0 : -ENOMEM;
	if (!ret)
		ret = get_struct(symbol, sizeof(*symbol), sizeof(*symbol), arg);
	if (!ret && symbol->reserved)
		ret = -EINVAL;
	if (!ret && !find_symbol(text, symbol->address))
		ret = -ENOENT;
	if (!ret) {
		strscpy(symbol->name, text, sizeof(symbol->name));
		if (copy_to_user(arg, symbol, sizeof(*symbol)))
			ret = -EFAULT;
	}
	kfree(text);
	kfree(symbol);
	return ret;
}

static long rtla_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	void __user *user = (void __user *)arg;

	switch (cmd) {
	case RTLA_IOC_START:
		return ioctl_start(file->private_data, user);
	case RTLA_IOC_ARM:
		return ioctl_arm(file->private_data, user);
	case RTLA_IOC_CPU:
		return ioctl_cpu(file->private_data, user);
	case RTLA_IOC_ATTACH:
		return ioctl_attach(file->private_data, user);
	case RTLA_IOC_SYMBOL:
		return ioctl_symbol(user);
	default:
		return -ENOTTY;
	}
}

/* ---- The file ----------------------------------------------------------- */

/* The workload that it is, or NULL. */
static struct timerlat_user *user_of(struct descriptor *of)
{
	/* Pairs with the release in ioctl_attach(). */
	return smp_load_acquire(&of->user);
}

static ssize_t read_workload(struct timerlat_user *user)
{
	int ret;

	if (!timerlat_user_is_current(user))
		return -EPERM;
	ret = timerlat_user_read(user);
	if (ret == -ENODEV || ret == -EXDEV)
		sessions_leave(user);
	return ret;
}

static ssize_t read_hit(struct session *session, char __user *buf, size_t size,
			bool wait)
{
	struct rtla_hit hit;
	int ret;

	if (size < sizeof(hit) || !READ_ONCE(session->config))
		return -EINVAL;
	while (!session_take_hit(session, &hit)) {
		if (!wait)
			return -EAGAIN;
		ret = wait_event_interruptible(session->wait,
					       session_hit_ready(session));
		if (ret)
			return ret;
	}
	return copy_to_user(buf, &hit, sizeof(hit)) ? -EFAULT : sizeof(hit);
}

static ssize_t rtla_read(struct file *file, char __user *buf, size_t size,
			 loff_t *pos)
{
	struct descriptor *of = file->private_data;
	struct timerlat_user *user = user_of(of);

	if (user)
		return read_workload(user);
	return read_hit(&of->session, buf, size, !(file->f_flags & O_NONBLOCK));
}

static __poll_t rtla_poll(struct file *file, poll_table *table)
{
	struct descriptor *of = file->private_data;

	poll_wait(file, &of->session.wait, table);
	return session_hit_ready(&of->session) ? EPOLLIN | EPOLLRDNORM : 0;
}

static int rtla_open(struct inode *inode, struct file *file)
{
	struct descriptor *of = kzalloc(sizeof(*of), GFP_KERNEL);

	if (!of)
		return -ENOMEM;
	mutex_init(&of->lock);
	session_init(&of->session);
	file->private_data = of;
	return stream_open(inode, file);
}

/*
 * A workload that dies has closed its descriptor, but a child of it may hold a
 * copy, which keeps the file.
 */
static int rtla_flush(struct file *file, fl_owner_t owner)
{
	struct descriptor *of = file->private_data;
	struct timerlat_user *user = user_of(of);

	if (user && timerlat_user_is_current(user))
		sessions_leave(user);
	return 0;
}

static int rtla_release(struct inode *inode, struct file *file)
{
	struct descriptor *of = file->private_data;

	if (of->user) {
		sessions_leave(of->user);
		timerlat_user_free(of->user);
	}
	session_stop(&of->session);
	kfree(of);
	return 0;
}

static const struct file_operations rtla_fops = {
	.owner = THIS_MODULE,
	.open = rtla_open,
	.flush = rtla_flush,
	.release = rtla_release,
	.read = rtla_read,
	.poll = rtla_poll,
	.unlocked_ioctl = rtla_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct miscdevice rtla_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = RTLA_DEVICE_NAME,
	.fops = &rtla_fops,
	.mode = 0600,
};

/* device_init - make it available; return: 0 or a negative error */
int device_init(void)
{
	return misc_register(&rtla_device);
}

void device_exit(void)
{
	misc_deregister(&rtla_device);
}
