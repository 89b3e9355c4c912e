/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists of CPUs on the kernel's command line.
 */
#ifndef RTLA_BOOT_LIST_H
#define RTLA_BOOT_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cpus.h"

struct machine;

/*
 * boot_list_parse - add the CPUs of a list to @set
 *
 * @list may have "all", and "N" for the last CPU. Returns false for other forms
 * that the kernel knows, like the strides in 0-15:2/4.
 */
bool boot_list_parse(const struct machine *machine, const char *list,
		     struct cpus *set);

/*
 * boot_list_flags - split a value like "managed_irq,domain,2-3", as isolcpus
 * has
 *
 * The words before the CPUs go to @flags, which has @size bytes, with commas
 * between them, or "" if there are none. Returns the list of CPUs, as a part of
 * @value.
 */
const char *boot_list_flags(const char *value, char *flags, size_t size);

/* boot_list_has_flag - return whether @flag is one of these words */
bool boot_list_has_flag(const char *flags, const char *flag);

#endif /* RTLA_BOOT_LIST_H */
