/* SPDX-License-Identifier: GPL-2.0 */
/*
 * "--cpus auto": the CPUs of this machine that are meant for real-time work.
 */
#ifndef RTLA_AUTO_CPUS_H
#define RTLA_AUTO_CPUS_H

#include "base/cpus.h"

struct machine;

#define AUTO_CPUS_WHY_LEN	96

/*
 * auto_cpus_choose - choose CPUs of @online to measure
 *
 * These are the isolated ones (isolcpus= and isolated partitions of cpusets),
 * otherwise those of nohz_full=, otherwise all; without those of
 * @house_keeping, and one of each core, as a sibling would disturb the one
 * beside it. @why says all this in words. Only the root of @machine is used.
 * The result is empty if no CPU is left.
 */
struct cpus auto_cpus_choose(const struct machine *machine,
			     const struct cpus *online,
			     const struct cpus *house_keeping,
			     char why[AUTO_CPUS_WHY_LEN]);

#endif /* RTLA_AUTO_CPUS_H */
