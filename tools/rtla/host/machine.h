/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading the files in which a machine describes itself: those of this machine,
 * or copies of its /proc, /sys, /dev, /boot, /lib and /etc in a directory.
 *
 * No property of a file is taken for granted: neither its size, nor that it
 * holds text. Nothing is written, and no function waits for a file that could
 * block.
 *
 * Where a function has @format, its result is the path of the file, after the
 * root.
 */
#ifndef RTLA_MACHINE_H
#define RTLA_MACHINE_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/cpus.h"

/* Room for the first CPU of /proc/cpuinfo, with all its flags. */
#define CPUINFO_SIZE	16384

struct thread_list;

struct machine {
	const char *root;		/* before every path; "" is this machine */
	struct cpus cpus;		/* the measured CPUs */
	struct cpus online;		/* empty: not known */
	char release[128];		/* of the kernel; "": not known */
	int release_error;		/* the errno of reading it, or 0 */
	char command_line[8192];	/* of the kernel; "": not known */
	int command_line_error;		/* the errno of reading it, or 0 */
	struct thread_list *threads;	/* see machine_threads(); NULL: none */
};

/*
 * machine_init - fill @machine from the files below @root
 *
 * @cpus are the measured CPUs; NULL means all that are online. @root must
 * outlive @machine.
 */
void machine_init(struct machine *machine, const char *root,
		  const struct cpus *cpus);

/*
 * machine_read - read a file into @text, without the newlines at its end
 *
 * Returns 0 or an errno: ENODATA if the file is empty, EFBIG if it is not
 * shorter than @size, EINVAL if it contains zeros. @text is a string in any
 * case; it is "" after an error.
 */
int machine_read(const struct machine *machine, char *text, size_t size,
		 const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* machine_read_start - like machine_read(), but cut a file that is too large */
int machine_read_start(const struct machine *machine, char *text, size_t size,
		       const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * machine_read_bytes - read @size bytes of a file, from @offset on
 *
 * Returns 0 or an errno: ENODATA if there are fewer bytes.
 */
int machine_read_bytes(const struct machine *machine, void *bytes, size_t size,
		       off_t offset, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/*
 * machine_link - read where a symbolic link leads, as it is written there
 *
 * Returns 0 or an errno: EFBIG if the text is not shorter than @size.
 */
int machine_link(const struct machine *machine, char *text, size_t size,
		 const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * machine_value - find the line of @text that begins with @key
 *
 * As in many files of /proc, blanks, tabs or a colon follow the key. Returns
 * what comes after these, up to the end of @text, or NULL if there is no such
 * line.
 */
const char *machine_value(const char *text, const char *key);

/*
 * chosen_word - copy the word that brackets mark in @text, like b in "a [b] c"
 *
 * @brackets is the opening and the closing bracket, like "[]" or "()". The word
 * goes to @chosen, which has @size bytes. Returns false, with @chosen "", if no
 * word is marked or if it does not fit.
 */
bool chosen_word(const char *text, const char *brackets, char *chosen,
		 size_t size);

/* has_word - return whether @word is one of the words in @text */
bool has_word(const char *text, const char *word);

/*
 * machine_load - read a file of any size into new memory, and add a zero
 *
 * @size is set to its size. The caller frees the string. Returns NULL with
 * errno set after an error: EFBIG if the file is larger than any that is needed
 * (16 MB).
 */
char *machine_load(const struct machine *machine, size_t *size,
		   const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * machine_interrupts - read /proc/interrupts below @root
 *
 * Returns a string that the caller frees, or NULL with errno set.
 */
char *machine_interrupts(const char *root);

/*
 * machine_number - read a file that contains one decimal number
 *
 * Returns 0 or an errno: EINVAL if the file contains anything else.
 */
int machine_number(const struct machine *machine, int64_t *number,
		   const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * machine_cpus - read a file that contains a list of CPUs, which may be empty
 *
 * Returns 0 or an errno: EINVAL if the file contains anything else. @cpus is
 * empty after an error.
 */
int machine_cpus(const struct machine *machine, struct cpus *cpus,
		 const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * machine_access - check whether the user may access a file as @mode says
 *
 * @mode is F_OK, R_OK and so on. Returns 0 or an errno.
 */
int machine_access(const struct machine *machine, int mode,
		   const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* machine_has - return whether there is a file @path that the user can see */
bool machine_has(const struct machine *machine, const char *path);

/* The names in a directory, by number where they have one, without ".*". */
struct names {
	struct dirent **entry;
	int count;
};

/*
 * machine_names - read the names in a directory
 *
 * Returns 0 or an errno. The caller frees @names with names_free().
 */
int machine_names(const struct machine *machine, struct names *names,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void names_free(struct names *names);

/*
 * names_number - return the name at @index as a number, or -1 if it is none
 *
 * In /proc, for example, the directory of a task has its number as its name.
 */
int names_number(const struct names *names, int index);

/*
 * machine_boot_option - copy the value of an option of the kernel command line
 *
 * If the option is given several times, the last value counts. @value is "" if
 * the option has no value, and if there is no such option. Returns whether
 * there is one.
 */
bool machine_boot_option(const struct machine *machine, const char *name,
			 char *value, size_t size);

/*
 * machine_cpuinfo - copy the value of a line "KEY : VALUE" of /proc/cpuinfo
 *
 * It is that of the first CPU that has such a line; the longest has the flags,
 * which fit into CPUINFO_SIZE. Returns false, with @value "", if there is none.
 */
bool machine_cpuinfo(const struct machine *machine, const char *key,
		     char *value, size_t size);

/*
 * machine_kernel_config - read the configuration that the kernel was built with
 *
 * Returns a string that the caller frees, for config_has(), or NULL if no
 * configuration can be read.
 */
char *machine_kernel_config(const struct machine *machine);

/* config_has - return whether CONFIG_@name is "y" in @config */
bool config_has(const char *config, const char *name);

/* machine_rest - return the CPUs that are online and not measured */
struct cpus machine_rest(const struct machine *machine);

#endif /* RTLA_MACHINE_H */
