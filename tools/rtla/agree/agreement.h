/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether two instruments that measured the same latency agree: their averages
 * and maxima, round by round.
 *
 * In each round, both measure, one after the other. So what changes slowly is
 * in both, and it is the difference within a round that counts.
 */
#ifndef RTLA_AGREEMENT_H
#define RTLA_AGREEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"
#include "stats/ranks.h"

enum instrument {
	INSTRUMENT_OURS,	/* of this command, like timerlat */
	INSTRUMENT_THEIRS,	/* another program, like cyclictest */
	INSTRUMENTS
};

/*
 * What an instrument has measured on all CPUs together: latencies, or the
 * interruptions of a busy loop.
 */
struct instrument_figures {
	uint64_t count;
	uint64_t min_ns;
	uint64_t max_ns;
	/* The average latency, or the time of interruptions per second of a CPU. */
	double average_ns;
	/* So many latencies, or ns, have this average; 0: @count. */
	uint64_t weight;
};

struct agreement_round {
	enum instrument first;	/* the one that measured first */
	struct instrument_figures of[INSTRUMENTS];
};

/* From fewer rounds, no interval is made, and maxima are not judged. */
#define AGREEMENT_ROUNDS_MIN	3
#define AGREEMENT_MAXIMA_MIN	10

#define AGREEMENT_CONFIDENCE	0.95

enum agreement_verdict {
	AGREEMENT_AGREE,	/* the interval is within the limits */
	AGREEMENT_DISAGREE,	/* all of it is outside of them */
	AGREEMENT_UNTOLD	/* neither, or too few rounds */
};

/*
 * Differences are our figure less theirs. The interval, the
 * deviation and @needed are set if there are AGREEMENT_ROUNDS_MIN rounds, what
 * is about maxima if there are AGREEMENT_MAXIMA_MIN.
 */
struct agreement {
	const struct agreement_round *round;
	int rounds;
	double within_ns;
	struct instrument_figures all[INSTRUMENTS];	/* of all rounds */
	double difference_ns;	/* of the averages: mean over the rounds */
	double deviation_ns;	/* standard deviation of these differences */
	double low_ns;		/* the interval of the difference */
	double high_ns;
	int needed;		/* AGREEMENT_UNTOLD: about as many rounds; 0: not known */
	struct rank_test maxima;	/* of the rounds' maxima */
	struct shift shift;
	enum agreement_verdict verdict;
};

/*
 * instrument_figures_add - add what was measured with the same instrument
 *
 * @more has one sample at least, or a weight.
 */
void instrument_figures_add(struct instrument_figures *figures,
			    const struct instrument_figures *more);

/*
 * agreement_judge - fill in @agreement from @rounds rounds; there may be none
 *
 * @within_ns is how far the averages may be apart. The caller keeps @round.
 * Returns false if there is no memory.
 */
bool agreement_judge(struct agreement *agreement,
		     const struct agreement_round *round, int rounds,
		     double within_ns);

/* agreement_exit_code - return RESULT_OK, RESULT_HIT: they disagree, or RESULT_ERROR */
enum result agreement_exit_code(const struct agreement *agreement);

/* agreement_maxima_differ - return whether the maxima differ by more than chance */
bool agreement_maxima_differ(const struct agreement *agreement);

#endif /* RTLA_AGREEMENT_H */
