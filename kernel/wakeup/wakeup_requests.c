// SPDX-License-Identifier: GPL-2.0
/*
 * What user space asks of a session of wake-ups.
 */
#include <linux/err.h>
#include <linux/kconfig.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "noise/hooks.h"
#include "wakeup/wakers.h"
#include "wakeup/wakeup.h"
#include "wakeup/watched.h"

/* ---- The start ------------------------------------------------------------- */

const struct start_fields rtla_wakeup_fields[] = {
	START_FIELDS(stack_ns, stack_ns), START_FIELDS(watch, stop_wakeup_ns),
	{ }
};

/* Copy the ids of the threads or processes that are to be watched. */
static int wakeup_get_ids(struct workload_config *config,
			  const struct rtla_start *start)
{
	size_t size = start->ids_count * sizeof(*config->ids);

	if (!start->ids_count != !(start->watch & RTLA_WATCH_BY_ID) ||
	    (start->watch & RTLA_WATCH_BY_ID) == RTLA_WATCH_BY_ID)
		return -EINVAL;
	if (start->ids_count > RTLA_WATCH_IDS_MAX)
		return -ERANGE;
	if (!start->ids_count)
		return 0;
	config->ids = vmemdup_user(u64_to_user_ptr(start->ids), size);
	if (IS_ERR(config->ids)) {
		int ret = PTR_ERR(config->ids);

		config->ids = NULL;
		return ret;
	}
	config->ids_count = start->ids_count;
	return 0;
}

static bool wakeup_fits_together(const struct rtla_start *start)
{
	bool named = start->watch & RTLA_WATCH_COMM;

	return start->stats & RTLA_STATS_SUMMARY &&
	       (!start->distributions ||
		start->stats & RTLA_STATS_DISTRIBUTION) &&
	       !(start->watch & ~RTLA_WATCH_FLAGS) &&
	       start->watch & (RTLA_WATCH_ANY | RTLA_WATCH_BY_ID) &&
	       named == !!start->comm[0] && !start->comm[RTLA_COMM_LEN - 1];
}

/* rtla_wakeup_configure - see &struct workload */
int rtla_wakeup_configure(struct workload_config *config,
			  const struct rtla_start *start)
{
	int ret;

	if (!wakeup_fits_together(start))
		return -EINVAL;
	if (!IS_ENABLED(CONFIG_PREEMPT_NOTIFIERS))
		return -EOPNOTSUPP;
	if (!start->watched_max || start->watched_max > RTLA_WATCHED_MAX ||
	    start->distributions > RTLA_DISTRIBUTIONS_MAX ||
	    start->distributions > start->watched_max)
		return -ERANGE;
	config->hooks = rtla_wakeup_hooks.bit;
	config->report_noise = !(start->flags & RTLA_START_NO_NOISE);
	if (config->report_noise)
		config->hooks |= HOOKS_NMI | HOOKS_NOISE | HOOKS_WATCHED;
	config->counts_wakers = start->watch & RTLA_WATCH_WAKERS;
	if (config->counts_wakers)
		config->hooks |= rtla_wakers_hooks.bit;
	ret = rtla_start_threshold(&config->stack, start->stack_ns);
	if (!ret)
		ret = wakeup_get_ids(config, start);
	if (ret)
		return ret;
	config->watcher = rtla_watcher_create(start->watch, start->comm,
					      start->watched_max,
					      start->distributions);
	return config->watcher ? 0 : -ENOMEM;
}

/* rtla_wakeup_free - see &struct workload */
void rtla_wakeup_free(struct workload_config *config)
{
	rtla_watcher_free(config->watcher);
	kvfree(config->ids);
}
