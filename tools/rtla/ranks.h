/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two samples compared by ranks, so that neither the shape of their distribution
 * nor the size of its largest values matters.
 */
#ifndef RTLA_RANKS_H
#define RTLA_RANKS_H

#include <stdbool.h>
#include <stdint.h>

/* Values in the order of time; below 2^63, like all in a result. */
struct series {
	const uint64_t *value;
	int count;
};

struct rank_test {
	double u;		/* of the second: pairs in which it is larger */
	double chance;		/* two-sided, of a U so far off or farther */
};

/*
 * rank_test - the test of Mann and Whitney
 *
 * H. B. Mann, D. R. Whitney, Annals of Mathematical Statistics 18 (1947). By the
 * normal approximation with continuity correction, and with the variance for
 * ties: E. L. Lehmann, "Nonparametrics", section 1.2 and appendix. Both should
 * have 10 values or more.
 *
 * @inflation is what the variance is multiplied by: 1 for independent values,
 * else rank_inflation(). False if there is no memory.
 */
bool rank_test(const struct series *base, const struct series *new,
	       double inflation, struct rank_test *result);

/*
 * rank_inflation - how much more a mean of ranks varies since successive values
 * are alike
 *
 * (1 + r) / (1 - r), where r is the autocorrelation of ranks at lag 1 in both
 * series, without its bias (F. H. C. Marriott, J. A. Pope, Biometrika 41, 1954), as if
 * it went on as that of an autoregressive process: S. Yue, C. Y. Wang,
 * "The influence of serial correlation on the Mann-Whitney test for detecting a
 * shift in median", Advances in Water Resources 25 (2002). 1 if there is none.
 * Less than 0 if there is no memory.
 */
double rank_inflation(const struct series *base, const struct series *new);

/* In what the values are in; may be negative. */
struct shift {
	int64_t value;
	int64_t low;	/* INT64_MIN: no lower end */
	int64_t high;	/* INT64_MAX: no upper end */
};

/*
 * rank_shift - by how much the second is larger: Hodges and Lehmann
 *
 * The median of the differences of all pairs (J. L. Hodges, E. L. Lehmann, Annals of
 * Mathematical Statistics 34, 1963), and the interval that belongs to the test: M.
 * Hollander, D. A. Wolfe, E. Chicken, "Nonparametric Statistical Methods", 3rd
 * edition, section 4.3. @tail as in intervals.h. False if there is no memory.
 */
bool rank_shift(const struct series *base, const struct series *new,
		double inflation, double tail, struct shift *result);

/* series_median - the lower one of two; 0 of nothing, or without memory */
uint64_t series_median(const struct series *series);

#endif /* RTLA_RANKS_H */
