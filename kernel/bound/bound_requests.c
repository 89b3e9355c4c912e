// SPDX-License-Identifier: GPL-2.0
/*
 * What user space asks of a session of a bound.
 */
#include <linux/errno.h>
#include <linux/kconfig.h>

#include "bound/bound.h"
#include "bound/bound_windows.h"

/* ---- The start ------------------------------------------------------------- */

const struct start_fields rtla_bound_fields[] = {
	START_FIELDS(period_ns, period_ns), START_FIELDS(stack_ns, stack_ns),
	START_FIELDS(stop_bound_ns, stop_bound_ns),
	{ }
};

/* rtla_bound_configure - see &struct workload */
int rtla_bound_configure(struct workload_config *config,
			 const struct rtla_start *start)
{
	if (!(start->stats & RTLA_STATS_SUMMARY))
		return -EINVAL;
	if (!IS_ENABLED(CONFIG_PREEMPT_NOTIFIERS))
		return -EOPNOTSUPP;
	if (start->period_ns < RTLA_PROBE_MIN_NS ||
	    start->period_ns > RTLA_PROBE_MAX_NS)
		return -ERANGE;
	config->hooks = HOOKS_NMI | HOOKS_NOISE | rtla_bound_hooks.bit;
	/* With PREEMPT_RT, softirqs are threads. */
	config->report_noise = !IS_ENABLED(CONFIG_PREEMPT_RT);
	if (config->report_noise)
		config->hooks |= HOOKS_WATCHED;
	config->windows = rtla_bound_windows_create();
	if (!config->windows)
		return -ENOMEM;
	return rtla_start_threshold(&config->stack, start->stack_ns);
}

/* rtla_bound_free - see &struct workload */
void rtla_bound_free(struct workload_config *config)
{
	rtla_bound_windows_destroy(config->windows);
}
