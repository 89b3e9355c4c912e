/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel with PREEMPT_RT that a distribution has.
 */
#ifndef RTLA_RT_PACKAGE_H
#define RTLA_RT_PACKAGE_H

#include <stdbool.h>

struct machine;

#define RT_PACKAGE_LEN	64

/*
 * rt_package_find - find the command that installs a kernel with PREEMPT_RT
 *
 * @command is set to a line like "apt install linux-image-rt-amd64", or to "".
 * Returns whether it is known for the distribution of the machine.
 */
bool rt_package_find(const struct machine *machine,
		     char command[RT_PACKAGE_LEN]);

#endif /* RTLA_RT_PACKAGE_H */
