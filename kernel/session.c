// SPDX-License-Identifier: GPL-2.0
/*
 * Sessions.
 *
 * A session owns its CPUs from its start until it has ended; no two sessions
 * share a CPU. A workload measures on each of these CPUs. The session takes the
 * workload off a CPU that goes offline, takes all of them off while the system
 * suspends, and brings them back afterwards.
 *
 * Locks, outermost first: cpus_read_lock(), then sessions_lock. The first keeps
 * CPUs from coming and going, the second guards cpu_state and each session's
 * configuration. Hooks are got and put, and hotplug is disabled and enabled,
 * with neither lock held, because both wait for CPUs that come or go. A hit is
 * reported without any lock, from the measured CPU.
 *
 * The end of a workload takes as long as other threads keep its thread off the
 * CPU, plus a grace period of RCU. So nothing waits for it with sessions_lock
 * held. The keeper of a session ends the session; the holder waits for that for
 * a second at most. The CPUs of the session are busy until it has ended.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/nospec.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/suspend.h>
#include <linux/tracepoint.h>

#include "hooks.h"
#include "noise.h"
#include "own_cost.h"
#include "session.h"
#include "thread.h"

/* A workload that nothing hinders ends in fewer jiffies; others are urged. */
#define PATIENCE	msecs_to_jiffies(50)

/* How long the holder of a session waits for its end, in jiffies. */
#define HOLDER_PATIENCE	HZ

/**
 * struct cpu_state - state of one CPU, guarded by sessions_lock
 * @owner: the session that owns the CPU, or NULL
 * @running: the workload of the CPU exists
 * @lost: the workload could not be created again, or could not be scheduled
 * @ended: sums over the workloads of the CPU that have ended in this session;
 *	the fields state and pid are not used
 * @offline: how many times the CPU went offline in this session
 * @suspended: how many times the system was suspended in this session
 * @own_cost: what the latencies of its workload contain of ours
 */
struct cpu_state {
	struct session *owner;
	bool running;
	bool lost;
	struct workload_status ended;
	u64 offline;
	u64 suspended;
	struct own_cost own_cost;
};

static DEFINE_MUTEX(sessions_lock);
static DEFINE_PER_CPU(struct cpu_state, cpu_state);
static u32 last_session_number;
static enum cpuhp_state sessions_hotplug_state;
static bool system_suspends;

/* ---- One CPU ------------------------------------------------------------ */

static const struct workload *workload_of(const struct cpu_state *state)
{
	lockdep_assert_held(&sessions_lock);
	return state->owner->config.kind;
}

/*
 * Create the workload of a CPU, without running it. Returns 0 or a negative
 * error; after an error a workload may exist, which must not be run.
 */
static int create_workload(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);
	const struct workload_config *config = &state->owner->config.workload;
	const struct workload *kind = workload_of(state);
	int ret;

	lockdep_assert_held(&sessions_lock);
	if (kind->pending)
		state->own_cost = rtla_own_cost_measure(cpu,
							config->report_noise);
	ret = kind->create(cpu, config);
	state->running = !ret;
	if (!ret && config->sched && kind->schedule)
		ret = kind->schedule(cpu, config->sched);
	return ret;
}

/* Bring back the workload of a CPU; if that fails, the CPU is lost for good. */
static void recreate_workload(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	state->lost = create_workload(cpu);
	if (state->lost)
		pr_warn("CPU %d is back but not measured\n", cpu);
	else
		workload_of(state)->run(cpu);
}

static void halt_workload(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	lockdep_assert_held(&sessions_lock);
	if (state->running)
		workload_of(state)->halt(cpu);
}

/* The caller has called wait_for_workloads() since halt_workload(). */
static void destroy_workload(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);
	struct workload_status status;

	lockdep_assert_held(&sessions_lock);
	if (!state->running)
		return;
	workload_of(state)->status(cpu, &status);
	state->ended.activations += status.activations;
	state->ended.skipped += status.skipped;
	state->ended.detached += status.detached;
	workload_of(state)->destroy(cpu);
	state->running = false;
}

/*
 * Wait until @deadline, in jiffies, for the threads of @cpus to end. Returns
 * the first CPU whose thread has not ended, or at least nr_cpu_ids if all have.
 */
