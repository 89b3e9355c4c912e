// SPDX-License-Identifier: GPL-2.0
/*
 * timerlat with user-space workloads.
 *
 * A CPU of such a session waits until a thread that is bound to the CPU
 * attaches. The thread's read() is the cycle: take the user latency of the
 * period that ends, start the timer, sleep, take the thread latency, return to
 * user space.
 *
 * The session may end, and the CPU may go offline, at any point of the cycle.
 * The code that ends the workload (timerlat_user_halt()) sets
 * user_workload.gone; its caller then waits (synchronize_rcu()) until the
 * thread is out of the stretches that use the session. These stretches have
 * preemption off, and test gone first. So the cycle itself takes no lock.
 * Attaching and leaving are called with rtla_sessions_lock held.
 */
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "noise/clock.h"
#include "session/cpu_memory.h"
#include "timerlat/timerlat.h"
#include "session/user_workload.h"

/**
 * struct user_workload - a thread of user space that is the workload of a CPU
 * @cpu: the CPU
 * @task: the thread; a reference is held
 * @migrations: number of migrations of @task when it attached
 * @gone: the thread has left, its session ends, or its CPU goes offline
 * @suspended: the system suspends, so no timer is to be started
 * @stale: the period began before a suspend, and is not to be measured
 * @anything: not 0 if any of these three is set: they are tested together after
 *	each wake-up
 * @started: the timer was started, and its thread sample is not taken yet
 * @returned: the thread is in user space, and its user latency is to be taken
 */
struct user_workload {
	int cpu;
	struct task_struct *task;
	u64 migrations;
	union {
		struct {
			bool gone;
			bool suspended;
			bool stale;
		};
		u32 anything;
	};
	bool started;
	bool returned;
};

/**
 * struct user_cpu - a CPU of a session without measuring threads of the kernel
 * @config: of the session; NULL if there is none
 * @user: the workload of the CPU, or NULL
 * @suspended: see &struct user_workload
 * @activations: sum over the workloads that have left
 * @skipped: sum over the workloads that have left
 * @detached: number of workloads that have left
 *
 * Guarded by rtla_sessions_lock. The workload also reads @config, without that
 * lock.
 */
struct user_cpu {
	const struct workload_config *config;
	struct user_workload *user;
	bool suspended;
	u64 activations;
	u64 skipped;
	u64 detached;
};

static struct user_cpu __percpu *user_cpu __read_mostly;
static struct cpu_memory user_memory = CPU_MEMORY(user_cpu);

/* ---- The cycle ---------------------------------------------------------- */

static bool timerlat_user_was_moved(const struct user_workload *user)
{
	return raw_smp_processor_id() != user->cpu ||
	       current->se.nr_migrations != user->migrations;
}

/*
 * Return 0 if the thread may use the session, or a negative error. While gone
 * is not set, the session cannot be destroyed before the caller switches
 * preemption on.
 */
static __always_inline int
timerlat_user_check_place(const struct user_workload *user)
{
	lockdep_assert_preemption_disabled();
	if (unlikely(READ_ONCE(user->gone)))
		return -ENODEV;
	if (likely(!timerlat_user_was_moved(user)))
		return 0;
	/*
	 * The kernel moves user-space threads off a CPU that goes offline
	 * before it calls cpu_goes_offline().
	 */
	return cpu_active(user->cpu) ? -EXDEV : -ENODEV;
}

static bool timerlat_user_is_stale(struct user_workload *user)
{
	/* Pairs with the release in timerlat_user_resume(). */
	return smp_load_acquire(&user->suspended) || READ_ONCE(user->stale);
}

static void timerlat_user_start_period(struct user_workload *user,
				       struct timerlat_cpu *timerlat)
{
	const struct user_cpu *of = per_cpu_ptr(user_cpu, user->cpu);

	if (READ_ONCE(user->suspended))
		return;
	if (READ_ONCE(user->stale)) {
		WRITE_ONCE(user->stale, false);
		rtla_timerlat_report_off(timerlat);
		WRITE_ONCE(timerlat->t_w, 0);
	}
	if (timerlat->t_w)
		rtla_timerlat_next_period(timerlat);
	else
		rtla_timerlat_first_period(timerlat, user->cpu, of->config);
	rtla_timerlat_start_timer(timerlat);
	user->started = true;
}

/*
 * Return the time of the user latency in ns. A workload may have read the clock
 * itself when it returned to user space; that reading, @returned, counts if it
 * can be right. Otherwise it is the time @now of the call of read().
 */
static u64 timerlat_user_time(const struct timerlat_cpu *timerlat, u64 now,
			      u64 returned)
{
	return returned >= timerlat->woke && returned <= now ? returned : now;
}

/*
 * End the period: read() was called at @now, in ns, so the time in user space
 * is over. Then start the timer of the next period. Returns 0 or a negative
 * error.
 */
