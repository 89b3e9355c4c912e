/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Verifying that a load really does what it is for: the machine's activity
 * under load is compared with that of the machine without it.
 */
#ifndef RTLA_VERIFY_H
#define RTLA_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"
#include "load/activity.h"
#include "load/load_commands.h"
#include "load/scenarios.h"

/* The measured activity per second, and the memory of a worker. */
struct load_effects {
	double idle[ACTIVITIES];
	double loaded[ACTIVITIES];
	uint64_t working_set;	/* in bytes */
	uint64_t l2_size;	/* in bytes */
	bool l2_known;		/* else that size is only assumed */
};

/**
 * struct verify_times - how long a load is verified
 * @run_ns: measure it for this time, in ns
 * @patience_ns: before that, wait for this time at most until each of its
 *	effects has been there, and measure again if one was missing then, in
 *	ns; 0: do not wait
 */
struct verify_times {
	uint64_t run_ns;
	uint64_t patience_ns;
};

/*
 * load_verify - run a load, and print what it did per second
 *
 * @name is the name of the load, for messages. Returns RESULT_ERROR if the load
 * ended before @times were over, or does not do what it is for. The reason has
 * been printed.
 */
enum result load_verify(const char *name, const struct load_plan *plan,
			const struct load_values *values,
			const struct verify_times *times);

/* load_effects_print - print a table with what was measured */
void load_effects_print(const struct load_effects *effects,
			const struct load_plan *plan);

/*
 * load_effects_missing - return those effects of @wanted that are not there
 *
 * Both are bits of enum load_effect. A count has to be 10 times that of the
 * idle machine. An idle machine counts at least one event per second here, of
 * sectors 8, of packets and their softirqs 10, and of written bytes 16384. The
 * working set has to be larger than the L2 cache.
 */
unsigned int load_effects_missing(const struct load_effects *effects,
				  unsigned int wanted);

/*
 * load_effects_judge - check that each effect of @plan is there
 *
 * Prints what is missing, and whose effect it is.
 */
enum result load_effects_judge(const struct load_effects *effects,
			       const struct load_plan *plan, const char *name);

#endif /* RTLA_VERIFY_H */
