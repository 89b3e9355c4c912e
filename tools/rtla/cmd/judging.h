/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What commands that judge a result by others have in common: the options that
 * say how, and the exit status. They are "rtla compare" and "rtla history
 * check".
 */
#ifndef RTLA_JUDGING_H
#define RTLA_JUDGING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"
#include "compare/compared_figures.h"
#include "options/options.h"

/* The values of these options. It is the first member of the configuration. */
struct judging {
	double tolerance_percent;
	int64_t tolerance_ns;
	double alpha_percent;
	double same_percent;	/* 0: not asked for */
	double same_up_to;	/* a percentile, like 99.9 */
	bool all_cpus;
	const char *json;	/* a file; "-": standard output; NULL: none */
};

#define JUDGING_DEFAULTS \
	.tolerance_percent = 5, \
	.tolerance_ns = 100, \
	.alpha_percent = 5

extern const struct option_group judging_group;

/* judging_demands - return what a comparison is to be made with */
struct demands judging_demands(const struct judging *judging);

/* judging_exit - return the exit status of a verdict */
enum result judging_exit(enum judgement judgement);

/* judging_shows - return whether standard output is for people, not for --json */
bool judging_shows(const struct judging *judging);

/*
 * judging_forget - remove the file of --json, if there is one of an earlier
 * time
 *
 * It would be taken for the result of this run, which has none.
 */
void judging_forget(const struct judging *judging);

#endif /* RTLA_JUDGING_H */
