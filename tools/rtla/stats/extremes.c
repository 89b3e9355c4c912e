// SPDX-License-Identifier: GPL-2.0
/*
 * What is exceeded once in a day, or in a year: see extremes.h. The limits
 * below are those with which the made-up runs in tests/statistics have the
 * coverage that Documentation/statistics.md says.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/human.h"
#include "base/times.h"
#include "stats/clusters.h"
#include "stats/extremes.h"
#include "stats/gev.h"
#include "stats/sample_record.h"
#include "stats/stationarity.h"

/* With fewer blocks, intervals are seldom of use. */
#define BLOCKS_LEAST	50

/* With fewer different values, the shape of their distribution is not seen. */
#define DIFFERENT_LEAST	10

/*
 * From this factor of clusters_inflation() on, blocks are taken to be alike. Of
 * independent runs, 5 % are beyond it.
 */
#define INFLATION_MAX	2.0

/* Below this shape, the method does not hold: Coles, section 3.3.2. */
#define SHAPE_LEAST	-0.5

/* A fit is refused if maxima would fit as badly in fewer cases than this. */
#define CHANCE_LEAST	0.05

/* An interval that reaches this many times higher than the level is of no use. */
#define USELESS		10

/* A level that more than 95 % of blocks exceed is not one of their extremes. */
#define RATE_MAX	3

const uint64_t return_periods[RETURN_PERIODS] = { RETURN_DAY_NS,
						  RETURN_YEAR_NS };

/* The maxima of the blocks of a run, and their fit. */
struct fitting {
	uint64_t maxima[BLOCKS_MAX];	/* in the order of time */
	int count;
	double value[BLOCKS_MAX];	/* less @middle, in units of @spread; sorted */
	double middle;			/* the median */
	double spread;			/* the third quartile, less the first one */
	struct gev gev;			/* of @value */
};

static struct gev_maxima extremes_maxima_of(const struct fitting *fitting)
{
	return (struct gev_maxima) { fitting->value, fitting->count };
}

uint64_t return_needs_ns(uint64_t period_ns)
{
	return period_ns / RETURN_REACH + !!(period_ns % RETURN_REACH);
}

/* ---- What a whole run is refused for ------------------------------------- */

/* Sort and scale the maxima; returns how many different ones there are. */
static int scale_maxima(struct fitting *fitting)
{
	double *value = fitting->value;
	int n = fitting->count, different = 1;

	for (int i = 0; i < n; i++)
		value[i] = fitting->maxima[i];
	qsort(value, n, sizeof(*value), array_by_double);
	for (int i = 1; i < n; i++)
		different += value[i] > value[i - 1];
	fitting->middle = value[n / 2];
	fitting->spread = value[n * 3 / 4] - value[n / 4];
	for (int i = 0; i < n && fitting->spread > 0; i++)
		value[i] = (value[i] - fitting->middle) / fitting->spread;
	return different;
}

/* Refuse a run with too few blocks; @text has room for RETURN_TEXT_LEN bytes. */
static bool refuse_few(const struct fitting *fitting, uint64_t measured_ns,
		       char *text)
{
	char needed[QUANTITY_LEN];

	if (fitting->count >= BLOCKS_LEAST)
		return false;
	if (!fitting->count)
		snprintf(text, RETURN_TEXT_LEN, "there are no samples");
	else
		snprintf(text, RETURN_TEXT_LEN, "%d blocks with samples are too few, %d are needed: measure for at least %s",
			 fitting->count, BLOCKS_LEAST,
			 needed_text(fmin((double)measured_ns * BLOCKS_LEAST /
					  fitting->count, INT64_MAX / 2), needed));
	return true;
}

/* Refuse maxima that are not those of a steady run, or hardly vary. */
static bool refuse_unsteady(const struct run_blocks *of,
			    struct fitting *fitting, char *text)
{
	int different = scale_maxima(fitting);
	struct stationarity stationarity;

	if (different < DIFFERENT_LEAST || !(fitting->spread > 0)) {
		snprintf(text, RETURN_TEXT_LEN, "the maxima of %d blocks hardly vary, so that nothing can be fitted",
			 fitting->count);
		return true;
	}
	if (stationarity_test(of, &stationarity) &&
	    stationarity_changed(&stationarity)) {
		snprintf(text, RETURN_TEXT_LEN, "the run changed: warm up for longer, or find what changed");
		return true;
	}
	if (clusters_inflation(of) > INFLATION_MAX) {
		snprintf(text, RETURN_TEXT_LEN, "successive blocks are alike: measure for longer");
		return true;
	}
	return false;
}

