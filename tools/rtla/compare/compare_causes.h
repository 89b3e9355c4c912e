/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What took time in two results, name by name: what comes more often or less
 * often, takes more time or less, has appeared or vanished.
 *
 * This says where a difference comes from. It has no effect on the verdict:
 * the same noise is in the figures, and is judged there.
 */
#ifndef RTLA_COMPARE_CAUSES_H
#define RTLA_COMPARE_CAUSES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "compare/compared_figures.h"
#include "stats/causes.h"

enum cause_verdict {
	CAUSE_SAME,		/* no difference seen */
	CAUSE_APPEARED,
	CAUSE_GREW,
	CAUSE_SHRANK,
	CAUSE_VANISHED,
	CAUSE_NOT_JUDGED,	/* nothing is known of what is chance */
	CAUSE_VERDICTS
};

/**
 * struct cause_side - the noises of a name in one result, or in all runs of
 *	BASE together
 * @count, @sum, @max: see struct cause
 * @others: how many more there may be at most, in all others of its kind, for
 *	which the tracer had no place
 * @others_sum: ns; the sum of those
 * @time_ns: how long that was measured, of all CPUs together
 */
struct cause_side {
	uint64_t count;
	uint64_t sum;
	uint64_t max;
	uint64_t others;
	uint64_t others_sum;
	double time_ns;
};

/**
 * struct compared_cause - a name in both results
 * @kind: what it is
 * @name: the same for all ids, "kworker" for all of these; "": it has none
 * @base, @new: the results; BASE is the sum of its runs
 * @verdict: whether NEW has more of it
 * @by_time: that is so of the time only, and not of the number of noises
 * @rate: the change of the number of noises by time, with what chance explains;
 *	its ends are NAN if it is not judged
 */
struct compared_cause {
	enum noise_source kind;
	char name[CAUSE_NAME_LEN];
	struct cause_side base, new;
	enum cause_verdict verdict;
	bool by_time;
	struct change rate;
};

/**
 * struct compared_causes - all names of two results
 * @cause: those that differ first, of these the one with the largest change of
 *	its time
 * @count: how many there are
 */
struct compared_causes {
	struct compared_cause *cause;
	int count;
};

/*
 * causes_compare - compare the names that the results of @comparison have
 *
 * Its figures have been judged. Sets @comparison->causes; NULL: not all results
 * have names. Returns false if there is no memory.
 */
bool causes_compare(struct comparison *comparison);
void compared_causes_free(struct compared_causes *causes);

/* compared_causes_print - print those that differ; nothing if @causes is NULL */
void compared_causes_print(FILE *out, const struct compared_causes *causes);

/* compared_causes_json - return all of them as an array; null if @causes is NULL */
json_t *compared_causes_json(const struct compared_causes *causes);

#endif /* RTLA_COMPARE_CAUSES_H */
