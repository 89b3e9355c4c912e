/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options that say which threads are watched.
 */
#ifndef RTLA_TARGET_OPTIONS_H
#define RTLA_TARGET_OPTIONS_H

#include "options/options.h"

struct config;

extern const struct option_group target_group;

/*
 * targets_settle - complete which threads are watched: real-time threads, if
 * nothing is said; and refuse options that contradict the program after "--"
 *
 * The reason has been printed if OPTIONS_WRONG is returned.
 */
enum options_result targets_settle(const struct option_set *set,
				   struct config *config);

#endif /* RTLA_TARGET_OPTIONS_H */
