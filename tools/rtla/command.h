/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A command is a table of options and a description of what is shown; the
 * rest is common to all of them.
 */
#ifndef RTLA_COMMAND_H
#define RTLA_COMMAND_H

#include "config.h"
#include "options.h"
#include "view.h"

/**
 * struct command - one mode of one tool
 * @tool: "timerlat"
 * @mode: "top"; NULL: the tool has no modes
 * @tracer: what is said to have hit a threshold
 * @summary: what it does, in one line
 * @groups: its options
 * @defaults: its configuration when none is given
 * @settle: decide what the options left open; say if they do not go together
 * @run: do it, from the first check to the exit status
 * @operand: what is given to it besides options; NULL: nothing
 * @operands_max: so many of them
 * @samples: the events that the statistics are made of
 * @view: how statistics are shown
 */
struct command {
	const char *tool;
	const char *mode;
	const char *tracer;
	const char *summary;
	const struct option_group *const *groups;
	struct config defaults;
	enum options_result (*settle)(const struct option_set *set,
				      struct config *config);
	enum result (*run)(const struct command *command,
			   const struct config *config);
	const char *operand;
	int operands_max;
	enum tracer_events samples;
	const struct view *view;
};

extern const struct command timerlat_top, timerlat_hist;
extern const struct command osnoise_top, osnoise_hist;
extern const struct command hwnoise;
extern const struct command analyze;
extern const struct command compare;
extern const struct command load_command;
extern const struct command doctor;
extern const struct command report;

#endif /* RTLA_COMMAND_H */
