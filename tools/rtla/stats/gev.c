// SPDX-License-Identifier: GPL-2.0
/*
 * The generalized extreme value distribution: see gev.h.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "stats/gev.h"
#include "stats/minimum.h"

/* A chi-square variable with one degree of freedom exceeds this in 5 % of cases. */
#define DEVIANCE_95	3.841458820694124

/* Below this, series are used in place of differences of almost equal numbers. */
#define SMALL		1e-3

/* ---- The distribution ---------------------------------------------------- */

/* Return (exp(shape * x) - 1) / shape, which is x for the shape 0. */
static double stretched(double shape, double x)
{
	return fabs(shape * x) < 1e-12 ? x : expm1(shape * x) / shape;
}

/* Return the derivative of stretched() by the shape. */
static double stretched_by_shape(double shape, double x)
{
	double u = shape * x;

	if (fabs(u) < SMALL)
		return x * x * (1 / 2.0 + u / 3 + u * u / 8 + u * u * u / 30);
	return (x * exp(u) - expm1(u) / shape) / shape;
}

double gev_level(const struct gev *gev, double rate)
{
	return gev->location + gev->scale * stretched(gev->shape, -log(rate));
}

/*
 * Return the inverse of stretched(): the logarithm of the rate, with the
 * opposite sign, at the distance @d of the location in scales. NAN if no
 * maximum can be there.
 */
static double unstretched(double shape, double d)
{
	double u = shape * d;

	if (!(u > -1))
		return NAN;
	return fabs(u) < 1e-12 ? d : log1p(u) / shape;
}

double gev_rate(const struct gev *gev, double level)
{
	double w =
		unstretched(gev->shape, (level - gev->location) / gev->scale);

	if (isnan(w))
		return gev->shape > 0 ? INFINITY : 0;
	return exp(-w);
}

/* ---- The likelihood ------------------------------------------------------ */

/*
 * The shape is searched in terms of a variable that may have any value, so that
 * the search needs no limits: shape = middle + half * tanh(variable).
 */
#define SHAPE_MIDDLE	((GEV_SHAPE_MIN + GEV_SHAPE_MAX) / 2)
#define SHAPE_HALF	((GEV_SHAPE_MAX - GEV_SHAPE_MIN) / 2)

static double shape_at(double variable)
{
	return SHAPE_MIDDLE + SHAPE_HALF * tanh(variable);
}

/* Return the derivative of shape_at(). */
static double shape_slope(double variable)
{
	double t = tanh(variable);

	return SHAPE_HALF * (1 - t * t);
}

static double shape_variable(double shape)
{
	return atanh((shape - SHAPE_MIDDLE) / SHAPE_HALF);
}

/* The derivatives by the location, the logarithm of the scale, and the shape. */
struct slopes {
	double location;
	double scale;
	double shape;
};

/*
 * Return the negative logarithm of the likelihood, and its derivatives.
 * INFINITY if a maximum cannot be. Formula 3.7 of Coles, where w = log(1 +
 * shape * d) / shape: the sum of log(scale) + (1 + shape) * w + exp(-w).
 */
static double likelihood(const struct gev_maxima *maxima, const struct gev *gev,
			 struct slopes *slopes)
{
	double sum = maxima->count * log(gev->scale);

	*slopes = (struct slopes) { .scale = maxima->count };
	for (int i = 0; i < maxima->count; i++) {
		double d = (maxima->value[i] - gev->location) / gev->scale;
		double u = gev->shape * d, w = unstretched(gev->shape, d);
		double rate = exp(-w), by_w = 1 + gev->shape - rate, w_by_shape;

		if (isnan(w))
			return INFINITY;
		if (fabs(u) < SMALL)
			w_by_shape = d * d *
				     (-1 / 2.0 + u * 2 / 3 - u * u * 3 / 4 +
				      u * u * u * 4 / 5);
		else
			w_by_shape = (d / (1 + u) - w) / gev->shape;
		sum += (1 + gev->shape) * w + rate;
		slopes->location -= by_w / (1 + u) / gev->scale;
		slopes->scale -= by_w * d / (1 + u);
		slopes->shape += w + by_w * w_by_shape;
	}
	return isfinite(sum) ? sum : INFINITY;
}

/* ---- The fit ------------------------------------------------------------- */

