/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel lets this process do.
 */
#ifndef RTLA_CAPABILITY_H
#define RTLA_CAPABILITY_H

#include <stdbool.h>

#include <linux/capability.h>

struct machine;

/*
 * capability_has - return whether this process has a capability, like
 * CAP_SYS_ADMIN
 *
 * This is true if it is not known.
 */
bool capability_has(const struct machine *machine, int capability);

#endif /* RTLA_CAPABILITY_H */
