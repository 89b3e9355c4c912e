// SPDX-License-Identifier: GPL-2.0
/*
 * Trials: see trial.h.
 */
#include <math.h>

#include "compare/compare_spread.h"
#include "gates/looks.h"
#include "stats/intervals.h"
#include "tune/trial.h"

const char *trial_verdict_name(enum trial_verdict verdict)
{
	static const char *const names[] = {
		[TRIAL_UNTOLD] = "cannot tell yet",
		[TRIAL_GAIN] = "gain",
		[TRIAL_LOSS] = "loss",
		[TRIAL_SAME] = "no difference",
		[TRIAL_FAILED] = "failed",
	};

	return names[verdict];
}

void trial_add(struct trial *trial, const double figure[TRIAL_BLOCKS])
{
	if (trial->count < TRIAL_MOST)
		trial->ratio[trial->count++] =
			sqrt(figure[1] / figure[0] * (figure[2] / figure[3]));
}

int trial_look(const struct trial *trial)
{
	return looks_next(TRIAL_LEAST, TRIAL_MOST, trial->count);
}

/* Return the chance of each end of an interval at one of all looks. */
static double tail_of(double alpha)
{
	int looks = looks_count(TRIAL_LEAST, TRIAL_MOST);

	return 1 - looks_confidence(1 - alpha, looks);
}

static double gain_tail(const struct trial_demands *demands, int rivals)
{
	return tail_of(demands->alpha / rivals);
}

static void trial_set_interval(struct trial *trial,
			       const struct spread *spread, double reach)
{
	trial->change = expm1(spread->mean);
	trial->low = expm1(spread->mean - reach);
	trial->high = expm1(spread->mean + reach);
}

/* Return how far the mean may be from the true one, but for @tail at each end. */
static double trial_reach(const struct trial *trial,
			  const struct spread *spread, double tail)
{
	return student_quantile(tail, trial->count - 1) * spread->deviation /
	       sqrt(trial->count);
}

void trial_judge(struct trial *trial, const struct trial_demands *demands,
		 int rivals)
{
	const struct spread spread = spread_of_runs(trial->ratio, trial->count);
	double reach = trial_reach(trial, &spread, tail_of(demands->same_alpha));

	trial->verdict = TRIAL_SAME;
	trial_set_interval(trial, &spread, reach);
	/* To half is as far as to twice. */
	if (fabs(spread.mean) + reach <= log1p(demands->within))
		return;
	reach = trial_reach(trial, &spread, gain_tail(demands, rivals));
	trial_set_interval(trial, &spread, reach);
	trial->verdict = spread.mean + reach < 0 ? TRIAL_GAIN :
			 spread.mean - reach > 0 ? TRIAL_LOSS : TRIAL_UNTOLD;
}

bool trial_is_judged(const struct trial *trial)
{
	return trial->count >= TRIAL_LEAST && trial->verdict != TRIAL_FAILED;
}

/* Return how many quadruples let an interval reach no further than @margin. */
static double needed_for(double deviation, double tail, double margin)
{
	double ratio = normal_quantile(tail) * deviation / margin;

	return margin > 0 ? ratio * ratio : INFINITY;
}

double trial_needs(const struct trial *trial,
		   const struct trial_demands *demands, int rivals)
{
	struct spread spread;
	double change, same;

	if (trial->count < TRIAL_LEAST)
		return 0;
	spread = spread_of_runs(trial->ratio, trial->count);
	change = needed_for(spread.deviation, gain_tail(demands, rivals),
			    fabs(spread.mean));
	same = needed_for(spread.deviation, tail_of(demands->same_alpha),
			  log1p(demands->within) - fabs(spread.mean));
	return fmax(fmin(change, same) - trial->count, 0);
}
