/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Percentiles, and how many samples they need.
 *
 * The percentile p is the smallest sample that p % of all samples, or more, do
 * not exceed ("nearest rank"). It is supported only if PERCENTILE_SUPPORT
 * samples or more lie beyond it: with fewer, the next run would have another
 * value.
 */
#ifndef RTLA_PERCENTILES_H
#define RTLA_PERCENTILES_H

#include <stdbool.h>
#include <stdint.h>

struct distribution;

/* Percentiles are given in units of 10^-6 percent: p99.9999 is 99999900. */
#define PERCENTILE_WHOLE	100000000U

/* A supported percentile has at least this many samples beyond it. */
#define PERCENTILE_SUPPORT	10

/* The percentiles of every result: p50, p90, p99 ... p99.9999; 0 is the end. */
extern const uint32_t percentiles_all[];

/*
 * percentile_rank - return the rank of the percentile among @count samples
 *
 * The smallest sample has rank 1. Returns 0 if @count or @percentile is 0.
 */
uint64_t percentile_rank(uint32_t percentile, uint64_t count);

/*
 * percentile_value - return the value of the percentile
 *
 * It is never too low, and not over @max, the largest sample. Returns 0 if
 * there is no sample.
 */
uint64_t percentile_value(const struct distribution *distribution,
			  uint32_t percentile, uint64_t max);

/* percentile_needs - return how many samples support the percentile */
uint64_t percentile_needs(uint32_t percentile);

/*
 * percentile_needs_ns - return how long a run must be to support the percentile
 *
 * The time, in ns, is estimated from @count samples in @elapsed_ns. Returns 0,
 * for unknown, if there are no samples.
 */
uint64_t percentile_needs_ns(uint32_t percentile, uint64_t count,
			     uint64_t elapsed_ns);

/*
 * percentile_number - return the percentile in percent, as 99.9999
 *
 * The number has up to 6 digits after the dot, which %.10g prints.
 */
double percentile_number(uint32_t percentile);

#define PERCENTILE_NAME_LEN	24

/*
 * percentile_name - write a name like "p99.9" to @text, of PERCENTILE_NAME_LEN
 * bytes; return @text
 */
const char *percentile_name(uint32_t percentile, char *text);

#endif /* RTLA_PERCENTILES_H */
