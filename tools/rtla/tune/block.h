/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Blocks of an experiment: a run of this command that measures for some
 * seconds, and the one figure of its result that counts.
 */
#ifndef RTLA_BLOCK_H
#define RTLA_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpus.h"
#include "base/message.h"
#include "options/invocation.h"
#include "trace/contexts.h"

struct program_runs;

/* The figures, in the order of their words. */
enum block_figure {
	BLOCK_MAXIMA,		/* the median of the maxima of stretches of time */
	BLOCK_MAX,
	BLOCK_AVERAGE,
	BLOCK_P50, BLOCK_P90, BLOCK_P99, BLOCK_P99_9, BLOCK_P99_99,
	BLOCK_FIGURES
};

extern const char *const block_figure_words[];	/* NULL after the last one */

/**
 * struct block_plan - how blocks are measured
 * @command: the words of the command that measures, like "timerlat hist", of
 *	this program, with blanks between
 * @program: the program that it runs, after "--"; argc 0: none
 * @cpus: to be measured; empty: as the command does by itself
 * @seconds: how long each block is
 * @figure: the figure that counts
 */
struct block_plan {
	const char *command;
	struct invocation program;
	struct cpus cpus;
	int seconds;
	enum block_figure figure;
};

/*
 * block_measure - measure a block
 *
 * Sets *@figure, which is above 0, and *@context, of which it is: the last one
 * that the result has, which is the whole latency. If @runs->ended is set on
 * return, there is no figure. Prints what goes wrong, and returns an error; a
 * result that cannot be trusted is one, too.
 */
enum result block_measure(struct program_runs *runs,
			  const struct block_plan *plan, double *figure,
			  enum event_context *context);

#endif /* RTLA_BLOCK_H */
