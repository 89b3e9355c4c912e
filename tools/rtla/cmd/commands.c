// SPDX-License-Identifier: GPL-2.0
/*
 * The list of commands, as --help has it: see commands.h.
 */
#include "cmd/commands.h"
#include "stats/kind.h"

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
