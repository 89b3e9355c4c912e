// SPDX-License-Identifier: GPL-2.0
/*
 * What user space asks of a session of wake-ups.
 */
#include <linux/capability.h>
#include <linux/err.h>
#include <linux/kconfig.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "noise/hooks.h"
#include "session/requests.h"
#include "session/session.h"
#include "wakeup/wakers.h"
#include "wakeup/wakeup.h"
#include "wakeup/watched.h"

/* ---- The start ----------------------------------------------------------- */

/* Return whether there are as many ids as the bits of what to watch ask for. */
static bool wakeup_ids_fit(const struct rtla_start_wakeup *own)
{
	if (own->watch & RTLA_WATCH_WITHIN)
		return own->ids_count == 1 && own->watch & RTLA_WATCH_ANY &&
		       !(own->watch & (RTLA_WATCH_BY_ID | RTLA_WATCH_CHILDREN));
	return !own->ids_count == !(own->watch & RTLA_WATCH_BY_ID) &&
	       (own->watch & RTLA_WATCH_BY_ID) != RTLA_WATCH_BY_ID;
}

/*
 * Copy the ids of the threads or processes that are to be watched, or of that
 * within which they are.
 */
static int wakeup_get_ids(struct workload_config *config,
			  const struct rtla_start_wakeup *own)
{
	size_t size = own->ids_count * sizeof(*config->wakeup.ids);

	if (!wakeup_ids_fit(own))
		return -EINVAL;
	if (own->ids_count > RTLA_WATCH_IDS_MAX)
		return -ERANGE;
	if (!own->ids_count)
		return 0;
	config->wakeup.ids = vmemdup_user(u64_to_user_ptr(own->ids), size);
	if (IS_ERR(config->wakeup.ids)) {
		int ret = PTR_ERR(config->wakeup.ids);

		config->wakeup.ids = NULL;
		return ret;
	}
	config->wakeup.ids_count = own->ids_count;
	return 0;
}

static bool wakeup_fits_together(const struct rtla_start *start)
{
	const struct rtla_start_wakeup *own = &start->wakeup;
	bool named = own->watch & RTLA_WATCH_COMM;

	return start->stats & RTLA_STATS_SUMMARY &&
	       (!own->distributions ||
		start->stats & RTLA_STATS_DISTRIBUTION) &&
	       !(own->watch & ~RTLA_WATCH_FLAGS) &&
	       own->watch & (RTLA_WATCH_ANY | RTLA_WATCH_BY_ID) &&
	       named == !!own->comm[0] && !own->comm[RTLA_COMM_LEN - 1];
}

/* rtla_wakeup_configure - see &struct workload */
int rtla_wakeup_configure(struct workload_config *config,
			  const struct rtla_start *start)
{
	const struct rtla_start_wakeup *own = &start->wakeup;
	int ret;

	if (!wakeup_fits_together(start))
		return -EINVAL;
	if (!IS_ENABLED(CONFIG_PREEMPT_NOTIFIERS))
		return -EOPNOTSUPP;
	if (!own->watched_max || own->watched_max > RTLA_WATCHED_MAX ||
	    own->distributions > RTLA_DISTRIBUTIONS_MAX ||
	    own->distributions > own->watched_max)
		return -ERANGE;
	config->hooks = rtla_wakeup_hooks.bit;
	config->report_noise = !(start->flags & RTLA_START_NO_NOISE);
	if (config->report_noise)
		config->hooks |= HOOKS_NMI | HOOKS_NOISE | HOOKS_WATCHED;
	config->wakeup.counts_wakers = own->watch & RTLA_WATCH_WAKERS;
	if (config->wakeup.counts_wakers)
		config->hooks |= rtla_wakers_hooks.bit;
	ret = rtla_start_threshold(&config->stack, own->stack_ns);
	if (!ret)
		ret = wakeup_get_ids(config, own);
	if (ret)
		return ret;
	config->wakeup.watcher = rtla_watcher_create(own->watch, own->comm,
						     own->watched_max,
						     own->distributions);
	return config->wakeup.watcher ? 0 : -ENOMEM;
}

