/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The noise that an osnoise workload has seen.
 */
#ifndef RTLA_NOISE_H
#define RTLA_NOISE_H

#include <stdint.h>

#include "trace/noise_source.h"

/* The sums and maxima over the periods of an osnoise workload. */
struct noise {
	uint64_t periods;
	uint64_t runtime;	/* ns that the loop ran */
	uint64_t noise;		/* ns */
	uint64_t max_noise;	/* largest total noise of one period */
	uint64_t max_single;	/* longest single noise */
	/* How often each source took time; hardware: noises without interference. */
	uint64_t from[NOISE_SOURCES];
	/*
	 * The sums over the periods of the squares of these numbers; all are 0
	 * in the result of an older version.
	 */
	uint64_t squares[NOISE_SOURCES];
};

/*
 * noise_available - return the part of the runtime without noise, in 10^-9
 *
 * The part is rounded down, so that 100 % means no noise at all. Returns 0 if
 * there is no period.
 */
uint64_t noise_available(const struct noise *noise);

/* noise_add - add @more to @all; a maximum becomes the larger one of both */
void noise_add(struct noise *all, const struct noise *more);

#endif /* RTLA_NOISE_H */
