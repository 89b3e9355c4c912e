// SPDX-License-Identifier: GPL-2.0
/*
 * Agreement of two instruments: see agreement.h.
 */
#include <math.h>
#include <stdlib.h>

#include "agree/agreement.h"
#include "base/times.h"
#include "stats/intervals.h"

#define TAIL		((1 - AGREEMENT_CONFIDENCE) / 2)

/* No more rounds than this are proposed. */
#define NEEDED_MAX	10000

void instrument_figures_add(struct instrument_figures *figures,
			    const struct instrument_figures *more)
{
	uint64_t weight = more->weight ?: more->count;

	if (more->count)
		figures->min_ns = figures->count ?
				  time_min(figures->min_ns, more->min_ns) :
				  more->min_ns;
	figures->max_ns = time_max(figures->max_ns, more->max_ns);
	/* This form has no sum that would lose digits. */
	figures->average_ns += (more->average_ns - figures->average_ns) *
			       weight / (figures->weight + weight);
	figures->weight += weight;
	figures->count += more->count;
}

static double agreement_difference(const struct agreement_round *round)
{
	return round->of[INSTRUMENT_OURS].average_ns -
	       round->of[INSTRUMENT_THEIRS].average_ns;
}

/* Half the width of the interval that @rounds rounds with this deviation have. */
static double half_width(double deviation, int rounds)
{
	return student_quantile(TAIL, rounds - 1) * deviation / sqrt(rounds);
}

/*
 * Return from how many rounds of this deviation the interval would end before
 * the limit that is next to the difference; 0: from more than NEEDED_MAX.
 */
static int rounds_needed(const struct agreement *agreement)
{
	double room =
		fabs(fabs(agreement->difference_ns) - agreement->within_ns);
	int few = agreement->rounds, enough = NEEDED_MAX;

	if (half_width(agreement->deviation_ns, enough) >= room)
		return 0;
	/* The more rounds there are, the narrower is the interval. */
	while (few < enough) {
		int middle = (few + enough) / 2;

		if (half_width(agreement->deviation_ns, middle) < room)
			enough = middle;
		else
			few = middle + 1;
	}
	return enough;
}

/* The interval of a mean by Student's t; there are two rounds at least. */
static void agreement_estimate(struct agreement *agreement)
{
	double squares = 0, half;
	int rounds = agreement->rounds;

	for (int i = 0; i < rounds; i++)
		squares += pow(agreement_difference(&agreement->round[i]) -
			       agreement->difference_ns, 2);
	agreement->deviation_ns = sqrt(squares / (rounds - 1));
	half = half_width(agreement->deviation_ns, rounds);
	agreement->low_ns = agreement->difference_ns - half;
	agreement->high_ns = agreement->difference_ns + half;
}

/*
 * An interval that is partly within the limits says neither: the true
 * difference may be on both sides.
 */
static enum agreement_verdict verdict_of(const struct agreement *agreement)
{
	double within = agreement->within_ns;

	if (agreement->low_ns >= -within && agreement->high_ns <= within)
		return AGREEMENT_AGREE;
	if (agreement->low_ns > within || agreement->high_ns < -within)
		return AGREEMENT_DISAGREE;
	return AGREEMENT_UNTOLD;
}

static bool compare_maxima(struct agreement *agreement)
{
	int rounds = agreement->rounds;
	uint64_t *value = calloc(2 * rounds, sizeof(*value));
	const struct series ours = { value, rounds };
	const struct series theirs = { value + rounds, rounds };
	bool good;

	for (int i = 0; value && i < rounds; i++) {
		const struct instrument_figures *of = agreement->round[i].of;

		value[i] = of[INSTRUMENT_OURS].max_ns;
		value[rounds + i] = of[INSTRUMENT_THEIRS].max_ns;
	}
	good = value && rank_test(&theirs, &ours, 1, &agreement->maxima) &&
	       rank_shift(&theirs, &ours, 1, TAIL, &agreement->shift);
	free(value);
	return good;
}

bool agreement_judge(struct agreement *agreement,
		     const struct agreement_round *round, int rounds,
		     double within_ns)
{
	*agreement = (struct agreement) {
		.round = round, .rounds = rounds, .within_ns = within_ns,
		.verdict = AGREEMENT_UNTOLD,
	};
	for (int i = 0; i < rounds; i++) {
		for (int j = 0; j < INSTRUMENTS; j++)
			instrument_figures_add(&agreement->all[j],
					       &round[i].of[j]);
		agreement->difference_ns +=
			agreement_difference(&round[i]) / rounds;
	}
	if (rounds < AGREEMENT_ROUNDS_MIN)
		return true;
	agreement_estimate(agreement);
	agreement->verdict = verdict_of(agreement);
	if (agreement->verdict == AGREEMENT_UNTOLD)
		agreement->needed = rounds_needed(agreement);
	return rounds < AGREEMENT_MAXIMA_MIN || compare_maxima(agreement);
}

enum result agreement_exit_code(const struct agreement *agreement)
{
	switch (agreement->verdict) {
	case AGREEMENT_AGREE:
		return RESULT_OK;
	case AGREEMENT_DISAGREE:
		return RESULT_HIT;
	default:
		return RESULT_ERROR;
	}
}

bool agreement_maxima_differ(const struct agreement *agreement)
{
	return agreement->rounds >= AGREEMENT_MAXIMA_MIN &&
	       agreement->maxima.chance < 1 - AGREEMENT_CONFIDENCE;
}
