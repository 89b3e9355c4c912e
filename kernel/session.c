// SPDX-License-Identifier: GPL-2.0
/*
 * Sessions.
 *
 * A session owns its CPUs from its start until it is stopped; no two sessions
 * share a CPU. What measures there is a workload; it is taken off a CPU that
 * goes offline, and off all of them while the system suspends, and brought back
 * afterwards.
 *
 * Locks, outermost first: cpus_read_lock(), then sessions_lock. The first keeps
 * CPUs from coming and going, the second guards cpu_state and each session's
 * configuration. The hooks are got and put with neither of them held. A hit is
 * reported without any lock, from the measured CPU.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/err.h>
#include <linux/mutex.h>
#include <linux/panic.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/suspend.h>
#include <linux/tracepoint.h>

#include <trace/events/rtla.h>

#include "hooks.h"
#include "noise.h"
#include "session.h"
#include "timerlat_user.h"

enum hit_state {
	HIT_DISARMED,	/* none is waited for */
	HIT_ARMED,	/* the first one is to be claimed */
	HIT_CLAIMED,	/* being written to session.hit */
	HIT_READY,	/* to be read */
};

/**
 * struct cpu_state - what is kept for each CPU, guarded by sessions_lock
 * @owner: the session that measures it, or NULL
 * @running: its workload exists
 * @lost: its workload could not be made again
 * @ended: sums of its workloads that have ended; state and pid mean nothing
 * @offline: times it went offline in this session
 * @suspended: times the system was suspended
 */
struct cpu_state {
	struct session *owner;
	bool running;
	bool lost;
	struct workload_status ended;
	u64 offline;
	u64 suspended;
};

static DEFINE_MUTEX(sessions_lock);
static DEFINE_PER_CPU(struct cpu_state, cpu_state);
static u32 last_number;
static enum cpuhp_state hotplug_state;
static bool system_suspends;

/* ---- The hit ------------------------------------------------------------ */

/* The number by which the event "stop" names @session. Any context. */
u32 session_number(const struct session *session)
{
	return session->number;
}

/*
 * True once after each arming; then publish_hit() has to follow. What began
 * before it does not count: not all that led to it may have been traced.
 */
static bool claim_hit(struct session *session, u64 began)
{
	/* Pairs with the release in session_arm(). */
	if (atomic_read_acquire(&session->hit_state) != HIT_ARMED ||
	    began < session->armed_at)
		return false;
	return atomic_cmpxchg(&session->hit_state, HIT_ARMED, HIT_CLAIMED) ==
	       HIT_ARMED;
}

/* Let it be read, and wake the holder. */
static void publish_hit(struct session *session, const struct rtla_hit *hit)
{
	if (unlikely(session->panic))
		panic("rtla: CPU %u: %llu ns in context %u, threshold %llu ns\n",
		      hit->cpu, hit->latency_ns, hit->context, hit->threshold_ns);
	session->hit = *hit;
	/* Pairs with the acquire in session_hit_ready(). */
	atomic_set_release(&session->hit_state, HIT_READY);
	irq_work_queue(&session->wake);
}

/**
 * session_hit - a latency, or a noise, hit its threshold
 * @session: the session
 * @hit: what hit; its size and CPU are set here
 * @irq_start: as in the event "stop"
 * @thread_start: as in the event "stop"
 *
 * Only the first hit of what began after an arming counts, and only it stops a
 * trace. What led to it has to be reported before; an NMI that was not yet is
 * here.
 *
 * Context: hard interrupt, or thread with preemption off; on the CPU that hit.
 */
void session_hit(struct session *session, struct rtla_hit *hit, u64 irq_start,
		 u64 thread_start)
{
	if (!claim_hit(session, hit->t_w_ns))
		return;
	hit->size = sizeof(*hit);
	hit->cpu = smp_processor_id();
	noise_report_nmi(this_cpu_ptr(&noise_cpu));
	trace_stop(session->number, hit->context, hit->seqnum, hit->latency_ns,
		   hit->threshold_ns, hit->t_w_ns, irq_start, thread_start);
	publish_hit(session, hit);
}

