/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The generalized extreme value distribution, to which maxima of long blocks
 * tend: S. Coles, "An Introduction to Statistical Modeling of Extreme Values"
 * (2001), chapter 3.
 *
 * A level is given by its rate: how often it is exceeded in a block, on the
 * average. The maximum of a block stays below a level with the chance
 * exp(-rate), if the times at which the level is exceeded are those of a
 * Poisson process (Coles, section 7.3).
 */
#ifndef RTLA_GEV_H
#define RTLA_GEV_H

/*
 * The maximum is at most x with the chance exp(-(1 + shape * d)^(-1 / shape)),
 * where d is (x - location) / scale.
 */
struct gev {
	double location;
	double scale;
	double shape;
};

/*
 * The shapes that are tried. Below -0.5, the estimate by maximum likelihood
 * does not have its usual properties (Coles, section 3.3.2), and below -1 there
 * is none; from 1 on, the distribution has no mean.
 */
#define GEV_SHAPE_MIN	-0.9
#define GEV_SHAPE_MAX	5.0

/* Maxima, in a unit in which most of them differ by about 1. */
struct gev_maxima {
	const double *value;
	int count;
};

/* gev_level - return the level that is exceeded with this rate, > 0 */
double gev_level(const struct gev *gev, double rate);

/* gev_rate - return the rate at which @level is exceeded; INFINITY below all maxima */
double gev_rate(const struct gev *gev, double level);

/*
 * gev_fit - set @fit to the distribution with the largest likelihood
 *
 * The search begins at the estimate by L-moments: J. R. M. Hosking, J. R.
 * Wallis, E. F. Wood, "Estimation of the generalized extreme-value distribution
 * by the method of probability-weighted moments", Technometrics 27 (1985).
 * @maxima has three different values at least. Returns the negative logarithm
 * of the likelihood; INFINITY if the search failed, for which @fit is not set.
 */
double gev_fit(const struct gev_maxima *maxima, struct gev *fit);

struct gev_interval {
	double low;		/* -INFINITY: there is no lower end */
	double high;		/* INFINITY: there is no upper end */
};

/*
 * gev_interval - return the interval of 95 % of the level with this rate
 *
 * It has all levels with which the largest likelihood is smaller by half of
 * 3.84 at most in its logarithm, where 3.84 is exceeded by a chi-square
 * variable with one degree of freedom in 5 % ("profile likelihood": Coles,
 * sections 2.6.6 and 3.3.4). @fit is that of gev_fit() for @maxima.
 */
struct gev_interval gev_interval(const struct gev_maxima *maxima,
				 const struct gev *fit, double rate);

/*
 * gev_distance - return how far @maxima are from a distribution
 *
 * This is the statistic of T. W. Anderson and D. A. Darling, "A test of
 * goodness of fit", Journal of the American Statistical Association 49 (1954).
 * @maxima are in ascending order.
 */
double gev_distance(const struct gev_maxima *maxima, const struct gev *gev);

/*
 * gev_chance - return the chance that maxima of such a distribution fit as
 * badly as these, or worse
 *
 * As the distribution is fitted to the values themselves, tables of the
 * statistic do not apply, and samples are drawn from the fit, each with a fit
 * of its own ("parametric bootstrap": W. Stute, W. G. Manteiga, M. P.
 * Quindimil, "Bootstrap based goodness-of-fit tests", Metrika 40, 1993). The
 * random numbers are the same each time. Returns a value < 0 if there is no
 * memory.
 */
double gev_chance(const struct gev_maxima *maxima, const struct gev *fit);

#endif /* RTLA_GEV_H */
