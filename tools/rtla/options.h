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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum option_type {
	OPTION_FLAG,		/* bool: true when given */
	OPTION_NUMBER,		/* int64_t: .min to .max, times .scale */
	OPTION_DURATION,	/* int64_t: ns, .min to .max in seconds */
	OPTION_CHOICE,		/* an enum: which one of .choices */
	OPTION_CPUS,		/* struct cpus: CPUs that are present */
	OPTION_PRIORITY,	/* struct priority */
	OPTION_TEXT,		/* const char * */
	OPTION_PARSED,		/* what .parse makes of it; it has no --no-NAME */
	OPTION_HELP,		/* --help, ends the parsing */
	OPTION_VERSION,		/* --version, likewise */
	OPTION_NAMES,		/* --list-opts, likewise */
};

/**
 * struct option_row - one option
 * @name: long name, without dashes
 * @letter: short name, or 0
 * @type: of the value and of the field
 * @optional: an OPTION_TEXT may be given without its text
 * @no_undo: there is no --no-NAME, as with an OPTION_PARSED
 * @yields: where the beginning of a name may mean this option or another, it
 *	means the other: for options that upstream does not have, so that what
 *	is unambiguous there is so here
 * @arg: what --help calls the value
 * @help: what --help says; range and default are added from the row
 * @unit: unit of @min and @max, for people
 * @min: smallest value, as typed
 * @max: largest value, as typed
 * @scale: the field is the number typed times this
 * @choices: what an OPTION_CHOICE can be, in the order of its enum
 * @field: offset of the field in the configuration
 * @fallback: offset of the text that an OPTION_TEXT is without one; 0 is ""
 * @set: instead of @field, for a number that sets several: called with the
 *	number scaled, or with 0 for --no-NAME
 * @parse: instead of @field, for an OPTION_PARSED: returns NULL, or
 *	"reason: what to give"
 */
struct option_row {
	const char *name;
	char letter;
	enum option_type type;
	bool optional;
	bool no_undo;
	bool yields;
	const char *arg;
	const char *help;
	const char *unit;
	int64_t min;
	int64_t max;
	int64_t scale;
	const char *const *choices;
	size_t field;
	size_t fallback;
	void (*set)(void *config, int64_t value);
	const char *(*parse)(void *config, const char *text);
};

/*
 * Options that --help lists under one title; NULL: under that of the group
 * before. A row without name ends it.
 */
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
 * @operand: what is given without an option, for messages; NULL: nothing is
 * @operands_max: so many of them, at most
 * @operands_field: where they go, a struct operands
 */
struct option_set {
	const char *command;
	const struct option_group *const *groups;
	const void *defaults;
	size_t size;
	const char *operand;
	int operands_max;
	size_t operands_field;
};

#define OPERANDS_MAX	64

/* What is given without an option, in its order. */
struct operands {
	const char *word[OPERANDS_MAX];
	int count;
};

enum options_result {
	OPTIONS_OK,
	OPTIONS_HELP,
	OPTIONS_VERSION,
	OPTIONS_NAMES,
	OPTIONS_WRONG,		/* and it was said why */
};

/* options_parse - fill @config from the words; argv[0] is the first of them */
enum options_result options_parse(const struct option_set *set, void *config,
				  int argc, char *const argv[]);

/* options_wrong - for conflicts: say what is wrong and where help is */
enum options_result options_wrong(const struct option_set *set,
				  const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * options_row - the rows of all groups, as if they were one table
 *
 * NULL behind the last.
 */
const struct option_row *options_row(const struct option_set *set, int index);

/* options_help - print all options (help.c) */
void options_help(FILE *out, const struct option_set *set);

/* options_names - print all long names in one line (help.c) */
void options_names(FILE *out, const struct option_set *set);

#endif /* RTLA_OPTIONS_H */
