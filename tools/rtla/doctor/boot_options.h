/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Options of the kernel's command line that findings want: merged with each
 * other, and with those that this kernel was booted with.
 */
#ifndef RTLA_BOOT_OPTIONS_H
#define RTLA_BOOT_OPTIONS_H

#include <stdbool.h>

struct machine;

/**
 * struct boot_options - what has to be changed on a command line
 * @wanted: options with a blank between; "": nothing has to be changed
 * @instead: those of this kernel's command line whose place they take, the same
 */
struct boot_options {
	char *wanted;
	char *instead;
};

/*
 * boot_options_merge - merge @count options, like "nohz_full=2-3", and the
 * command line of @machine
 *
 * Lists of CPUs are added up, also with the one that is on the command line; of
 * other options the last one counts. What the command line says already is left
 * out. Returns false if there is no memory. The caller calls
 * boot_options_free() in any case.
 */
bool boot_options_merge(struct boot_options *merged,
			const struct machine *machine,
			const char *const *option, int count);
void boot_options_free(struct boot_options *merged);

/*
 * boot_options_how - return how to give them to the next kernel on @machine, as
 * a text that the caller frees, or NULL if there is no memory
 *
 * The files of its boot loader tell which one it has.
 */
char *boot_options_how(const struct boot_options *merged,
		       const struct machine *machine);

#endif /* RTLA_BOOT_OPTIONS_H */
