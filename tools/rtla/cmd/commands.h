/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All commands, each in the file of its tool.
 */
#ifndef RTLA_COMMANDS_H
#define RTLA_COMMANDS_H

#include "options/command.h"

extern const struct command timerlat_top, timerlat_hist;
extern const struct command osnoise_top, osnoise_hist;
extern const struct command hwnoise;
extern const struct command wakeup_top, wakeup_hist;
extern const struct command overheads_top, overheads_hist;
extern const struct command bound_top, bound_hist;
extern const struct command analyze;
extern const struct command compare;
extern const struct command agree;
extern const struct command load_command;
extern const struct command doctor;
extern const struct command report;
extern const struct command export_command;
extern const struct command history_add, history_show, history_check;

#endif /* RTLA_COMMANDS_H */
