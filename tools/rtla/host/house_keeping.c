// SPDX-License-Identifier: GPL-2.0
/*
 * The choice of house-keeping CPUs: see house_keeping.h.
 */
#include <stdio.h>
#include <string.h>

#include "host/house_keeping.h"

/*
 * Remove the CPUs that share a core with @cpu, itself included, from @cpus. If
 * the kernel's list of them cannot be read, nothing is removed.
 */
static void drop_core(struct cpus *cpus, const char *root, int cpu)
{
	struct cpus core;
	char text[4096];
	FILE *file;

	snprintf(text, sizeof(text), "%s/cpu%d/topology/thread_siblings_list",
		 root, cpu);
	file = fopen(text, "re");
	if (!file)
		return;
	if (fgets(text, sizeof(text), file)) {
		text[strcspn(text, "\n")] = '\0';
		if (cpus_parse(&core, text))
			*cpus = cpus_without(cpus, &core);
	}
	fclose(file);
}

struct cpus house_keeping_choose(const char *root, const struct cpus *allowed,
				 const struct cpus *measured)
{
	struct cpus free = cpus_without(allowed, measured);
	struct cpus quiet = free;
	int cpu;

	cpus_for_each(cpu, measured)
		drop_core(&quiet, root, cpu);
	if (!cpus_empty(&quiet))
		return quiet;
	return cpus_empty(&free) ? *allowed : free;
}
