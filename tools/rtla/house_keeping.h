/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the tool itself is to run while it measures.
 */
#ifndef RTLA_HOUSE_KEEPING_H
#define RTLA_HOUSE_KEEPING_H

#include "cpus.h"

#define HOUSE_KEEPING_ROOT	"/sys/devices/system/cpu"

/*
 * house_keeping_choose - of @allowed, those that disturb @measured least
 *
 * Not the measured ones, and not those that share a core with one; or not the
 * measured ones at least; or all. @root is HOUSE_KEEPING_ROOT.
 */
struct cpus house_keeping_choose(const char *root, const struct cpus *allowed,
				 const struct cpus *measured);

#endif /* RTLA_HOUSE_KEEPING_H */
