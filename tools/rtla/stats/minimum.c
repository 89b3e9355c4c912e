// SPDX-License-Identifier: GPL-2.0
/*
 * The method of Broyden, Fletcher, Goldfarb and Shanno: see minimum.h.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "stats/minimum.h"

#define STEPS_MAX	100
#define HALVINGS_MAX	40

/* The search ends where a step gains less than this. */
#define GAIN_LEAST	1e-9

/* A step has to gain this part of what the slope promises: Nocedal and Wright, 3.1. */
#define ARMIJO		1e-4

/* Where the search is. */
struct search {
	const struct minimum_problem *problem;
	double at[MINIMUM_VARIABLES];
	double slope[MINIMUM_VARIABLES];
	double value;
	/* An estimate of the inverse of the matrix of second derivatives. */
	double inverse[MINIMUM_VARIABLES][MINIMUM_VARIABLES];
	bool fresh;		/* @inverse is as minimum_forget() sets it */
};

static double minimum_product(const struct search *search, const double *a,
			      const double *b)
{
	double sum = 0;

	for (int i = 0; i < search->problem->variables; i++)
		sum += a[i] * b[i];
	return sum;
}

/* Set the result to @inverse times @vector. */
static void times_inverse(const struct search *search, const double *vector,
			  double *result)
{
	for (int i = 0; i < search->problem->variables; i++)
		result[i] = minimum_product(search, search->inverse[i], vector);
}

/* Forget what is known of second derivatives. */
static void minimum_forget(struct search *search)
{
	memset(search->inverse, 0, sizeof(search->inverse));
	for (int i = 0; i < MINIMUM_VARIABLES; i++)
		search->inverse[i][i] = 1;
	search->fresh = true;
}

/*
 * Learn from a step @moved after which the slope was @bent more: formula 6.17.
 * The first time, the size of the estimate is set before: formula 6.20.
 */
static void learn(struct search *search, const double *moved,
		  const double *bent)
{
	double along = minimum_product(search, moved, bent);
	double towards[MINIMUM_VARIABLES], factor;
	int n = search->problem->variables;

	/* Without curvature along the step, the estimate would not stay positive. */
	if (!(along > 1e-12))
		return;
	if (search->fresh)
		for (int i = 0; i < n; i++)
			search->inverse[i][i] =
				along / minimum_product(search, bent, bent);
	search->fresh = false;
	times_inverse(search, bent, towards);
	factor = (1 + minimum_product(search, bent, towards) / along) / along;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			search->inverse[i][j] += factor * moved[i] * moved[j] -
						 (moved[i] * towards[j] +
						  towards[i] * moved[j]) /
							 along;
}

/* Set @step to the direction in which to search, and return the slope along it. */
static double direction(struct search *search, double *step)
{
	double slope, length;

	times_inverse(search, search->slope, step);
	slope = minimum_product(search, search->slope, step);
	if (!(slope > 0)) {
		minimum_forget(search);
		memcpy(step, search->slope, sizeof(search->slope));
		slope = minimum_product(search, step, step);
	}
	length = sqrt(minimum_product(search, step, step));
	for (int i = 0; i < search->problem->variables; i++)
		step[i] /= -fmax(length, 1);
	return -slope / fmax(length, 1);
}

/* Make one step; returns by how much it lowered the value, 0 if it could not. */
static double advance(struct search *search)
{
	const struct minimum_problem *problem = search->problem;
	double step[MINIMUM_VARIABLES] = { 0 }, moved[MINIMUM_VARIABLES];
	double at[MINIMUM_VARIABLES], slope[MINIMUM_VARIABLES];
	double along = direction(search, step), part = 1, value, gain;

	for (int halvings = 0; halvings < HALVINGS_MAX; halvings++, part /= 2) {
		for (int i = 0; i < problem->variables; i++) {
			moved[i] = part * step[i];
			at[i] = search->at[i] + moved[i];
		}
		value = problem->value(problem->context, at, slope);
		gain = search->value - value;
		if (!(gain >= -ARMIJO * part * along))
			continue;
		search->value = value;
		memcpy(search->at, at, sizeof(at));
		for (int i = 0; i < problem->variables; i++) {
			double before = search->slope[i];

			search->slope[i] = slope[i];
			slope[i] -= before;
		}
		learn(search, moved, slope);
		return gain;
	}
	return 0;
}

double minimum_find(const struct minimum_problem *problem, double *at)
{
	struct search search = { .problem = problem };
	size_t size = problem->variables * sizeof(*at);

	memcpy(search.at, at, size);
	search.value = problem->value(problem->context, at, search.slope);
	if (!isfinite(search.value))
		return INFINITY;
	minimum_forget(&search);
	for (int steps = 0; steps < STEPS_MAX; steps++) {
		bool fresh = search.fresh;

		if (advance(&search) >= GAIN_LEAST)
			continue;
		/* The learned estimate may be wrong: try once more without it. */
		if (fresh)
			break;
		minimum_forget(&search);
	}
	memcpy(at, search.at, size);
	return search.value;
}