/*
 * Claim no hit until it is armed again. One that is being written is waited for,
 * which is short; it can be read, as can one that was not read yet.
 */
static void disarm(struct session *session)
{
	int state;

	do {
		state = atomic_cmpxchg(&session->hit_state, HIT_ARMED,
				       HIT_DISARMED);
		cpu_relax();
	} while (state == HIT_CLAIMED);
}

static bool has_threshold(const u64 *stop)
{
	size_t i;

	for (i = 0; i < WORKLOAD_STOPS; i++) {
		if (stop[i] != WORKLOAD_NEVER)
			return true;
	}
	return false;
}

/* Is there a hit to be read? Any context. */
bool session_hit_ready(const struct session *session)
{
	return atomic_read_acquire(&session->hit_state) == HIT_READY;
}

/* Copy the hit, once. False: there is none, or another reader was faster. */
bool session_take_hit(struct session *session, struct rtla_hit *hit)
{
	if (!session_hit_ready(session))
		return false;
	*hit = session->hit;
	return atomic_cmpxchg(&session->hit_state, HIT_READY, HIT_DISARMED) ==
	       HIT_READY;
}

static void wake_holder(struct irq_work *work)
{
	struct session *session = container_of(work, struct session, wake);

	wake_up_interruptible(&session->wait);
}

/* session_init - make a session that does nothing yet of zeroed memory */
void session_init(struct session *session)
{
	init_irq_work(&session->wake, wake_holder);
	init_waitqueue_head(&session->wait);
}

/* ---- One CPU ------------------------------------------------------------ */

static const struct workload *workload_of(const struct cpu_state *state)
{
	return state->owner->config->kind;
}

static int create_workload(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);
	int ret;

	ret = workload_of(state)->create(cpu, &state->owner->config->workload);
	state->running = !ret;
	return ret;
}

/* Bring back what was taken off; a CPU that fails is lost for the session. */
static void recreate_workload(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	state->lost = create_workload(cpu);
	if (state->lost)
		pr_warn("rtla: CPU %d is back but not measured\n", cpu);
	else
		workload_of(state)->run(cpu);
}

static void halt_workload(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	if (state->running && workload_of(state)->halt)
		workload_of(state)->halt(cpu);
}

/* synchronize_rcu() has passed since halt_workload(). */
static void destroy_workload(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);
	struct workload_status status;

	if (!state->running)
		return;
	workload_of(state)->status(cpu, &status);
	state->ended.activations += status.activations;
	state->ended.skipped += status.skipped;
	state->ended.detached += status.detached;
	workload_of(state)->destroy(cpu);
	state->running = false;
}

/* ---- Start and stop ----------------------------------------------------- */

/*
 * Caller holds both locks; the CPUs of @session are left to nobody. Those that
 * it could not start are nobody's already.
 */
static void disown_cpus(struct session *session)
{
	const struct cpumask *cpus = &session->config->cpus;
	int cpu;

	if (session->config->kind->halt) {
		for_each_cpu(cpu, cpus)
			halt_workload(cpu);
		synchronize_rcu();
	}
	for_each_cpu(cpu, cpus)
		destroy_workload(cpu);
	/* A hook may still be in the accounting of a CPU that is disowned. */
	tracepoint_synchronize_unregister();
	for_each_cpu(cpu, cpus)
		memset(per_cpu_ptr(&cpu_state, cpu), 0, sizeof(struct cpu_state));
}

