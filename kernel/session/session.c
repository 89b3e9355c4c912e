// SPDX-License-Identifier: GPL-2.0
/*
 * Sessions.
 *
 * A session owns a place on each of its CPUs from its start until it has ended;
 * no two sessions share a place. A workload measures on each of these CPUs: see
 * session_cpu.h, and hotplug.c for CPUs that come and go.
 *
 * Locks, outermost first: cpus_read_lock(), then rtla_sessions_lock. The first
 * keeps CPUs from coming and going, the second guards rtla_cpu_state and each
 * session's configuration. Hooks are got and put, and hotplug is disabled and
 * enabled, with neither lock held, because both wait for CPUs that come or go.
 * A hit is reported without any lock, from the measured CPU. CPUs begin and
 * cease to be watched with the first lock only, as that takes as long as they
 * have interrupts off: for seconds, where hwnoise measures.
 *
 * The end of a workload may take long: see session_cpu.c. So the keeper of a
 * session ends the session; the holder waits for that for a second at most. The
 * CPUs of the session are busy until it has ended.
 */
#include <linux/capability.h>
#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kernel_stat.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/nospec.h>
#include <linux/percpu.h>
#include <linux/slab.h>

#include "noise/causes.h"
#include "noise/clock.h"
#include "noise/hooks.h"
#include "noise/noise.h"
#include "session/cpu_memory.h"
#include "session/session.h"
#include "session/session_cpu.h"
#include "session/user_workload.h"

/* How long the holder of a session waits for its end, in jiffies. */
#define HOLDER_PATIENCE	HZ

static u32 last_session_number;

/*
 * All sessions that measure or watch on their CPUs, and how many have left the
 * list.
 */
static LIST_HEAD(sessions);
static u32 sessions_left;

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

static bool session_watches(const struct session *session)
{
	return session->config.kind && session->config.kind->watch;
}

/**
 * rtla_session_place() - the place that a session has on its CPUs, as a word
 * @session: a session that was started
 *
 * Context: any.
 * Return: a word of rtla-place in <uapi/rtla.h>.
 */
const char *rtla_session_place(const struct session *session)
{
	if (session_watches(session) || rtla_session_has_ended(session))
		return "none";
	return session->config.kind->place == PLACE_PROBE ? "probe" :
							    "workload";
}

/* Return the state of the place that the session has, or wants, on a CPU. */
static struct cpu_state *session_state_of(const struct session *session,
					  int cpu)
{
	return rtla_cpu_state_of(session->config.kind->place, cpu);
}