static int first_live_thread(const struct cpumask *cpus, unsigned long deadline)
{
	unsigned long now;
	int cpu;

	for_each_cpu(cpu, cpus) {
		now = jiffies;
		if (!rtla_thread_has_ended(cpu, time_before(now, deadline) ?
						deadline - now : 0))
			break;
	}
	return cpu;
}

/*
 * Put the threads of @cpus that have not ended, from @cpu on, before others;
 * with @deadline, also before others of SCHED_FIFO 99. sessions_lock is held,
 * so that nothing destroys the threads meanwhile.
 */
static void urge_threads(const struct cpumask *cpus, int cpu, bool deadline)
{
	mutex_lock(&sessions_lock);
	for (; cpu < nr_cpu_ids; cpu = cpumask_next(cpu, cpus)) {
		if (!rtla_thread_has_ended(cpu, 0))
			rtla_thread_urge(cpu, deadline);
	}
	mutex_unlock(&sessions_lock);
}

/* Wait until no timer of a deadline of any thread on @cpus can fire any more. */
static void wait_for_deadlines(const struct cpumask *cpus)
{
	bool over;
	int cpu;

	for_each_cpu(cpu, cpus) {
		for (;;) {
			mutex_lock(&sessions_lock);
			over = rtla_thread_deadline_is_over(cpu);
			mutex_unlock(&sessions_lock);
			if (over)
				break;
			schedule_timeout_idle(1);
		}
	}
}

/* Wait for code that may use a workload: with preemption off, or in a hook. */
static void wait_for_grace_periods(void)
{
	synchronize_rcu();
	tracepoint_synchronize_unregister();
}

/*
 * Wait until nothing uses the halted workloads of @cpus any more. Threads that
 * others keep off their CPU are urged, so that this takes long only where
 * nothing can be scheduled at all.
 *
 * An urged thread is a deadline thread for a short time only, in which no CPU
 * may go offline: see session_needs_all_cpus(). With @cpus_stay, the caller
 * prevents that; otherwise this function takes cpus_read_lock() for that time.
 */
static void wait_for_workloads(const struct cpumask *cpus, bool cpus_stay)
{
	bool deadline = false;
	int cpu;

	might_sleep();
	lockdep_assert_not_held(&sessions_lock);
	while ((cpu = first_live_thread(cpus, jiffies + PATIENCE)) <
	       nr_cpu_ids) {
		urge_threads(cpus, cpu, false);
		if (deadline) {
			if (!cpus_stay)
				cpus_read_lock();
			urge_threads(cpus, cpu, true);
			cpu = first_live_thread(cpus, jiffies + PATIENCE);
			urge_threads(cpus, cpu, false);
			wait_for_deadlines(cpus);
			if (!cpus_stay)
				cpus_read_unlock();
		}
		deadline = true;
	}
	wait_for_deadlines(cpus);
	wait_for_grace_periods();
}

/*
 * Wait until nothing uses the halted workload of a CPU that goes offline any
 * more. By then the kernel has moved all other threads off the CPU, so the
 * thread needs no deadline.
 */
static void wait_for_leaving_cpu(int cpu)
{
	lockdep_assert_not_held(&sessions_lock);
	while (!rtla_thread_has_ended(cpu, PATIENCE))
		urge_threads(cpumask_of(cpu), cpu, false);
	wait_for_grace_periods();
}

/* ---- The end ------------------------------------------------------------ */

/*
 * Return whether no CPU may come or go as long as the session has threads: if
 * they are deadline threads. The kernel moves a deadline thread that has used
 * up its runtime off a CPU that is about to go offline, even if the thread must
 * not migrate (dl_task_offline_migration()), and then waits for ever for the
 * thread to leave that CPU. And when the kernel admits a deadline thread, it
 * divides by the number of active CPUs, which is 0 for a CPU that is about to
 * come online.
 */
static bool session_needs_all_cpus(const struct session_config *config)
{
	const struct sched_attr *sched = config->workload.sched;

	return sched && sched->sched_policy == SCHED_DEADLINE;
}

/* rtla_session_free - free a session that was not started */
void rtla_session_free(struct session *session)
{
	rtla_stats_destroy(&session->stats);
	kfree(session);
}

static void put_session(struct session *session)
{
	if (!refcount_dec_and_test(&session->users))
		return;
	rtla_keeper_free(&session->keeper);
	rtla_session_free(session);
}

/*
 * End a session: free its CPUs and release its hooks. Runs in the keeper, so
 * that nothing else has to wait, however long this takes.
 */
