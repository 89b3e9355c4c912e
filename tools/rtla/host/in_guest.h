/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether a machine is the guest of another one, whose host may take its CPUs.
 */
#ifndef RTLA_IN_GUEST_H
#define RTLA_IN_GUEST_H

#include <stdbool.h>
#include <stddef.h>

struct machine;

/*
 * in_guest_find - find out whether @machine is a guest, and of what
 *
 * @guest is set, and @type, of @size bytes, to the kind of hypervisor; "" if
 * that is not known. Returns false if neither can be found out.
 */
bool in_guest_find(const struct machine *machine, bool *guest, char *type,
		   size_t size);

/* in_guest - return whether @machine is known to be a guest */
bool in_guest(const struct machine *machine);

#endif /* RTLA_IN_GUEST_H */