static int timerlat_user_end_period(struct user_workload *user,
				    struct timerlat_cpu *timerlat, u64 now,
				    u64 returned)
{
	int ret;

	preempt_disable();
	ret = timerlat_user_check_place(user);
	if (ret)
		goto out;
	if (user->returned && !timerlat_user_is_stale(user))
		rtla_timerlat_sample_user(timerlat,
					  timerlat_user_time(timerlat, now,
							     returned));
	user->returned = false;
	/* A call that was restarted after a signal has its timer already. */
	if (!user->started)
		timerlat_user_start_period(user, timerlat);
out:
	preempt_enable();
	return ret;
}

static bool timerlat_user_has_to_act(struct user_workload *user,
				     const struct timerlat_cpu *timerlat)
{
	if (READ_ONCE(user->gone) || signal_pending(current))
		return true;
	if (READ_ONCE(user->suspended))
		return false;
	return READ_ONCE(user->stale) || !user->started ||
	       READ_ONCE(timerlat->fired);
}

/*
 * Sleep until something woke the thread. The clock is read directly after the
 * scheduler has returned, before it is known what that was. Returns that time
 * in ns, with preemption off.
 */
static u64 timerlat_user_sleep(struct user_workload *user,
			       struct timerlat_cpu *timerlat)
{
	u64 now;

	set_current_state(TASK_INTERRUPTIBLE);
	if (likely(!timerlat_user_has_to_act(user, timerlat)))
		schedule();
	else
		__set_current_state(TASK_RUNNING);
	preempt_disable();
	now = rtla_clock();
	return now;
}

/*
 * Begin the period if its timer has expired: take the thread latency, at @now.
 * Returns 1; 0 if the thread has to wait on; or a negative error. If no timer
 * was started before, or a suspend came in between, start the timer instead.
 */
static int timerlat_user_begin_period(struct user_workload *user,
				      struct timerlat_cpu *timerlat, u64 now)
{
	int ret;

	if (unlikely(READ_ONCE(user->anything) || !user->started ||
		     timerlat_user_was_moved(user))) {
		ret = timerlat_user_check_place(user);
		if (!ret)
			timerlat_user_start_period(user, timerlat);
		return ret;
	}
	if (unlikely(!READ_ONCE(timerlat->fired)))
		return 0;
	rtla_timerlat_wake(timerlat, now);
	user->started = false;
	user->returned = true;
	return 1;
}

/**
 * rtla_user_workload_read - end a period, and wait for the next one to begin
 * @user: of the calling thread
 * @returned: ns; when the thread returned to user space, by its own clock; 0:
 *	unknown
 *
 * Return: 0 when the next period has begun, or an error: after -ENODEV and
 * -EXDEV the caller has to call rtla_sessions_leave(); after -ERESTARTSYS the
 * period goes on with the next call. Context: process, may sleep.
 */
int rtla_user_workload_read(struct user_workload *user, u64 returned)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu,
						    user->cpu);
	u64 now = rtla_clock();
	int ret;

	ret = timerlat_user_end_period(user, timerlat, now, returned);
	while (!ret) {
		now = timerlat_user_sleep(user, timerlat);
		ret = timerlat_user_begin_period(user, timerlat, now);
		preempt_enable();
		if (!ret && signal_pending(current))
			ret = -ERESTARTSYS;
	}
	return ret == 1 ? 0 : ret;
}

/* ---- Attaching ---------------------------------------------------------- */

/* Return whether the thread is dead; its descriptor may still be open. */
static bool timerlat_user_is_dead(const struct user_workload *user)
{
	return READ_ONCE(user->task->exit_state);
}

/*
 * rtla_user_workload_is_current - return whether this workload is the caller
 *
 * Context: any.
 */
bool rtla_user_workload_is_current(const struct user_workload *user)
{
	return user->task == current;
}

/*
 * Take a workload off its CPU; a repeated call does nothing. The workload's
 * thread must not be in a stretch that uses the session; it will not enter one
 * again.
 */
void rtla_user_workload_leave(struct user_workload *user)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu,
						    user->cpu);
	struct user_cpu *of = per_cpu_ptr(user_cpu, user->cpu);

	WRITE_ONCE(user->gone, true);
	if (of->user != user)
		return;
	rtla_timerlat_cancel_timer(timerlat);
	/* Nobody knows when a dead thread died: it has skipped no period. */
	if (timerlat_user_is_dead(user))
		WRITE_ONCE(timerlat->halted, timerlat->t_w);
	rtla_timerlat_halt(user->cpu);
	rtla_timerlat_finish(user->cpu);
	rtla_timerlat_stop(user->cpu);
	of->user = NULL;
	of->activations += timerlat->activations + timerlat->awake;
	of->skipped += timerlat->skipped;
	of->detached++;
}

/* Make the calling thread the workload of a CPU: see &struct workload. */
static struct user_workload *timerlat_user_attach(int cpu)
{
	struct user_cpu *of = per_cpu_ptr(user_cpu, cpu);
	struct user_workload *user;

	if (of->user && !timerlat_user_is_dead(of->user))
		return ERR_PTR(-EBUSY);
	if (current->nr_cpus_allowed != 1 || raw_smp_processor_id() != cpu)
		return ERR_PTR(-EPERM);
	user = kzalloc(sizeof(*user), GFP_KERNEL_ACCOUNT);
	if (!user)
		return ERR_PTR(-ENOMEM);
	if (of->user)
		rtla_user_workload_leave(of->user);
	user->cpu = cpu;
	user->task = get_task_struct(current);
	user->migrations = current->se.nr_migrations;
	user->suspended = of->suspended;
	rtla_timerlat_init(cpu, of->config, current);
	of->user = user;
	return user;
}