static void finish_session(struct keeper *keeper)
{
	struct session *session = container_of(keeper, struct session, keeper);
	const struct cpumask *cpus = &session->config.cpus;
	int cpu;

	wait_for_workloads(cpus, false);
	mutex_lock(&sessions_lock);
	for_each_cpu(cpu, cpus) {
		if (per_cpu_ptr(&cpu_state, cpu)->owner != session)
			continue;
		destroy_workload(cpu);
		memset(per_cpu_ptr(&cpu_state, cpu), 0, sizeof(struct cpu_state));
	}
	mutex_unlock(&sessions_lock);
	if (session_needs_all_cpus(&session->config))
		cpu_hotplug_enable();
	WRITE_ONCE(session->left, true);
	rtla_hooks_put(session->config.workload.hooks);
	complete_all(&session->ended);
	put_session(session);
}

/*
 * Begin the end of a session: halt the workloads of the CPUs that it owns,
 * which are not all of its CPUs after a failed start.
 */
static void begin_session_end(struct session *session)
{
	int cpu;

	lockdep_assert_held(&sessions_lock);
	/*
	 * The caller has called rtla_hit_disarm() before. The release pairs
	 * with the acquire in rtla_session_has_ended().
	 */
	smp_store_release(&session->ending, true);
	for_each_cpu(cpu, &session->config.cpus) {
		if (per_cpu_ptr(&cpu_state, cpu)->owner == session)
			halt_workload(cpu);
	}
}

static void wake_session_holder(struct keeper *keeper)
{
	rtla_hit_wake(&container_of(keeper, struct session, keeper)->hit);
}

/*
 * A deadline thread may have to wait for its next period before it can end, and
 * its deadline is over a period after that: see wait_for_deadlines().
 */
static unsigned long holder_patience(const struct session_config *config)
{
	unsigned long patience = HOLDER_PATIENCE;

	if (session_needs_all_cpus(config))
		patience += 2 * nsecs_to_jiffies(config->workload.sched->sched_period);
	return patience;
}

static void wait_for_session_end(struct session *session)
{
	rtla_keeper_ask(&session->keeper, KEEPER_END);
	if (wait_for_completion_timeout(&session->ended,
					holder_patience(&session->config)))
		return;
	if (READ_ONCE(session->left))
		pr_notice("session %u: its CPUs are left, but RCU waits, for longer than a second: is there a CPU without rcu_nocbs that a real-time thread never leaves?\n",
			  session->hit.session);
	else
		pr_notice("session %u: other threads keep its measuring threads off their CPUs, which are busy until those have ended\n",
			  session->hit.session);
}

/**
 * rtla_session_end - let a session give up its CPUs, without waiting for that
 * @session: a started session; a repeated call does nothing
 *
 * Once the function has returned, there is no new hit. An earlier hit can still
 * be taken, and all that wait for one are woken.
 *
 * Return: 0, or -EINTR. Context: process, may sleep.
 */
int rtla_session_end(struct session *session)
{
	int ret = mutex_lock_killable(&sessions_lock);

	if (ret)
		return ret;
	rtla_hit_disarm(&session->hit);
	begin_session_end(session);
	mutex_unlock(&sessions_lock);
	rtla_keeper_ask(&session->keeper, KEEPER_END);
	rtla_hit_wake(&session->hit);
	return 0;
}

/**
 * rtla_session_stop - end a session, and free it
 * @session: a started session that nothing else uses
 *
 * The CPUs of the session are free when the function returns, unless that takes
 * more than a second: then they become free as soon as the session's threads
 * get to run there.
 *
 * Context: process, may sleep.
 */
void rtla_session_stop(struct session *session)
{
	/* From here on workloads that still run cannot cause a hit. */
	rtla_hit_close(&session->hit);
	mutex_lock(&sessions_lock);
	begin_session_end(session);
	mutex_unlock(&sessions_lock);
	wait_for_session_end(session);
	put_session(session);
}

/* ---- The start ---------------------------------------------------------- */

/*
 * Create and run the workloads of all CPUs of the session. After an error the
 * caller ends those that were created.
 */
static int session_own_cpus(struct session *session, int *bad_cpu)
{
	struct session_config *config = &session->config;
	int cpu, ret;

	lockdep_assert_held(&sessions_lock);
	for_each_cpu(cpu, &config->cpus) {
		per_cpu_ptr(&cpu_state, cpu)->owner = session;
		ret = create_workload(cpu);
		if (ret) {
			*bad_cpu = cpu;
			return ret;
		}
	}
	config->workload.first = rtla_noise_clock() + config->workload.period;
	for_each_cpu(cpu, &config->cpus)
		config->kind->run(cpu);
	return 0;
}

