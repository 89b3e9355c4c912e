// SPDX-License-Identifier: GPL-2.0
/*
 * Sections of code that a probe meets: see probe_sampling.h.
 */
#include <math.h>

#include "stats/probe_sampling.h"

/* The chance that a claim is wrong. */
#define WRONG	0.05

double probe_meets(uint64_t section_ns, uint64_t period_ns)
{
	double part = (double)section_ns / period_ns;

	if (part <= 0.5)
		return part / 0.75;
	if (part >= 1)
		return 1;
	return (4 * part - 2 * part * part - 0.5) / 1.5;
}

uint64_t probe_runs_needed(uint64_t section_ns, uint64_t period_ns)
{
	uint64_t product;

	if (__builtin_mul_overflow(period_ns, 3, &product))
		return UINT64_MAX;
	return product / section_ns + !!(product % section_ns);
}

double probe_part_seen(uint64_t hits)
{
	return hits ? pow(WRONG, 1.0 / hits) : 0;
}
