// SPDX-License-Identifier: GPL-2.0
/*
 * Which threads sessions watch.
 *
 * The hooks of each wake-up and of each switch ask whether a thread is watched:
 * on every CPU, for every thread. So that costs little where the answer is no:
 * a hash table by the address of the thread, which is read without a lock. A
 * thread that has several watchers is in it once for each.
 *
 * Threads are added when a session begins (by id), when a watched thread
 * creates one, or when one is woken for the first time (by policy or name).
 * Most of that happens with interrupts off, so the memory for all of them is
 * there from the begin. They stay until the session is freed, so that what is
 * known of a thread can be read after its end; only the hash table forgets it.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/hash.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/nospec.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "session/workload.h"
#include "stats/stats.h"
#include "wakeup/watched.h"

/* So many threads are added, removed or freed before the CPU is left to others. */
#define CHANGED_AT_A_TIME	32

/* Number of counters of the distributions of a thread. */
#define WATCHED_COUNTERS	(RTLA_WAKEUP_PARTS * RTLA_DISTRIBUTION_BUCKETS)

struct hlist_head rtla_watched[1 << WATCHED_BITS];

/* The watchers that look at each thread that is woken, and their number. */
static LIST_HEAD(looking_watchers);
unsigned int rtla_watchers_looking;

/*
 * Their CPUs, as a word; not 0 if there are any. A thread that runs on others
 * is of no interest, and with one word, to find that out takes few
 * instructions.
 */
unsigned long rtla_watchers_cpus;

/*
 * Number of watched threads that were woken and have not run, on all CPUs: a
 * thread may be moved to another CPU's queue without any notice.
 */
atomic_t rtla_watched_waiting;

/* Guards changes of the table and the list; a leaf of all locks. */
static DEFINE_RAW_SPINLOCK(watched_lock);

/* ---- Adding threads ------------------------------------------------------ */

static bool watcher_has(const struct watcher *watcher,
			const struct task_struct *task)
{
	const struct watched *of;

	for (of = rtla_watched_first(task); of;
	     of = rtla_watched_next(of, task)) {
		if (of->watcher == watcher)
			return true;
	}
	return false;
}

/*
 * The state of a thread that is not known yet. It may change while it
 * is looked at: a thread that runs by now is taken to sleep until it is
 * switched to the next time.
 */
static enum watched_state watched_state_of(const struct task_struct *task)
{
	return READ_ONCE(task->on_rq) ? WATCHED_UNKNOWN : WATCHED_SLEEPS;
}

/* Read what may change of the thread. */
static void watched_look(struct watched *of)
{
	lockdep_assert_held(&watched_lock);
	if (!of->task)
		return;
	memcpy(of->comm, of->task->comm, TASK_COMM_LEN);
	of->policy = of->task->policy;
	of->priority = of->task->prio;
}

/* Watch @task; returns false if it is watched already, or there is no place. */
static bool watcher_add(struct watcher *watcher, struct task_struct *task,
			enum watched_state state)
{
	struct watched *added = NULL;
	unsigned long flags;

	raw_spin_lock_irqsave(&watched_lock, flags);
	if (watcher->ending || watcher_has(watcher, task))
		goto out;
	if (watcher->used == watcher->max) {
		WRITE_ONCE(watcher->full, true);
		goto out;
	}
	added = &watcher->watched[watcher->used];
	added->task = task;
	added->watcher = watcher;
	added->stats = watcher->config->stats->cpu;
	added->state = state;
	added->pid = task->pid;
	added->tgid = task->tgid;
	watched_look(added);
	rtla_figures_init(&added->figures);
	if (watcher->used < watcher->distributions)
		added->distribution = watcher->distribution +
				      (size_t)watcher->used * WATCHED_COUNTERS;
	hlist_add_head_rcu(&added->hashed, rtla_watched_bucket(task));
	/* Pairs with the acquire in rtla_watcher_count(). */
	smp_store_release(&watcher->used, watcher->used + 1);
out:
	raw_spin_unlock_irqrestore(&watched_lock, flags);
	return added;
}

static bool is_real_time(unsigned int policy)
{
	return policy == SCHED_FIFO || policy == SCHED_RR ||
	       policy == SCHED_DEADLINE;
}

static bool watcher_looks_for(const struct watcher *watcher,
			      const struct task_struct *task)
{
	if (watcher->watch & RTLA_WATCH_ALL)
		return true;
	if (watcher->watch & RTLA_WATCH_RT && is_real_time(task->policy))
		return true;
	return watcher->watch & RTLA_WATCH_COMM &&
	       task->comm[0] == watcher->comm[0] &&
	       !strncmp(task->comm, watcher->comm, TASK_COMM_LEN);
}

