// SPDX-License-Identifier: GPL-2.0
/*
 * Sessions.
 *
 * A session is an open file of /dev/rtla. It owns its CPUs from its start until
 * the file is closed, by whatever ends its holder; no two sessions share a CPU.
 *
 * Locks, outermost first: cpus_read_lock(), then sessions_lock. The first keeps
 * CPUs from coming and going, the second guards cpu_state and each session's
 * configuration. The hooks are got and put with neither of them held. A hit is
 * reported without any lock, from the measured CPU.
 */
#include <linux/capability.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/sched/prio.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>
#include <linux/wait.h>
#include <uapi/linux/sched/types.h>

#include "../include/uapi/rtla.h"

#include "hooks.h"
#include "session.h"
#include "timerlat.h"

#define PRIORITY_DEFAULT	95

enum hit_state {
	HIT_DISARMED,	/* none is waited for */
	HIT_ARMED,	/* the first one is to be claimed */
	HIT_CLAIMED,	/* being written to session.hit */
	HIT_READY,	/* to be read */
};

/**
 * struct config - what a session is told at its start
 * @timerlat: its workload
 * @sched: its threads; @timerlat points here
 * @cpus: which it owns
 */
struct config {
	struct timerlat_config timerlat;
	struct sched_attr sched;
	struct cpumask cpus;
};

/**
 * struct session - an open file
 * @config: configured and running if not NULL; guarded by sessions_lock
 * @number: names it in the event "stop"
 * @hit_state: one of &enum hit_state
 * @hit: valid from HIT_READY on
 * @wake: wakes @wait from a context that may not
 * @wait: readers and pollers
 */
struct session {
	struct config *config;
	u32 number;
	atomic_t hit_state;
	struct rtla_hit hit;
	struct irq_work wake;
	wait_queue_head_t wait;
};

/**
 * struct cpu_state - what is kept for each CPU, guarded by sessions_lock
 * @owner: the session that measures it, or NULL
 * @running: its workload exists
 * @activations: of its workloads that have ended
 * @skipped: of its workloads that have ended
 * @offline: times it went offline in this session
 */
struct cpu_state {
	struct session *owner;
	bool running;
	u64 activations;
	u64 skipped;
	u64 offline;
};

static DEFINE_MUTEX(sessions_lock);
static DEFINE_PER_CPU(struct cpu_state, cpu_state);
static u32 last_number;
static enum cpuhp_state hotplug_state;

/* ---- The hit ------------------------------------------------------------ */

/* The number by which the event "stop" names @session. Any context. */
u32 session_number(const struct session *session)
{
	return session->number;
}

/**
 * session_claim_hit - is this the hit that counts?
 * @session: the session
 *
 * Return: true once after each arming; then session_report_hit() has to follow.
 * Context: any but NMI.
 */
bool session_claim_hit(struct session *session)
{
	return atomic_cmpxchg(&session->hit_state, HIT_ARMED, HIT_CLAIMED) ==
	       HIT_ARMED;
}

/**
 * session_report_hit - publish a hit and wake the holder
 * @session: the session
 * @hit: what hit
 *
 * Context: hard interrupt, or thread.
 */
void session_report_hit(struct session *session, const struct rtla_hit *hit)
{
	session->hit = *hit;
	/* Pairs with the acquire in hit_ready(). */
	atomic_set_release(&session->hit_state, HIT_READY);
	irq_work_queue(&session->wake);
}

/*
 * Forget a hit, and claim none until it is armed again. A hit that is being
 * written is waited for, which is short.
 */
static void disarm(struct session *session)
{
	int state;

	do {
		state = atomic_read(&session->hit_state);
		cpu_relax();
	} while (state == HIT_CLAIMED ||
		 atomic_cmpxchg(&session->hit_state, state, HIT_DISARMED) != state);
}

static void wake_holder(struct irq_work *work)
{
	struct session *session = container_of(work, struct session, wake);

	wake_up_interruptible(&session->wait);
}

