/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calling a function on another CPU.
 */
#ifndef _RTLA_ON_CPU_H
#define _RTLA_ON_CPU_H

#include <linux/smp.h>

int rtla_on_cpu(int cpu, smp_call_func_t function, void *data);

#endif /* _RTLA_ON_CPU_H */
