/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The seed of tests whose random numbers differ from run to run.
 */
#ifndef SEED_H
#define SEED_H

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "test.h"

/*
 * seed_of - return the seed in the environment variable @name, by which a run
 * is repeated, or else a new one; and print it
 */
static inline uint64_t seed_of(const char *name)
{
	const char *text = getenv(name);
	struct timespec now;
	uint64_t seed;

	clock_gettime(CLOCK_REALTIME, &now);
	seed = text ? strtoull(text, NULL, 0) :
		      now.tv_sec * 1000000000ULL + now.tv_nsec;
	print_message("# %s=%llu\n", name, (unsigned long long)seed);
	return seed;
}

#endif /* SEED_H */
