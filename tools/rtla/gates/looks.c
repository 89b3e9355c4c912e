// SPDX-License-Identifier: GPL-2.0
/*
 * Looks: see looks.h.
 */
#include "gates/looks.h"

uint64_t looks_next(uint64_t least_ns, uint64_t most_ns, uint64_t elapsed_ns)
{
	uint64_t at = least_ns;

	if (elapsed_ns >= most_ns)
		return 0;
	while (at <= elapsed_ns && at <= most_ns / 2)
		at *= 2;
	return at <= elapsed_ns ? most_ns : at;
}

int looks_count(uint64_t least_ns, uint64_t most_ns)
{
	uint64_t at = 0;
	int count = 0;

	while ((at = looks_next(least_ns, most_ns, at)))
		count++;
	return count;
}

double looks_confidence(double confidence, int looks)
{
	return looks > 1 ? 1 - (1 - confidence) / looks : confidence;
}
