// SPDX-License-Identifier: GPL-2.0
/*
 * Comparison by ranks: see ranks.h.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/intervals.h"
#include "stats/ranks.h"

/*
 * The largest autocorrelation that is assumed: beyond it, the series have too
 * few independent values to be compared.
 */
#define CORRELATION_MAX	0.9

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/*
 * Return the values of both series, sorted together. The caller frees them.
 * NULL if there is no memory.
 */
static uint64_t *ranks_sorted(const struct series *first,
			      const struct series *second)
{
	int count = first->count + second->count;
	uint64_t *all = malloc((count + 1) * sizeof(*all));

	if (!all)
		return NULL;
	/* An empty series may have no array. */
	if (first->count)
		memcpy(all, first->value, first->count * sizeof(*all));
	if (second->count)
		memcpy(all + first->count, second->value,
		       second->count * sizeof(*all));
	qsort(all, count, sizeof(*all), by_value);
	return all;
}

static uint64_t *sorted_alone(const struct series *series)
{
	return ranks_sorted(series, &(struct series) { .count = 0 });
}

uint64_t series_median(const struct series *series)
{
	uint64_t *all = sorted_alone(series);
	uint64_t median = all && series->count ?
			  all[(series->count - 1) / 2] : 0;

	free(all);
	return median;
}

