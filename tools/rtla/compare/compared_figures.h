/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The figures that are compared, and the comparison that they are part of.
 */
#ifndef RTLA_COMPARED_FIGURES_H
#define RTLA_COMPARED_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpus.h"
#include "compare/differences.h"
#include "stats/clusters.h"

struct bound_figures;
struct compared_causes;
struct results;

struct own_figure;

/* Maxima are compared only if each result has this many blocks. */
#define COMPARED_BLOCKS	20

/* This value in place of a CPU stands for all CPUs together. */
#define EVERY_CPU	(-1)

enum judgement {
	SAME,			/* no difference seen */
	BETTER,
	WORSE,
	NOT_COMPARABLE,
	NOT_JUDGED,		/* shown only: chance alone decides about it */
	EQUAL,			/* the difference is within what was asked for */
	DIFFERENT,		/* of comparisons: a figure differs by more than that */
	UNTOLD,			/* it may be within that, or not */
	JUDGEMENTS
};

/* judgement_name - return the name that all output uses */
const char *judgement_name(enum judgement judgement);

enum figure_kind {
	FIGURE_AVERAGE,		/* of the run, if cyclictest measured it or another one */
	FIGURE_LARGEST,		/* the largest sample of the run */
	FIGURE_DRAWN,		/* the largest of equally many samples of each result */
	FIGURE_MAXIMUM,		/* the maxima of blocks of time, or of samples */
	FIGURE_PERCENTILE,
	FIGURE_OWN,		/* one that only a kind of measurement has: see kind_compare.h */
	FIGURE_KINDS
};

/*
 * A figure of one result.
 *
 * The kind of figure determines what @value, @low and @high are. Average and
 * largest sample: @value in ns; of drawn samples, it is a median. Maximum:
 * @value is the median of the block maxima in ns, and instead of @low and @high
 * there is the interval of the shift in struct rank_evidence. Percentile: ns.
 * What they are of a FIGURE_OWN, its kind says.
 */
struct measured {
	uint64_t value;
	bool at_least;		/* percentile: @value is only a lower bound */
	uint64_t low;
	uint64_t high;		/* UINT64_MAX: there is no upper end */
	/*
	 * Blocks, samples or events; what else, the kind of a FIGURE_OWN says.
	 */
	uint64_t count;
	uint64_t time_ns;	/* a rate: the runtime with these events */
	uint64_t largest;	/* maximum: the largest of all blocks */
	uint64_t block_ns;	/* maximum: length of a block; 0: runs of BASE differ */
	int blocks;		/* maximum: complete blocks, in BASE's shortest run */
	uint64_t needs_ns;	/* needed length of a run; 0: unknown */
	bool supported;		/* enough blocks, samples or periods */
	double clusters;	/* percentile: see percentile_ranks() */
	uint64_t skipped;	/* percentile: how many of @count were not measured */
	const void *own;	/* FIGURE_OWN: what its kind knows of @high */
};

/*
 * The relative change, NEW / BASE - 1: 0.05 is 5 % more. For maxima it is that
 * of their medians, with the interval of the shift.
 */
struct change {
	double value;		/* INFINITY: from 0; NAN: from 0 to 0 */
	double low;		/* -INFINITY: there is no lower end */
	double high;		/* INFINITY: there is no upper end */
};

/* The evidence for the judgement of maxima: see stats/ranks.h. */
struct rank_evidence {
	double u;
	double chance;
	double adjusted;	/* the chance times the number of tests */
	double inflation;	/* see rank_inflation(), rank_drift() */
	int64_t shift_ns;
	int64_t low_ns;		/* INT64_MIN: there is no lower end */
	int64_t high_ns;	/* INT64_MAX: there is no upper end */
};

struct figure {
	enum figure_kind kind;
	int cpu;			/* or EVERY_CPU */
	enum event_context context;
	uint32_t percentile;
	/*
	 * Drawn: how many samples. Maximum: the mean number of samples of a
	 * block; 0 if blocks have the same length in all results. See
	 * equal_samples.h.
	 */
	double samples;
	const struct own_figure *own;	/* FIGURE_OWN: what it is */
	int number;			/* FIGURE_OWN: which of several such figures */
	enum judgement judgement;
	const char *reason;		/* why it is not comparable, or NULL */
	struct measured base, new;
	struct change change;
	struct rank_evidence ranks;	/* only for a comparable maximum */
	double dispersion;		/* only of a rate: see rate_ratio() */
	/*
	 * The standard deviation of the logarithms of BASE's runs: 0.05 is
	 * about 5 % from run to run. NAN if BASE has one run.
	 */
	double spread;
};