/* Fit a distribution, and refuse one that does not carry a conclusion. */
static bool refuse_fit(struct fitting *fitting, struct return_levels *result,
		       char *text)
{
	const struct gev_maxima maxima = extremes_maxima_of(fitting);

	if (!isfinite(gev_fit(&maxima, &fitting->gev))) {
		snprintf(text, RETURN_TEXT_LEN, "no distribution of extreme values could be fitted");
		return true;
	}
	result->fitted = true;
	result->location_ns =
		fitting->middle + fitting->spread * fitting->gev.location;
	result->scale_ns = fitting->spread * fitting->gev.scale;
	result->shape = fitting->gev.shape;
	result->chance = fmax(gev_chance(&maxima, &fitting->gev), 0);
	if (result->shape < SHAPE_LEAST) {
		snprintf(text, RETURN_TEXT_LEN, "the maxima crowd below an upper limit, where this method does not hold");
		return true;
	}
	if (result->chance < CHANCE_LEAST) {
		snprintf(text, RETURN_TEXT_LEN, "the maxima do not follow a distribution of extreme values: they may have several causes");
		return true;
	}
	return false;
}

/* ---- One level ----------------------------------------------------------- */

/*
 * Return @value, in units of the fit, as whole ns in the range of a result's
 * numbers.
 */
static uint64_t as_ns(const struct fitting *fitting, double value,
		      double (*rounded)(double value))
{
	double ns = rounded(fitting->middle + fitting->spread * value);

	/* INT64_MAX is not a double. */
	return ns < 0x1p63 ? fmax(ns, 0) : INT64_MAX;
}

static const char *period_text(uint64_t period_ns, char *text)
{
	if (period_ns == RETURN_DAY_NS)
		return "a day";
	return period_ns == RETURN_YEAR_NS ? "a year" : duration_text(period_ns, text);
}

/* Refuse a period that is not within reach of the run. */
static void refuse_period(const struct return_levels *levels,
			  uint64_t measured_ns, struct return_level *level)
{
	char needed[QUANTITY_LEN], text[QUANTITY_LEN];
	const char *period = period_text(level->period_ns, text);

	if (measured_ns < return_needs_ns(level->period_ns))
		snprintf(level->refused, RETURN_TEXT_LEN, "the run is too short to tell of %s: measure for at least %s",
			 period, needed_text(return_needs_ns(level->period_ns), needed));
	else if (levels->block_ns / RATE_MAX >= level->period_ns)
		snprintf(level->refused, RETURN_TEXT_LEN, "the blocks of so long a run are longer than %s",
			 period);
	else
		level->within_reach = true;
}

static void set_level(const struct fitting *fitting, uint64_t block_ns,
		      struct return_level *level)
{
	const struct gev_maxima maxima = extremes_maxima_of(fitting);
	double rate = (double)block_ns / level->period_ns;
	struct gev_interval interval =
		gev_interval(&maxima, &fitting->gev, rate);

	level->level_ns = as_ns(fitting, gev_level(&fitting->gev, rate), round);
	level->low_ns = as_ns(fitting, interval.low, floor);
	level->high_ns = as_ns(fitting, interval.high, ceil);
	if (level->high_ns / USELESS >= level->level_ns ||
	    level->high_ns == INT64_MAX) {
		snprintf(level->refused, RETURN_TEXT_LEN, "the interval is too wide to be of use: measure for longer");
		return;
	}
	level->known = true;
}

/* ---- All ----------------------------------------------------------------- */

void return_levels_get(const struct run_blocks *of,
		       const uint64_t periods[RETURN_PERIODS],
		       struct return_levels *result)
{
	uint64_t block_ns = record_block_ns(of->record);
	uint64_t measured_ns = time_min(of->measured_ns, block_ns * BLOCKS_MAX);
	char refused[RETURN_TEXT_LEN];
	struct fitting fitting;
	bool within_reach = false, refuse;

	block_ns =
		blocks_merged(block_ns, blocks_complete(of->record, measured_ns,
							block_ns));
	fitting.count = blocks_maxima(of, block_ns, fitting.maxima);
	*result = (struct return_levels) {
		.blocks = fitting.count, .block_ns = block_ns,
	};
	for (int i = 0; i < RETURN_PERIODS; i++) {
		result->level[i].period_ns = periods[i];
		refuse_period(result, measured_ns, &result->level[i]);
		within_reach |= result->level[i].within_reach;
	}
	if (!within_reach)
		return;
	refuse = refuse_few(&fitting, measured_ns, refused) ||
		 refuse_unsteady(of, &fitting, refused) ||
		 refuse_fit(&fitting, result, refused);
	for (int i = 0; i < RETURN_PERIODS; i++) {
		struct return_level *level = &result->level[i];

		if (level->within_reach && refuse)
			snprintf(level->refused, RETURN_TEXT_LEN, "%s", refused);
		else if (level->within_reach)
			set_level(&fitting, block_ns, level);
	}
}
