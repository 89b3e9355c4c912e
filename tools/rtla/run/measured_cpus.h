/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The CPUs that are measured.
 */
#ifndef RTLA_MEASURED_CPUS_H
#define RTLA_MEASURED_CPUS_H

#include "base/cpus.h"
#include "base/message.h"

struct config;

/*
 * measured_cpus_auto - replace @cpus by those that "--cpus auto" means, if
 * @config says that
 *
 * Unless the run is quiet, notes which they are, and why.
 */
enum result measured_cpus_auto(const struct config *config, struct cpus *cpus);

/*
 * measured_cpus_below - return the CPUs of the machine below @root that "--cpus
 * auto" means, and note them
 */
struct cpus measured_cpus_below(const char *root);

#endif /* RTLA_MEASURED_CPUS_H */