/* The options that a comparison depends on. */
struct demands {
	double alpha;		/* the chance of any false alarm, like 0.05 */
	double tolerance;	/* the smallest change of interest, like 0.05 */
	uint64_t tolerance_ns;	/* a time has to differ by this much, too */
	/*
	 * For equivalence, see equivalence.h; @same_within is 0 if it is not
	 * asked for.
	 */
	double same_within;	/* the largest change that is "the same", like 0.1 */
	double same_up_to;	/* larger percentiles, like 99.9, need not be the same */
	double same_alpha;	/* the chance to call a larger change "the same" */
};

/*
 * The blocks of one context that have the same length in all results. The
 * maxima of a figure may be of other blocks: see equal_samples().
 */
struct common_blocks {
	uint64_t length_ns;	/* 0: there is no common length */
	int base;		/* number of complete blocks in BASE's shortest run */
	int new;		/* number of complete blocks in NEW */
};

struct comparison {
	const struct results *base;	/* its runs, one after the other */
	int bases;			/* how many they are */
	const struct results *all_base;	/* if it is with one of several: all of them */
	int all_bases;			/* otherwise the same as @bases */
	const struct results *new;	/* NULL if it could not be read */
	const char *new_path;
	struct demands demands;
	enum judgement judgement;
	char reason[256];		/* why nothing is comparable, or "" */
	struct differences differences;		/* in how they were measured */
	struct cpus cpus;		/* that both results have */
	bool same_cpus;			/* neither result has other CPUs */
	bool of_several;		/* BASE is one of several runs, see compare_spread.h */
	bool alone;			/* each interval is as sure as if it were alone */
	/* The smallest same_within that the intervals allow; INFINITY: none. */
	double within;
	struct common_blocks blocks[CONTEXTS];
	struct figure *figure;		/* of all CPUs first, then by CPU */
	int figures;
	/*
	 * The same figures in the order of the table: worse ones first, then
	 * better ones, those with the largest change first, then all others.
	 */
	const struct figure **worst_first;
	/*
	 * The chance beyond one end of an interval, see stats/intervals.h. It
	 * is so small that all intervals hold together.
	 */
	double tail[FIGURE_KINDS];
	/* The same of both ends of a FIGURE_OWN, for each kind: see figure_tail(). */
	double own_chance[KINDS];
	/* The causes, by name: see compare_causes.h; NULL: not known. */
	struct compared_causes *causes;
};

/*
 * comparison_has_foreign - return whether another program has measured one of
 * the results
 *
 * Such a result has no blocks of time. So maxima cannot be compared, and
 * nothing tells how much the samples of a run depend on each other: as if they
 * did not, up to 16 of 100 comparisons of made-up runs of one system were false
 * alarms. Therefore only what several runs of BASE differ by says what is more
 * than chance.
 */
bool comparison_has_foreign(const struct comparison *comparison);

/* comparison_count - return how many figures have this judgement */
int comparison_count(const struct comparison *comparison,
		     enum judgement judgement);

/* comparison_add - add a copy of @figure; return false if there is no memory */
bool comparison_add(struct comparison *comparison, const struct figure *figure);

/*
 * comparison_inflation - return how many times larger the variance of a figure
 * is because blocks resemble their neighbours
 *
 * @figure is an index. Returns the rank_inflation() of the maxima of the same
 * CPU and context; 1 if it is not known.
 */
double comparison_inflation(const struct comparison *comparison, int figure);

/* blocks_of - return the blocks of a result; @cpu may be EVERY_CPU */
struct run_blocks blocks_of(const struct results *results, int cpu,
			    enum event_context context);

/*
 * relative_change - return @value / @base - 1, see struct change
 */
double relative_change(uint64_t value, uint64_t base);

/*
 * comparison_margin - return the smallest difference from @value that is of
 * interest
 *
 * The margin is the relative tolerance of @value, and at least @least.
 */
double comparison_margin(const struct comparison *comparison, double value,
			 double least);

/*
 * figure_judge_intervals - judge a figure by the intervals of both results
 *
 * The figure is better or worse if the intervals are apart by more than the
 * margin, which is at least @least. The function fills in the change, too.
 */
void figure_judge_intervals(const struct comparison *comparison,
			    struct figure *figure, double least);

/*
 * figure_judge_rates - judge a figure by the ratio of two rates
 *
 * Their @count is of events, and @time_ns what these are in: a time, or a
 * number of samples. The figure's dispersion is known. @tail is the chance
 * beyond one end of the interval. The figure is better or worse if that is
 * beyond the tolerance; the function fills in the change, too.
 */
void figure_judge_rates(const struct comparison *comparison,
			struct figure *figure, double tail);

#endif /* RTLA_COMPARED_FIGURES_H */
