/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Confidence intervals: of a percentile, by order statistics, and of the ratio
 * of two rates.
 *
 * A "tail" is the chance that the true figure is beyond one of the two ends of
 * the interval, so that an interval of 95 % has two tails of 0.025.
 */
#ifndef RTLA_INTERVALS_H
#define RTLA_INTERVALS_H

#include <stdint.h>

/* normal_tail - return the chance that a standard normal variable exceeds @z */
double normal_tail(double z);

/*
 * normal_quantile - return the value that a standard normal variable exceeds
 * with the chance @tail, 0 < @tail < 1
 */
double normal_quantile(double tail);

/*
 * student_quantile - return the value that a variable of Student's t
 * distribution exceeds with the chance @tail, 0 < @tail < 0.5
 *
 * @freedom is the number of degrees of freedom, at least 1. "Student", "The
 * probable error of a mean", Biometrika 6 (1908). Returns INFINITY beyond 1e9.
 */
double student_quantile(double tail, double freedom);

/*
 * beta_regularized - return the regularized incomplete beta function I_x(a, b)
 *
 * @a and @b are > 0 and need not be whole numbers. It is computed by the
 * continued fraction 8.17.22 of the NIST Digital Library of Mathematical
 * Functions, 8.17.
 */
double beta_regularized(double x, double a, double b);

/*
 * binomial_at_most - return the chance of @number successes or fewer
 *
 * There are @count trials, each with the chance @chance. None of these need be
 * a whole number: the distribution is continued by the beta function. Where the
 * variance is so large that it makes no difference, the normal approximation
 * with continuity correction is used.
 */
double binomial_at_most(double number, double count, double chance);

/* binomial_at_least - return the chance of @number successes or more */
double binomial_at_least(double number, double count, double chance);

/* Ranks of samples in ascending order; the smallest sample has rank 1. */
struct rank_interval {
	uint64_t low;	/* 0: no lower end */
	uint64_t high;	/* larger than the number of samples: no upper end */
};

/*
 * percentile_ranks - return the ranks of the samples between which a percentile
 * lies
 *
 * @beyond is the part of all samples that is larger than the percentile, 0.01
 * for p99. The number of samples beyond it, of @count independent samples, is a
 * binomial variable for any distribution of the samples: H. A. David, H. N.
 * Nagaraja, "Order Statistics", 3rd edition, section 7.1. The exact binomial
 * distribution is used, or, where its variance is so large that it makes no
 * difference, the normal approximation with continuity correction.
 *
 * @clusters is the number of samples that count as independent, as a part of
 * all samples: 1 if they are independent, 0.2 if they come in clusters of five.
 */
struct rank_interval percentile_ranks(uint64_t count, double beyond,
				      double clusters, double tail);

struct ratio_interval {
	double low;
	double high;	/* INFINITY: no upper end */
};

/*
 * rate_ratio - return the interval of the ratio of two rates, new to base
 *
 * There were @base events in @base_time, and @new events in @new_time; both
 * times have the same unit. Given the sum of two Poisson variables, one of them
 * is a binomial variable: J. Przyborowski, H. Wilenski, "Homogeneity of results
 * in testing samples from Poisson series", Biometrika 31 (1940). The limits of
 * the binomial variable are those of C. J. Clopper, E. S. Pearson, Biometrika
 * 26 (1934). @dispersion is the variance of the counts divided by their mean,
 * which is 1 for Poisson variables. Both counts are divided by it
 * ("quasi-Poisson": P. McCullagh, J. A. Nelder, "Generalized Linear Models",
 * section 6.2).
 */
struct ratio_interval rate_ratio(double base, double base_time, double new,
				 double new_time, double dispersion,
				 double tail);

#endif /* RTLA_INTERVALS_H */
