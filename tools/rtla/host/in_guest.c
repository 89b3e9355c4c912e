// SPDX-License-Identifier: GPL-2.0
/*
 * Guests: see in_guest.h.
 */
#include "host/in_guest.h"
#include "host/machine.h"

bool in_guest(const struct machine *machine)
{
	char flags[CPUINFO_SIZE];

	if (machine_has(machine, "/sys/hypervisor/type") ||
	    machine_has(machine, "/proc/device-tree/hypervisor"))
		return true;
	return machine_cpuinfo(machine, "flags", flags, sizeof(flags)) &&
	       has_word(flags, "hypervisor");
}