/* Variables: the location, the logarithm of the scale, the shape's variable. */
static double likelihood_of_all(const void *context, const double *at,
				double *slope)
{
	const struct gev gev = { at[0], exp(at[1]), shape_at(at[2]) };
	struct slopes slopes;
	double value = likelihood(context, &gev, &slopes);

	slope[0] = slopes.location;
	slope[1] = slopes.scale;
	slope[2] = slopes.shape * shape_slope(at[2]);
	return value;
}

/* Search the fit, beginning at @fit. */
static double fit_from(const struct gev_maxima *maxima, struct gev *fit)
{
	const struct minimum_problem problem = { likelihood_of_all, maxima, 3 };
	double at[] = { fit->location, log(fit->scale),
			shape_variable(fit->shape) };
	double value = minimum_find(&problem, at);

	*fit = (struct gev) { at[0], exp(at[1]), shape_at(at[2]) };
	return value;
}

/* Return the maxima in ascending order, for the caller to free; NULL: no memory. */
static double *gev_sorted(const struct gev_maxima *maxima)
{
	double *value = malloc((maxima->count + 1) * sizeof(*value));

	if (!value)
		return NULL;
	memcpy(value, maxima->value, maxima->count * sizeof(*value));
	qsort(value, maxima->count, sizeof(*value), array_by_double);
	return value;
}

/*
 * Estimate the distribution by L-moments: formulas 14 and 15 of Hosking, Wallis
 * and Wood, whose shape has the opposite sign.
 */
static struct gev gev_estimate(const double *ordered, int count)
{
	double b0 = 0, b1 = 0, b2 = 0, c, k, gamma;
	struct gev gev;

	for (int i = 0; i < count; i++) {
		double part = (double)i / (count - 1);

		b0 += ordered[i] / count;
		b1 += ordered[i] / count * part;
		b2 += ordered[i] / count * part * (i - 1) / (count - 2);
	}
	c = (2 * b1 - b0) / (3 * b2 - b0) - M_LN2 / log(3);
	k = 7.8590 * c + 2.9554 * c * c;
	/* At 0 the formulas are not defined; near it, they are as good. */
	if (!(fabs(k) > 1e-6))
		k = 1e-6;
	k = fmin(fmax(k, -0.9), 0.45);
	gamma = tgamma(1 + k);
	gev.scale = (2 * b1 - b0) * k / (gamma * (1 - exp2(-k)));
	gev.location = b0 + gev.scale * (gamma - 1) / k;
	gev.shape = -k;
	return gev;
}

/*
 * Where an estimate does not allow all values, the distribution of Gumbel (the
 * shape is 0) with the same mean and deviation does.
 */
static struct gev estimate_gumbel(const struct gev_maxima *maxima)
{
	double sum = 0, squares = 0, scale;

	for (int i = 0; i < maxima->count; i++)
		sum += maxima->value[i] / maxima->count;
	for (int i = 0; i < maxima->count; i++)
		squares += (maxima->value[i] - sum) * (maxima->value[i] - sum);
	scale = sqrt(6 * squares / maxima->count) / M_PI;
	return (struct gev) { sum - 0.5772 * scale, scale, 0 };
}

double gev_fit(const struct gev_maxima *maxima, struct gev *fit)
{
	double *ordered = gev_sorted(maxima);
	struct gev moments, gumbel = estimate_gumbel(maxima);
	double value, other;

	if (!ordered)
		return INFINITY;
	moments = gev_estimate(ordered, maxima->count);
	free(ordered);
	value = fit_from(maxima, &moments);
	other = fit_from(maxima, &gumbel);
	if (isfinite(value) && value <= other)
		*fit = moments;
	else if (isfinite(other))
		*fit = gumbel;
	return fmin(value, other);
}

/* ---- The interval -------------------------------------------------------- */

/*
 * The distributions that have this level at this rate. Each is given by a
 * distance c and a shape: c is the logarithm of what the scale were with the
 * shape 0, so that
 *
 *	location = level - exp(c) * x,	scale = exp(c) * x / stretched(shape, x)
 *
 * where x is the negative logarithm of the rate. The location does not depend
 * on the shape then: of far levels, a little of the shape would move it by very
 * much.
 */
