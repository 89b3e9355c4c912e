/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Intervals that hold a true figure with a chance that is known: of a
 * percentile, by order statistics, and of the ratio of two rates.
 *
 * A "tail" is the chance that the figure is beyond one of the two ends, so that
 * an interval of 95 % has two tails of 0.025.
 */
#ifndef RTLA_INTERVALS_H
#define RTLA_INTERVALS_H

#include <stdint.h>

/* normal_tail - the chance of a standard normal variable to exceed @z */
double normal_tail(double z);

/* normal_quantile - what it exceeds with the chance @tail, 0 < tail < 1 */
double normal_quantile(double tail);

/*
 * beta_regularized - the regularized incomplete beta function I_x(a, b)
 *
 * a, b > 0, which need not be whole numbers. NIST Digital Library of Mathematical
 * Functions, 8.17: as the continued fraction 8.17.22.
 */
double beta_regularized(double x, double a, double b);

/* Ranks of samples, in ascending order, the smallest is 1. */
struct rank_interval {
	uint64_t low;	/* 0: there is no lower end */
	uint64_t high;	/* more than there are samples: there is no upper end */
};

/*
 * percentile_ranks - the samples between which a percentile lies
 *
 * @beyond is the part of all samples that is larger than the percentile, 0.01
 * for p99. How many of @count independent samples are beyond it is a binomial
 * variable, whatever the distribution is: H. A. David, H. N. Nagaraja, "Order
 * Statistics", 3rd edition, section 7.1. By the exact distribution, or, where its
 * variance is so large that it makes no difference, by the normal approximation
 * with continuity correction.
 *
 * @clusters says how many of them count as independent, as a part of all: 1 of
 * independent samples, 0.2 where they come in fives.
 */
struct rank_interval percentile_ranks(uint64_t count, double beyond,
				      double clusters, double tail);

struct ratio_interval {
	double low;
	double high;	/* INFINITY: no upper end */
};

/*
 * rate_ratio - of two rates of events, the second by the first
 *
 * @base and @new events in @base_time and @new_time, of whatever unit. Given
 * the sum of two Poisson variables, one of them is a binomial variable: J.
 * Przyborowski, H. Wilenski, "Homogeneity of results in testing samples from
 * Poisson series", Biometrika 31 (1940); its limits are those of C. J. Clopper, E. S.
 * Pearson, Biometrika 26 (1934). @dispersion is the variance of the counts by
 * their mean, 1 of Poisson variables: they count as so many fewer events
 * ("quasi-Poisson": P. McCullagh, J. A. Nelder, "Generalized Linear Models",
 * section 6.2).
 */
struct ratio_interval rate_ratio(double base, double base_time, double new,
				 double new_time, double dispersion,
				 double tail);

#endif /* RTLA_INTERVALS_H */
