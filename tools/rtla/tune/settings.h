/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The settings that are tried: what the checks of `rtla doctor` would change at
 * run time, and what the user names. Each is a finding, with files and their
 * values, or without any, if it is on the kernel's command line.
 */
#ifndef RTLA_SETTINGS_H
#define RTLA_SETTINGS_H

#include <stdbool.h>

#include "base/cpus.h"
#include "base/message.h"
#include "doctor/check.h"
#include "doctor/checks.h"
#include "options/operands.h"

/* A finding that the user has made: a file and a value to try, or options. */
struct named_setting {
	struct check check;
	char *group;
	struct finding finding;
};

struct settings {
	struct findings findings;	/* of all checks */
	struct named_setting **named;
	int names;
	/* Those with something to change, the most promising first. */
	const struct finding **setting;
	int count;
};

/**
 * struct settings_wanted - which settings are to be tried
 * @cpus: the measured CPUs; NULL: all that are online
 * @root: before every path; it outlives the settings
 * @only: the names of checks, with commas; NULL: all of them
 * @files: those that the user names, as FILE=VALUE
 */
struct settings_wanted {
	const struct cpus *cpus;
	const char *root;
	const char *only;
	struct operands files;
};

/*
 * settings_find - fill in @settings
 *
 * Prints why a setting cannot be tried that the user has named. The caller
 * calls settings_free() in any case, and before that keeps @settings where it
 * is.
 */
enum result settings_find(struct settings *settings,
			  const struct settings_wanted *wanted);
void settings_free(struct settings *settings);

/*
 * setting_options - return the options of the kernel's command line that a
 * setting is, or NULL if it is made at run time
 */
const char *setting_options(const struct settings *settings, int setting);

/* settings_boot - return whether any setting is on the command line */
bool settings_boot(const struct settings *settings);

/* The words of a setting beside its files; @options may be NULL. */
struct setting_text {
	const char *name, *group, *options, *advice;
};

/*
 * settings_begin - begin with no settings, for a machine below @root, for
 * settings_add_text()
 */
void settings_begin(struct settings *settings, const char *root);

/*
 * settings_add_text - add a setting from texts, which are copied
 *
 * Returns its finding, for setting_add_file(), or NULL without memory.
 */
struct finding *settings_add_text(struct settings *settings,
				  const struct setting_text *text);

/*
 * setting_add_file - let a setting have @value in @file
 *
 * The content of the file is read now; if that is not possible, it is @found.
 */
void setting_add_file(const struct settings *settings, struct finding *finding,
		      const char *file, const char *value, const char *found);

/*
 * settings_chosen - return those that @chosen names, as findings to be printed
 *
 * Their array is new memory, and all else belongs to @settings; it is NULL
 * without memory.
 */
struct findings settings_chosen(const struct settings *settings,
				bool (*chosen)(const void *context, int setting),
				const void *context);

#endif /* RTLA_SETTINGS_H */
