/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel tells of a machine in its files: of this one, or of a copy of
 * its /proc, /sys, /dev, /boot, /lib, /etc and /var in a directory.
 *
 * Nothing of a file is believed: not its size, nor that there is text in it.
 * Nothing is written, and nothing that could block is waited for.
 */
#ifndef RTLA_MACHINE_H
#define RTLA_MACHINE_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

#include "cpus.h"

struct machine {
	const char *root;		/* before every path; "" is this machine */
	struct cpus cpus;		/* those that are measured */
	struct cpus online;		/* empty: it is not known */
	char release[128];		/* of the kernel; "": it is not known ... */
	int release_error;		/* ... and why */
	char command_line[8192];	/* of the kernel's own; likewise */
	int command_line_error;
};

/* machine_init - @cpus NULL: all that are online */
void machine_init(struct machine *machine, const char *root,
		  const struct cpus *cpus);

/*
 * machine_read - the text of a file, without what ends its last line
 *
 * 0 or an errno: ENODATA if the file is empty, EFBIG if it is not shorter than
 * @size, EINVAL if there are zeros in it. @text is a string in any case, "" if
 * it is an errno.
 */
int machine_read(const struct machine *machine, char *text, size_t size,
		 const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* machine_read_start - the same of a file of any size: what fits of it */
int machine_read_start(const struct machine *machine, char *text, size_t size,
		       const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* machine_read_bytes - @size bytes from @offset on: ENODATA if there are fewer */
int machine_read_bytes(const struct machine *machine, void *bytes, size_t size,
		       off_t offset, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/*
 * machine_load - a file as a string to be freed, with its size
 *
 * NULL and errno: EFBIG if it is larger than any that is wanted.
 */
char *machine_load(const struct machine *machine, size_t *size,
		   const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* machine_interrupts - /proc/interrupts below @root, to be freed; or NULL */
char *machine_interrupts(const char *root);

/* machine_number - a file that has a decimal number in it; 0 or an errno */
int machine_number(const struct machine *machine, int64_t *number,
		   const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* machine_cpus - a file that has a list of CPUs, or none, in it; likewise */
int machine_cpus(const struct machine *machine, struct cpus *cpus,
		 const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* machine_access - may this user do it (F_OK, R_OK ...)? 0 or an errno */
int machine_access(const struct machine *machine, int mode,
		   const char *format, ...)
	__attribute__((format(printf, 3, 4)));

bool machine_has(const struct machine *machine, const char *path);

/* The names in a directory, in the order of their numbers, without ".*". */
struct names {
	struct dirent **entry;
	int count;
};

/* machine_names - 0 or an errno; the names are to be freed */
int machine_names(const struct machine *machine, struct names *names,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void names_free(struct names *names);

/* names_number - of a name that is one, like that of a task; else -1 */
int names_number(const struct names *names, int index);

/*
 * machine_boot_option - the value of an option of the kernel's command line
 *
 * Of several the last one; "" if it has no value, or there is no such option,
 * which is false.
 */
bool machine_boot_option(const struct machine *machine, const char *name,
			 char *value, size_t size);

/*
 * machine_kernel_config - the configuration that the kernel was built with
 *
 * To be freed; NULL if there is none to be read. See config_has().
 */
char *machine_kernel_config(const struct machine *machine);

/* config_has - is CONFIG_@name built in? */
bool config_has(const char *config, const char *name);

/* machine_rest - the CPUs that are online and not measured */
struct cpus machine_rest(const struct machine *machine);

#endif /* RTLA_MACHINE_H */
