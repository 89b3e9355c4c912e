// SPDX-License-Identifier: GPL-2.0
/*
 * The defaults of commands: see command.h.
 */
#include <stdlib.h>

#include "options/command.h"

void *command_defaults(const struct command *command)
{
	void *defaults = malloc(command->size);

	if (defaults)
		command->set_defaults(defaults);
	return defaults;
}
