// SPDX-License-Identifier: GPL-2.0
/*
 * What user space asks of a session of overheads.
 */
#include <linux/errno.h>
#include <linux/gfp.h>
#include <linux/kconfig.h>
#include <linux/percpu.h>

#include "overheads/overheads.h"
#include "overheads/overheads_ipi.h"

/* rtla_overheads_configure - see &struct workload */
int rtla_overheads_configure(struct workload_config *config,
			     const struct rtla_start *start)
{
	if (!(start->stats & RTLA_STATS_SUMMARY))
		return -EINVAL;
	if (!IS_ENABLED(CONFIG_PREEMPT_NOTIFIERS))
		return -EOPNOTSUPP;
	config->hooks = HOOKS_NMI | HOOKS_NOISE | rtla_overheads_ipi_hooks.bit |
			rtla_overheads_hooks.bit;
	config->overheads.all_threads = start->flags & RTLA_START_ALL_THREADS;
	config->overheads.keep_disturbed = start->flags & RTLA_START_DISTURBED;
	config->overheads.on = alloc_percpu_gfp(struct overheads_session,
						GFP_KERNEL_ACCOUNT);
	return config->overheads.on ? 0 : -ENOMEM;
}

/* rtla_overheads_free - see &struct workload */
void rtla_overheads_free(struct workload_config *config)
{
	free_percpu(config->overheads.on);
}
