/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options that several commands have in common, in groups.
 */
#ifndef RTLA_COMMON_OPTIONS_H
#define RTLA_COMMON_OPTIONS_H

#include "config.h"
#include "options.h"

#define THRESHOLD_MAX_US	3600000000LL	/* an hour, as of the module */

#define FIELD(member)	offsetof(struct config, member)

extern const struct option_group cpus_group;	/* of all commands */
extern const struct option_group trace_group;	/* of all commands */
extern const struct option_group perfetto_group;	/* of all commands */
extern const struct option_group output_group;	/* of those that measure */
extern const struct option_group general_group;	/* of all commands */
extern const struct option_group stack_group;	/* of those that tell of stacks */
extern const struct option_group table_group;	/* of those with a table */
extern const struct option_group hist_group;	/* of histograms */

/* output_settle - refuse what does not go together in output_group */
enum options_result output_settle(const struct option_set *set,
				  const struct config *config);

/* hist_settle - refuse what does not go together in hist_group */
enum options_result hist_settle(const struct option_set *set,
				const struct config *config);

/* Of every command: members of its struct config. */
#define COMMON_DEFAULTS \
	.dma_latency_us = -1, \
	.deepest_idle_state = -2, \
	.hist.bucket_size = 1, \
	.hist.entries = 256

#endif /* RTLA_COMMON_OPTIONS_H */
