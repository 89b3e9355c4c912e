/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What two results say of how they were measured, and where that is not the
 * same.
 */
#ifndef RTLA_DIFFERENCES_H
#define RTLA_DIFFERENCES_H

#include "results.h"

/* Texts of one place in both results; "" where it is missing. */
struct difference {
	char *name;		/* "configuration.priority", "kernel" */
	char *base;
	char *new;
	bool decides;		/* figures cannot be compared */
};

/* All zero is an empty list. */
struct differences {
	struct difference *difference;
	int count;
};

/*
 * differences_find - list what differs: first what decides the figures
 *
 * The tracer, the configuration, the load, how it ended, and the checks of the
 * environment. Not the CPUs and the duration. False if there is no memory.
 */
bool differences_find(struct differences *differences,
		      const struct results *base, const struct results *new);
void differences_free(struct differences *differences);

/*
 * results_untrusted - why the figures of a result are none to rely on, or NULL
 *
 * Points into the result.
 */
const char *results_untrusted(const struct results *results);

/* configuration_number - of the configuration, in ns; 0 if there is none */
uint64_t configuration_number(const struct results *results, const char *name);

#endif /* RTLA_DIFFERENCES_H */
