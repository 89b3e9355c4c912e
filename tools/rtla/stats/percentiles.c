// SPDX-License-Identifier: GPL-2.0
/*
 * Percentiles: see percentiles.h.
 */
#include <stdio.h>

#include "base/times.h"
#include "base/wide.h"
#include "stats/distribution.h"
#include "stats/percentiles.h"

const uint32_t percentiles_all[] = {
	50000000, 90000000, 99000000, 99900000, 99990000, 99999000, 99999900, 0
};

uint64_t percentile_rank(uint32_t percentile, uint64_t count)
{
	return wide_quotient_up(count, percentile, PERCENTILE_WHOLE);
}

uint64_t percentile_value(const struct distribution *distribution,
			  uint32_t percentile, uint64_t max)
{
	uint64_t rank = percentile_rank(percentile, distribution->count);

	/* A bucket may end after the largest sample. */
	return time_min(distribution_rank(distribution, rank ?: 1), max);
}

uint64_t percentile_needs(uint32_t percentile)
{
	uint64_t beyond = PERCENTILE_WHOLE - percentile;

	return ((uint64_t)PERCENTILE_SUPPORT * PERCENTILE_WHOLE + beyond - 1) /
	       beyond;
}

uint64_t percentile_needs_ns(uint32_t percentile, uint64_t count,
			     uint64_t elapsed_ns)
{
	struct wide needs = wide_product(percentile_needs(percentile),
					 elapsed_ns);

	if (!count)
		return 0;
	/* The samples came in a period of whole ns, and do so in a longer run. */
	if (!(elapsed_ns % count))
		return wide_divide(needs, count, NULL).low;
	/*
	 * 1 % more than estimated: a part of a period at the ends of the run
	 * may have had a sample, which a longer run has not more of.
	 */
	needs = wide_divide(wide_times(needs, 101), 100, NULL);
	return wide_divide(needs, count, NULL).low + 1;
}

double percentile_number(uint32_t percentile)
{
	return percentile / (PERCENTILE_WHOLE / 100.0);
}

const char *percentile_name(uint32_t percentile, char *text)
{
	snprintf(text, PERCENTILE_NAME_LEN, "p%.10g",
		 percentile_number(percentile));
	return text;
}
