/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which threads a session watches, and what is known of each: see watched.c.
 */
#ifndef _RTLA_WATCHED_H
#define _RTLA_WATCHED_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/hash.h>
#include <linux/list.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/types.h>

#include <uapi/rtla.h>

#include "wakeup/wakers.h"
#include "wakeup/wakeup_parts.h"

struct stats_cpu;
struct watcher;
struct workload_config;

/**
 * enum watched_state - what a watched thread does
 * @WATCHED_UNKNOWN: it is not known: the thread was on a CPU's queue when the
 *	watching began
 * @WATCHED_RUNS: it runs
 * @WATCHED_WAITS: it was taken off its CPU although it could run on
 * @WATCHED_SLEEPS: it does not want to run
 * @WATCHED_WOKEN: it was woken, and has not run since
 */
enum watched_state {
	WATCHED_UNKNOWN,
	WATCHED_RUNS,
	WATCHED_WAITS,
	WATCHED_SLEEPS,
	WATCHED_WOKEN,
};

/**
 * struct waking - when, and by whom, a thread was woken
 * @t_w: ns; when the timer was to expire whose callback woke it; 0: no timer
 *	did
 * @irq: ns; when the interrupt began to look for timers that have expired; 0
 *	without @t_w
 * @waking: ns; when the thread was to be woken; 0: it is new
 * @waker: thread that was running there
 * @kind: one of &enum rtla_waker
 * @by: all that is known of the waker, if the watcher has a table of wakers
 */
struct waking {
	u64 t_w;
	u64 irq;
	u64 waking;
	pid_t waker;
	enum rtla_waker kind;
	struct waker by;
};

/**
 * struct watched - a watched thread
 * @hashed: in its bucket of the hash table
 * @task: the thread; NULL: it is not watched any more
 * @ended: that is because it has ended, not because the session has
 * @watcher: who watches it
 * @stats: where its wake-ups are counted, by CPU; NULL: not on that one
 * @state: what it does; guarded by the lock of its run queue, except that the
 *	thread itself ends its wake-up
 * @woken: which of @waking is the wake-up that is not over; this field and
 *	those after @waking change only with @state, or by the thread itself
 * @waking: the other one of them is the last attempt to wake it; it runs
 *	already, if @state says so. That one is guarded by the lock of its
 *	wake-ups
 * @point: ns; the points of its wake-up, see wakeup.c; the first ones only
 *	after it
 * @off: ns; since when it waits, in WATCHED_WAITS
 * @notifier: called when the switch to it is over
 * @distribution: its distributions, as rtla_watched_distribution() finds them;
 *	NULL: none are kept
 * @figures: of its wake-ups
 * @preempted: how often it was taken off its CPU although it could run on
 * @preempted_ns: how long it waited then in all
 * @pid: thread id
 * @tgid: process id
 * @comm: its name, when it was read last, or when it ended
 * @policy: its policy, likewise
 * @priority: its priority for the kernel (0 is the highest one), likewise
 */
struct watched {
	struct hlist_node hashed;
	struct task_struct *task;
	bool ended;
	unsigned int woken;
	enum watched_state state;
	struct watcher *watcher;
	struct stats_cpu **stats;
	struct waking waking[2];
	u64 point[RTLA_WAKEUP_PARTS];
	u64 off;
#ifdef CONFIG_PREEMPT_NOTIFIERS
	struct preempt_notifier notifier;
#endif
	u64 *distribution;
	struct wakeup_figures figures;
	u64 preempted;
	u64 preempted_ns;
	pid_t pid;
	pid_t tgid;
	char comm[TASK_COMM_LEN];
	unsigned int policy;
	int priority;
} ____cacheline_aligned;

/**
 * struct watcher - the threads that a session watches
 * @next: in the list of those that look at each thread that is woken
 * @looks: it does
 * @cpus: those of the session: see rtla_cpus_word()
 * @config: of the session
 * @watch: RTLA_WATCH_* bits
 * @comm: with RTLA_WATCH_COMM: the name of the threads
 * @within: with RTLA_WATCH_WITHIN: the process that is, or is above, theirs
 * @max: most threads; those beyond are not watched
 * @used: number of threads in @watched
 * @full: there was no place for a thread
 * @ending: no thread is added any more; guarded by watched_lock
 * @watched: the threads, in the order in which they were found
 * @wakers: who has woken them, or NULL
 * @distributions: so many of them, the first ones, have distributions
 * @distribution: these, one after another; NULL: there are none
 */
