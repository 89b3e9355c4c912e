/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether a run was the same from its beginning to its end.
 */
#ifndef RTLA_STATIONARITY_H
#define RTLA_STATIONARITY_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/contexts.h"

struct run_blocks;
struct sample_record;

/* A run is said to have changed if chance explains it in fewer cases than this. */
#define STATIONARITY_CHANCE	0.01

struct stationarity {
	double chance;		/* p value */
	uint64_t first_ns;	/* median of the block maxima of the first quarter */
	uint64_t last_ns;	/* and of the last one */
};

/*
 * stationarity_test - compare the block maxima of the four quarters of a run
 *
 * This is the test of W. H. Kruskal and W. A. Wallis, "Use of ranks in
 * one-criterion variance analysis", Journal of the American Statistical
 * Association 47 (1952), with their correction for ties and the approximation
 * by chi-square; the statistic is divided by the factor by which it grows
 * because neighbouring blocks are alike, see rank_inflation_in_quarters(), 3 at
 * most. What varies over seconds or minutes, like a temperature, is seen, as
 * few blocks of a quarter are like those of another one then. What varies
 * faster is not, and need not be: each quarter has all of it.
 *
 * Returns false if there are fewer than 10 blocks in a quarter, or no memory;
 * then @result is not set.
 */
bool stationarity_test(const struct run_blocks *of,
		       struct stationarity *result);

/* stationarity_changed - return whether the run changed, beyond chance */
bool stationarity_changed(const struct stationarity *of);

#define STATIONARITY_LEN	128

/*
 * stationarity_tells - return whether all CPUs of a run together have changed,
 * and print what to @text: "the median of block maxima was 20.10 us in its
 * first quarter, and 35.00 us in its last one"
 *
 * A change by less than 50 ns is not worth telling.
 *
 * @text has room for STATIONARITY_LEN bytes.
 */
bool stationarity_tells(const struct sample_record *record,
			uint64_t measured_ns, enum event_context context,
			char *text);

#endif /* RTLA_STATIONARITY_H */
