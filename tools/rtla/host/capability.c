// SPDX-License-Identifier: GPL-2.0
/*
 * Capabilities: see capability.h.
 */
#include <stdlib.h>
#include <string.h>

#include "host/capability.h"
#include "host/machine.h"

bool capability_has(const struct machine *machine, int capability)
{
	static const char key[] = "\nCapEff:";
	char status[8192];
	const char *at;

	if (machine_read_start(machine, status, sizeof(status),
			       "/proc/self/status"))
		return true;
	at = strstr(status, key);
	return !at || strtoull(at + strlen(key), NULL, 16) >> capability & 1;
}
