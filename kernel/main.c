// SPDX-License-Identifier: GPL-2.0
/*
 * Timer latency and operating system noise, measured from a module.
 *
 * Loading the module makes /dev/rtla and the trace events "rtla" available, and
 * does nothing else: threads, timers and hooks exist only while a session runs.
 */
#include <linux/module.h>

#include <uapi/rtla.h>

#include "kinds.h"
#include "noise/hooks.h"
#include "rtla_version.h"
#include "session/cpu_memory.h"
#include "session/device.h"
#include "session/hotplug.h"
#include "session/keeper.h"
#include "trace.h"

static unsigned int abi = RTLA_ABI_VERSION;
module_param(abi, uint, 0444);
MODULE_PARM_DESC(abi, "version of the interface (read-only)");

static int __init rtla_init(void)
{
	int ret;

	abi = RTLA_ABI_VERSION;
	rtla_hooks_init();
	rtla_kinds_add_hooks();
	ret = rtla_hooks_find();
	if (ret)
		return ret;
	ret = rtla_hotplug_init();
	if (ret)
		return ret;
	rtla_kinds_init();
	ret = rtla_device_init();
	if (ret) {
		rtla_kinds_exit();
		rtla_hotplug_exit();
	}
	return ret;
}

/*
 * A session may still be ending although its holder has stopped waiting for
 * that. rtla_keepers_exit() waits for its end, before what it uses is removed.
 */
static void __exit rtla_exit(void)
{
	rtla_device_exit();
	rtla_keepers_exit();
	rtla_kinds_exit();
	rtla_hotplug_exit();
	rtla_trace_exit();
	rtla_cpu_memory_free();
}

module_init(rtla_init);
module_exit(rtla_exit);

MODULE_LICENSE("GPL");
MODULE_AUTHOR("The rtla developers");
MODULE_DESCRIPTION("Timer latency and OS noise measurement");
MODULE_VERSION(RTLA_VERSION);
