/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The house-keeping CPUs: those on which the command itself runs while it
 * measures.
 */
#ifndef RTLA_HOUSE_KEEPING_H
#define RTLA_HOUSE_KEEPING_H

#include "base/cpus.h"

/*
 * house_keeping_choose - choose those of @allowed that disturb @measured least
 *
 * The choice is the CPUs that are not measured and share no core with a
 * measured one. If there are none, it is all that are not measured. If there
 * are none of these either, it is all of @allowed. @root is CPUS_ROOT,
 * or another directory in tests.
 */
struct cpus house_keeping_choose(const char *root, const struct cpus *allowed,
				 const struct cpus *measured);

#endif /* RTLA_HOUSE_KEEPING_H */
