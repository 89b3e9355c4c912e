// SPDX-License-Identifier: GPL-2.0
/*
 * Choosing CPUs to measure: see auto_cpus.h.
 */
#include <stdio.h>

#include "host/auto_cpus.h"
#include "host/machine.h"

/* Return the CPUs of a list in a file that are among @online. */
static struct cpus listed(const struct machine *machine,
			  const struct cpus *online, const char *path)
{
	struct cpus list;

	/* A kernel without such CPUs may have no such file: the list is empty then. */
	machine_cpus(machine, &list, "%s", path);
	return cpus_both(online, &list);
}

static struct cpus isolated(const struct machine *machine,
			    const struct cpus *online)
{
	struct cpus all = listed(machine, online, CPUS_ROOT "/isolated");
	struct cpus partitions = listed(machine, online,
					"/sys/fs/cgroup/cpuset.cpus.isolated");

	cpus_add_all(&all, &partitions);
	return all;
}

/* Return the first CPU of each core that has some of @cpus. */
static struct cpus one_of_each_core(const struct machine *machine,
				    const struct cpus *cpus)
{
	struct cpus left = *cpus, chosen = { { 0 } }, core;
	int cpu;

	for (cpu = cpus_next(&left, 0); cpu >= 0;
	     cpu = cpus_next(&left, cpu + 1)) {
		cpus_add(&chosen, cpu);
		if (!machine_cpus(machine, &core,
				  CPUS_ROOT "/cpu%d/topology/thread_siblings_list", cpu))
			left = cpus_without(&left, &core);
	}
	return chosen;
}

struct cpus auto_cpus_choose(const struct machine *machine,
			     const struct cpus *online,
			     const struct cpus *house_keeping,
			     char why[AUTO_CPUS_WHY_LEN])
{
	struct cpus cpus = isolated(machine, online), chosen;
	const char *kind = "isolated";

	if (cpus_empty(&cpus)) {
		kind = "of nohz_full, as none is isolated";
		cpus = listed(machine, online, CPUS_ROOT "/nohz_full");
	}
	if (cpus_empty(&cpus)) {
		kind = "online, as none is isolated";
		cpus = *online;
	}
	cpus = cpus_without(&cpus, house_keeping);
	chosen = one_of_each_core(machine, &cpus);
	snprintf(why, AUTO_CPUS_WHY_LEN, "%s%s", kind,
		 cpus_count(&chosen) < cpus_count(&cpus) ? ", one of each core" : "");
	return chosen;
}
