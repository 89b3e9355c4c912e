/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the level of a series of values has changed, as the nights of a board.
 */
#ifndef RTLA_CHANGE_POINT_H
#define RTLA_CHANGE_POINT_H

#include <stdbool.h>

struct series;

/* So many values are needed before a change, and from it on. */
#define CHANGE_LEAST	3

/**
 * struct change_point - the last change of a series
 * @from: index of the first value of the level before it
 * @at: index of the first value of the last level; this goes on to the end
 * @chance: p value: how probable a step as clear is where nothing changes
 */
struct change_point {
	int from;
	int at;
	double chance;
};

/*
 * change_point_last - find the last change of a series
 *
 * A step is looked for at each place: of all splits of the series, the one
 * whose two sides differ most, by their ranks' normal scores (B. L. van der
 * Waerden, 1952: a few values that are higher than all others count for more
 * than they do in sums of ranks). The chance that the largest of these
 * differences comes without a change is that of maximally selected rank
 * statistics: B. Lausen, M. Schumacher, Biometrics 48 (1992), the formula of R.
 * Miller and D. Siegmund, Biometrics 38 (1982). While that is below @chance,
 * both sides are searched for further steps. Of the last one, between the level
 * before it and the values behind it, the difference then counts for less where
 * neighbours are alike: see rank_inflation(). If chance explains it, that level
 * goes on to the end, and the step before it is looked at.
 *
 * Returns false if there is no change, or no memory.
 */
bool change_point_last(const struct series *series, double chance,
		       struct change_point *result);

#endif /* RTLA_CHANGE_POINT_H */
