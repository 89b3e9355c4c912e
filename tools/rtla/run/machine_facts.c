// SPDX-License-Identifier: GPL-2.0
/*
 * Facts on the machine: see machine_facts.h.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/advice.h"
#include "doctor/checks.h"
#include "host/machine.h"
#include "host/managed_irq.h"
#include "host/pid_space.h"
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

static char *read_setting(const char *path)
{
	const struct machine machine = { .root = "" };
	char text[CPUS_TEXT_SIZE], chosen[64];

	if (machine_read(&machine, text, sizeof(text), "%s", path))
		return NULL;
	return strdup(chosen_word(text, "[]", chosen, sizeof(chosen)) ?
		      chosen : text);
}

static bool warns_here(const char *check, const struct cpus *cpus)
{
	return checks_warn(check, cpus, "");
}

void machine_facts_read(struct measured_machine *facts,
			const struct cpus *cpus)
{
	uint64_t dev, ino;
	struct machine machine;

	machine_init(&machine, "", NULL);
	*facts = (struct measured_machine) {
		.online = machine.online,
		.find_task = pid_space_is_inner(&dev, &ino) ? NULL :
							       task_info_read,
		.is_device = is_device,
		.find_managed = machine_facts_find_managed,
		.read = read_setting, .measured = *cpus, .warns = warns_here,
	};
	rt_package_find(&machine, facts->rt_package);
	preemption_find(&machine, facts->preemption,
			&facts->preemption_dynamic);
}
