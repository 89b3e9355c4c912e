/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The differences in how two results were measured, as far as the results say
 * so.
 */
#ifndef RTLA_DIFFERENCES_H
#define RTLA_DIFFERENCES_H

#include <stdbool.h>
#include <stdint.h>

struct results;

/* The texts of one place in both results; "" where the place is missing. */
struct difference {
	char *name;		/* "configuration.priority", "kernel" */
	char *base;
	char *new;
	bool decides;		/* figures cannot be compared because of it */
};

/* A zeroed structure is an empty list. */
struct differences {
	struct difference *difference;
	int count;
};

/*
 * differences_find - list the differences, the deciding ones first
 *
 * Compared are the tracer, what has measured, the configuration without CPUs
 * and duration, the load command, how the run ended, the number of other
 * sessions, and the checks of the environment. Returns false if there is no
 * memory. The caller frees the list with differences_free(), also after a
 * failure.
 */
bool differences_find(struct differences *differences,
		      const struct results *base, const struct results *new);
void differences_free(struct differences *differences);

/*
 * configuration_number - return a number of the configuration
 *
 * @name says what is returned and its unit, like "period_ns". Returns 0 if
 * there is no such number, or if it is negative.
 */
uint64_t configuration_number(const struct results *results, const char *name);

#endif /* RTLA_DIFFERENCES_H */
