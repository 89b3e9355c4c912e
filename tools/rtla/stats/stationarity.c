// SPDX-License-Identifier: GPL-2.0
/*
 * The test of Kruskal and Wallis: see stationarity.h.
 */
#include <math.h>
#include <stdio.h>

#include "base/times.h"
#include "stats/clusters.h"
#include "stats/ranks.h"
#include "stats/sample_record.h"
#include "stats/stationarity.h"

#define QUARTERS	4
#define LEAST		10	/* blocks in a quarter */

/*
 * Neighbours that are alike make the statistic so many times larger at most. A
 * change that goes on within quarters makes neighbours alike, too, and has to
 * be seen.
 */
#define INFLATION_MAX	3

/* A change by less is not worth telling, in ns. */
#define TOLD_NS		50

/* The chance that a chi-square variable with 3 degrees of freedom exceeds @x. */
static double chi_square_3_tail(double x)
{
	return x > 0 ? erfc(sqrt(x / 2)) + sqrt(2 * x / M_PI) * exp(-x / 2) : 1;
}

static uint64_t median_of(const struct series *all, int quarter)
{
	int from = all->count * quarter / QUARTERS;
	int to = all->count * (quarter + 1) / QUARTERS;

	return series_median(&(struct series) { all->value + from, to - from });
}

bool stationarity_test(const struct run_blocks *of, struct stationarity *result)
{
	uint64_t maxima[BLOCKS_MAX];
	struct series all = { .value = maxima };
	double statistic, inflation;

	all.count = blocks_maxima(of, record_block_ns(of->record), maxima);
	if (all.count < QUARTERS * LEAST)
		return false;
	statistic = rank_quarters(&all);
	inflation = rank_inflation_in_quarters(&all);
	if (statistic < 0 || inflation < 0)
		return false;
	*result = (struct stationarity) {
		.chance = chi_square_3_tail(statistic /
					    fmin(inflation, INFLATION_MAX)),
		.first_ns = median_of(&all, 0),
		.last_ns = median_of(&all, QUARTERS - 1),
	};
	return true;
}

bool stationarity_changed(const struct stationarity *of)
{
	return of->chance < STATIONARITY_CHANCE;
}

bool stationarity_tells(const struct sample_record *record,
			uint64_t measured_ns, enum event_context context,
			char *text)
{
	const struct run_blocks all = { record, measured_ns, -1, context };
	struct stationarity result;

	if (!stationarity_test(&all, &result) ||
	    !stationarity_changed(&result) ||
	    time_max(result.first_ns, result.last_ns) <
		    time_min(result.first_ns, result.last_ns) + TOLD_NS)
		return false;
	snprintf(text, STATIONARITY_LEN, "the median of block maxima was %.2f us in its first quarter, and %.2f us in its last one",
		 time_us(result.first_ns), time_us(result.last_ns));
	return true;
}
