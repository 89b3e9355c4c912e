/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether a share of latencies is over a limit, beyond chance.
 */
#ifndef RTLA_GATE_CONFIDENCE_H
#define RTLA_GATE_CONFIDENCE_H

/*
 * How many latencies are over a limit, and how many may be.
 *
 * @over and @count are those of independent latencies: of clusters, where
 * latencies come in clusters. They need not be whole numbers.
 */
struct share {
	double over;
	double count;
	double allowed;		/* part of all latencies, 0 to 1 */
};

/* How sure each answer has to be, 0.95 for 95 %. */
struct share_confidence {
	double kept;
	double exceeded;
};

enum share_side {
	SHARE_UNDECIDED,
	SHARE_KEPT,		/* no more than allowed are over the limit */
	SHARE_EXCEEDED,		/* more than allowed are */
};

/*
 * share_side - return on which side of what is allowed the true share lies
 *
 * The number of @count independent latencies that are over a limit is a
 * binomial variable, for any distribution of the latencies: H. A. David, H. N.
 * Nagaraja, "Order Statistics", 3rd edition, section 7.1. The limits are those
 * of C. J. Clopper, E. S. Pearson, Biometrika 26 (1934), each one-sided: if the
 * true share is exactly what is allowed, either answer is given with the chance
 * 1 - its @confidence at most.
 */
enum share_side share_side(const struct share *share,
			   const struct share_confidence *confidence);

/*
 * share_decides - return how many times longer a run would decide, if its share
 * stays as it is
 *
 * Returns INFINITY if no run of a reasonable length is likely to decide.
 */
double share_decides(const struct share *share,
		     const struct share_confidence *confidence);

#endif /* RTLA_GATE_CONFIDENCE_H */