/*
 * Return whether a thread is of a process, or of one that has that among the
 * processes above it. A process whose parent has ended is below another one.
 */
static bool task_is_within(const struct task_struct *task,
			   const struct pid *process)
{
	unsigned int i;

	for (i = 0; i <= RTLA_WITHIN_MAX && task->pid; i++) {
		if (task_tgid((struct task_struct *)task) == process)
			return true;
		task = rcu_dereference_raw(task->real_parent);
	}
	return false;
}

/*
 * A thread that may run on none of the session's CPUs is not watched: nothing
 * of it would be counted, but each of its wake-ups would take longer.
 */
static bool watcher_wants(const struct watcher *watcher,
			  const struct task_struct *task)
{
	return watcher_looks_for(watcher, task) &&
	       cpumask_intersects(task->cpus_ptr, watcher->config->cpus) &&
	       (!watcher->within || task_is_within(task, watcher->within));
}

/**
 * rtla_watched_consider - watch a thread, if a session wants that
 * @task: a thread that is being woken, and sleeps if it is not on a queue
 *
 * Return: whether a session has begun to watch it. Context: any but NMI,
 * preemption off.
 */
bool rtla_watched_consider(struct task_struct *task)
{
	unsigned long cpus = rtla_cpus_word(task->cpus_ptr);
	struct watcher *watcher;
	bool added = false;

	list_for_each_entry_rcu(watcher, &looking_watchers, next, true) {
		/* Most sessions may be of other CPUs. */
		if (!(watcher->cpus & cpus) || READ_ONCE(watcher->full) ||
		    !watcher_wants(watcher, task))
			continue;
		if (watcher_add(watcher, task, watched_state_of(task)))
			added = true;
	}
	return added;
}

/**
 * rtla_watched_fork - watch a new thread, if its parent's watcher wants that
 * @parent: the thread that has created it
 * @child: the new thread, which has not run yet
 *
 * Context: process.
 */
void rtla_watched_fork(struct task_struct *parent, struct task_struct *child)
{
	const struct watched *of;
	struct watcher *watcher;

	preempt_disable();
	for (of = rtla_watched_first(parent); of;
	     of = rtla_watched_next(of, parent)) {
		watcher = of->watcher;
		if (watcher->watch & RTLA_WATCH_CHILDREN ||
		    (watcher->watch & RTLA_WATCH_PROCESSES &&
		     parent->tgid == child->tgid))
			watcher_add(watcher, child, WATCHED_SLEEPS);
	}
	preempt_enable();
}

/* ---- Removing threads ---------------------------------------------------- */

static void watched_remove(struct watched *of)
{
	lockdep_assert_held(&watched_lock);
	if (!of->task)
		return;
	watched_look(of);
	hlist_del_rcu(&of->hashed);
	WRITE_ONCE(of->task, NULL);
}

/**
 * rtla_watched_free - watch a thread no more: it has ended
 * @task: the thread, whose memory is about to be freed
 *
 * Context: any but NMI, preemption off.
 */
void rtla_watched_free(struct task_struct *task)
{
	struct hlist_node *after;
	unsigned long flags;
	struct watched *of;

	if (hlist_empty(rtla_watched_bucket(task)))
		return;
	raw_spin_lock_irqsave(&watched_lock, flags);
	hlist_for_each_entry_safe(of, after, rtla_watched_bucket(task),
				  hashed) {
		if (of->task != task)
			continue;
		watched_remove(of);
		of->ended = true;
	}
	raw_spin_unlock_irqrestore(&watched_lock, flags);
}

/* ---- The watcher --------------------------------------------------------- */

/**
 * rtla_watcher_create - get the memory for the threads that a session watches
 * @watch: RTLA_WATCH_* bits
 * @comm: the name, with RTLA_WATCH_COMM
 * @max: most threads
 * @distributions: how many of them, at most @max, get distributions
 *
 * Return: the watcher, to be freed by rtla_watcher_free(); or NULL. Context:
 * process, may sleep.
 */