static int session_check_cpus(const struct cpumask *cpus, int *bad_cpu)
{
	int cpu;

	lockdep_assert_held(&sessions_lock);
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

/*
 * Start a session, for which the caller has got the hooks. After a failure with
 * *@owns set, the caller has to have the session ended by its keeper.
 */
static int start_session_locked(struct session *session,
				wait_queue_head_t *waiters, int *bad_cpu,
				bool *owns)
{
	struct session_config *config = &session->config;
	int ret;

	lockdep_assert_held(&sessions_lock);
	if (system_suspends)
		return -EBUSY;
	ret = session_check_cpus(&config->cpus, bad_cpu);
	if (ret)
		return ret;
	ret = rtla_keeper_create(&session->keeper, ++last_session_number,
				 &config->cpus);
	if (ret)
		return ret;
	rtla_hit_init(&session->hit, last_session_number, config->panic,
		      &session->keeper,
		      config->hit_ends && session->stats.cpu ?
		      &session->stats : NULL, waiters);
	config->workload.hit = &session->hit;
	config->workload.stats = &session->stats;
	config->workload.cpus = &config->cpus;
	/* Arm before any workload runs: the first activation may be the hit. */
	rtla_hit_arm(&session->hit, 0);
	*owns = true;
	ret = session_own_cpus(session, bad_cpu);
	if (ret) {
		rtla_hit_disarm(&session->hit);
		begin_session_end(session);
	}
	return ret;
}

/*
 * rtla_session_create - allocate a session, to be configured and started
 *
 * Return: the session, or NULL without memory. rtla_session_start() frees it if
 * that fails, rtla_session_stop() after that, and the caller if neither is
 * called.
 */
struct session *rtla_session_create(void)
{
	struct session *session = kzalloc(sizeof(*session), GFP_KERNEL_ACCOUNT);

	if (!session)
		return NULL;
	session->keeper.wake = wake_session_holder;
	session->keeper.end = finish_session;
	init_completion(&session->ended);
	/* One reference for the holder, one for the keeper. */
	refcount_set(&session->users, 2);
	return session;
}

/**
 * rtla_session_start - take the CPUs of a session, and measure on them
 * @session: from rtla_session_create(), and configured; freed after a failure
 * @waiters: woken at a hit and at the end; has to exist until
 *	rtla_session_stop()
 * @bad_cpu: set to the CPU that was the reason of a failure, or -1
 *
 * Return: 0 or a negative error. Context: process, may sleep.
 */
int rtla_session_start(struct session *session, wait_queue_head_t *waiters,
		       int *bad_cpu)
{
	unsigned int hooks = session->config.workload.hooks;
	bool owns = false;
	int ret;

	*bad_cpu = -1;
	ret = rtla_stats_create(&session->stats, &session->config.cpus);
	/* Before the locks: attaching a hook takes cpus_read_lock() itself. */
	if (!ret)
		ret = rtla_hooks_get(hooks);
	if (ret)
		goto err_free;
	if (session_needs_all_cpus(&session->config))
		cpu_hotplug_disable();
	cpus_read_lock();
	ret = mutex_lock_killable(&sessions_lock);
	if (!ret) {
		ret = start_session_locked(session, waiters, bad_cpu, &owns);
		mutex_unlock(&sessions_lock);
	}
	cpus_read_unlock();
	if (!ret)
		return 0;
	if (owns) {
		/* finish_session() puts the hooks, and CPUs may come and go. */
		wait_for_session_end(session);
		put_session(session);
		return ret;
	}
	if (session_needs_all_cpus(&session->config))
		cpu_hotplug_enable();
	rtla_hooks_put(hooks);
err_free:
	rtla_session_free(session);
	return ret;
}

/* ---- A running session -------------------------------------------------- */

/*
 * Take sessions_lock, for a session that has not ended. Returns 0, -EINTR, or
 * -EINVAL if it has ended, because its CPUs may belong to another session now.
 */
static int lock_running_session(const struct session *session)
{
	int ret = mutex_lock_killable(&sessions_lock);

	if (!ret && session->ending) {
		mutex_unlock(&sessions_lock);
		ret = -EINVAL;
	}
	return ret;
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

/**
 * rtla_session_arm - set new thresholds
 * @session: a started session
 * @stop: ns, by &enum rtla_context
 *
 * A hit that was not read is forgotten, unless all new thresholds are off.
 *
 * Return: 0, -EINVAL if it has ended, or -EINTR. Context: process, may sleep.
 */
int rtla_session_arm(struct session *session, const u64 *stop)
{
	struct session_config *config = &session->config;
	int cpu, ret;

	ret = lock_running_session(session);
	if (ret)
		return ret;
	rtla_hit_disarm(&session->hit);
	memcpy(config->workload.stop, stop, sizeof(config->workload.stop));
	for_each_cpu(cpu, &config->cpus) {
		if (per_cpu_ptr(&cpu_state, cpu)->running)
			config->kind->arm(cpu, stop);
	}
	if (has_threshold(stop))
		rtla_hit_arm(&session->hit, rtla_noise_clock());
	mutex_unlock(&sessions_lock);
	return 0;
}

static void get_cpu_status(int cpu, struct workload_status *status)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	lockdep_assert_held(&sessions_lock);
	*status = (struct workload_status) { .state = RTLA_CPU_OFFLINE };
	if (system_suspends && !state->running)
		status->state = RTLA_CPU_SUSPENDED;
	else if (state->lost)
		status->state = RTLA_CPU_LOST;
	else if (state->running)
		workload_of(state)->status(cpu, status);
}

/*
 * rtla_session_has_cpu - return whether a number from user space is one of the
 * session's CPUs; context: any
 */
bool rtla_session_has_cpu(const struct session *session, u32 number)
{
	return number < nr_cpu_ids &&
	       cpumask_test_cpu(array_index_nospec(number, nr_cpu_ids),
				&session->config.cpus);
}

/**
 * rtla_session_cpu - get state and counts of one CPU
 * @session: a started session
 * @info: the field cpu is read; all others are set, except size
 *
 * Return: 0, -ENODEV if the CPU is not one of the session's, -EINVAL if the
 * session has ended, or -EINTR. Context: process, may sleep.
 */
int rtla_session_cpu(struct session *session, struct rtla_cpu *info)
{
	struct workload_status status;
	struct cpu_state *state;
	int cpu, ret;

	if (!rtla_session_has_cpu(session, info->cpu))
		return -ENODEV;
	cpu = array_index_nospec(info->cpu, nr_cpu_ids);
	ret = lock_running_session(session);
	if (ret)
		return ret;
	state = per_cpu_ptr(&cpu_state, cpu);
	get_cpu_status(cpu, &status);
	info->state = status.state;
	info->pid = status.pid;
	info->activations = state->ended.activations + status.activations;
	info->skipped = state->ended.skipped + status.skipped;
	info->detached = state->ended.detached + status.detached;
	info->offline = state->offline;
	info->suspended = state->suspended;
	info->own_irq_ns = state->own_cost.irq;
	info->own_thread_ns = state->own_cost.thread;
	mutex_unlock(&sessions_lock);
	return 0;
}

/*
 * Add the latency to @stats that waits to be counted, if there is one. The
 * statistics are read first, and then it is looked for: see
 * rtla_timerlat_pending().
 */
static void add_pending(struct session *session, struct rtla_stats *stats)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, stats->cpu);
	u128 squares;
	u64 latency;

	lockdep_assert_held(&sessions_lock);
	if (state->owner != session || !state->running ||
	    !workload_of(state)->pending ||
	    !workload_of(state)->pending(stats->cpu, stats->context, &latency))
		return;
	if (!stats->count++ || latency < stats->min_ns)
		stats->min_ns = latency;
	stats->max_ns = max(stats->max_ns, latency);
	stats->sum_ns += latency;
	squares = (u128)latency * latency + stats->squares_low;
	stats->squares_low = squares;
	stats->squares_high += squares >> 64;
	stats->last_ns = latency;
}

