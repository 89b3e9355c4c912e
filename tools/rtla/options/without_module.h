/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What "rtla wakeup" can do without the module.
 */
#ifndef RTLA_WITHOUT_MODULE_H
#define RTLA_WITHOUT_MODULE_H

#include "options/options.h"

struct config;

/* Every output of such a measurement has to say this. */
#define WITHOUT_MODULE_LABEL \
	"wake to switch only; stale wakings may be in it: a thread that is woken while it runs leaves one"

/*
 * without_module_settle - refuse the options that need the module, if it may
 * not be used
 *
 * The reason has been printed if OPTIONS_WRONG is returned.
 */
enum options_result without_module_settle(const struct option_set *set,
					  const struct config *config);

#endif /* RTLA_WITHOUT_MODULE_H */
