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
 * @mode: "top"
 * @summary: what it does, in one line
 * @groups: its options
 * @defaults: its configuration when none is given
 * @check: say what options do not go together, return NULL if they do
 * @view: how statistics are shown
 * @columns: what the view calls them
 */
struct command {
	const char *tool;
	const char *mode;
	const char *summary;
	const struct option_group *const *groups;
	struct config defaults;
	const char *(*check)(const struct config *config);
	const struct view *view;
	struct columns columns;
};

extern const struct command timerlat_top;

#endif /* RTLA_COMMAND_H */