struct watcher *rtla_watcher_create(unsigned int watch, const char *comm,
				    unsigned int max,
				    unsigned int distributions)
{
	struct watcher *watcher = kzalloc(sizeof(*watcher), GFP_KERNEL_ACCOUNT);

	if (!watcher)
		return NULL;
	watcher->watched = kvcalloc(max, sizeof(*watcher->watched),
				    GFP_KERNEL_ACCOUNT);
	if (distributions)
		watcher->distribution = kvcalloc(distributions,
						 WATCHED_COUNTERS * sizeof(u64),
						 GFP_KERNEL_ACCOUNT);
	if (!watcher->watched || !watcher->distribution != !distributions) {
		rtla_watcher_free(watcher);
		return NULL;
	}
	watcher->watch = watch;
	watcher->max = max;
	watcher->distributions = distributions;
	memcpy(watcher->comm, comm, TASK_COMM_LEN);
	return watcher;
}

/*
 * Watch all threads of a process. With @pause, the CPU is left to others now
 * and then; if the thread after which the next one was
 * to be found has ended by then, returns false.
 */
static bool watcher_add_threads(struct watcher *watcher,
				struct task_struct *leader, bool pause)
{
	struct task_struct *thread;
	unsigned int count = 0;
	bool known = true;

	rcu_read_lock();
	for_each_thread(leader, thread) {
		watcher_add(watcher, thread, watched_state_of(thread));
		if (READ_ONCE(watcher->full))
			break;
		if (!pause || ++count % CHANGED_AT_A_TIME)
			continue;
		get_task_struct(thread);
		rcu_read_unlock();
		cond_resched();
		rcu_read_lock();
		known = pid_alive(thread);
		put_task_struct(thread);
		if (!known)
			break;
	}
	rcu_read_unlock();
	return known;
}

/*
 * Return the thread with an id of the caller's, or the first one of its
 * process, with a reference; or NULL.
 */
static struct task_struct *get_thread(pid_t id, bool process)
{
	struct task_struct *task;

	rcu_read_lock();
	task = pid_task(find_vpid(id), PIDTYPE_PID);
	if (task && process)
		task = task->group_leader;
	if (task)
		get_task_struct(task);
	rcu_read_unlock();
	return task;
}

/*
 * Watch the thread @id, or all threads of its process, unless an id of that
 * came before. Returns false if there is none.
 */
static bool watcher_add_id(struct watcher *watcher, pid_t id)
{
	bool process = watcher->watch & RTLA_WATCH_PROCESSES;
	struct task_struct *task = get_thread(id, process);
	bool added;

	if (!task)
		return false;
	added = watcher_add(watcher, task, watched_state_of(task));
	if (added && process && !watcher_add_threads(watcher, task, true))
		watcher_add_threads(watcher, task, false);
	put_task_struct(task);
	return true;
}

/* Note the process within which threads are looked for; returns 0 or -ESRCH. */
static int watcher_stay_within(struct watcher *watcher, pid_t id)
{
	struct task_struct *task = get_thread(id, true);

	if (!task)
		return -ESRCH;
	watcher->within = get_task_pid(task, PIDTYPE_TGID);
	put_task_struct(task);
	return watcher->within ? 0 : -ESRCH;
}

/*
 * Watch the threads that the caller has named, or look for others within their
 * process; returns 0, -ESRCH or -EINTR.
 */