/* Caller holds both locks. */
static int own_cpus(struct session *session, s32 *bad_cpu)
{
	struct session_config *config = session->config;
	int cpu, ret;

	for_each_cpu(cpu, &config->cpus) {
		per_cpu_ptr(&cpu_state, cpu)->owner = session;
		ret = create_workload(cpu);
		if (ret)
			goto err_disown;
	}
	config->workload.first = noise_clock() + config->workload.period;
	for_each_cpu(cpu, &config->cpus)
		config->kind->run(cpu);
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
static int start(struct session *session, struct session_config *config,
		 s32 *bad_cpu)
{
	int ret;

	if (session->config || system_suspends)
		return -EBUSY;
	ret = check_cpus(&config->cpus, bad_cpu);
	if (ret)
		return ret;
	session->number = ++last_number;
	session->panic = config->panic;
	session->armed_at = 0;
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

/**
 * session_start - own CPUs and measure on them
 * @session: one that is not started
 * @config: what to do; kept until session_stop() on success
 * @bad_cpu: set to the CPU that was the reason of a failure
 *
 * Return: 0 or a negative error. Context: process, may sleep.
 */
int session_start(struct session *session, struct session_config *config,
		  s32 *bad_cpu)
{
	int ret;

	/* Before the locks: attaching a hook takes cpus_read_lock() itself. */
	ret = hooks_get();
	if (ret)
		return ret;
	cpus_read_lock();
	mutex_lock(&sessions_lock);
	ret = start(session, config, bad_cpu);
	mutex_unlock(&sessions_lock);
	cpus_read_unlock();
	if (ret)
		hooks_put();
	return ret;
}

/* session_stop - end it, started or not; context: process, may sleep */
void session_stop(struct session *session)
{
	struct session_config *config;

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

/**
 * session_arm - new thresholds
 * @session: a started one
 * @stop: ns, by &enum rtla_context
 *
 * A hit that was not read is forgotten, unless no threshold is set any more.
 *
 * Return: 0, or -EINVAL if it is not started.
 */
int session_arm(struct session *session, const u64 *stop)
{
	struct session_config *config;
	int cpu, ret = -EINVAL;

	mutex_lock(&sessions_lock);
	config = session->config;
	if (config) {
		disarm(session);
		memcpy(config->workload.stop, stop, sizeof(config->workload.stop));
		for_each_cpu(cpu, &config->cpus) {
			if (per_cpu_ptr(&cpu_state, cpu)->running)
				config->kind->arm(cpu, stop);
		}
		session->armed_at = noise_clock();
		if (has_threshold(stop))
			atomic_set_release(&session->hit_state, HIT_ARMED);
		ret = 0;
	}
	mutex_unlock(&sessions_lock);
	return ret;
}

/* Caller holds sessions_lock. */
static void get_status(int cpu, struct workload_status *status)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	*status = (struct workload_status) { .state = RTLA_CPU_OFFLINE };
	if (state->running)
		workload_of(state)->status(cpu, status);
	else if (system_suspends)
		status->state = RTLA_CPU_SUSPENDED;
	else if (state->lost)
		status->state = RTLA_CPU_LOST;
}

/**
 * session_cpu - how one CPU fares
 * @session: a started one
 * @info: the field cpu is read, the others are set but for the size
 *
 * Return: 0, -EINVAL if it is not started, -ENODEV if the CPU is not its.
 */
int session_cpu(struct session *session, struct rtla_cpu *info)
{
	struct workload_status status;
	struct cpu_state *state;
	int ret;

	mutex_lock(&sessions_lock);
	ret = -EINVAL;
	if (!session->config)
		goto out;
	ret = -ENODEV;
	if (info->cpu >= nr_cpu_ids ||
	    !cpumask_test_cpu(info->cpu, &session->config->cpus))
		goto out;
	state = per_cpu_ptr(&cpu_state, info->cpu);
	get_status(info->cpu, &status);
	info->state = status.state;
	info->pid = status.pid;
	info->activations = state->ended.activations + status.activations;
	info->skipped = state->ended.skipped + status.skipped;
	info->detached = state->ended.detached + status.detached;
	info->offline = state->offline;
	info->suspended = state->suspended;
	ret = 0;
out:
	mutex_unlock(&sessions_lock);
	return ret;
}

/* ---- Workloads of user space -------------------------------------------- */

/**
 * sessions_attach - make the calling thread the workload of a CPU
 * @cpu: a number from user space
 *
 * Return: for sessions_leave(), or an error pointer, see RTLA_IOC_ATTACH.
 */
struct timerlat_user *sessions_attach(unsigned int cpu)
{
	struct timerlat_user *user = ERR_PTR(-ENODEV);

	cpus_read_lock();
	mutex_lock(&sessions_lock);
	if (cpu < nr_cpu_ids && cpu_possible(cpu) &&
	    per_cpu_ptr(&cpu_state, cpu)->running)
		user = timerlat_user_attach(cpu);
	mutex_unlock(&sessions_lock);
	cpus_read_unlock();
	return user;
}

/* sessions_leave - take a workload off its CPU; again, it does nothing */
void sessions_leave(struct timerlat_user *user)
{
	mutex_lock(&sessions_lock);
	timerlat_user_leave(user);
	mutex_unlock(&sessions_lock);
}

/* ---- CPU hotplug, and suspend ------------------------------------------- */

static int cpu_comes_online(unsigned int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	mutex_lock(&sessions_lock);
	if (state->owner && !state->running && !system_suspends)
		recreate_workload(cpu);
	mutex_unlock(&sessions_lock);
	return 0;
}

static int cpu_goes_offline(unsigned int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	mutex_lock(&sessions_lock);
	if (state->running && !system_suspends) {
		halt_workload(cpu);
		synchronize_rcu();
		destroy_workload(cpu);
		state->offline++;
		tracepoint_synchronize_unregister();
	}
	mutex_unlock(&sessions_lock);
	return 0;
}

/*
 * What the system does in order to suspend and to resume is no latency, and on
 * the CPU that it does it on, all of it would be one. Threads of the kernel end
 * for the time; those of user space are frozen, and only pause.
 */
static void suspend_workloads(void)
{
	struct cpu_state *state;
	int cpu;

	for_each_online_cpu(cpu) {
		state = per_cpu_ptr(&cpu_state, cpu);
		if (!state->running)
			continue;
		state->suspended++;
		if (workload_of(state)->suspend)
			workload_of(state)->suspend(cpu);
	}
	synchronize_rcu();
	for_each_online_cpu(cpu) {
		state = per_cpu_ptr(&cpu_state, cpu);
		if (!state->running)
			continue;
		if (workload_of(state)->suspend)
			workload_of(state)->suspended(cpu);
		else
			destroy_workload(cpu);
	}
	tracepoint_synchronize_unregister();
}

static void resume_workloads(void)
{
	struct cpu_state *state;
	int cpu;

	for_each_online_cpu(cpu) {
		state = per_cpu_ptr(&cpu_state, cpu);
		if (state->running)
			workload_of(state)->resume(cpu);
		else if (state->owner && !state->lost)
			recreate_workload(cpu);
	}
}

static int on_suspend(struct notifier_block *block, unsigned long event,
		      void *unused)
{
	bool suspends = event == PM_SUSPEND_PREPARE ||
			event == PM_HIBERNATION_PREPARE ||
			event == PM_RESTORE_PREPARE;

	cpus_read_lock();
	mutex_lock(&sessions_lock);
	if (suspends && !system_suspends)
		suspend_workloads();
	else if (!suspends && system_suspends)
		resume_workloads();
	system_suspends = suspends;
	mutex_unlock(&sessions_lock);
	cpus_read_unlock();
	return NOTIFY_OK;
}

/* Last to hear of a suspend, first to hear that it failed. */
static struct notifier_block suspend_notifier = {
	.notifier_call = on_suspend,
	.priority = INT_MIN,
};

/* sessions_init - return: 0 or a negative error */
int sessions_init(void)
{
	int ret;

	ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "rtla:online",
					cpu_comes_online, cpu_goes_offline);
	if (ret < 0)
		return ret;
	hotplug_state = ret;
	ret = register_pm_notifier(&suspend_notifier);
	if (ret)
		cpuhp_remove_state_nocalls(hotplug_state);
	return ret;
}

/* No session exists any more: each holds a reference to the module. */
void sessions_exit(void)
{
	unregister_pm_notifier(&suspend_notifier);
	cpuhp_remove_state_nocalls(hotplug_state);
}
