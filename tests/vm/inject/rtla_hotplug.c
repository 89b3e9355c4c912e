// SPDX-License-Identifier: GPL-2.0
/*
 * Lets a CPU fail to come online, for the tests. Never load this on a machine
 * in use.
 *
 *	echo CPU >/sys/module/rtla_hotplug/parameters/refuse	-1: none
 */
#include <linux/cpuhotplug.h>
#include <linux/module.h>

static int refuse = -1;
module_param(refuse, int, 0644);
MODULE_PARM_DESC(refuse, "the CPU that does not come online");

static enum cpuhp_state state;

static int comes_online(unsigned int cpu)
{
	return cpu == READ_ONCE(refuse) ? -EIO : 0;
}

static int __init hotplug_init(void)
{
	int ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN,
					    "rtla_hotplug:online",
					    comes_online, NULL);

	state = ret;
	return ret < 0 ? ret : 0;
}

static void __exit hotplug_exit(void)
{
	cpuhp_remove_state_nocalls(state);
}

module_init(hotplug_init);
module_exit(hotplug_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A CPU that fails to come online, for tests");
