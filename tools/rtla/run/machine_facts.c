// SPDX-License-Identifier: GPL-2.0
/*
 * Facts on the machine: see machine_facts.h.
 */
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "analysis/advice.h"
#include "host/machine.h"
#include "host/preemption.h"
#include "host/task_info.h"
#include "run/machine_facts.h"

/* An interrupt of a device has a folder, with one for each of its handlers. */
static bool is_device(int irq, const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/proc/irq/%d/%s", irq, name);
	return !access(path, F_OK);
}

void machine_facts_read(struct measured_machine *facts)
{
	struct machine machine;

	machine_init(&machine, "", NULL);
	*facts = (struct measured_machine) {
		.online = machine.online, .find_task = task_info_read,
		.is_device = is_device,
	};
	preemption_find(&machine, facts->preemption,
			&facts->preemption_dynamic);
}
