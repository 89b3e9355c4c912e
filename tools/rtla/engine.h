/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs a command: measures, shows what it measures, and ends it.
 */
#ifndef RTLA_ENGINE_H
#define RTLA_ENGINE_H

#include "command.h"
#include "message.h"

/* engine_run - returns what the tool exits with */
enum result engine_run(const struct command *command,
		       const struct config *config);

#endif /* RTLA_ENGINE_H */
