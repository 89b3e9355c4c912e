/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sets of CPUs, and their written form: "0-3,5".
 */
#ifndef RTLA_CPUS_H
#define RTLA_CPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No kernel is built for more CPUs than this. */
#define CPUS_MAX	8192

/* The text of any set of CPUs fits into this. */
#define CPUS_TEXT_SIZE	(CPUS_MAX * 5)

/* The folder of sysfs in which the kernel describes CPUs. */
#define CPUS_ROOT	"/sys/devices/system/cpu"

/* CPU 0 is bit 0 of word 0, as in the module's ABI. */
struct cpus {
	uint64_t word[CPUS_MAX / 64];
};

/* cpus_next - return the first CPU of the set at or after @from, or -1 */
int cpus_next(const struct cpus *cpus, int from);

#define cpus_for_each(cpu, cpus) \
	for ((cpu) = cpus_next(cpus, 0); (cpu) >= 0; \
	     (cpu) = cpus_next(cpus, (cpu) + 1))

void cpus_add(struct cpus *cpus, int cpu);
bool cpus_has(const struct cpus *cpus, int cpu);
bool cpus_empty(const struct cpus *cpus);
int cpus_count(const struct cpus *cpus);
int cpus_last(const struct cpus *cpus);	/* -1 if the set is empty */

/* cpus_place - return the index of @cpu among @cpus, or -1 if it is not there */
int cpus_place(const struct cpus *cpus, int cpu);

/* cpus_without - return the CPUs of @from that are not in @less */
struct cpus cpus_without(const struct cpus *from, const struct cpus *less);

/* cpus_both - return the CPUs that are in @a and in @b */
struct cpus cpus_both(const struct cpus *a, const struct cpus *b);

/* cpus_add_all - add the CPUs of @more to @to */
void cpus_add_all(struct cpus *to, const struct cpus *more);

/* cpus_meet - return whether a CPU is in both sets */
bool cpus_meet(const struct cpus *a, const struct cpus *b);

/*
 * cpus_parse - read a list like "0-3,5" from @text into @cpus
 *
 * Returns false if @text is not a list of CPUs below CPUS_MAX.
 */
bool cpus_parse(struct cpus *cpus, const char *text);

/*
 * cpus_wrong - find the character at which @text stops being a list of CPUs
 *
 * Returns its position, counted from 1, or 0 if all of @text is a list.
 */
size_t cpus_wrong(const char *text);

/*
 * cpus_format - write the set as a list like "0-3,5" to @text
 *
 * The list is cut to @size bytes, which never happens with CPUS_TEXT_SIZE.
 * Returns @text.
 */
const char *cpus_format(const struct cpus *cpus, char *text, size_t size);

/* Room for a mask of all CPUs as the kernel prints it, with the final zero. */
#define CPUS_MASK_SIZE	(CPUS_MAX / 4 + CPUS_MAX / 32 + 1)

/*
 * cpus_parse_mask - read a mask like "ff,ffffffff", the last digit of which is
 * CPUs 0 to 3
 *
 * Returns false if @text is no mask.
 */
bool cpus_parse_mask(struct cpus *cpus, const char *text);

/*
 * cpus_format_mask - write the mask of @cpus to @text, in the form and with the
 * number of digits of @like
 *
 * @like is a mask that cpus_parse_mask() can read: so the kernel prints it,
 * too. @text has as much room as @like, and may be @like.
 */
void cpus_format_mask(const struct cpus *cpus, const char *like, char *text);

/*
 * cpus_present, cpus_online - read which CPUs there are, or are online
 *
 * Where the kernel's list cannot be read (no /sys), the set is CPU 0 and up, as
 * many as sysconf() counts.
 */
void cpus_present(struct cpus *cpus);
void cpus_online(struct cpus *cpus);

#endif /* RTLA_CPUS_H */