struct watcher {
	struct list_head next;
	bool looks;
	unsigned long cpus;
	const struct workload_config *config;
	unsigned int watch;
	char comm[TASK_COMM_LEN];
	struct pid *within;
	unsigned int max;
	unsigned int used;
	bool full;
	bool ending;
	struct watched *watched;
	struct wakers *wakers;
	unsigned int distributions;
	u64 *distribution;
};

#define WATCHED_BITS	9	/* of the hash table of all watched threads */

extern struct hlist_head rtla_watched[1 << WATCHED_BITS];
extern unsigned int rtla_watchers_looking;
extern unsigned long rtla_watchers_cpus;
extern atomic_t rtla_watched_waiting;

/*
 * rtla_cpus_word - return CPUs as a word: two masks that have a CPU in common
 * have a bit in common
 */
static __always_inline unsigned long
rtla_cpus_word(const struct cpumask *cpus)
{
	return nr_cpu_ids > BITS_PER_LONG ? ~0UL : *cpumask_bits(cpus);
}

/**
 * rtla_watchers_may_want - return whether a session may want to watch a thread
 * @task: a thread that is being woken
 *
 * It may not if none looks at each thread that is woken, or if the thread may
 * run on no CPU of those that do. Context: any with preemption off.
 */
static __always_inline bool
rtla_watchers_may_want(const struct task_struct *task)
{
	unsigned long cpus = READ_ONCE(rtla_watchers_cpus);

	return unlikely(cpus) && rtla_cpus_word(task->cpus_ptr) & cpus;
}

/* rtla_watched_bucket - return where a thread is, if it is watched */
static __always_inline struct hlist_head *
rtla_watched_bucket(const struct task_struct *task)
{
	return &rtla_watched[hash_ptr(task, WATCHED_BITS)];
}

/*
 * rtla_watched_node - return the begin of a thread's bucket, or NULL; context:
 * any
 */
static __always_inline struct hlist_node *
rtla_watched_node(const struct task_struct *task)
{
	return rcu_dereference_raw(rtla_watched_bucket(task)->first);
}

/*
 * rtla_watched_from - return the first watcher of a thread from @node on in its
 * bucket, or NULL; preemption is off
 */
static __always_inline struct watched *
rtla_watched_from(struct hlist_node *node, const struct task_struct *task)
{
	struct watched *of;

	for (; node; node = rcu_dereference_raw(node->next)) {
		of = hlist_entry(node, struct watched, hashed);
		if (of->task == task)
			return of;
	}
	return NULL;
}

/*
 * rtla_watched_first - return who watches a thread, or NULL; preemption is off
 */
static __always_inline struct watched *
rtla_watched_first(const struct task_struct *task)
{
	return rtla_watched_from(rtla_watched_node(task), task);
}

/* rtla_watched_next - return who else watches it, or NULL; preemption is off */
static __always_inline struct watched *
rtla_watched_next(const struct watched *of, const struct task_struct *task)
{
	return rtla_watched_from(rcu_dereference_raw(of->hashed.next), task);
}

/*
 * rtla_watched_distribution - return that of part @i of a thread which has one
 */
static __always_inline u64 *
rtla_watched_distribution(const struct watched *of, unsigned int i)
{
	return of->distribution + i * RTLA_DISTRIBUTION_BUCKETS;
}

bool rtla_watched_consider(struct task_struct *task);
void rtla_watched_fork(struct task_struct *parent, struct task_struct *child);
void rtla_watched_free(struct task_struct *task);

struct watcher *rtla_watcher_create(unsigned int watch, const char *comm,
				    unsigned int max,
				    unsigned int distributions);
int rtla_watcher_begin(struct watcher *watcher,
		       const struct workload_config *config);
void rtla_watcher_end(struct watcher *watcher);
void rtla_watcher_free(struct watcher *watcher);
unsigned int rtla_watcher_count(const struct watcher *watcher);
void rtla_watched_read(struct watched *of, struct rtla_thread *read);
int rtla_watcher_buckets(const struct watcher *watcher,
			 const struct rtla_buckets *asked, u64 *buckets);

#endif /* _RTLA_WATCHED_H */
