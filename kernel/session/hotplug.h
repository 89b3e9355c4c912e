/* SPDX-License-Identifier: GPL-2.0 */
/*
 * CPUs that come and go, and suspend, while sessions measure.
 */
#ifndef _RTLA_HOTPLUG_H
#define _RTLA_HOTPLUG_H

int rtla_hotplug_init(void);
void rtla_hotplug_exit(void);

#endif /* _RTLA_HOTPLUG_H */
