// SPDX-License-Identifier: GPL-2.0
/*
 * What user space asks of a session of a bound.
 */
#include <linux/capability.h>
#include <linux/errno.h>
#include <linux/kconfig.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "bound/bound.h"
#include "bound/bound_windows.h"
#include "session/requests.h"
#include "session/session.h"

/* ---- The start ----------------------------------------------------------- */

/* rtla_bound_configure - see &struct workload */
int rtla_bound_configure(struct workload_config *config,
			 const struct rtla_start *start)
{
	const struct rtla_start_bound *own = &start->bound;

	if (!(start->stats & RTLA_STATS_SUMMARY))
		return -EINVAL;
	if (!IS_ENABLED(CONFIG_PREEMPT_NOTIFIERS))
		return -EOPNOTSUPP;
	if (own->period_ns < RTLA_PROBE_MIN_NS ||
	    own->period_ns > RTLA_PROBE_MAX_NS)
		return -ERANGE;
	config->period = own->period_ns;
	config->hooks = HOOKS_NMI | HOOKS_NOISE | rtla_bound_hooks.bit;
	/* With PREEMPT_RT, softirqs are threads. */
	config->report_noise = !IS_ENABLED(CONFIG_PREEMPT_RT);
	if (config->report_noise)
		config->hooks |= HOOKS_WATCHED;
	config->bound.windows = rtla_bound_windows_create();
	if (!config->bound.windows)
		return -ENOMEM;
	config->bound.owner = current->tgid;
	return rtla_start_threshold(&config->stack, own->stack_ns);
}

/* rtla_bound_free - see &struct workload */
void rtla_bound_free(struct workload_config *config)
{
	rtla_bound_windows_destroy(config->bound.windows);
}

/* ---- Reading ------------------------------------------------------------- */

/*
 * Hide what ran, and where, from a caller who must not look at other threads.
 */
static void bound_hide_places(struct rtla_bound *bound)
{
	struct rtla_bound_variable *variable = bound->variable;
	unsigned int i;

	for (i = 0; i < RTLA_BOUND_VARIABLES; i++, variable++) {
		variable->pid = 0;
		memset(variable->comm, 0, sizeof(variable->comm));
		variable->address = 0;
		variable->stack_count = 0;
		memset(variable->stack, 0, sizeof(variable->stack));
	}
}

/* rtla_bound_read - see &struct workload */
long rtla_bound_read(struct session *session, unsigned int number,
		     void __user *arg)
{
	struct rtla_bound *bound;
	long ret;

	if (!session)
		return -EINVAL;
	bound = kzalloc(sizeof(*bound), GFP_KERNEL);
	if (!bound)
		return -ENOMEM;
	ret = rtla_request_get_struct(bound, sizeof(*bound), sizeof(*bound),
				      arg) ?:
	      rtla_session_check_cpu(session, &bound->cpu);
	if (!ret) {
		rtla_bound_windows_read(session->config.workload.bound.windows,
					&session->stats, bound);
		if (!perfmon_capable())
			bound_hide_places(bound);
		if (copy_to_user(arg, bound, min_t(size_t, bound->size,
						   sizeof(*bound))))
			ret = -EFAULT;
	}
	kfree(bound);
	return ret;
}
