/* SPDX-License-Identifier: GPL-2.0 */
/* The device /dev/rtla: see include/uapi/rtla.h for its interface. */
#ifndef _RTLA_DEVICE_H
#define _RTLA_DEVICE_H

int rtla_device_init(void);
void rtla_device_exit(void);

#endif /* _RTLA_DEVICE_H */
