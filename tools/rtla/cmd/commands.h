/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All commands: those of the kinds of measurement, which their rows have
 * (stats/kind.h), and the others, each in a file of this folder.
 */
#ifndef RTLA_COMMANDS_H
#define RTLA_COMMANDS_H

#include "options/command.h"

extern const struct command analyze;
extern const struct command compare;
extern const struct command agree;
extern const struct command load_command;
extern const struct command doctor;
extern const struct command report;
extern const struct command schedulable;
extern const struct command tune;
extern const struct command export_command;
extern const struct command history_add, history_show, history_farm,
			    history_check;
extern const struct command record_run_command, record_show;
extern const struct command matrix_run_command, matrix_show, matrix_unit;

/*
 * command_at - return a command by its place in the list of them, or NULL after
 * the last one
 */
const struct command *command_at(size_t place);

/*
 * command_find - return a command, or NULL; @mode is NULL for a tool without
 * modes
 */
const struct command *command_find(const char *tool, const char *mode);

/* command_by_default - return the command whose mode may be left out, or NULL */
const struct command *command_by_default(const char *tool);

#endif /* RTLA_COMMANDS_H */
