// SPDX-License-Identifier: GPL-2.0
/*
 * Noise of periods: see noise.h.
 */
#include "base/times.h"
#include "stats/latency.h"
#include "stats/noise.h"

void noise_add(struct noise *all, const struct noise *more)
{
	all->periods += more->periods;
	all->runtime += more->runtime;
	all->noise += more->noise;
	all->max_noise = time_max(all->max_noise, more->max_noise);
	all->max_single = time_max(all->max_single, more->max_single);
	for (int i = 0; i < NOISE_SOURCES; i++) {
		all->from[i] += more->from[i];
		all->squares[i] += more->squares[i];
	}
}

uint64_t noise_available(const struct noise *noise)
{
	uint64_t left = noise->runtime > noise->noise ?
			noise->runtime - noise->noise : 0;

	return part_bounds(left, noise->runtime).low;
}