struct profile {
	const struct gev_maxima *maxima;
	double level;
	double x;
	/*
	 * The first variable is (c - @begin) * @unit: about the location that
	 * it moves.
	 */
	double begin;
	double unit;
};

static struct gev profile_at(const struct profile *profile, double c,
			     double shape)
{
	double scale = exp(c), far = stretched(shape, profile->x);

	return (struct gev) {
		profile->level - scale * profile->x,
		far ? scale * profile->x / far : scale, shape
	};
}

/* Variables: that of the distance, the shape's. */
static double likelihood_of_profile(const void *context, const double *at,
				    double *slope)
{
	const struct profile *profile = context;
	double x = profile->x;
	const struct gev gev =
		profile_at(profile, profile->begin + at[0] / profile->unit,
			   shape_at(at[1]));
	double far = stretched(gev.shape, x);
	struct slopes slopes;
	double value = likelihood(profile->maxima, &gev, &slopes);

	slope[0] = slopes.scale +
		   slopes.location * (gev.location - profile->level);
	slope[0] /= profile->unit;
	slope[1] = slopes.shape;
	if (far)
		slope[1] -=
			slopes.scale * stretched_by_shape(gev.shape, x) / far;
	slope[1] *= shape_slope(at[1]);
	return value;
}

/* Return the shape with which a distribution has @level at the rate exp(-@x). */
static double shape_for(const struct gev *gev, double level, double x)
{
	double far = (level - gev->location) / gev->scale;
	double low = GEV_SHAPE_MIN, high = GEV_SHAPE_MAX;

	for (int i = 0; i < 40; i++) {
		double middle = (low + high) / 2;

		if (stretched(middle, x) < far)
			low = middle;
		else
			high = middle;
	}
	return fmin(fmax(low, GEV_SHAPE_MIN + 1e-3), GEV_SHAPE_MAX - 1e-3);
}

/*
 * Set @begin and @unit, and return the shape, from which to search the
 * distribution with the largest likelihood of the profile: the location may be
 * that of @near, with another scale or shape, or the scale; or it is a
 * distribution of Gumbel (shape 0), which allows all values. The likeliest of
 * these is taken.
 */
static double profile_begin(struct profile *profile, const struct gev *near)
{
	double same_location =
		log((profile->level - near->location) / profile->x);
	double same_scale = log(near->scale);
	const double begin[][2] = {
		{ same_location, near->shape },
		{ same_location, shape_for(near, profile->level, profile->x) },
		{ same_scale, near->shape },
		{ same_scale, 0 },
	};
	double least = INFINITY, c = same_scale, shape = 0;

	for (size_t i = 0; i < sizeof(begin) / sizeof(begin[0]); i++) {
		const struct gev gev =
			profile_at(profile, begin[i][0], begin[i][1]);
		struct slopes slopes;
		double value;

		if (!isfinite(begin[i][0]) || !(gev.scale > 0))
			continue;
		value = likelihood(profile->maxima, &gev, &slopes);
		if (value < least) {
			least = value;
			c = begin[i][0];
			shape = begin[i][1];
		}
	}
	profile->begin = c;
	profile->unit = fmax(fabs(exp(c) * profile->x), 1);
	return shape;
}

/*
 * Return the least negative logarithm of the likelihood of all distributions of
 * the profile. The search begins near @near, which is set to what was found.
 */
static double profile_value(struct profile *profile, struct gev *near)
{
	const struct minimum_problem problem = { likelihood_of_profile, profile,
						 2 };
	double at[] = { 0, shape_variable(profile_begin(profile, near)) };
	double value = minimum_find(&problem, at);

	if (isfinite(value))
		*near = profile_at(profile,
				   profile->begin + at[0] / profile->unit,
				   shape_at(at[1]));
	return value;
}

/* The search for an end stops this many times the scale away from the level. */
#define REACH_MAX	1e9

/* An end is found as exactly as this part of its distance from the level. */
#define END_ERROR	1e-4
#define END_STEPS_MAX	60

/* A place on the way from the level to an end of the interval. */
struct place {
	double distance;
	double excess;		/* sqrt() of the deviance, less that of the end */
	struct gev near;
};

