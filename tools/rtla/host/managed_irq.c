// SPDX-License-Identifier: GPL-2.0
/*
 * Managed interrupts: see managed_irq.h.
 */
#include <fnmatch.h>
#include <string.h>

#include "host/machine.h"
#include "host/managed_irq.h"

enum managed_irq managed_irq_find(const struct machine *machine, int irq,
				  const char *name)
{
	static const char *const names[] = { "nvme*q[1-9]*", "virtio*-req.*" };
	char text[2048];

	if (!machine_read(machine, text, sizeof(text),
			  "/sys/kernel/debug/irq/irqs/%d", irq))
		return strstr(text, "IRQD_AFFINITY_MANAGED") ? MANAGED_YES :
							       MANAGED_NO;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!fnmatch(names[i], name, 0))
			return MANAGED_YES;
	return MANAGED_UNKNOWN;
}
