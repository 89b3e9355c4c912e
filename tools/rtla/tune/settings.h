/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The settings that are tried: what the checks of `rtla doctor` would change at
 * run time, and what the user names. Each is a finding, with files and their
 * values.
 */
#ifndef RTLA_SETTINGS_H
#define RTLA_SETTINGS_H

#include <stdbool.h>

#include "base/cpus.h"
#include "base/message.h"
#include "doctor/check.h"
#include "doctor/checks.h"
#include "options/operands.h"

/* A finding that the user has made: a file, and a value to try. */
struct named_setting {
	struct check check;
	struct finding finding;
};

struct settings {
	struct findings findings;	/* of all checks */
	struct named_setting *named;
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
 * settings_chosen - return those that @chosen names, as findings to be printed
 *
 * Their array is new memory, and all else belongs to @settings; it is NULL
 * without memory.
 */
struct findings settings_chosen(const struct settings *settings,
				bool (*chosen)(const void *context, int setting),
				const void *context);

#endif /* RTLA_SETTINGS_H */
