/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random numbers that are the same in each run of a test: by three shifts, as
 * in G. Marsaglia, "Xorshift RNGs", 2003.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/* The state is a seed at first; it is never 0. */
struct random {
	uint64_t state;
};

/* random_bits - return a number of 53 bits */
static inline uint64_t random_bits(struct random *random)
{
	random->state ^= random->state << 13;
	random->state ^= random->state >> 7;
	random->state ^= random->state << 17;
	return random->state >> 11;
}

/* uniform - return a number between 0 and 1, and neither of them */
static inline double uniform(struct random *random)
{
	return (random_bits(random) + 0.5) / (1ULL << 53);
}

#endif /* RANDOM_H */
