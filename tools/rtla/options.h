/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Command lines, driven by tables: a row says all there is to know of an
 * option, and the parser and --help are made from it.
 *
 * Taken are -pVALUE, -p VALUE, -p=VALUE, --period=VALUE, --period VALUE, any
 * unambiguous beginning of a long name, clustered letters, and --no-NAME,
 * which brings the default back (an option that is itself called "no-NAME" is
 * undone by --NAME). A value that may be left out is the next word unless that
 * starts with '-'.
 */
#ifndef RTLA_OPTIONS_H
#define RTLA_OPTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum option_type {
	OPTION_FLAG,		/* bool: true when given */
	OPTION_NUMBER,		/* int64_t: .min to .max, times .scale */
	OPTION_DURATION,	/* int64_t: ns, .min to .max in seconds */
	OPTION_CPUS,		/* struct cpus: CPUs that are present */
	OPTION_PRIORITY,	/* struct priority */
	OPTION_FILE,		/* const char *: .fallback if left out */
	OPTION_HELP,		/* --help, ends the parsing */
	OPTION_VERSION,		/* --version, likewise */
};

/**
 * struct option_row - one option
 * @name: long name, without dashes
 * @letter: short name, or 0
 * @type: of the value and of the field
 * @arg: what --help calls the value
 * @help: what --help says; range and default are added from the row
 * @unit: unit of @min and @max, for people
 * @min: smallest value, as typed
 * @max: largest value, as typed
 * @scale: the field is the number typed times this
 * @fallback: value of an OPTION_FILE that is given without one
 * @field: offset of the field in the configuration
 * @set: instead of @field, for a number that sets several: called with the
 *	number scaled, or with 0 for --no-NAME
 */
struct option_row {
	const char *name;
	char letter;
	enum option_type type;
	const char *arg;
	const char *help;
	const char *unit;
	int64_t min;
	int64_t max;
	int64_t scale;
	const char *fallback;
	size_t field;
	void (*set)(void *config, int64_t value);
};

/* Options that --help lists under one title. A row without name ends it. */
struct option_group {
	const char *title;
	const struct option_row *rows;
};

/**
 * struct option_set - the options of a command
 * @command: how the command was called, for messages
 * @groups: all its groups; NULL ends it
 * @defaults: a configuration in which nothing was given
 * @size: of a configuration
 */
struct option_set {
	const char *command;
	const struct option_group *const *groups;
	const void *defaults;
	size_t size;
};

enum options_result {
	OPTIONS_OK,
	OPTIONS_HELP,
	OPTIONS_VERSION,
	OPTIONS_WRONG,		/* and it was said why */
};

/* options_parse - fill @config from the words; argv[0] is the first of them */
enum options_result options_parse(const struct option_set *set, void *config,
				  int argc, char *const argv[]);

/* options_wrong - for conflicts: say what is wrong and where help is */
enum options_result options_wrong(const struct option_set *set,
				  const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* options_help - print all options (help.c) */
void options_help(FILE *out, const struct option_set *set);

#endif /* RTLA_OPTIONS_H */
