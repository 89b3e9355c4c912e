// SPDX-License-Identifier: GPL-2.0
/*
 * Confidence intervals: see intervals.h.
 */
#include <math.h>
#include <stdbool.h>

#include "stats/intervals.h"

/* Maximum number of steps of a bisection: doubles have 53 bits. */
#define STEPS_MAX	200

/*
 * Maximum number of terms of the continued fraction. It needs a few times the
 * square root of the smaller of a and b.
 */
#define FRACTION_MAX	1000000

/* From this variance on, a binomial distribution is as good as normal. */
#define NORMAL_VARIANCE	10000.0

/*
 * Above this number of events on both sides, the logarithm of their ratio is as
 * good as normal.
 */
#define NORMAL_EVENTS	1e6

/* Return whether a bisection is at its end: no double is between @low and @high. */
static bool bisected(double low, double high)
{
	double middle = (low + high) / 2;

	return middle <= low || middle >= high;
}

double normal_tail(double z)
{
	return erfc(z / sqrt(2)) / 2;
}

double normal_quantile(double tail)
{
	double low = -40, high = 40;	/* beyond, the tail is 0 or 1 */

	for (int i = 0; i < STEPS_MAX && !bisected(low, high); i++) {
		double middle = (low + high) / 2;

		if (normal_tail(middle) > tail)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* The coefficient d_n of 8.17.23. */
static double coefficient(int n, double x, double a, double b)
{
	double m = n / 2;

	if (n % 2)
		return -(a + m) * (a + b + m) * x /
		       ((a + 2 * m) * (a + 2 * m + 1));
	return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
}

/*
 * Returns 1 / (1 + d_1 / (1 + d_2 / ...)), evaluated from the front: each
 * quotient of successive numerators (@above) and the inverse one of
 * denominators (@below) is computed from the one before it (W. J. Lentz; I. J.
 * Thompson, A. R. Barnett, "Coulomb and Bessel Functions ...", J. Comput. Phys.
 * 64, 1986).
 */
static double fraction(double x, double a, double b)
{
	const double tiny = 1e-300;
	double above = 1, below = 0, result = 1;

	for (int n = 1; n < FRACTION_MAX; n++) {
		double d = coefficient(n, x, a, b);
		double step;

		below = 1 + d * below;
		below = 1 / (fabs(below) < tiny ? tiny : below);
		above = 1 + d / above;
		above = fabs(above) < tiny ? tiny : above;
		step = above * below;
		result *= step;
		if (fabs(step - 1) < 1e-14)
			break;
	}
	return 1 / result;
}

double beta_regularized(double x, double a, double b)
{
	double front;
	int sign;

	if (x <= 0)
		return 0;
	if (x >= 1)
		return 1;
	/* I_x(a, b) = 1 - I_1-x(b, a): use the one that converges faster. */
	if (x > (a + 1) / (a + b + 2))
		return 1 - beta_regularized(1 - x, b, a);
	front = lgamma_r(a + b, &sign) - lgamma_r(a, &sign) -
		lgamma_r(b, &sign) + a * log(x) + b * log1p(-x);
	return exp(front) / a * fraction(x, a, b);
}

/* ---- Binomial variables -------------------------------------------------- */

/* The number of successes in @count trials, each with the chance @chance. */
struct binomial {
	double count;
	double chance;
};

/* Return the chance of more than @number successes. */
static double chance_of_more(const struct binomial *of, double number)
{
	if (number >= of->count)
		return 0;
	return beta_regularized(of->chance, number + 1, of->count - number);
}

/* Return the chance of @number successes or fewer. */
static double chance_of_fewer(const struct binomial *of, double number)
{
	if (number < 0)
		return 0;
	if (number >= of->count)
		return 1;
	return beta_regularized(1 - of->chance, of->count - number, number + 1);
}

static double variance_of(const struct binomial *of)
{
	return of->count * of->chance * (1 - of->chance);
}

double binomial_at_most(double number, double count, double chance)
{
	const struct binomial of = { count, chance };
	double variance = variance_of(&of);

	if (variance < NORMAL_VARIANCE)
		return chance_of_fewer(&of, number);
	return normal_tail((count * chance - number - 0.5) / sqrt(variance));
}

double binomial_at_least(double number, double count, double chance)
{
	const struct binomial of = { count, chance };
	double variance = variance_of(&of);

	if (number <= 0)
		return 1;
	if (variance < NORMAL_VARIANCE)
		return chance_of_more(&of, number - 1);
	return normal_tail((number - 0.5 - count * chance) / sqrt(variance));
}

/* The smallest number that is exceeded with a chance of @tail at most. */
static double upper_number(const struct binomial *of, double tail)
{
	double low = -1, high = of->count;

	while (high - low > 1) {
		double middle = floor((low + high) / 2);

		if (chance_of_more(of, middle) <= tail)
			high = middle;
		else
			low = middle;
	}
	return high;
}

/*
 * The largest number for which the chance of that number or fewer is @tail at
 * most; -1: there is none.
 */
static double lower_number(const struct binomial *of, double tail)
{
	double low = -1, high = of->count;

	while (high - low > 1) {
		double middle = floor((low + high) / 2);

		if (chance_of_fewer(of, middle) <= tail)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static void binomial_numbers(const struct binomial *of, double tail,
			     double *lower, double *upper)
{
	double mean = of->count * of->chance;
	double variance = mean * (1 - of->chance);
	double reach;

	if (variance < NORMAL_VARIANCE) {
		*lower = lower_number(of, tail);
		*upper = upper_number(of, tail);
		return;
	}
	reach = normal_quantile(tail) * sqrt(variance);
	*lower = floor(mean - reach - 0.5);
	*upper = ceil(mean + reach - 0.5);
}

struct rank_interval percentile_ranks(uint64_t count, double beyond,
				      double clusters, double tail)
{
	const struct binomial of = {
		.count = fmax(floor(count * clusters), 1), .chance = beyond,
	};
	struct rank_interval ranks;
	double lower, upper;

	binomial_numbers(&of, tail, &lower, &upper);
	/* Each independent sample stands for 1 / @clusters samples. */
	upper = ceil(upper / clusters);
	ranks.low = upper < count ? count - (uint64_t)upper : 0;
	ranks.high = lower < 0 ? count + 1 :
				 count - (uint64_t)fmin(floor(lower / clusters),
							count - 1.0);
	return ranks;
}

/* ---- Student's t --------------------------------------------------------- */

#define STUDENT_MAX	1e9

/* Return the chance that a variable of the t distribution exceeds @t, t > 0. */
static double student_tail(double t, double freedom)
{
	return beta_regularized(freedom / (freedom + t * t), freedom / 2, 0.5) /
	       2;
}

double student_quantile(double tail, double freedom)
{
	double low = 0, high = STUDENT_MAX;

	if (student_tail(high, freedom) > tail)
		return INFINITY;
	for (int i = 0; i < STEPS_MAX && !bisected(low, high); i++) {
		double middle = (low + high) / 2;

		if (student_tail(middle, freedom) > tail)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* ---- Rates --------------------------------------------------------------- */

/*
 * Return a limit of Clopper and Pearson for the chance of a success, after @got
 * successes in @all trials. At the lower limit, @got successes or more have the
 * chance @tail; at the upper limit (@upper), @got successes or fewer have it.
 */
static double chance_limit(double got, double all, double tail, bool upper)
{
	double low = 0, high = 1;

	for (int i = 0; i < STEPS_MAX && !bisected(low, high); i++) {
		double middle = (low + high) / 2;
		double chance = upper ?
			beta_regularized(1 - middle, all - got, got + 1) :
			beta_regularized(middle, got, all - got + 1);

		if ((chance > tail) == upper)
			low = middle;
		else
			high = middle;
	}
	return upper ? high : low;
}

/*
 * The interval for large counts, by the normal approximation. Above
 * NORMAL_EVENTS, the exact interval differs in the fifth digit at most.
 */
static struct ratio_interval normal_ratio(double base, double new, double tail)
{
	double reach = normal_quantile(tail) * sqrt(1 / base + 1 / new);

	return (struct ratio_interval) {
		.low = new / base * exp(-reach),
		.high = new / base * exp(reach),
	};
}

static struct ratio_interval exact_ratio(double base, double new, double tail)
{
	double low = new > 0 ? chance_limit(new, new + base, tail, false) : 0;
	double high = base > 0 ? chance_limit(new, new + base, tail, true) : 1;

	return (struct ratio_interval) {
		.low = low / (1 - low),
		.high = high < 1 ? high / (1 - high) : INFINITY,
	};
}

struct ratio_interval rate_ratio(double base, double base_time, double new,
				 double new_time, double dispersion,
				 double tail)
{
	double times = base_time / new_time;
	struct ratio_interval ratio;

	base /= dispersion;
	new /= dispersion;
	if (base > NORMAL_EVENTS && new > NORMAL_EVENTS)
		ratio = normal_ratio(base, new, tail);
	else
		ratio = exact_ratio(base, new, tail);
	ratio.low *= times;
	ratio.high *= times;
	return ratio;
}
