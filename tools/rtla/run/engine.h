/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The engine runs a measuring command: it measures, shows the figures, and acts
 * on hits.
 */
#ifndef RTLA_ENGINE_H
#define RTLA_ENGINE_H

#include "base/message.h"

struct command;

/*
 * engine_run - run a measuring command from its set-up to its end
 *
 * @config is a struct config. Everything that the function changes in the
 * system is undone on return. Returns the exit status.
 */
enum result engine_run(const struct command *command, const void *config);

#endif /* RTLA_ENGINE_H */
