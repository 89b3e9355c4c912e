/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Settings on the kernel's command line: whether this boot has those that the
 * next block needs, and if not, what another boot has to have.
 *
 * The command line with which an experiment was begun has none of them. One
 * that is tried takes the place of all options there that have its name.
 */
#ifndef RTLA_COMMAND_LINE_H
#define RTLA_COMMAND_LINE_H

#include <stdbool.h>

struct candidate;
struct settings;

/**
 * struct command_line_change - how this boot's command line has to be changed
 * @wanted: options that it lacks, with a blank between; "": none
 * @instead: options that it must not have, likewise
 * @options: all options of settings that the next boot has to have, likewise
 *
 * All are new memory, or NULL without memory.
 */
struct command_line_change {
	char *wanted;
	char *instead;
	char *options;
};

/*
 * command_line_compare - find out how the command line @now has to be changed
 *
 * @begun is the one with which the experiment was begun, and @candidate the
 * settings, each with whether it is on. What the boot loader says of itself
 * (BOOT_IMAGE=, initrd=) may differ. Returns false if there is no memory. The
 * caller calls command_line_free() in any case.
 */
bool command_line_compare(struct command_line_change *change,
			  const char *begun, const char *now,
			  const struct settings *settings,
			  const struct candidate *candidate);
void command_line_free(struct command_line_change *change);

/* command_line_fits - return whether nothing has to be changed */
bool command_line_fits(const struct command_line_change *change);

/*
 * command_line_common - return whether two lists of options have an option of
 * the same name
 */
bool command_line_common(const char *a, const char *b);

#endif /* RTLA_COMMAND_LINE_H */