/**
 * rtla_session_stats - read the statistics of one CPU in one context
 * @session: a started session, which may have ended
 * @stats: the fields cpu and context are read; all others are set, except size
 *	and reserved
 *
 * Return: 0, -ENODEV if the CPU is not one of the session's, -EINVAL if it
 * keeps no such statistics, or -EINTR. Context: process, may sleep.
 */
int rtla_session_stats(struct session *session, struct rtla_stats *stats)
{
	int ret;

	if (!rtla_session_has_cpu(session, stats->cpu))
		return -ENODEV;
	stats->cpu = array_index_nospec(stats->cpu, nr_cpu_ids);
	ret = mutex_lock_killable(&sessions_lock);
	if (ret)
		return ret;
	ret = rtla_stats_read(&session->stats, stats);
	if (!ret && (stats->context == RTLA_CONTEXT_IRQ ||
		     stats->context == RTLA_CONTEXT_THREAD))
		add_pending(session, stats);
	mutex_unlock(&sessions_lock);
	return ret;
}

/* ---- Workloads of user space -------------------------------------------- */

static struct timerlat_user *attach_workload(int cpu)
{
	const struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	lockdep_assert_held(&sessions_lock);
	if (!state->running || state->owner->ending ||
	    !workload_of(state)->attach)
		return ERR_PTR(-ENODEV);
	return workload_of(state)->attach(cpu);
}

