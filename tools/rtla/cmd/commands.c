// SPDX-License-Identifier: GPL-2.0
/*
 * The list of commands, as --help has it: see commands.h.
 */
#include <string.h>

#include "cmd/commands.h"
#include "stats/kind.h"

#define DEFAULT_MODE	"top"

static const struct command *const other_commands[] = {
	&agree, &analyze, &compare, &doctor, &export_command,
	&history_add, &history_show, &history_farm, &history_check,
	&load_command, &matrix_run_command, &matrix_show, &matrix_unit,
	&record_run_command, &record_show, &report, &schedulable, &tune, NULL
};

const struct command *command_at(size_t place)
{
	const struct command *const *command;

	for (int kind = 0; kind < KINDS; kind++)
		for (command = kind_row(kind)->commands; *command; command++)
			if (!place--)
				return *command;
	for (command = other_commands; *command; command++)
		if (!place--)
			return *command;
	return NULL;
}

const struct command *command_find(const char *tool, const char *mode)
{
	const struct command *command;

	for (size_t i = 0; (command = command_at(i)); i++) {
		const char *has = command->mode;

		if (!strcmp(command->tool, tool) &&
		    (has && mode ? !strcmp(has, mode) : has == mode))
			return command;
	}
	return NULL;
}

const struct command *command_by_default(const char *tool)
{
	const struct command *command;

	for (size_t i = 0; (command = command_at(i)); i++)
		if (command->by_default && !strcmp(command->tool, tool))
			return command;
	return command_find(tool, DEFAULT_MODE);
}