/* ---- Start and stop ----------------------------------------------------- */

static void stop_cpu(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	if (!state->running)
		return;
	state->activations += timerlat_activations(cpu);
	state->skipped += timerlat_skipped(cpu);
	timerlat_destroy(cpu);
	state->running = false;
}

/*
 * Caller holds both locks; the CPUs of @session are left to nobody. Those that
 * it could not start are nobody's already.
 */
static void disown_cpus(struct session *session)
{
	int cpu;

	for_each_cpu(cpu, &session->config->cpus)
		stop_cpu(cpu);
	/* A hook may still be in the accounting of a CPU that is disowned. */
	tracepoint_synchronize_unregister();
	for_each_cpu(cpu, &session->config->cpus)
		memset(per_cpu_ptr(&cpu_state, cpu), 0, sizeof(struct cpu_state));
}

/* Caller holds both locks. */
static int own_cpus(struct session *session, s32 *bad_cpu)
{
	int cpu, ret;

	for_each_cpu(cpu, &session->config->cpus) {
		struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

		state->owner = session;
		ret = timerlat_create(cpu, &session->config->timerlat);
		if (ret)
			goto err_disown;
		state->running = true;
	}
	for_each_cpu(cpu, &session->config->cpus)
		timerlat_run(cpu);
	return 0;

err_disown:
	*bad_cpu = cpu;
	disown_cpus(session);
	return ret;
}

/* Caller holds both locks. */
static int check_cpus(const struct cpumask *cpus, s32 *bad_cpu)
{
	int cpu;

	for_each_cpu(cpu, cpus) {
		*bad_cpu = cpu;
		if (!cpu_online(cpu))
			return -ENODEV;
		if (per_cpu_ptr(&cpu_state, cpu)->owner)
			return -EBUSY;
	}
	*bad_cpu = -1;
	return 0;
}

/* Takes over @config on success. Caller holds both locks, and the hooks. */
static int start(struct session *session, struct config *config, s32 *bad_cpu)
{
	int ret;

	if (session->config)
		return -EBUSY;
	ret = check_cpus(&config->cpus, bad_cpu);
	if (ret)
		return ret;
	session->number = ++last_number;
	/* Armed first: the first activation may be the one. */
	atomic_set(&session->hit_state, HIT_ARMED);
	session->config = config;
	ret = own_cpus(session, bad_cpu);
	if (ret) {
		session->config = NULL;
		atomic_set(&session->hit_state, HIT_DISARMED);
	}
	return ret;
}

static void stop(struct session *session)
{
	struct config *config;

	cpus_read_lock();
	mutex_lock(&sessions_lock);
	config = session->config;
	if (config) {
		disown_cpus(session);
		session->config = NULL;
	}
	mutex_unlock(&sessions_lock);
	cpus_read_unlock();
	if (config)
		hooks_put();
	irq_work_sync(&session->wake);
	kfree(config);
}

/* ---- CPU hotplug -------------------------------------------------------- */

static int cpu_comes_online(unsigned int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	mutex_lock(&sessions_lock);
	if (state->owner && !state->running) {
		if (!timerlat_create(cpu, &state->owner->config->timerlat)) {
			state->running = true;
			timerlat_run(cpu);
		} else {
			pr_warn("rtla: CPU %u is back but not measured\n", cpu);
		}
	}
	mutex_unlock(&sessions_lock);
	return 0;
}

static int cpu_goes_offline(unsigned int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	mutex_lock(&sessions_lock);
	if (state->running) {
		stop_cpu(cpu);
		state->offline++;
		tracepoint_synchronize_unregister();
	}
	mutex_unlock(&sessions_lock);
	return 0;
}

/* ---- Input from user space ---------------------------------------------- */

/* A structure begins with the size that its caller knows. */
static int get_struct(void *dst, size_t size, const void __user *src)
{
	const u32 __user *src_size = src;
	u32 user_size;

	if (get_user(user_size, src_size))
		return -EFAULT;
	if (user_size < size)
		return -EINVAL;
	return copy_struct_from_user(dst, size, src, user_size);
}