/**
 * rtla_sessions_attach - make the calling thread the workload of a CPU
 * @number: the number of the CPU, from user space
 *
 * Return: the workload, to be passed to rtla_sessions_leave() and then to
 * rtla_timerlat_user_free(); or an error pointer, see RTLA_IOC_ATTACH. Context:
 * process, may sleep.
 */
struct timerlat_user *rtla_sessions_attach(u32 number)
{
	struct timerlat_user *user;
	int cpu, ret;

	if (number >= nr_cpu_ids || !cpu_possible(number))
		return ERR_PTR(-ENODEV);
	cpu = array_index_nospec(number, nr_cpu_ids);
	cpus_read_lock();
	ret = mutex_lock_killable(&sessions_lock);
	user = ret ? ERR_PTR(ret) : attach_workload(cpu);
	if (!ret)
		mutex_unlock(&sessions_lock);
	cpus_read_unlock();
	return user;
}

/*
 * rtla_sessions_leave - take a user-space workload off its CPU
 *
 * A repeated call does nothing. The session of the workload may have ended, and
 * its CPU may belong to another one by now, so this function does not ask the
 * CPU what kind of workload it has: only one kind can attach. Context: process,
 * may sleep.
 */
void rtla_sessions_leave(struct timerlat_user *user)
{
	mutex_lock(&sessions_lock);
	rtla_timerlat_users.leave(user);
	mutex_unlock(&sessions_lock);
}

/* ---- CPU hotplug, and suspend ------------------------------------------- */

/* Return whether the CPU has a workload, and its session is not ending. */
static bool cpu_is_measured(const struct cpu_state *state)
{
	lockdep_assert_held(&sessions_lock);
	return state->running && !state->owner->ending;
}

static int cpu_comes_online(unsigned int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	mutex_lock(&sessions_lock);
	if (state->owner && !state->owner->ending && !state->running &&
	    !system_suspends)
		recreate_workload(cpu);
	mutex_unlock(&sessions_lock);
	return 0;
}

/*
 * Before the kernel takes a CPU offline, it waits for the threads that are
 * bound to it. So the workload of the CPU has to end first, however long that
 * takes. If the session ends meanwhile, finish_session() destroys the workload.
 */
static int cpu_goes_offline(unsigned int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);
	bool halted = false;

	mutex_lock(&sessions_lock);
	if (cpu_is_measured(state) && !system_suspends) {
		halt_workload(cpu);
		halted = true;
	}
	mutex_unlock(&sessions_lock);
	if (!halted)
		return 0;
	wait_for_leaving_cpu(cpu);
	mutex_lock(&sessions_lock);
	if (cpu_is_measured(state)) {
		destroy_workload(cpu);
		state->offline++;
	}
	mutex_unlock(&sessions_lock);
	return 0;
}

/*
 * In a suspend, the CPUs whose workload is halted; at the end of the resume,
 * all CPUs that are offline. Suspends exclude each other, so one mask suffices.
 */
static struct cpumask halted_cpus;

static void halt_workload_for_suspend(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	if (!cpu_is_measured(state))
		return;
	state->suspended++;
	if (workload_of(state)->suspend) {
		workload_of(state)->suspend(cpu);
		return;
	}
	halt_workload(cpu);
	cpumask_set_cpu(cpu, &halted_cpus);
}

static void settle_workload_for_suspend(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	if (!cpu_is_measured(state))
		return;
	if (cpumask_test_cpu(cpu, &halted_cpus))
		destroy_workload(cpu);
	else
		workload_of(state)->suspended(cpu);
}

