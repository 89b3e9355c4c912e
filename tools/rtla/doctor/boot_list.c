// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of CPUs on the kernel's command line: see boot_list.h.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/boot_list.h"
#include "host/machine.h"

/*
 * Add one part of a boot option's list to @set: "all", "3", "2-5", "N" or
 * "2-N", where "N" is the last CPU. Returns false if @part is anything else.
 */
static bool boot_list_parse_part(const struct machine *machine,
				 const char *part, struct cpus *set)
{
	struct cpus parsed;
	char text[64];
	int last;

	if (!strcmp(part, "all")) {
		cpus_add_all(set, &machine->online);
		return true;
	}
	if (machine_cpus(machine, &parsed, CPUS_ROOT "/possible"))
		parsed = machine->online;
	last = cpus_last(&parsed);
	if (!strcmp(part, "N"))
		snprintf(text, sizeof(text), "%d", last);
	else if (strlen(part) > 2 && !strcmp(part + strlen(part) - 2, "-N"))
		snprintf(text, sizeof(text), "%.*s-%d",
			 (int)strlen(part) - 2, part, last);
	else
		snprintf(text, sizeof(text), "%s", part);
	if (!cpus_parse(&parsed, text))
		return false;
	cpus_add_all(set, &parsed);
	return true;
}

bool boot_list_parse(const struct machine *machine, const char *list,
		     struct cpus *set)
{
	char *copy = strdup(list), *rest = copy;
	bool parsed = copy;
	const char *part;

	while (parsed && (part = strsep(&rest, ",")))
		parsed = boot_list_parse_part(machine, part, set);
	free(copy);
	return parsed;
}

/* Return whether @text begins with a word, and not with CPUs. */
static bool begins_with_flag(const char *text)
{
	return islower((unsigned char)*text) && strcmp(text, "all");
}

const char *boot_list_flags(const char *value, char *flags, size_t size)
{
	const char *at = value;
	size_t length = 0;

	while (begins_with_flag(at)) {
		at += strcspn(at, ",");
		length = at - value;
		at += *at == ',';
	}
	snprintf(flags, size, "%.*s", (int)length, value);
	return at;
}

bool boot_list_has_flag(const char *flags, const char *flag)
{
	size_t length = strlen(flag);

	for (; *flags; flags += *flags == ',') {
		size_t word = strcspn(flags, ",");

		if (word == length && !strncmp(flags, flag, length))
			return true;
		flags += word;
	}
	return false;
}
