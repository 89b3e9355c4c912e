// SPDX-License-Identifier: GPL-2.0
/*
 * Guests: see in_guest.h.
 */
#include "host/in_guest.h"
#include "host/machine.h"

bool in_guest_find(const struct machine *machine, bool *guest, char *type,
		   size_t size)
{
	char flags[CPUINFO_SIZE];

	*guest = true;
	if (!machine_read(machine, type, size, "/sys/hypervisor/type"))
		return true;
	type[0] = '\0';
	if (machine_has(machine, "/proc/device-tree/hypervisor"))
		return true;
	/* Only x86 always has the line "flags": else nothing is known. */
	if (!machine_cpuinfo(machine, "flags", flags, sizeof(flags)))
		return false;
	*guest = has_word(flags, "hypervisor");
	return true;
}

bool in_guest(const struct machine *machine)
{
	char type[64];
	bool guest;

	return in_guest_find(machine, &guest, type, sizeof(type)) && guest;
}
