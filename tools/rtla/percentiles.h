/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Percentiles, and how many samples it takes to tell them.
 *
 * A percentile is what that part of all samples does not exceed: the smallest
 * one with that rank ("nearest rank"). Beyond the last one that can be told are
 * fewer than PERCENTILE_SUPPORT samples, so that any other run would have another.
 */
#ifndef RTLA_PERCENTILES_H
#define RTLA_PERCENTILES_H

#include <stdbool.h>
#include <stdint.h>

#include "distribution.h"

/* A percentile of 100: p99.9999 is 99999900. */
#define PERCENTILE_WHOLE	100000000U

/* So many samples have to lie beyond it. */
#define PERCENTILE_SUPPORT	10

/* Those of every result: p50, p90, p99 ... p99.9999. 0 ends it. */
extern const uint32_t percentiles_all[];

/* percentile_rank - which of @count samples it is, from 1 on; 0 of none */
uint64_t percentile_rank(uint32_t percentile, uint64_t count);

/* percentile_value - never too low; 0 if there is no sample */
uint64_t percentile_value(const struct distribution *distribution,
			  uint32_t percentile, uint64_t max);

/* percentile_needs - so many samples */
uint64_t percentile_needs(uint32_t percentile);

/*
 * percentile_needs_ns - the time that takes, if @count samples took @elapsed_ns
 *
 * 0 if that cannot be told: there are no samples.
 */
uint64_t percentile_needs_ns(uint32_t percentile, uint64_t count,
			     uint64_t elapsed_ns);

/* percentile_number - 99.9999, for printing with %g to 6 digits after the dot */
double percentile_number(uint32_t percentile);

#endif /* RTLA_PERCENTILES_H */
