// SPDX-License-Identifier: GPL-2.0
/*
 * The sizes of CPUs' caches: see cache_size.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/cache_size.h"
#include "host/machine.h"

#define CACHE	CPUS_ROOT "/cpu%d/cache/index%d/%s"

/* No CPU has more caches than this. */
#define CACHES_MAX	16

/* Read a size like "2048K". Returns 0 if @text is none. */
static uint64_t parse_size(const char *text)
{
	uint64_t size;
	char unit = '\0', more;

	if (text[0] < '0' || text[0] > '9' ||
	    sscanf(text, "%12" SCNu64 "%c%c", &size, &unit, &more) > 2)
		return 0;
	switch (unit) {
	case '\0':
		return size;
	case 'K':
		return size << 10;
	case 'M':
		return size << 20;
	default:
		return 0;
	}
}

uint64_t cache_size(const struct machine *machine, int cpu, int level)
{
	char text[32];
	int64_t its_level;

	for (int i = 0; i < CACHES_MAX; i++) {
		if (machine_number(machine, &its_level, CACHE, cpu, i, "level"))
			return 0;
		if (its_level != level ||
		    machine_read(machine, text, sizeof(text), CACHE, cpu, i,
				 "type") || !strcmp(text, "Instruction"))
			continue;
		if (!machine_read(machine, text, sizeof(text), CACHE, cpu, i,
				  "size"))
			return parse_size(text);
	}
	return 0;
}

uint64_t cache_size_largest(const struct machine *machine,
			    const struct cpus *cpus, int level)
{
	uint64_t size, largest = 0;
	int cpu;

	cpus_for_each(cpu, cpus) {
		size = cache_size(machine, cpu, level);
		if (size > largest)
			largest = size;
	}
	return largest;
}
