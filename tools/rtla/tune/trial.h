/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The trial of a setting: measurements without it (A) and with it (B), in
 * quadruples A B B A, in which a drift that is the same all along cancels; and
 * what is known of its effect by then.
 *
 * The figure of a block varies by a factor, so its logarithm is used. The
 * quadruples are independent values of one mean, the logarithm of the change,
 * which has the interval of Student's t ("Student", Biometrika 6, 1908).
 */
#ifndef RTLA_TRIAL_H
#define RTLA_TRIAL_H

#include <stdbool.h>

/* The blocks of a quadruple, and how many quadruples a setting gets. */
#define TRIAL_BLOCKS	4
#define TRIAL_LEAST	4
#define TRIAL_MOST	32

enum trial_verdict {
	TRIAL_UNTOLD,		/* neither is known yet */
	TRIAL_GAIN,		/* the figure is smaller with the setting */
	TRIAL_LOSS,		/* it is larger */
	TRIAL_SAME,		/* the change is within what does not matter */
	TRIAL_FAILED,		/* it could not be made, or not be measured with */
	TRIAL_VERDICTS
};

struct trial {
	double ratio[TRIAL_MOST];	/* of each quadruple: with / without */
	int count;
	enum trial_verdict verdict;
	/* The relative change, -0.2 is 20 % less, by trial_judge(). */
	double change, low, high;
};

/**
 * struct trial_demands - what a verdict has to keep
 * @alpha: the chance that any setting without effect is called a gain
 * @within: the largest change that does not matter, like 0.1
 * @same_alpha: the chance, for each setting, that a larger one is called the
 *	same
 */
struct trial_demands {
	double alpha;
	double within;
	double same_alpha;
};

/* trial_verdict_name - return "gain", "loss" and so on, as all output has it */
const char *trial_verdict_name(enum trial_verdict verdict);

/* trial_add - add a quadruple: the figures of its blocks, each above 0 */
void trial_add(struct trial *trial, const double figure[TRIAL_BLOCKS]);

/*
 * trial_look - return at how many quadruples the trial is judged next; 0: never
 *
 * There are few looks, which are fixed before, at twice as many quadruples each
 * time (see gates/looks.h).
 */
int trial_look(const struct trial *trial);

/*
 * trial_judge - set the verdict and the change, at a look
 *
 * @rivals is how many settings share the chance of a false gain: all that have
 * not been found to be one (S. Holm, Scandinavian Journal of Statistics 6,
 * 1979).
 */
void trial_judge(struct trial *trial, const struct trial_demands *demands,
		 int rivals);

/* trial_is_judged - return whether the trial has a change, and its interval */
bool trial_is_judged(const struct trial *trial);

/*
 * trial_needs - return about how many more quadruples would give a verdict
 *
 * It is 0 before the first look.
 */
double trial_needs(const struct trial *trial,
		   const struct trial_demands *demands, int rivals);

#endif /* RTLA_TRIAL_H */
