/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Several runs of BASE: how much they differ among themselves, and whether NEW
 * differs by more.
 */
#ifndef RTLA_COMPARE_SPREAD_H
#define RTLA_COMPARE_SPREAD_H

#include "compare/compared_figures.h"

/* The numbers of BASE's runs. */
struct spread {
	double mean;		/* of logarithms */
	double deviation;	/* their standard deviation */
};

/* spread_of_runs - return the mean and the deviation of @count numbers, two at least */
struct spread spread_of_runs(const double *number, int count);

/*
 * spread_reach - return how far a further number is from the mean of @count, as
 * a logarithm, but for the chance @tail at each end
 */
double spread_reach(const struct spread *spread, int count, double tail);

/*
 * spread_list - add the figures that all @pairs have
 *
 * Each pair is the comparison of one run of BASE with NEW, which is judged. At
 * least two are needed. Returns false if there is no memory.
 */
bool spread_list(struct comparison *comparison, const struct comparison *pair,
		 int pairs);

/*
 * spread_judge - judge all figures
 *
 * A figure of NEW is a further value of those of BASE's runs, if the systems
 * are the same: its interval is the prediction interval of a normal variable
 * (G. J. Hahn, W. Q. Meeker, "Statistical Intervals", section 4.8). Logarithms
 * are used, as latencies and rates vary by a factor. @pair is that of
 * spread_list(). Returns false if there is no memory.
 */
bool spread_judge(struct comparison *comparison, const struct comparison *pair,
		  int pairs);

#endif /* RTLA_COMPARE_SPREAD_H */