/* rtla_session_free - free a session that was not started */
void rtla_session_free(struct session *session)
{
	struct session_config *config = &session->config;

	if (config->kind && config->kind->free)
		config->kind->free(&config->workload);
	rtla_causes_destroy(config->workload.causes);
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
 * Have the noise of the session's CPUs watched, if its workloads do that, or
 * watched no more: it takes as long as a CPU has interrupts off to begin or to
 * end that. What the workloads do meanwhile, with rtla_sessions_lock held,
 * takes no time. The caller holds cpus_read_lock().
 */
static void watch_noise(const struct session *session, bool on)
{
	const struct session_config *config = &session->config;
	int cpu;

	lockdep_assert_not_held(&rtla_sessions_lock);
	if (!config->kind->watches_noise)
		return;
	for_each_cpu(cpu, &config->cpus) {
		if (on)
			rtla_noise_watch(cpu, config->workload.report_noise);
		else
			rtla_noise_unwatch(cpu, config->workload.report_noise);
	}
}

static void free_session_cpus(struct session *session)
{
	enum cpu_place place = session->config.kind->place;
	int cpu;

	rtla_cpus_wait(place, &session->config.cpus, false);
	cpus_read_lock();
	watch_noise(session, true);
	mutex_lock(&rtla_sessions_lock);
	for_each_cpu(cpu, &session->config.cpus) {
		if (session_state_of(session, cpu)->owner != session)
			continue;
		rtla_cpu_destroy(place, cpu);
		memset(session_state_of(session, cpu), 0,
		       sizeof(struct cpu_state));
	}
	mutex_unlock(&rtla_sessions_lock);
	watch_noise(session, false);
	cpus_read_unlock();
}

static void finish_watching(struct session *session)
{
	rtla_cpus_wait(PLACE_WORKLOAD, cpu_none_mask, false);
	cpus_read_lock();
	session->config.kind->finish(&session->config.workload);
	cpus_read_unlock();
}

/*
 * Return the CPUs of all sessions; valid until rtla_sessions_lock is released.
 */
static const struct cpumask *all_session_cpus(void)
{
	/* Static, as a mask may be large. */
	static struct cpumask cpus;
	const struct session *session;

	lockdep_assert_held(&rtla_sessions_lock);
	cpumask_clear(&cpus);
	list_for_each_entry(session, &sessions, others)
		cpumask_or(&cpus, &cpus, &session->config.cpus);
	return &cpus;
}

/*
 * Forget a session whose CPUs are free. What is left to do would be a latency
 * of a thread that others measure now, or of their application.
 */
static void leave_sessions(struct session *session)
{
	mutex_lock(&rtla_sessions_lock);
	list_del(&session->others);
	sessions_left++;
	rtla_keeper_step_back(all_session_cpus());
	mutex_unlock(&rtla_sessions_lock);
}

/*
 * End a session: free its CPUs and release its hooks. Runs in the keeper, so
 * that nothing else has to wait, however long this takes.
 */
static void finish_session(struct keeper *keeper)
{
	struct session *session = container_of(keeper, struct session, keeper);

	if (session_watches(session))
		finish_watching(session);
	else
		free_session_cpus(session);
	leave_sessions(session);
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

	lockdep_assert_held(&rtla_sessions_lock);
	if (!session->ending)
		session->settles = jiffies + HOLDER_PATIENCE;
	/*
	 * The caller has called rtla_hit_disarm() before. The release pairs
	 * with the acquire in rtla_session_has_ended().
	 */
	smp_store_release(&session->ending, true);
	if (session_watches(session)) {
		if (session->config.kind->end)
			session->config.kind->end(&session->config.workload);
		return;
	}
	for_each_cpu(cpu, &session->config.cpus) {
		if (session_state_of(session, cpu)->owner == session)
			rtla_cpu_halt(session->config.kind->place, cpu);
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
	const struct sched_attr *sched = config->workload.sched;
	unsigned long patience = HOLDER_PATIENCE;

	if (session_needs_all_cpus(config))
		patience += 2 * nsecs_to_jiffies(sched->sched_period);
	return patience;
}

static void wait_for_session_end(struct session *session)
{
	rtla_keeper_end(&session->keeper);
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

/* Begin the end of a session, and unlock rtla_sessions_lock. */
static void give_up_session(struct session *session)
{
	lockdep_assert_held(&rtla_sessions_lock);
	rtla_hit_disarm(&session->hit);
	begin_session_end(session);
	mutex_unlock(&rtla_sessions_lock);
	rtla_keeper_end(&session->keeper);
	rtla_hit_wake(&session->hit);
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
	int ret = mutex_lock_killable(&rtla_sessions_lock);

	if (ret)
		return ret;
	give_up_session(session);
	return 0;
}

/*
 * rtla_session_orphan - like rtla_session_end(), for a holder that is exiting
 *
 * Context: process, may sleep.
 */
void rtla_session_orphan(struct session *session)
{
	mutex_lock(&rtla_sessions_lock);
	give_up_session(session);
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
	mutex_lock(&rtla_sessions_lock);
	begin_session_end(session);
	mutex_unlock(&rtla_sessions_lock);
	wait_for_session_end(session);
	put_session(session);
}

/* ---- The start ---------------------------------------------------------- */

/*
 * Get the memory for what the session counts on its CPUs. Returns 0 or -ENOMEM;
 * rtla_session_free() frees it.
 */
static int create_counts(struct session *session)
{
	struct workload_config *workload = &session->config.workload;
	struct stats *stats = &session->stats;
	int ret = rtla_stats_create(stats, &session->config.cpus);

	if (ret || !(stats->config.flags & RTLA_STATS_CAUSES))
		return ret;
	workload->causes = rtla_causes_create(&session->config.cpus,
					      &stats->window.from,
					      &stats->window.length);
	return workload->causes ? 0 : -ENOMEM;
}

/*
 * Create and run the workloads of all CPUs of the session. After an error the
 * caller ends those that were created.
 */
static int session_own_cpus(struct session *session, int *bad_cpu)
{
	struct session_config *config = &session->config;
	struct cpu_state *state;
	int cpu, ret;

	lockdep_assert_held(&rtla_sessions_lock);
	if (session_watches(session))
		return config->kind->begin ?
		       config->kind->begin(&config->workload) : 0;
	for_each_cpu(cpu, &config->cpus) {
		state = session_state_of(session, cpu);
		state->owner = session;
		state->kind = config->kind;
		state->config = &config->workload;
		ret = rtla_cpu_create(config->kind->place, cpu);
		if (ret) {
			*bad_cpu = cpu;
			return ret;
		}
	}
	config->workload.first = rtla_clock() + config->workload.period;
	for_each_cpu(cpu, &config->cpus)
		rtla_cpu_run(config->kind->place, cpu);
	return 0;
}

static int session_check_cpus(const struct session *session, int *bad_cpu)
{
	bool owns = !session_watches(session);
	int cpu;

	lockdep_assert_held(&rtla_sessions_lock);
	for_each_cpu(cpu, &session->config.cpus) {
		*bad_cpu = cpu;
		if (!cpu_online(cpu))
			return -ENODEV;
		if (owns && session_state_of(session, cpu)->owner)
			return -EBUSY;
	}
	*bad_cpu = -1;
	return 0;
}

/*
 * Return whether another session may watch: each of them makes what it watches
 * slower, on the whole machine, and its holder needs little permission.
 */
static bool one_more_may_watch(void)
{
	const struct session *session;
	unsigned int watching = 0;

	lockdep_assert_held(&rtla_sessions_lock);
	list_for_each_entry(session, &sessions, others)
		watching += session_watches(session);
	return watching < RTLA_WATCHING_MAX || capable(CAP_SYS_ADMIN);
}

/* Return 0 if the session may start now, or a negative error. */
static int session_may_start(const struct session *session, int *bad_cpu)
{
	lockdep_assert_held(&rtla_sessions_lock);
	if (rtla_system_suspends)
		return -EBUSY;
	if (session_watches(session) && !one_more_may_watch())
		return -EUSERS;
	return session_check_cpus(session, bad_cpu);
}

/*
 * Test that before anything is attached: that takes long, and slows others
 * down. It is tested again when all locks are held that keep it true.
 */
static int session_test_start(const struct session *session, int *bad_cpu)
{
	int ret;

	cpus_read_lock();
	ret = mutex_lock_killable(&rtla_sessions_lock);
	if (!ret) {
		ret = session_may_start(session, bad_cpu);
		mutex_unlock(&rtla_sessions_lock);
	}
	cpus_read_unlock();
	return ret;
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

	lockdep_assert_held(&rtla_sessions_lock);
	ret = session_may_start(session, bad_cpu);
	if (ret)
		return ret;
	session->keeper.in_scheduler = config->kind->in_scheduler;
	list_add(&session->others, &sessions);
	session->left_before = sessions_left;
	ret = rtla_keeper_create(&session->keeper, ++last_session_number,
				 all_session_cpus());
	if (ret) {
		list_del(&session->others);
		sessions_left++;
		return ret;
	}
	session->hit.tracing_off = config->tracing_off;
	rtla_hit_init(&session->hit, last_session_number, config->panic,
		      &session->keeper,
		      config->hit_ends && session->stats.cpu ?
		      &session->stats : NULL, waiters);
	config->workload.hit = &session->hit;
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
 * Have the CPUs of a session watched, if it watches, and start it with the
 * locks held. Parameters: see start_session_locked().
 */
static int start_session(struct session *session, wait_queue_head_t *waiters,
			 int *bad_cpu, bool *owns)
{
	struct session_config *config = &session->config;
	int ret;

	config->workload.stats = &session->stats;
	config->workload.cpus = &config->cpus;
	cpus_read_lock();
	if (session_watches(session))
		config->kind->watch(&config->workload);
	watch_noise(session, true);
	ret = mutex_lock_killable(&rtla_sessions_lock);
	if (!ret) {
		ret = start_session_locked(session, waiters, bad_cpu, owns);
		mutex_unlock(&rtla_sessions_lock);
	}
	watch_noise(session, false);
	/* With *@owns set, the keeper does that. */
	if (ret && !*owns && session_watches(session))
		config->kind->finish(&config->workload);
	cpus_read_unlock();
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
	ret = session_test_start(session, bad_cpu);
	if (!ret)
		ret = create_counts(session);
	/* Before the hooks, which use it. */
	if (!ret)
		ret = rtla_cpu_memory_get(session->config.kind->memory,
					  WORKLOAD_MEMORIES);
	/* Before the locks: each of them takes cpus_read_lock() itself. */
	if (!ret && session->config.kind->prepare)
		ret = session->config.kind->prepare(&session->config.workload,
						    &session->config.cpus);
	if (!ret)
		ret = rtla_hooks_get(hooks);
	if (ret)
		goto err_free;
	if (session_needs_all_cpus(&session->config))
		cpu_hotplug_disable();
	ret = start_session(session, waiters, bad_cpu, &owns);
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
 * Take rtla_sessions_lock, for a session that has not ended. Returns 0, -EINTR,
 * or -EINVAL if it has ended, because its CPUs may belong to another session.
 */
static int lock_running_session(const struct session *session)
{
	int ret = mutex_lock_killable(&rtla_sessions_lock);

	if (!ret && session->ending) {
		mutex_unlock(&rtla_sessions_lock);
		ret = -EINVAL;
	}
	return ret;
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
	struct cpu_state *state;
	int cpu, ret;

	ret = lock_running_session(session);
	if (ret)
		return ret;
	rtla_hit_disarm(&session->hit);
	memcpy(config->workload.stop, stop, sizeof(config->workload.stop));
	if (config->kind->armed)
		config->kind->armed(&config->workload);
	for_each_cpu(cpu, &config->cpus) {
		state = session_state_of(session, cpu);
		if (state->owner == session && state->running)
			config->kind->arm(cpu, stop);
	}
	if (workload_has_threshold(stop))
		rtla_hit_arm(&session->hit, rtla_clock());
	mutex_unlock(&rtla_sessions_lock);
	return 0;
}

/* Get state and counts of a CPU. */
static void get_cpu_status(const struct cpu_state *state, int cpu,
			   struct workload_status *status)
{
	lockdep_assert_held(&rtla_sessions_lock);
	*status = (struct workload_status) { .state = RTLA_CPU_OFFLINE };
	if (rtla_system_suspends && !state->running)
		status->state = RTLA_CPU_SUSPENDED;
	else if (state->lost)
		status->state = RTLA_CPU_LOST;
	else if (state->running)
		rtla_cpu_workload_status(state, cpu, status);
}

/*
 * Return how many sessions have run since the start of this one, itself
 * included.
 */
static u32 sessions_since(const struct session *session)
{
	lockdep_assert_held(&rtla_sessions_lock);
	return last_session_number - session->left_before;
}

/* Something is watched on each of the CPUs as long as it is online. */
static void get_watched_cpu(struct rtla_cpu *info)
{
	*info = (struct rtla_cpu) {
		.size = info->size,
		.cpu = info->cpu,
		.state = cpu_online(info->cpu) ? RTLA_CPU_MEASURED :
						 RTLA_CPU_OFFLINE,
	};
}

/* Get state and counts of a CPU that a workload measures. */
static void get_measured_cpu(struct session *session, struct rtla_cpu *info)
{
	struct cpu_state *state = session_state_of(session, info->cpu);
	struct workload_status status;

	get_cpu_status(state, info->cpu, &status);
	info->state = status.state;
	info->pid = status.pid;
	info->activations = state->ended.activations + status.activations;
	info->skipped = state->ended.skipped + status.skipped;
	info->detached = state->ended.detached + status.detached;
	info->offline = state->offline;
	info->suspended = state->suspended;
	info->own_irq_ns = state->own_cost.irq;
	info->own_thread_ns = state->own_cost.thread;
}

/**
 * rtla_session_check_cpu - check that a number from user space is a CPU's
 * @session: a started session
 * @number: the number; afterwards no speculation uses it out of bounds
 *
 * Return: 0, or -ENODEV if it is none of the session's CPUs. Context: any.
 */
int rtla_session_check_cpu(const struct session *session, u32 *number)
{
	if (*number >= nr_cpu_ids)
		return -ENODEV;
	*number = array_index_nospec(*number, nr_cpu_ids);
	return cpumask_test_cpu(*number, &session->config.cpus) ? 0 : -ENODEV;
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
	int ret = rtla_session_check_cpu(session, &info->cpu);

	if (!ret)
		ret = lock_running_session(session);
	if (ret)
		return ret;
	if (session_watches(session))
		get_watched_cpu(info);
	else
		get_measured_cpu(session, info);
	info->sessions = sessions_since(session);
	info->steal_ns = kcpustat_cpu(info->cpu).cpustat[CPUTIME_STEAL];
	mutex_unlock(&rtla_sessions_lock);
	return 0;
}

/* ---- Workloads of user space -------------------------------------------- */

static struct user_workload *attach_workload(int cpu)
{
	const struct cpu_state *state = rtla_cpu_state_of(PLACE_WORKLOAD, cpu);

	lockdep_assert_held(&rtla_sessions_lock);
	if (!state->running || state->owner->ending ||
	    !state->kind->attach)
		return ERR_PTR(-ENODEV);
	return state->kind->attach(cpu);
}

/**
 * rtla_sessions_attach - make the calling thread the workload of a CPU
 * @number: the number of the CPU, from user space
 *
 * Return: the workload, to be passed to rtla_sessions_leave() and then to
 * rtla_user_workload_free(); or an error pointer, see RTLA_IOC_ATTACH. Context:
 * process, may sleep.
 */
struct user_workload *rtla_sessions_attach(u32 number)
{
	struct user_workload *user;
	int cpu, ret;

	if (number >= nr_cpu_ids || !cpu_possible(number))
		return ERR_PTR(-ENODEV);
	cpu = array_index_nospec(number, nr_cpu_ids);
	cpus_read_lock();
	ret = mutex_lock_killable(&rtla_sessions_lock);
	user = ret ? ERR_PTR(ret) : attach_workload(cpu);
	if (!ret)
		mutex_unlock(&rtla_sessions_lock);
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
void rtla_sessions_leave(struct user_workload *user)
{
	mutex_lock(&rtla_sessions_lock);
	rtla_user_workload_leave(user);
	mutex_unlock(&rtla_sessions_lock);
}
