/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The checks of `rtla doctor`, in tables, and what each finds (struct finding).
 */
#ifndef RTLA_CHECK_H
#define RTLA_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cpus.h"

struct facts;
struct machine;

enum check_status {
	CHECK_UNKNOWN,		/* the machine's state could not be read */
	CHECK_OK,
	CHECK_WARNING,		/* the machine's state spoils latencies */
	CHECK_FAILURE,		/* nothing useful can be measured */
	CHECK_STATUSES
};

struct check;

/* A file whose value is to be changed at run time, both as texts for a shell. */
struct change {
	char *path;
	char *value;
	char *found;
};

/* The finding of a check: its status, a text about it, and its remedy. */
struct finding {
	const char *group;	/* of the check, like "kernel" */
	const struct check *check;
	enum check_status status;
	char value[4096];
	char remedy[4096];	/* "": that of the check, or a common one */
	bool remedy_is_command;	/* all of it can be typed into a shell */
	struct change *change;	/* all that the remedy changes, or NULL */
	int changes;
	char **option;		/* of the kernel's command line, that it wants, or NULL */
	int options;
};

/**
 * struct check - one thing that `rtla doctor` looks at
 * @name: for programs, see Documentation/doctor.md
 * @rank: where its warning comes among others, from 0 to 99: the higher, the
 *	later a thread is expected to run at worst; 0: it has no effect
 * @what: description for people
 * @look: fills @finding, which is unknown and empty at first
 * @remedy: used where @look has given none; NULL: one that is common to all
 */
struct check {
	const char *name;
	int rank;
	const char *what;
	void (*look)(const struct machine *machine, struct finding *finding);
	const char *remedy;
};

/* Each table ends with a check whose name is NULL. */
extern const struct check kernel_checks[], isolation_checks[];
extern const struct check interrupt_checks[], power_checks[];
extern const struct check firmware_checks[], load_checks[], tracing_checks[];
extern const struct check module_checks[];

/*
 * finding_set - set the status, the remedy and the value of @finding
 *
 * @remedy is one line, or NULL if there is none. The value is printed from
 * @format. White space in it becomes a blank, any other character that is not
 * printable ASCII a '?'. Texts that are too long are cut.
 */
void finding_set(struct finding *finding, enum check_status status,
		 const char *remedy, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* finding_remedy - set a remedy that depends on the machine, from @format */
void finding_remedy(struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* finding_command - set a remedy that is a command for a shell, likewise */
void finding_command(struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * finding_change - note that @value should be written to a file, whose path is
 * @format
 *
 * Call this for each file of a remedy that can be applied at run time and
 * undone. What the file has now is noted, too, with blanks in place of tabs;
 * where that is a choice like "a [b] c", it is b. Left out is a file that
 * cannot be read, or whose content needs more than quotes in a shell.
 */
void finding_change(const struct machine *machine, struct finding *finding,
		    const char *value, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * finding_option - note that the next kernel should be booted with an option,
 * like "nohz_full=2-3", from @format
 *
 * It is merged with those of other findings (boot_options.h). Call this only
 * where the finding is no good.
 */
void finding_option(struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * check_facts - set what remedies need to know: the measured CPUs, as "cpu",
 * and the others
 *
 * The caller calls facts_free().
 */
void check_facts(const struct machine *machine, struct facts *facts);

/*
 * finding_mend - let the catalogue's remedy @id (remedies.h) mend a finding
 *
 * Sets the remedy of @finding, and notes the change of a file, or the option of
 * the kernel's command line, that this is. All that the row names has to be in
 * @facts. Call this only where the finding is no good.
 */
void finding_mend(const struct machine *machine, struct finding *finding,
		  const char *id, const struct facts *facts);

/* finding_free - free what @finding has allocated */
void finding_free(struct finding *finding);

/*
 * finding_unread - set @finding to unknown: reading @path failed with @error
 *
 * @error is an errno. If it is a missing permission, the remedy is to run as
 * root.
 */
void finding_unread(struct finding *finding, int error, const char *path);

/*
 * check_isolates - return whether the measured CPUs should be isolated: some of
 * the CPUs that are online are not measured
 */
bool check_isolates(const struct machine *machine);

/*
 * check_runs - return the id of a process called @name, 0 if there is none, or
 * -1 if no process at all can be seen
 *
 * The kernel cuts names after 15 characters, and so has @name to be.
 */
int check_runs(const struct machine *machine, const char *name);

/*
 * check_add_sample - add @name, which is the one number @number of its kind, to
 * the names in @sample, which has @size bytes
 *
 * The first of them are printed, as ": a, b"; the others are " ...".
 */
void check_add_sample(char *sample, size_t size, int number, const char *name);

/* A list of CPUs as text for a value. */
struct cpu_text {
	char text[sizeof("CPUs ") + CPUS_TEXT_SIZE];
};

/* cpu_list - return @cpus as a list like "0-3,5" */
struct cpu_text cpu_list(const struct cpus *cpus);

/* cpu_names - return @cpus as "CPU 3" or "CPUs 0-3,5" */
struct cpu_text cpu_names(const struct cpus *cpus);

#endif /* RTLA_CHECK_H */
