// SPDX-License-Identifier: GPL-2.0
/*
 * The last change of a series: see change_point.h.
 */
#include <math.h>
#include <stdlib.h>

#include "stats/change_point.h"
#include "stats/intervals.h"
#include "stats/ranks.h"

/*
 * Return the chance that the largest of all standardized differences exceeds
 * @b, with so many values at least at each side.
 */
static double largest_exceeds(double b, int count)
{
	double share = (double)CHANGE_LEAST / count;
	double density = exp(-b * b / 2) / sqrt(2 * M_PI);
	double odds = (1 - share) / share;

	/* The formula is for the tail; below 1, the chance is about 1. */
	if (b <= 1)
		return 1;
	return fmin(1, 4 * density / b + density * (b - 1 / b) * log(odds * odds));
}

static struct series series_part(const struct series *series, int from, int to)
{
	return (struct series) { series->value + from, to - from };
}

/*
 * Return where the two sides of so many scores differ most, and set how much in
 * *@most; 0: nowhere.
 */
static int largest_step(const double *score, int count, double *most)
{
	double sum = 0, squares = 0;
	int at = 0;

	*most = 0;
	for (int i = 0; i < count; i++)
		squares += score[i] * score[i];
	/* Where all values are equal, scores are 0 but for rounding. */
	if (squares < 1e-6)
		return 0;
	for (int i = 1; i <= count - CHANGE_LEAST; i++) {
		double variance = squares / (count - 1) * i * (count - i) / count;
		double step;

		sum += score[i - 1];
		step = fabs(sum) / sqrt(variance);
		if (i < CHANGE_LEAST || step <= *most)
			continue;
		*most = step;
		at = i;
	}
	return at;
}

/* A part of the series, and the clearest step in it. */
struct split {
	int from, to;
	int at;		/* 0: there is none */
	double step;	/* standardized */
};

/*
 * Return where the values go from one level to the other one, of which @at has
 * given a first idea: the place with the most values on their own side of the
 * middle, of logarithms. The largest difference of ranks alone lies too far to
 * one side where the values beside the step happen to be high or low ones.
 */
static int place_of_step(const struct series *all, int at)
{
	const struct series before = series_part(all, 0, at);
	const struct series after = series_part(all, at, all->count);
	const double low = series_median(&before), high = series_median(&after);
	const double middle = sqrt(low * high);
	int right = 0, most = 0, place = at;

	for (int i = 1; i <= all->count - CHANGE_LEAST; i++) {
		const double value = all->value[i - 1];

		right += (value < middle) == (low < high) ? 1 : -1;
		if (i < CHANGE_LEAST || right <= most)
			continue;
		most = right;
		place = i;
	}
	return place;
}

static struct split split_of(const struct series *series, int from, int to)
{
	const struct series all = series_part(series, from, to);
	struct split split = { .from = from, .to = to };
	double *score = rank_scores(&all);
	int at = score ? largest_step(score, all.count, &split.step) : 0;

	free(score);
	if (at)
		split.at = from + place_of_step(&all, at);
	return split;
}

/*
 * Put the places of all steps between @from and @to, in their order, behind the
 * @count that @place has; return how many there are then.
 */
static int find_steps(const struct series *series, int from, int to,
		      double chance, int *place, int count)
{
	const struct split split = split_of(series, from, to);

	if (!split.at || largest_exceeds(split.step, to - from) >= chance)
		return count;
	count = find_steps(series, from, split.at, chance, place, count);
	place[count++] = split.at;
	return find_steps(series, split.at, to, chance, place, count);
}

/*
 * Return by which factor neighbours that are alike increase the variance; 1, if
 * independent values have such a correlation in one case of 20.
 */
static double inflation_beyond_chance(const struct series *before,
				      const struct series *after)
{
	const double chance = fmin(normal_quantile(0.05) /
				   sqrt(before->count + after->count), 0.9);
	const double inflation = rank_inflation(before, after);

	return inflation < (1 + chance) / (1 - chance) ? 1 : inflation;
}

/* Return the chance of the step at @at, where neighbours may be alike. */
static double chance_of_step(const struct series *series, int from, int at)
{
	const struct series all = series_part(series, from, series->count);
	const struct series before = series_part(series, from, at);
	const struct series after = series_part(series, at, series->count);
	const double inflation = inflation_beyond_chance(&before, &after);
	double *score = rank_scores(&all), most;

	largest_step(score, score ? all.count : 0, &most);
	free(score);
	return largest_exceeds(most / sqrt(inflation), all.count);
}

bool change_point_last(const struct series *series, double chance,
		       struct change_point *result)
{
	int *place = malloc((series->count + 1) * sizeof(*place));
	int steps = place ? find_steps(series, 0, series->count, chance, place,
				       0) : 0;
	bool found = false;

	/* A step that neighbours explain is none: the level before it goes on. */
	for (; steps && !found; steps--) {
		const int at = place[steps - 1];
		const int from = steps > 1 ? place[steps - 2] : 0;

		*result = (struct change_point) {
			.from = from, .at = at,
			.chance = chance_of_step(series, from, at),
		};
		found = result->chance < chance;
	}
	free(place);
	return found;
}
