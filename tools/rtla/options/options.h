/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Command lines are parsed by tables: a row describes an option completely, and
 * the parser and --help both work from the rows.
 *
 * The parser takes -pVALUE, -p VALUE, -p=VALUE, --period=VALUE, --period VALUE,
 * any unambiguous beginning of a long name, clustered letters, and --no-NAME,
 * which restores the default (an option that is itself called "no-NAME" is
 * undone by --NAME). If a value may be left out, the next word is the value
 * unless that word starts with '-'; "-" itself is the value if the row has no
 * @fallback.
 */
#ifndef RTLA_OPTIONS_H
#define RTLA_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct habit;
struct invocation;

enum option_type {
	OPTION_FLAG,		/* bool: true when given */
	OPTION_NUMBER,		/* int64_t: .min to .max, times .scale */
	OPTION_CHOICE,		/* an enum: the index in .choices */
	OPTION_CPUS,		/* struct cpus: CPUs that are present */
	OPTION_PRIORITY,	/* struct priority */
	OPTION_TEXT,		/* const char * */
	OPTION_PARSED,		/* .parse stores it; there is no --no-NAME */
	OPTION_HELP,		/* --help, ends the parsing */
	OPTION_VERSION,		/* --version, ends the parsing */
	OPTION_NAMES,		/* --list-opts, ends the parsing */
};

/**
 * struct option_row - one option
 * @name: long name, without dashes
 * @letter: short name, or 0
 * @type: type of the value and of the field
 * @optional: an OPTION_TEXT may be given without its text
 * @no_undo: there is no --no-NAME, just as with an OPTION_PARSED
 * @yields: if a shortened name may mean this option or another one, it means
 *	the other one. For options that upstream does not have: a shortened name
 *	that is unambiguous there stays so here
 * @arg: name of the value in --help
 * @help: text of --help; range and default are appended from the row
 * @unit: unit of @min, @max and a bare number, one of amount.h: the number may
 *	have any unit of the same list; NULL: a whole number without a unit
 * @min: smallest value, as typed
 * @max: largest value, as typed
 * @scale: the field becomes the typed number times this; 0 is 1
 * @choices: the words of an OPTION_CHOICE, in the order of its enum; NULL ends
 *	them
 * @words: what a value of another type may begin with, for shells to complete;
 *	NULL ends them
 * @field: offset of the field in the configuration
 * @fallback: offset, in the defaults, of the text for an OPTION_TEXT that is
 *	given without its text; 0: the text is ""
 * @word: an OPTION_NUMBER that begins with this word is left to @parse; an
 *	OPTION_CPUS that is this word makes the list empty, and calls @set;
 *	NULL: none
 * @set: used instead of @field, for a number that sets several fields: called
 *	with the scaled number, or with 0 for --no-NAME. For an OPTION_CPUS,
 *	beside @field: called with whether @word was given
 * @add: used instead of @field, for a number that may be several, like 5,10:
 *	called with each of them, scaled, and its @index, or with 0 and 0 for
 *	--no-NAME. Returns false if there is no place for so many
 * @set_time: for a number in a unit that other options choose, which may also
 *	be a time with its own unit: called with that in ns, or with 0 if the
 *	number is bare
 * @parse: used instead of @field, for an OPTION_PARSED or @word: returns NULL,
 *	or an error of the form "reason: what to give"
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
	const char *const *words;
	const char *word;
	size_t field;
	size_t fallback;
	void (*set)(void *config, int64_t value);
	bool (*add)(void *config, int64_t value, int index);
	void (*set_time)(void *config, int64_t ns);
	const char *(*parse)(void *config, const char *text);
};

/*
 * Options that --help lists under one title. If the title is NULL, they are
 * listed under the title of the group before. A row without a name ends the
 * rows.
 */
struct option_group {
	const char *title;
	const struct option_row *rows;
};

/**
 * struct option_set - the options of a command
 * @command: how the command was called, for messages
 * @groups: all groups of the command; NULL ends the array
 * @defaults: the configuration without any option
 * @size: size of the configuration in bytes
 * @operand: name of the operands, for messages; NULL: the command takes none
 * @operands_max: how many operands the command takes at most
 * @operands_field: offset of the struct operands in the configuration
 * @program_field: offset of a struct invocation in the configuration, for a
 *	program and its arguments after "--"; 0: the command runs none
 * @habits: what to say of options of another tool, or NULL
 * @invocation: the whole command line; the parser does not use it
 */
struct option_set {
	const char *command;
	const struct option_group *const *groups;
	const void *defaults;
	size_t size;
	const char *operand;
	int operands_max;
	size_t operands_field;
	size_t program_field;
	const struct habit *habits;
	const struct invocation *invocation;
};

enum options_result {
	OPTIONS_OK,
	OPTIONS_HELP,
	OPTIONS_VERSION,
	OPTIONS_NAMES,
	OPTIONS_WRONG,		/* the reason was printed */
};

/*
 * options_parse - fill @config from the words of a command line
 *
 * @config has @set->size bytes, and begins as a copy of the defaults. argv[0]
 * is the first word to parse; @config points into the words afterwards. The
 * reason has been printed if OPTIONS_WRONG is returned.
 */
enum options_result options_parse(const struct option_set *set, void *config,
				  int argc, char *const argv[]);

/* options_wrong - print an error and where help is; return OPTIONS_WRONG */
enum options_result options_wrong(const struct option_set *set,
				  const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * options_row - return a row of all groups, as if they were one table
 *
 * Returns NULL if @index is after the last row.
 */
const struct option_row *options_row(const struct option_set *set, int index);

/* Room for the description of an option. */
#define DESCRIPTION_LEN	1024

/*
 * option_describe - write what an option does, its range and its default to
 * @text
 *
 * @text has room for DESCRIPTION_LEN bytes. Returns @text. (help.c)
 */
const char *option_describe(char *text, const struct option_set *set,
			    const struct option_row *row);

/* option_can_negate - return whether an option has the form --no-NAME */
bool option_can_negate(const struct option_row *row);

/* options_help - print all options (help.c) */
void options_help(FILE *out, const struct option_set *set);

/* options_names - print all long names in one line (help.c) */
void options_names(FILE *out, const struct option_set *set);

#endif /* RTLA_OPTIONS_H */
