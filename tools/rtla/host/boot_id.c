// SPDX-License-Identifier: GPL-2.0
/*
 * The name of this boot: see boot_id.h.
 */
#include "host/boot_id.h"
#include "host/machine.h"

const char *boot_id_read(const char *root, char *id)
{
	const struct machine machine = { .root = root };

	machine_read(&machine, id, BOOT_ID_LEN,
		     "/proc/sys/kernel/random/boot_id");
	return id;
}
