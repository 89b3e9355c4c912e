/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two results compared, figure by figure: which are better, which are worse, of
 * which no difference is seen, and which cannot be compared.
 *
 * Documentation/compare.md tells the method.
 */
#ifndef RTLA_COMPARISON_H
#define RTLA_COMPARISON_H

#include "differences.h"
#include "results.h"

/* So many blocks each, or their maxima are not compared. */
#define COMPARED_BLOCKS	20

/* So many periods each, or their noise is not compared. */
#define COMPARED_PERIODS	20

/* In the place of a CPU: all of them together. */
#define EVERY_CPU	(-1)

enum judgement {
	SAME,			/* no difference seen */
	BETTER,
	WORSE,
	NOT_COMPARABLE,
	JUDGEMENTS
};

/* judgement_name - as it is written everywhere */
const char *judgement_name(enum judgement judgement);

enum figure_kind {
	FIGURE_MAXIMUM,		/* of a block of time */
	FIGURE_PERCENTILE,
	FIGURE_NOISE,		/* the share of noise in the runtime */
	FIGURE_RATE,		/* of one source of noise */
	FIGURE_KINDS
};

enum noise_source {
	SOURCE_HARDWARE,
	SOURCE_NMI,
	SOURCE_IRQ,
	SOURCE_SOFTIRQ,
	SOURCE_THREAD,
	SOURCES
};

/* source_name - "hardware", "nmi" ... */
const char *source_name(enum noise_source source);

/*
 * A figure of one result.
 *
 * What @value, @low and @high are: of a maximum the median of all blocks', in ns,
 * and the interval is that of the shift instead; of a percentile ns; of noise
 * parts in 1e9; of a rate they are not used.
 */
struct measured {
	uint64_t value;
	uint64_t low;
	uint64_t high;		/* UINT64_MAX: there is no upper end */
	uint64_t count;		/* blocks, samples, periods or events */
	uint64_t time_ns;	/* of a rate: in that time */
	uint64_t largest;	/* of a maximum: the largest block */
	uint64_t needs_ns;	/* so long a run could be compared; 0: unknown */
	bool supported;		/* by the number of samples */
	double clusters;	/* of a percentile: see percentile_ranks() */
};

/* NEW by BASE, less 1: 0.05 is 5 % more. */
struct change {
	double value;		/* INFINITY: from 0; NAN: from 0 to 0 */
	double low;
	double high;		/* INFINITY: there is no upper end */
};

/* Behind the judgement of maxima. */
struct rank_evidence {
	double u;
	double chance;
	double adjusted;	/* by Holm */
	double inflation;
	int64_t shift_ns;
	int64_t low_ns;		/* INT64_MIN, INT64_MAX: no end */
	int64_t high_ns;
};

struct figure {
	enum figure_kind kind;
	int cpu;			/* or EVERY_CPU */
	enum event_context context;	/* of noise and rates CONTEXT_TOTAL */
	uint32_t percentile;
	enum noise_source source;
	enum judgement judgement;
	const char *reason;		/* why it is not comparable; else NULL */
	struct measured base, new;
	struct change change;
	struct rank_evidence ranks;	/* of a maximum that can be compared */
	double dispersion;		/* of a rate: see rate_ratio() */
};

/* What a comparison is to be like. */
struct demands {
	double alpha;		/* chance of any false alarm, like 0.05 */
	double tolerance;	/* a difference of interest, like 0.05 */
	uint64_t tolerance_ns;	/* and of times it has to be so large */
};

/* The blocks of one context, which are of one length in both results. */
struct common_blocks {
	uint64_t length_ns;	/* 0: there is no common length */
	int base;		/* how many are complete */
	int new;
	uint64_t needs_ns;	/* so long a run has enough of them */
};

struct comparison {
	const struct results *base;
	const struct results *new;	/* NULL: could not be read */
	const char *new_path;
	struct demands demands;
	enum judgement judgement;
	char reason[256];		/* why nothing is comparable; else "" */
	struct differences differences;		/* that are not the same */
	struct cpus cpus;		/* of both */
	bool same_cpus;			/* neither has others */
	struct common_blocks blocks[STOPS];
	struct figure *figure;		/* all CPUs first, then by CPU */
	int figures;
	double tail[FIGURE_KINDS];	/* of intervals: all hold together */
};

/*
 * comparison_make - compare @new with @base; to be freed
 *
 * @new NULL stands for a file that could not be read, and was said so. False if
 * there is no memory.
 */
bool comparison_make(struct comparison *comparison, const struct results *base,
		     const struct results *new, const char *new_path,
		     const struct demands *demands);
void comparison_free(struct comparison *comparison);

/* comparison_count - how many figures were judged so */
int comparison_count(const struct comparison *comparison,
		     enum judgement judgement);

/* ---- For comparison_*.c ---------------------------------------------------------- */

/* comparison_add - one more figure; false without memory */
bool comparison_add(struct comparison *comparison, const struct figure *figure);

/*
 * comparison_inflation - how much more the figure varies since blocks are like
 * their neighbours: that of the maxima of its CPU and context, see
 * rank_inflation(); 1 if it is not known
 */
double comparison_inflation(const struct comparison *comparison, int figure);

/* comparison_margin - the difference of interest, from @value on */
double comparison_margin(const struct comparison *comparison, double value,
			 double least);

/*
 * figure_judge_intervals - judge by the intervals of both: they have to be apart
 *
 * By more than the margin, which is @least at least.
 */
void figure_judge_intervals(const struct comparison *comparison,
			    struct figure *figure, double least);

/* maxima_list, ... - add the figures of one CPU; false without memory */
bool maxima_list(struct comparison *comparison, int cpu,
		 enum event_context context);
bool percentiles_list(struct comparison *comparison, int cpu,
		      enum event_context context);
bool noise_list(struct comparison *comparison, int cpu);

/* maxima_judge, ... - all figures of that kind; false without memory */
bool maxima_judge(struct comparison *comparison);
bool percentiles_judge(struct comparison *comparison);
void noise_judge(struct comparison *comparison);

/* maxima_agree - on blocks of one length, of each context */
void maxima_agree(struct comparison *comparison);

/*
 * maxima_of - the maxima of a result in blocks of @length, in order of time
 *
 * At most BLOCKS_MAX of them. Without those that had no sample, where a sample
 * cannot be 0. Returns how many.
 */
int maxima_of(const struct results *results, int cpu,
	      enum event_context context, uint64_t length, uint64_t *maxima);

#endif /* RTLA_COMPARISON_H */