/* rtla_user_workload_free - free a workload that has left, and is unused */
void rtla_user_workload_free(struct user_workload *user)
{
	put_task_struct(user->task);
	kfree(user);
}

/* ---- The workload ------------------------------------------------------- */

static int timerlat_user_create(int cpu, const struct workload_config *config)
{
	struct user_cpu *of = per_cpu_ptr(user_cpu, cpu);

	memset(of, 0, sizeof(*of));
	of->config = config;
	return 0;
}

static void timerlat_user_halt(int cpu)
{
	struct user_workload *user = per_cpu_ptr(user_cpu, cpu)->user;

	if (!user)
		return;
	rtla_timerlat_halt(cpu);
	WRITE_ONCE(user->gone, true);
}

static void timerlat_user_destroy(int cpu)
{
	struct user_cpu *of = per_cpu_ptr(user_cpu, cpu);
	struct user_workload *user = of->user;

	if (user) {
		rtla_user_workload_leave(user);
		wake_up_process(user->task);
	}
	of->config = NULL;
}

static void timerlat_user_status(int cpu, struct workload_status *status)
{
	const struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu,
							  cpu);
	const struct user_cpu *of = per_cpu_ptr(user_cpu, cpu);

	*status = (struct workload_status) {
		.state = RTLA_CPU_WAITING,
		.activations = of->activations,
		.skipped = of->skipped,
		.detached = of->detached,
	};
	if (!of->user)
		return;
	status->activations += READ_ONCE(timerlat->activations) +
			       READ_ONCE(timerlat->awake);
	status->skipped += READ_ONCE(timerlat->skipped);
	if (timerlat_user_is_dead(of->user))
		return;
	status->state = RTLA_CPU_MEASURED;
	status->pid = of->user->task->pid;
}

static bool timerlat_user_pending(int cpu, enum rtla_context context,
				  u64 *latency)
{
	return per_cpu_ptr(user_cpu, cpu)->user &&
	       rtla_timerlat_pending(cpu, context, latency);
}

/* A thread that is dead, or about to be, misses no period any more. */
static bool timerlat_user_gap(int cpu, enum rtla_context context,
			      struct period_gap *gap)
{
	const struct user_workload *user = per_cpu_ptr(user_cpu, cpu)->user;

	return user && !timerlat_user_is_dead(user) &&
	       rtla_timerlat_gap(cpu, context, gap);
}

static void timerlat_user_suspend(int cpu)
{
	struct user_cpu *of = per_cpu_ptr(user_cpu, cpu);

	of->suspended = true;
	if (of->user)
		WRITE_ONCE(of->user->suspended, true);
}

/*
 * No timer is started any more, but the last one may still run: cancel it. The
 * period that was begun is not measured, and none is skipped until the resume.
 */
static void timerlat_user_suspended(int cpu)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu, cpu);

	if (!per_cpu_ptr(user_cpu, cpu)->user)
		return;
	rtla_timerlat_cancel_timer(timerlat);
	WRITE_ONCE(timerlat->t_w, 0);
}

static void timerlat_user_resume(int cpu)
{
	struct user_cpu *of = per_cpu_ptr(user_cpu, cpu);

	of->suspended = false;
	if (!of->user)
		return;
	WRITE_ONCE(of->user->stale, true);
	/* Pairs with the acquire in timerlat_user_is_stale(). */
	smp_store_release(&of->user->suspended, false);
	wake_up_process(of->user->task);
}

const struct workload rtla_timerlat_users = {
	.id = RTLA_TIMERLAT,
	.no_threads = true,
	.skips = true,
	.names_causes = true,
	.flags = TIMERLAT_FLAGS,
	.measures = BIT(RTLA_CONTEXT_IRQ) | BIT(RTLA_CONTEXT_THREAD) |
		    BIT(RTLA_CONTEXT_USER),
	.priority = TIMERLAT_PRIORITY,
	.start_size = sizeof(struct rtla_start_timerlat),
	.stops_at = offsetof(struct rtla_start_timerlat, stop_ns),
	.first = RTLA_CONTEXT_IRQ,
	.stops = RTLA_TIMERLAT_COUNT,
	.configure = rtla_timerlat_configure,
	.prepare = rtla_timerlat_prepare,
	.free = rtla_timerlat_free,
	.place = PLACE_WORKLOAD,
	.memory = { &rtla_timerlat_memory, &user_memory },
	.create = timerlat_user_create,
	.halt = timerlat_user_halt,
	.destroy = timerlat_user_destroy,
	.arm = rtla_timerlat_arm,
	.pending = timerlat_user_pending,
	.gap = timerlat_user_gap,
	.status = timerlat_user_status,
	.suspend = timerlat_user_suspend,
	.suspended = timerlat_user_suspended,
	.resume = timerlat_user_resume,
	.attach = timerlat_user_attach,
};
