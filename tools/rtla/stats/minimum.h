/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The minimum of a smooth function of a few variables.
 */
#ifndef RTLA_MINIMUM_H
#define RTLA_MINIMUM_H

#define MINIMUM_VARIABLES	3

struct minimum_problem {
	/*
	 * Return the value at @at, and set the partial derivatives, @slope.
	 * Where the function is not defined, the value is INFINITY, and @slope
	 * is not set.
	 */
	double (*value)(const void *context, const double *at, double *slope);
	const void *context;
	int variables;		/* up to MINIMUM_VARIABLES */
};

/*
 * minimum_find - find a minimum, beginning at @at
 *
 * This is the quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno
 * with backtracking: J. Nocedal, S. J. Wright, "Numerical Optimization", 2nd
 * edition, sections 3.1 and 6.1. Variables should be of the order of 1, as no
 * step is longer than that. Sets @at to the place that was found, and returns
 * the value there, which is INFINITY if the function is not defined where the
 * search begins.
 */
double minimum_find(const struct minimum_problem *problem, double *at);

#endif /* RTLA_MINIMUM_H */