static int watcher_add_ids(struct watcher *watcher,
			   const struct workload_config *config)
{
	unsigned int i;

	if (watcher->watch & RTLA_WATCH_WITHIN)
		return watcher_stay_within(watcher, config->wakeup.ids[0]);
	for (i = 0; i < config->wakeup.ids_count; i++) {
		if (!watcher_add_id(watcher, config->wakeup.ids[i]))
			return -ESRCH;
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

/* The list of those that look has changed. */
static void watchers_changed(int by)
{
	struct watcher *watcher;
	unsigned long cpus = 0;

	lockdep_assert_held(&watched_lock);
	list_for_each_entry(watcher, &looking_watchers, next)
		cpus |= watcher->cpus;
	WRITE_ONCE(rtla_watchers_looking, rtla_watchers_looking + by);
	WRITE_ONCE(rtla_watchers_cpus, cpus);
}

/**
 * rtla_watcher_begin - begin to watch
 * @watcher: from rtla_watcher_create()
 * @config: of the session
 *
 * Threads that a process creates while its threads are looked for may be missed
 * if they are created before the hook that sees them: so the hooks are attached
 * before.
 *
 * Return: 0; -ESRCH: there is no such thread; -ENOMEM; or -EINTR.
 * rtla_watcher_end() has to follow all the same. Context: process, may sleep.
 */
int rtla_watcher_begin(struct watcher *watcher,
		       const struct workload_config *config)
{
	int ret;

	watcher->config = config;
	watcher->cpus = rtla_cpus_word(config->cpus);
	if (watcher->watch & RTLA_WATCH_WAKERS) {
		watcher->wakers = rtla_wakers_create(config->cpus);
		if (!watcher->wakers)
			return -ENOMEM;
	}
	ret = watcher_add_ids(watcher, config);
	if (ret)
		return ret;
	if (!(watcher->watch & RTLA_WATCH_ANY))
		return 0;
	raw_spin_lock_irq(&watched_lock);
	watcher->looks = true;
	list_add_rcu(&watcher->next, &looking_watchers);
	watchers_changed(1);
	raw_spin_unlock_irq(&watched_lock);
	return 0;
}

/**
 * rtla_watcher_end - watch nothing any more
 * @watcher: the watcher; a repeated call does nothing
 *
 * Hooks may still use it until grace periods of RCU and of tracepoints have
 * passed. Context: process, may sleep.
 */
void rtla_watcher_end(struct watcher *watcher)
{
	unsigned int i, end;

	raw_spin_lock_irq(&watched_lock);
	if (!watcher->ending && watcher->looks) {
		list_del_rcu(&watcher->next);
		watchers_changed(-1);
	}
	watcher->ending = true;
	raw_spin_unlock_irq(&watched_lock);
	/* No thread is added any more. */
	for (i = 0; i < watcher->used; i = end) {
		end = min(i + CHANGED_AT_A_TIME, watcher->used);
		raw_spin_lock_irq(&watched_lock);
		for (; i < end; i++)
			watched_remove(&watcher->watched[i]);
		raw_spin_unlock_irq(&watched_lock);
		cond_resched();
	}
}

/*
 * rtla_watcher_free - free the memory: no hook uses it any more
 *
 * Context: process, may sleep.
 */
void rtla_watcher_free(struct watcher *watcher)
{
	unsigned int i;

	if (!watcher)
		return;
	/* Those that still wait to run do so without being watched. */
	for (i = 0; i < watcher->used; i++) {
		if (watcher->watched[i].state == WATCHED_WOKEN)
			atomic_dec(&rtla_watched_waiting);
		if (!(i % CHANGED_AT_A_TIME))
			cond_resched();
	}
	put_pid(watcher->within);
	kvfree(watcher->distribution);
	rtla_wakers_destroy(watcher->wakers);
	kvfree(watcher->watched);
	kfree(watcher);
}

/* rtla_watcher_count - return the number of threads in @watched */
unsigned int rtla_watcher_count(const struct watcher *watcher)
{
	/* Pairs with the release in watcher_add(). */
	return smp_load_acquire(&watcher->used);
}

/**
 * rtla_watched_read - read what is known of a thread
 * @of: the thread
 * @read: set to it
 *
 * Context: process.
 */
void rtla_watched_read(struct watched *of, struct rtla_thread *read)
{
	raw_spin_lock_irq(&watched_lock);
	watched_look(of);
	*read = (struct rtla_thread) {
		.pid = of->pid,
		.tgid = of->tgid,
		.policy = of->policy,
		.priority = of->priority,
		.ended = of->ended,
		.distributions = !!of->distribution,
	};
	memcpy(read->comm, of->comm, sizeof(read->comm));
	raw_spin_unlock_irq(&watched_lock);
	read->count = rtla_figures_read(&of->figures, &read->by_timer,
					read->part);
	read->preempted = READ_ONCE(of->preempted);
	read->preempted_ns = READ_ONCE(of->preempted_ns);
}

/**
 * rtla_watcher_buckets - read a part of a distribution of a thread
 * @watcher: the watcher
 * @asked: which part; its cpu is the number of the thread
 * @buckets: room for all of them
 *
 * Return: 0, or -EINVAL: there are no such buckets. Context: any.
 */
int rtla_watcher_buckets(const struct watcher *watcher,
			 const struct rtla_buckets *asked, u64 *buckets)
{
	unsigned int part = asked->context - RTLA_WAKEUP_TIMER;
	unsigned int known = rtla_watcher_count(watcher);
	const struct watched *of;

	if (asked->cpu >= known || part >= RTLA_WAKEUP_PARTS ||
	    asked->first > RTLA_DISTRIBUTION_BUCKETS ||
	    asked->count > RTLA_DISTRIBUTION_BUCKETS - asked->first)
		return -EINVAL;
	of = &watcher->watched[array_index_nospec(asked->cpu, known)];
	if (!of->distribution)
		return -EINVAL;
	/*
	 * A wake-up of the thread may be counted while its buckets are read:
	 * each bucket is right at some time.
	 */
	data_race(memcpy(buckets, rtla_watched_distribution(of, part) +
				  asked->first,
			 asked->count * sizeof(*buckets)));
	return 0;
}