/* 0 is off for user space. */
static int get_threshold(u64 *dst, u64 ns)
{
	if (ns > RTLA_THRESHOLD_MAX_NS)
		return -ERANGE;
	*dst = ns ?: TIMERLAT_NEVER;
	return 0;
}

static int get_sched(struct sched_attr *sched, const struct rtla_start *start)
{
	*sched = (struct sched_attr) {
		.size = sizeof(*sched),
		.sched_policy = SCHED_FIFO,
		.sched_priority = PRIORITY_DEFAULT,
	};
	if (!(start->flags & RTLA_START_SCHED))
		return 0;

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

static int get_config(struct config *config, struct session *session,
		      struct rtla_start *start)
{
	struct timerlat_config *timerlat = &config->timerlat;
	int ret;

	if (start->flags & ~RTLA_START_FLAGS || start->reserved ||
	    start->workload != RTLA_TIMERLAT)
		return -EINVAL;
	if (start->period_ns < RTLA_PERIOD_MIN_NS ||
	    start->period_ns > RTLA_PERIOD_MAX_NS)
		return -ERANGE;
	timerlat->session = session;
	timerlat->period = start->period_ns;
	timerlat->sched = &config->sched;
	ret = get_threshold(&timerlat->stop_irq, start->stop_irq_ns);
	if (!ret)
		ret = get_threshold(&timerlat->stop_thread, start->stop_thread_ns);
	if (!ret)
		ret = get_threshold(&timerlat->stack, start->stack_ns);
	if (!ret)
		ret = get_sched(&config->sched, start);
	if (!ret)
		ret = get_cpus(&config->cpus, start);
	return ret;
}

/* ---- The device --------------------------------------------------------- */

static int start_locked(struct session *session, struct config *config,
			struct rtla_start *user)
{
	int ret;

	/* Before the locks: attaching a hook takes cpus_read_lock() itself. */
	ret = hooks_get();
	if (ret)
		return ret;
	cpus_read_lock();
	mutex_lock(&sessions_lock);
	ret = start(session, config, &user->cpu);
	user->session = session->number;
	mutex_unlock(&sessions_lock);
	cpus_read_unlock();
	if (ret)
		hooks_put();
	return ret;
}

static long ioctl_start(struct session *session,
			struct rtla_start __user *arg)
{
	struct rtla_start user;
	struct config *config;
	long ret;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	ret = get_struct(&user, sizeof(user), arg);
	if (ret)
		return ret;
	config = kzalloc(sizeof(*config), GFP_KERNEL);
	if (!config)
		return -ENOMEM;
	user.cpu = -1;
	ret = get_config(config, session, &user);
	if (!ret)
		ret = start_locked(session, config, &user);
	if (ret)
		kfree(config);
	else if (put_user(user.session, &arg->session))
		goto err_stop;
	if (put_user(user.cpu, &arg->cpu))
		goto err_stop;
	return ret;

err_stop:
	if (!ret)
		stop(session);
	return -EFAULT;
}

static long ioctl_arm(struct session *session, const void __user *arg)
{
	struct rtla_arm arm;
	u64 stop_irq, stop_thread;
	int cpu, ret;

	ret = get_struct(&arm, sizeof(arm), arg);
	if (ret)
		return ret;
	if (arm.reserved)
		return -EINVAL;
	ret = get_threshold(&stop_irq, arm.stop_irq_ns);
	if (!ret)
		ret = get_threshold(&stop_thread, arm.stop_thread_ns);
	if (ret)
		return ret;

	mutex_lock(&sessions_lock);
	ret = -EINVAL;
	if (session->config) {
		/* No hit may stop a trace, and be forgotten then. */
		disarm(session);
		session->config->timerlat.stop_irq = stop_irq;
		session->config->timerlat.stop_thread = stop_thread;
		for_each_cpu(cpu, &session->config->cpus) {
			if (per_cpu_ptr(&cpu_state, cpu)->running)
				timerlat_arm(cpu, stop_irq, stop_thread);
		}
		atomic_set_release(&session->hit_state, HIT_ARMED);
		ret = 0;
	}
	mutex_unlock(&sessions_lock);
	return ret;
}

static long ioctl_cpu(struct session *session, void __user *arg)
{
	struct cpu_state *state;
	struct rtla_cpu info;
	int ret;

	ret = get_struct(&info, sizeof(info), arg);
	if (ret)
		return ret;

	mutex_lock(&sessions_lock);
	ret = -EINVAL;
	if (!session->config)
		goto out;
	ret = -ENODEV;
	if (info.cpu >= nr_cpu_ids ||
	    !cpumask_test_cpu(info.cpu, &session->config->cpus))
		goto out;
	state = per_cpu_ptr(&cpu_state, info.cpu);
	info.state = RTLA_CPU_OFFLINE;
	info.pid = 0;
	info.activations = state->activations;
	info.skipped = state->skipped;
	info.offline = state->offline;
	if (state->running) {
		info.state = RTLA_CPU_MEASURED;
		info.pid = timerlat_pid(info.cpu);
		info.activations += timerlat_activations(info.cpu);
		info.skipped += timerlat_skipped(info.cpu);
	}
	ret = 0;
out:
	mutex_unlock(&sessions_lock);
	if (!ret && copy_to_user(arg, &info, sizeof(info)))
		ret = -EFAULT;
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
	default:
		return -ENOTTY;
	}
}