/* Return how many of the sorted values are smaller than @than. */
static int smaller(const uint64_t *value, int count, uint64_t than)
{
	int low = 0, high = count;

	while (low < high) {
		int middle = low + (high - low) / 2;

		if (value[middle] < than)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * Return the rank of a value, counted from 1. Equal values all get the mean of
 * their ranks.
 */
static double middle_rank(const uint64_t *all, int count, uint64_t value)
{
	int first = smaller(all, count, value);
	int end = smaller(all, count, value + 1);

	return (first + end + 1) / 2.0;
}

double *rank_scores(const struct series *series)
{
	double *score = malloc((series->count + 1) * sizeof(*score));
	uint64_t *all = sorted_alone(series);

	for (int i = 0; score && all && i < series->count; i++)
		score[i] = -normal_quantile(middle_rank(all, series->count,
							series->value[i]) /
					    (series->count + 1));
	if (!all) {
		free(score);
		score = NULL;
	}
	free(all);
	return score;
}

/* Return the sum of t^3 - t over all groups of t equal values. */
static double sum_of_ties(const uint64_t *all, int count)
{
	double sum = 0;

	for (int from = 0, to; from < count; from = to) {
		double ties;

		to = smaller(all, count, all[from] + 1);
		ties = to - from;
		sum += ties * ties * ties - ties;
	}
	return sum;
}

bool rank_test(const struct series *base, const struct series *new,
	       double inflation, struct rank_test *result)
{
	double n = new->count, m = base->count, total = n + m;
	uint64_t *all = ranks_sorted(base, new);
	double ranks = 0, variance, distance;

	if (!all)
		return false;
	for (int i = 0; i < new->count; i++)
		ranks += middle_rank(all, total, new->value[i]);
	result->u = ranks - n * (n + 1) / 2;
	variance =
		inflation * n * m / 12 *
		(total + 1 - sum_of_ties(all, total) / (total * (total - 1)));
	distance = fmax(fabs(result->u - n * m / 2) - 0.5, 0);
	/* The variance is 0 if all values are equal. */
	result->chance =
		variance > 0 ?
			fmin(2 * normal_tail(distance / sqrt(variance)), 1) :
			1;
	free(all);
	return true;
}

double rank_groups(const struct series *group, int count,
		   const struct series *all)
{
	uint64_t *sorted_values = sorted_alone(all);
	double total = all->count, sum = 0, ties;

	if (!sorted_values)
		return -1;
	ties = sum_of_ties(sorted_values, all->count);
	for (int i = 0; i < count; i++) {
		double ranks = 0;

		for (int j = 0; j < group[i].count; j++)
			ranks += middle_rank(sorted_values, all->count,
					     group[i].value[j]);
		sum += ranks * ranks / group[i].count;
	}
	free(sorted_values);
	if (ties >= total * total * total - total)
		return 0;
	return (12 / (total * (total + 1)) * sum - 3 * (total + 1)) /
	       (1 - ties / (total * total * total - total));
}

#define QUARTERS	4

static struct series quarter_of(const struct series *series, int index)
{
	int from = series->count * index / QUARTERS;
	int to = series->count * (index + 1) / QUARTERS;

	return (struct series) { series->value + from, to - from };
}

double rank_quarters(const struct series *series)
{
	struct series quarter[QUARTERS];

	for (int i = 0; i < QUARTERS; i++)
		quarter[i] = quarter_of(series, i);
	return rank_groups(quarter, QUARTERS, series);
}

double rank_drift(const struct series *base, const struct series *new)
{
	/* What chance exceeds in 5 %: chi-square with 0, 3 and 6 degrees. */
	static const double by_chance[] = { INFINITY, 7.815, 12.592 };
	const struct series *each[] = { base, new };
	double sum = 0;
	int counted = 0;

	for (int i = 0; i < 2; i++) {
		double statistic;

		if (each[i]->count < QUARTERS)
			continue;
		statistic = rank_quarters(each[i]);
		if (statistic < 0)
			return -1;
		sum += statistic;
		counted++;
	}
	if (sum <= by_chance[counted])
		return 1;
	return sum / (counted * (QUARTERS - 1));
}

/*
 * Return the autocorrelation of ranks at lag 1, corrected for its bias; a value
 * < -1 if there is no memory.
 */
static double correlation(const struct series *series)
{
	uint64_t *all = sorted_alone(series);
	double middle = (series->count + 1) / 2.0;
	double last = 0, together = 0, alone = 0, r;

	if (!all)
		return -2;
	for (int i = 0; i < series->count; i++) {
		double off = middle_rank(all, series->count,
					 series->value[i]) - middle;

		alone += off * off;
		together += i ? off * last : 0;
		last = off;
	}
	free(all);
	if (!(alone > 0))	/* all values are equal */
		return 0;
	r = together / alone;
	return fmin(r + (1 + 4 * r) / series->count, CORRELATION_MAX);
}

/* Return rank_inflation() of @count series, of which one at least has values. */
static double inflation_of(const struct series *series, int count)
{
	double sum = 0, values = 0, r;

	for (int i = 0; i < count; i++) {
		r = correlation(&series[i]);
		if (r < -1)
			return -1;
		sum += r * series[i].count;
		values += series[i].count;
	}
	r = sum / values;
	return r > 0 ? (1 + r) / (1 - r) : 1;
}

double rank_inflation(const struct series *base, const struct series *new)
{
	return inflation_of((const struct series[]) { *base, *new }, 2);
}

double rank_inflation_in_quarters(const struct series *series)
{
	struct series quarter[QUARTERS];

	for (int i = 0; i < QUARTERS; i++)
		quarter[i] = quarter_of(series, i);
	return inflation_of(quarter, QUARTERS);
}

/* ---- Differences of all pairs, without storing them ------------------- */

struct pairs {
	const uint64_t *base, *new;	/* sorted */
	int bases, news;
};

/* Return how many differences new - base are @limit or less. */
static int64_t up_to(const struct pairs *pairs, int64_t limit)
{
	int64_t count = 0;
	int from = 0;

	/* A larger new value needs a larger base value: @from only goes up. */
	for (int i = 0; i < pairs->news; i++) {
		while (from < pairs->bases &&
		       (int64_t)pairs->new[i] - (int64_t)pairs->base[from] >
		       limit)
			from++;
		count += pairs->bases - from;
	}
	return count;
}

/* Return the @rank-th smallest difference, counted from 1. */
static int64_t ranks_difference(const struct pairs *pairs, int64_t rank)
{
	int64_t low = (int64_t)pairs->new[0] -
		      (int64_t)pairs->base[pairs->bases - 1];
	int64_t high = (int64_t)pairs->new[pairs->news - 1] -
		       (int64_t)pairs->base[0];

	while (low < high) {
		/* high - low may not fit into int64_t. */
		int64_t middle = low +
			(int64_t)(((uint64_t)high - (uint64_t)low) / 2);

		if (up_to(pairs, middle) >= rank)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void fill_shift(const struct pairs *pairs, double inflation, double tail,
		       struct shift *result)
{
	double n = pairs->news, m = pairs->bases;
	int64_t count = (int64_t)pairs->news * pairs->bases;
	int64_t left = ranks_difference(pairs, (count + 1) / 2);
	int64_t right = ranks_difference(pairs, count / 2 + 1);
	int64_t rank = floor(n * m / 2 - normal_quantile(tail) *
			     sqrt(inflation * n * m * (n + m + 1) / 12));

	result->value =
		left + (int64_t)(((uint64_t)right - (uint64_t)left) / 2);
	result->low = rank < 1 ? INT64_MIN : ranks_difference(pairs, rank);
	result->high = rank < 1 ? INT64_MAX :
				  ranks_difference(pairs, count + 1 - rank);
}

bool rank_shift(const struct series *base, const struct series *new,
		double inflation, double tail, struct shift *result)
{
	uint64_t *bases = sorted_alone(base), *news = sorted_alone(new);
	const struct pairs pairs = { bases, news, base->count, new->count };
	bool good = bases && news;

	if (good)
		fill_shift(&pairs, inflation, tail, result);
	free(bases);
	free(news);
	return good;
}