/* Look at the place at @distance on one side of the level. */
static struct place place_at(const struct profile *of, double least,
			     double distance, const struct gev *near)
{
	struct profile profile = *of;
	struct place place = { .distance = fabs(distance), .near = *near };
	double value;

	profile.level += distance;
	value = profile_value(&profile, &place.near);
	place.excess = sqrt(fmax(2 * (value - least), 0)) - sqrt(DEVIANCE_95);
	return place;
}

/*
 * Return the distance of one end of the interval; @sign is 1 for the upper end
 * and -1 for the lower one. @least is the value at the level. The root of the
 * deviance is almost a line, so that few steps of the "regula falsi" are
 * needed; where it is none, every third step halves.
 */
static double end_distance(const struct profile *profile, const struct gev *fit,
			   double least, int sign)
{
	struct place inside = { 0, -sqrt(DEVIANCE_95), *fit }, outside, next;
	double distance = 0.5 * fit->scale;

	for (;; distance *= 2) {
		outside =
			place_at(profile, least, sign * distance, &inside.near);
		if (outside.excess >= 0)
			break;
		inside = outside;
		if (distance > REACH_MAX * fit->scale)
			return INFINITY;
	}
	for (int i = 1; i < END_STEPS_MAX; i++) {
		double width = outside.distance - inside.distance;

		if (width < END_ERROR * outside.distance)
			break;
		distance = inside.distance + width / 2;
		if (i % 3 && isfinite(outside.excess))
			distance = inside.distance - inside.excess * width /
				   (outside.excess - inside.excess);
		next = place_at(profile, least, sign * distance, &inside.near);
		if (fabs(next.excess) < END_ERROR)
			return distance;
		*(next.excess >= 0 ? &outside : &inside) = next;
	}
	return inside.distance;
}

struct gev_interval gev_interval(const struct gev_maxima *maxima,
				 const struct gev *fit, double rate)
{
	const struct profile profile = {
		.maxima = maxima,
		.level = gev_level(fit, rate),
		.x = -log(rate),
	};
	struct slopes slopes;
	double least = likelihood(maxima, fit, &slopes);

	return (struct gev_interval) {
		.low = profile.level - end_distance(&profile, fit, least, -1),
		.high = profile.level + end_distance(&profile, fit, least, 1),
	};
}

/* ---- Whether it fits ----------------------------------------------------- */

#define REPLICATES	200

/* No double is nearer to 0 than exp(-745). */
#define LOG_MIN		-745.0

double gev_distance(const struct gev_maxima *maxima, const struct gev *gev)
{
	int n = maxima->count;
	double sum = 0;

	for (int i = 0; i < n; i++) {
		/* The logarithms of the chances of less than a value, and of more. */
		double less = -gev_rate(gev, maxima->value[i]);
		double more =
			log(-expm1(-gev_rate(gev, maxima->value[n - 1 - i])));

		sum += (2 * i + 1) *
		       (fmax(less, LOG_MIN) + fmax(more, LOG_MIN));
	}
	return -n - sum / n;
}

/*
 * G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
 * generators".
 */
static uint64_t splitmix(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* Return a random number > 0 and < 1. */
static double uniform(uint64_t *state)
{
	return ((splitmix(state) >> 12) + 0.5) / (1ULL << 52);
}

/* Sort @value, and return how far it is from the distribution fitted to it. */
static double distance_of_own(double *value, int count, const struct gev *begin)
{
	const struct gev_maxima maxima = { value, count };
	struct gev fit = *begin;

	qsort(value, count, sizeof(*value), array_by_double);
	if (!isfinite(fit_from(&maxima, &fit)))
		return NAN;
	return gev_distance(&maxima, &fit);
}

double gev_chance(const struct gev_maxima *maxima, const struct gev *fit)
{
	double *value = gev_sorted(maxima);
	int farther = 1, count = 1;
	uint64_t state = 1;
	double distance;

	if (!value)
		return -1;
	distance = gev_distance(&(struct gev_maxima) { value, maxima->count },
				fit);
	for (int i = 0; i < REPLICATES; i++) {
		double other;

		for (int j = 0; j < maxima->count; j++)
			value[j] = gev_level(fit, -log(uniform(&state)));
		other = distance_of_own(value, maxima->count, fit);
		farther += other >= distance;
		count += !isnan(other);
	}
	free(value);
	return (double)farther / count;
}