/* rtla_wakeup_free - see &struct workload */
void rtla_wakeup_free(struct workload_config *config)
{
	rtla_watcher_free(config->wakeup.watcher);
	kvfree(config->wakeup.ids);
}

/* ---- Reading ------------------------------------------------------------- */

/* Copy what is known of threads to user space; sets @asked->count and full. */
static int wakeup_copy_threads(const struct watcher *watcher,
			       struct rtla_threads *asked)
{
	struct rtla_thread __user *to = u64_to_user_ptr(asked->threads);
	unsigned int known = rtla_watcher_count(watcher), i;
	struct rtla_thread thread;

	asked->full = READ_ONCE(watcher->full);
	asked->count = asked->first < known ?
		       min(asked->count, known - asked->first) : 0;
	for (i = 0; i < asked->count; i++) {
		rtla_watched_read(&watcher->watched[asked->first + i], &thread);
		if (copy_to_user(to + i, &thread, sizeof(thread)))
			return -EFAULT;
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

static long wakeup_threads(struct session *session, void __user *arg)
{
	struct rtla_threads asked;
	int ret;

	if (!perfmon_capable())
		return -EPERM;
	ret = rtla_request_get_struct(&asked, sizeof(asked), sizeof(asked),
				      arg);
	if (ret)
		return ret;
	if (!session)
		return -EINVAL;
	ret = wakeup_copy_threads(session->config.workload.wakeup.watcher,
				  &asked);
	if (ret)
		return ret;
	return copy_to_user(arg, &asked, sizeof(asked)) ? -EFAULT : 0;
}

/*
 * Copy the wakers of a CPU to user space; sets @asked->count to their number.
 */
static int wakeup_copy_wakers(const struct wakers *wakers,
			      struct rtla_wakers *asked)
{
	struct rtla_woken __user *to = u64_to_user_ptr(asked->wakers);
	unsigned int room = asked->count, i;
	struct rtla_woken woken;

	asked->count = 0;
	for (i = 0; i <= RTLA_WAKERS_MAX && asked->count < room; i++) {
		if (!rtla_wakers_read(wakers, asked->cpu, i, &woken))
			continue;
		if (copy_to_user(to + asked->count++, &woken, sizeof(woken)))
			return -EFAULT;
		cond_resched();
	}
	return 0;
}

static long wakeup_wakers(struct session *session, void __user *arg)
{
	struct rtla_wakers asked;
	struct watcher *watcher;
	int ret;

	if (!perfmon_capable())
		return -EPERM;
	ret = rtla_request_get_struct(&asked, sizeof(asked), sizeof(asked),
				      arg);
	if (ret)
		return ret;
	watcher = session ? session->config.workload.wakeup.watcher : NULL;
	if (!watcher || !watcher->wakers || asked.reserved)
		return -EINVAL;
	ret = rtla_session_check_cpu(session, &asked.cpu) ?:
	      wakeup_copy_wakers(watcher->wakers, &asked);
	if (ret)
		return ret;
	return copy_to_user(arg, &asked, sizeof(asked)) ? -EFAULT : 0;
}

/* rtla_wakeup_read - see &struct workload */
long rtla_wakeup_read(struct session *session, unsigned int number,
		      void __user *arg)
{
	return number == _IOC_NR(RTLA_IOC_THREADS) ?
	       wakeup_threads(session, arg) : wakeup_wakers(session, arg);
}

/* rtla_wakeup_buckets - see &struct workload */
int rtla_wakeup_buckets(const struct workload_config *config,
			const struct rtla_buckets *asked, u64 *buckets)
{
	return rtla_watcher_buckets(config->wakeup.watcher, asked, buckets);
}
