/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Comparison of two series of values by ranks: neither the shape of their
 * distributions nor the size of the largest values matters.
 */
#ifndef RTLA_RANKS_H
#define RTLA_RANKS_H

#include <stdbool.h>
#include <stdint.h>

/* Values in the order of time; all are below 2^63, like those of a result. */
struct series {
	const uint64_t *value;
	int count;
};

struct rank_test {
	/* Pairs in which the new value is larger; pairs of equals count 1/2. */
	double u;
	double chance;		/* two-sided p-value */
};

/*
 * rank_test - apply the test of Mann and Whitney to two series
 *
 * H. B. Mann, D. R. Whitney, Annals of Mathematical Statistics 18 (1947). It
 * uses the normal approximation with continuity correction, and the variance
 * for ties: E. L. Lehmann, "Nonparametrics", section 1.2 and appendix. Both
 * series should have 10 values or more.
 *
 * The variance is multiplied by @inflation: 1 for independent values, else the
 * value of rank_inflation(). Returns false if there is no memory.
 */
bool rank_test(const struct series *base, const struct series *new,
	       double inflation, struct rank_test *result);

/*
 * rank_inflation - return by which factor autocorrelation increases the
 * variance of a mean of ranks
 *
 * Successive values may be alike. The factor is (1 + r) / (1 - r), where r is
 * the autocorrelation of ranks at lag 1 in both series, corrected for its bias
 * (F. H. C. Marriott, J. A. Pope, Biometrika 41, 1954). At larger lags, the
 * autocorrelation is assumed to be that of an autoregressive process: S. Yue,
 * C. Y. Wang, "The influence of serial correlation on the Mann-Whitney test for
 * detecting a shift in median", Advances in Water Resources 25 (2002). Returns
 * 1 if there is no positive autocorrelation, and a value < 0 if there is no
 * memory.
 */
double rank_inflation(const struct series *base, const struct series *new);

/*
 * rank_quarters - return how far the mean ranks of a series' four quarters are
 * apart
 *
 * Each quarter is a group of rank_groups(): if all values are alike and
 * independent, the result is a chi-square variable with 3 degrees of freedom.
 */
double rank_quarters(const struct series *series);

/*
 * rank_inflation_in_quarters - return rank_inflation() of neighbours within
 * quarters
 *
 * That quarters differ from each other makes no difference to it. So it says
 * how much larger rank_quarters() is if only neighbours are alike. Returns a
 * value < 0 if there is no memory. The series has one value at least.
 */
double rank_inflation_in_quarters(const struct series *series);

/*
 * rank_drift - return by which factor slow changes increase the variance of a
 * mean of ranks
 *
 * rank_inflation() looks at neighbours, and does not see what changes once or
 * twice in a series. That shows in the means of quarters: their variance,
 * divided by what it were with independent values, is rank_quarters() divided
 * by its degrees of freedom (the method of batch means: A. M. Law, W. D.
 * Kelton, "Simulation Modeling and Analysis", section 9.5.3). The result is 1
 * unless the quarters of both series together differ by more than chance
 * explains in 95 %, so that steady series lose nothing. Returns a value < 0 if
 * there is no memory.
 */
double rank_drift(const struct series *base, const struct series *new);

/* A difference in the unit of the values; it may be negative. */
struct shift {
	int64_t value;
	int64_t low;	/* INT64_MIN: no lower end */
	int64_t high;	/* INT64_MAX: no upper end */
};

/*
 * rank_shift - estimate by how much the values of @new are larger than those of
 * @base
 *
 * The estimate is that of Hodges and Lehmann, the median of the differences of
 * all pairs (J. L. Hodges, E. L. Lehmann, Annals of Mathematical Statistics 34,
 * 1963), with the interval that belongs to rank_test(): M. Hollander, D. A.
 * Wolfe, E. Chicken, "Nonparametric Statistical Methods", 3rd edition, section
 * 4.3.
 *
 * Each series has at least one value. @inflation is that of rank_test(), @tail
 * is defined in intervals.h. Returns false if there is no memory.
 */
bool rank_shift(const struct series *base, const struct series *new,
		double inflation, double tail, struct shift *result);

/*
 * rank_groups - return how far the mean ranks of groups are apart
 *
 * This is the statistic H of Kruskal and Wallis (Journal of the American
 * Statistical Association 47, 1952), corrected for ties. If all values are
 * alike, it is a chi-square variable with @count - 1 degrees of freedom. @all
 * has the values of all groups, in any order. Returns 0 if all values are
 * equal, and a value < 0 if there is no memory.
 */
double rank_groups(const struct series *group, int count,
		   const struct series *all);

/*
 * rank_scores - return the normal score of each value, in their order
 *
 * The score is the quantile of the normal distribution at the value's rank,
 * divided by the number of values and one more: B. L. van der Waerden,
 * Indagationes Mathematicae 14 (1952). The caller frees them. NULL: there is no
 * memory.
 */
double *rank_scores(const struct series *series);

/*
 * series_median - return the median, and of two middle values the lower one
 *
 * Returns 0 if the series is empty, or if there is no memory.
 */
uint64_t series_median(const struct series *series);

#endif /* RTLA_RANKS_H */
