/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The CPUs that are measured.
 */
#ifndef RTLA_MEASURED_CPUS_H
#define RTLA_MEASURED_CPUS_H

#include "base/message.h"

struct config;
struct cpus;

/*
 * measured_cpus_auto - replace @cpus by those that "--cpus auto" means, if
 * @config says that
 *
 * Unless the run is quiet, notes which they are, and why.
 */
enum result measured_cpus_auto(const struct config *config, struct cpus *cpus);

/*
 * measured_cpus_note - note that "--cpus auto" means @cpus, as
 * auto_cpus_choose() says why
 */
void measured_cpus_note(const struct cpus *cpus, const char *why);

#endif /* RTLA_MEASURED_CPUS_H */
