/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What advice needs to know of the machine on which a hit came.
 */
#ifndef RTLA_MACHINE_FACTS_H
#define RTLA_MACHINE_FACTS_H

struct cpus;
struct measured_machine;

/*
 * machine_facts_read - find out how this machine is now
 *
 * @cpus are the measured CPUs.
 */
void machine_facts_read(struct measured_machine *facts,
			const struct cpus *cpus);

#endif /* RTLA_MACHINE_FACTS_H */