static bool hit_ready(struct session *session)
{
	return atomic_read_acquire(&session->hit_state) == HIT_READY;
}

static ssize_t rtla_read(struct file *file, char __user *buf, size_t size,
			 loff_t *pos)
{
	struct session *session = file->private_data;
	struct rtla_hit hit;
	int ret;

	if (size < sizeof(hit) || !READ_ONCE(session->config))
		return -EINVAL;
	for (;;) {
		if (hit_ready(session)) {
			hit = session->hit;
			/* Another reader, or a new arming, was faster. */
			if (atomic_cmpxchg(&session->hit_state, HIT_READY,
					   HIT_DISARMED) == HIT_READY)
				break;
		}
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		ret = wait_event_interruptible(session->wait, hit_ready(session));
		if (ret)
			return ret;
	}
	if (copy_to_user(buf, &hit, sizeof(hit)))
		return -EFAULT;
	return sizeof(hit);
}

static __poll_t rtla_poll(struct file *file, poll_table *table)
{
	struct session *session = file->private_data;

	poll_wait(file, &session->wait, table);
	return hit_ready(session) ? EPOLLIN | EPOLLRDNORM : 0;
}

static int rtla_open(struct inode *inode, struct file *file)
{
	struct session *session = kzalloc(sizeof(*session), GFP_KERNEL);

	if (!session)
		return -ENOMEM;
	init_irq_work(&session->wake, wake_holder);
	init_waitqueue_head(&session->wait);
	file->private_data = session;
	return stream_open(inode, file);
}

static int rtla_release(struct inode *inode, struct file *file)
{
	struct session *session = file->private_data;

	stop(session);
	kfree(session);
	return 0;
}

static const struct file_operations rtla_fops = {
	.owner = THIS_MODULE,
	.open = rtla_open,
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

/* Make the device available. Return: 0 or a negative error. */
int sessions_init(void)
{
	int ret;

	ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "rtla:online",
					cpu_comes_online, cpu_goes_offline);
	if (ret < 0)
		return ret;
	hotplug_state = ret;
	ret = misc_register(&rtla_device);
	if (ret)
		cpuhp_remove_state_nocalls(hotplug_state);
	return ret;
}

/* No session exists any more: each holds a reference to the module. */
void sessions_exit(void)
{
	misc_deregister(&rtla_device);
	cpuhp_remove_state_nocalls(hotplug_state);
}
