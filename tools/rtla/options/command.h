/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A command is described by a table of options, a configuration that they set,
 * and two functions; one that measures also by the view that shows its
 * statistics. All other code is common to all commands.
 */
#ifndef RTLA_COMMAND_H
#define RTLA_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"
#include "options/options.h"

struct config;
struct habit;
struct view;

/**
 * struct command - one mode of one tool
 * @tool: name of the tool, like "timerlat"
 * @mode: name of the mode, like "top"; NULL: the tool has no modes
 * @by_default: the mode may be left out; so may "top"
 * @summary: what the command does, in one line
 * @groups: its options; NULL ends the array
 * @set_defaults: makes @config what it is without any option. Constants in its
 *	place, nearly all of them 0, would be an eighth of the command
 * @size: size of the configuration in bytes
 * @operands_field: offset in it of the struct operands, if the command takes
 *	any
 * @program_field: offset in it of a struct invocation, if the command runs a
 *	program that is given after "--"; else 0
 * @settle: complete the configuration after the options are parsed. If options
 *	contradict each other, print that and return OPTIONS_WRONG
 * @run: execute the command, and return its exit status
 * @operand: name of the operands for --help and messages; NULL: it takes none
 * @operand_word: the words that an operand may be, by their index, for shells
 *	to complete; NULL after the last. NULL: operands are files
 * @operands_max: how many operands it takes at most
 * @habits: options of another tool that people may give to it, or NULL
 * @view: how its statistics are shown, and which events these are made from
 */
struct command {
	const char *tool;
	const char *mode;
	bool by_default;
	const char *summary;
	const struct option_group *const *groups;
	void (*set_defaults)(void *config);
	size_t size;
	size_t operands_field;
	size_t program_field;
	enum options_result (*settle)(const struct option_set *set,
				      void *config);
	enum result (*run)(const struct command *command, const void *config);
	const char *operand;
	const char *(*operand_word)(int index);
	int operands_max;
	const struct habit *habits;
	const struct view *view;
};

/*
 * command_defaults - return the configuration of a command without any option
 *
 * Returns NULL without memory. The caller frees it.
 */
void *command_defaults(const struct command *command);

/*
 * Define @function, which sets the defaults of a command to a @type with such
 * values.
 */
#define COMMAND_DEFAULTS(function, type, ...) \
	static void function(void *config) \
	{ \
		*(type *)config = (type) { __VA_ARGS__ }; \
	}

/* The same for a command that measures: values of a struct config. */
#define MEASUREMENT_DEFAULTS(function, ...) \
	COMMAND_DEFAULTS(function, struct config, __VA_ARGS__)

/* The configuration of such a command. */
#define MEASUREMENT_CONFIG(function) \
	.set_defaults = function, \
	.size = sizeof(struct config)

#endif /* RTLA_COMMAND_H */
