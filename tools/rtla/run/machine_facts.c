// SPDX-License-Identifier: GPL-2.0
/*
 * Facts on the machine: see machine_facts.h.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/advice.h"
#include "host/machine.h"
#include "host/managed_irq.h"
#include "host/preemption.h"
#include "host/rt_package.h"
#include "host/task_info.h"
#include "run/machine_facts.h"

/* An interrupt of a device has a folder, with one for each of its handlers. */
static bool is_device(int irq, const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/proc/irq/%d/%s", irq, name);
	return !access(path, F_OK);
}

static enum managed_irq machine_facts_find_managed(int irq, const char *name)
{
	return managed_irq_find(&(struct machine) { .root = "" }, irq, name);
}

static bool read_setting(const char *path, char *text)
{
	const struct machine machine = { .root = "" };
	char content[FACT_LEN];

	if (machine_read(&machine, content, sizeof(content), "%s", path))
		return false;
	if (!chosen_word(content, "[]", text, FACT_LEN))
		strcpy(text, content);
	return true;
}

void machine_facts_read(struct measured_machine *facts)
{
	struct machine machine;

	machine_init(&machine, "", NULL);
	*facts = (struct measured_machine) {
		.online = machine.online, .find_task = task_info_read,
		.is_device = is_device,
		.find_managed = machine_facts_find_managed,
		.read = read_setting,
	};
	rt_package_find(&machine, facts->rt_package);
	preemption_find(&machine, facts->preemption,
			&facts->preemption_dynamic);
}
