/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether a machine is the guest of another one, whose host may take its CPUs.
 */
#ifndef RTLA_IN_GUEST_H
#define RTLA_IN_GUEST_H

#include <stdbool.h>

struct machine;

/* in_guest - return whether @machine is known to be a guest */
bool in_guest(const struct machine *machine);

#endif /* RTLA_IN_GUEST_H */