/*
 * Take all workloads off their CPUs while the system suspends. The work of the
 * system for suspend and resume is no latency, but would all be measured as one
 * on the CPU that does it. So measuring threads of the kernel end until the
 * system has resumed; those of user space are frozen, and only pause.
 *
 * Context: sessions_lock is held at entry and return, and released in between;
 * cpus_read_lock() is held all the time.
 */
static void suspend_workloads(void)
{
	int cpu;

	lockdep_assert_held(&sessions_lock);
	cpumask_clear(&halted_cpus);
	for_each_online_cpu(cpu)
		halt_workload_for_suspend(cpu);
	mutex_unlock(&sessions_lock);
	/*
	 * Wait for all online CPUs, also for those of sessions that are ending:
	 * the kernel is about to take CPUs offline.
	 */
	wait_for_workloads(cpu_online_mask, true);
	mutex_lock(&sessions_lock);
	for_each_online_cpu(cpu)
		settle_workload_for_suspend(cpu);
}

static void resume_workload(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&cpu_state, cpu);

	lockdep_assert_held(&sessions_lock);
	if (!state->owner || state->owner->ending || state->lost)
		return;
	if (!cpu_online(cpu)) {
		/* A CPU that was offline before had no workload to halt. */
		if (state->running || cpumask_test_cpu(cpu, &halted_cpus))
			state->offline++;
		halt_workload(cpu);
	} else if (state->running) {
		workload_of(state)->resume(cpu);
	} else {
		recreate_workload(cpu);
	}
}

/*
 * Bring back the workloads after a suspend. A CPU that has not come back is
 * treated like one that was taken offline by itself. Locks: see
 * suspend_workloads().
 */
static void resume_workloads(void)
{
	struct cpu_state *state;
	int cpu;

	lockdep_assert_held(&sessions_lock);
	for_each_possible_cpu(cpu)
		resume_workload(cpu);
	cpumask_copy(&halted_cpus, cpu_possible_mask);
	for_each_online_cpu(cpu)
		cpumask_clear_cpu(cpu, &halted_cpus);
	mutex_unlock(&sessions_lock);
	wait_for_workloads(&halted_cpus, true);
	mutex_lock(&sessions_lock);
	for_each_cpu(cpu, &halted_cpus) {
		state = per_cpu_ptr(&cpu_state, cpu);
		if (cpu_is_measured(state))
			destroy_workload(cpu);
	}
}

static int sessions_on_suspend(struct notifier_block *block,
			       unsigned long event, void *unused)
{
	bool suspends = event == PM_SUSPEND_PREPARE ||
			event == PM_HIBERNATION_PREPARE ||
			event == PM_RESTORE_PREPARE;
	bool suspended;

	cpus_read_lock();
	mutex_lock(&sessions_lock);
	suspended = system_suspends;
	system_suspends = suspends;
	if (suspends && !suspended)
		suspend_workloads();
	else if (!suspends && suspended)
		resume_workloads();
	mutex_unlock(&sessions_lock);
	cpus_read_unlock();
	return NOTIFY_OK;
}

/*
 * The lowest priority: the kernel calls this notifier after all others, and not
 * at all for a suspend that another one refuses.
 */
static struct notifier_block suspend_notifier = {
	.notifier_call = sessions_on_suspend,
	.priority = INT_MIN,
};

/*
 * rtla_sessions_init - register for CPU hotplug and suspend
 *
 * Return: 0 or a negative error. Context: process, may sleep.
 */
int rtla_sessions_init(void)
{
	int ret;

	ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "rtla:online",
					cpu_comes_online, cpu_goes_offline);
	if (ret < 0)
		return ret;
	sessions_hotplug_state = ret;
	ret = register_pm_notifier(&suspend_notifier);
	if (ret)
		cpuhp_remove_state_nocalls(sessions_hotplug_state);
	return ret;
}

/*
 * rtla_sessions_exit - undo rtla_sessions_init()
 *
 * No session exists any more: the file of a session holds a reference to the
 * module, and rtla_keepers_exit() has waited for those that end without their
 * file. Context: process, may sleep.
 */
void rtla_sessions_exit(void)
{
	unregister_pm_notifier(&suspend_notifier);
	cpuhp_remove_state_nocalls(sessions_hotplug_state);
}
